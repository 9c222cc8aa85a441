"""The zero decomposition (being written)."""
import time
from casbridge.charset.elements import Elements, Element
from casbridge.errors import LimitError

class Node:
    __slots__=('equations','active','nonzero','depth')
    def __init__(s,e,a,n,d=0): s.equations=e; s.active=a; s.nonzero=n; s.depth=d

class Decomposition:
    def __init__(self, ring, polys, deadline=None, strategy=('lazy',)):
        self.E=Elements(ring,deadline=deadline)
        self.start=[self.E.of_polynomial(p) for p in polys]
        self.strategy=strategy
        self.nodes=0
        self.seen={}
    def run(self):
        E=self.E
        eq=frozenset(self.start)-{E.zero}
        stack=[Node(eq,eq,frozenset())]
        while stack:
            E.keep_time()
            node=stack.pop()
            key=node.equations
            ns=self.seen.setdefault(key,[])
            if any(n<=node.nonzero for n in ns): continue
            ns.append(node.nonzero)
            self.nodes+=1
            children,chain=self.process(node)
            if chain is not None: yield chain
            stack.extend(reversed(children))
    def simplify(self, r, nonzero, known):
        """distinct irreducible factors that may vanish"""
        return [f for f in self.E.factors(r) if f not in nonzero]
    def split(self, node, active, factors):
        """children for product of factors = 0"""
        out=[]
        non=node.nonzero
        for f in factors:
            out.append(Node(node.equations|{f}, active|{f}, non, node.depth+1))
            non=non|{f}
        return out
    def basic_set(self, active):
        B=[]
        E=self.E
        byclass={}
        for f in E.sorted(active):
            if f.variable<0: return [f]
            byclass.setdefault(f.variable,[]).append(f)
        for v in sorted(byclass):
            for f in byclass[v]:
                if self.reduced(f,B):
                    B.append(f); break
        return B
    def reduced(self,f,B):
        if not B: return True
        degs=self.E.arithmetic.degrees(f.native if self.strategy[0]!='weak' else self.E.initial(f).native)
        return all(degs[b.variable]<b.degree for b in B)
    def process(self,node):
        E=self.E
        active=set(node.active)
        # factor all active (first time)
        for f in E.sorted(active):
            fs=self.simplify(f,node.nonzero,active)
            if fs==[f]: continue
            if not fs: return [],None
            if any(g in active for g in fs if g is not f):
                active.discard(f); continue
            active.discard(f)
            if len(fs)==1: active.add(fs[0]); continue
            return self.split(node,frozenset(active),fs),None
        while True:
            E.keep_time()
            B=self.basic_set(active)
            if B and B[0].variable<0: return [],None
            Bs=set(B)
            rest=[f for f in E.sorted(active) if f not in Bs]
            if not rest:
                # completeness check
                rest=[f for f in E.sorted(node.equations) if f not in Bs]
                final=True
            else: final=False
            new=set(B)
            changed=False
            for i,f in enumerate(rest):
                r=E.remainder_by(f,B)
                if r is E.zero: 
                    continue
                fs=self.simplify(r,node.nonzero,new)
                if not fs: return [],None
                if any(g in new for g in fs):
                    if len(fs)>1 or True:
                        changed=True  # zero anyway
                        if not final: pass
                        continue
                changed=True
                if len(fs)>1:
                    act=frozenset(new|set(rest[i+1:]))
                    return self.split(node,act,fs),None
                new.add(fs[0])
                if self.strategy[0]=='lazy' and fs[0].variable>=0:
                    new|=set(rest[i+1:])
                    break
            if final and not changed: break
            if final and new==Bs: break
            active=new
        # B is a characteristic set
        from casbridge.charset.towers import split_tower
        chain=B
        found=split_tower(E,chain)
        k,parts=(found.index,found.factors) if found else (len(chain),None)
        if parts is not None:
            chain_lower=chain[:k+1]
        else: chain_lower=chain
        branch=[]
        non=node.nonzero
        algebraic=set()
        out=[]
        mains=set()
        eqs=node.equations|set(chain)
        for c in chain_lower:
            h=E.initial(c)
            for g in E.factors(h):
                if g in non: continue
                degs=E.arithmetic.degrees(g.native)
                if all(not d or v in algebraic for v,d in enumerate(degs)): continue
                out.append(Node(eqs|{g},frozenset(set(chain)|{g}|node.equations),non,node.depth+1))
                non=non|{g}
            # algebraic over the base field
            degs=E.arithmetic.degrees(c.native)
            if all(not d or v in algebraic or v==c.variable for v,d in enumerate(degs)): algebraic.add(c.variable)
        if parts is not None:
            kids=[]
            n2=non
            for g in parts:
                kids.append(Node(node.equations|{g},frozenset((set(chain)-{chain[k]})|{g}),n2,node.depth+1))
            return kids+out,None
        for n in node.nonzero:
            if E.remainder_by(n,chain) is E.zero: return out,None
        return out,chain
