"""The claim of a step in polynomials: hypotheses from what it names, and a conclusion in the radical of their ideal.

docs/logic-algebra.md says what the polynomials are, why the radical decides, and why the smaller forms are equivalent.
The variables are the cells that the step names. The *negated claim* has the hypotheses with the domain of the concluded
cell replaced by the values that the conclusion excludes. All zeros are points of the field (Seidenberg's lemma 92). So
the claim holds exactly if the negated claim has no zero. A zero is a counterexample.

`smaller` divides out units: x − d is a unit modulo the polynomial of any domain without d, as `unit_lemma` claims. So
it drops factors x_i − d of cells without candidate d from ∏ (x_i − d). In the same way G over the candidates of a pair
replaces G over all digits. Pairs without a common candidate and cells without an equation are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product as all_choices

from casbridge.algebra import Equation, Field, Polynomial, PolynomialSystem, Ring, local_ring
from casbridge.board.peers import Board, board_of, digits_of, mask_of
from casbridge.brief import Brief
from casbridge.encodings import patterns
from casbridge.encodings.digit_values import least_field
from casbridge.encodings.relations import least_exact, relation_equations
from casbridge.errors import UnsupportedError
from casbridge.logic.steps import Step
from casbridge.logic.theorems.catalogue import Theorem
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.variants.relations import Relation, Sum

#: The most factors of a product ∏ (x_i − d) that is multiplied out: k factors have 2^k terms.
LARGEST_PRODUCT = 16
#: The most factors of a product that a backend is asked about; longer ones have a variable for each factor.
MOST_MULTIPLIED = 3

_Pair = tuple[int, int]
_Occurs = tuple[tuple[int, ...], int]


@dataclass(frozen=True, slots=True, repr=False)
class Claim(Brief):
    """A claim in numbers: variables from 0, digits from 1, masks of digits with bit 0 for 1.

    domains: for each variable the mask of the values that the hypotheses allow.
    differ, occurs: pairs of variables (a < b) that differ, and pairs (variables, d): one of the variables is d.
    target, concluded: the variable of the conclusion, −1 for a contradiction; the mask of the values left to it.
    names: of the variables; they are not part of the claim.
    relations: of clues of variants; their cells are variables.
    """

    digits: int
    domains: tuple[int, ...]
    differ: tuple[_Pair, ...]
    occurs: tuple[_Occurs, ...]
    target: int
    concluded: int
    names: tuple[str, ...] = field(default=(), compare=False)
    relations: tuple[Relation, ...] = ()

    @property
    def negation(self) -> Claim:
        """The claim that the conclusion cannot be false: a contradiction if the target has an excluded value.

        >>> Claim(9, (0b1, 0b111), ((0, 1),), (), 1, 0b110).negation.domains
        (1, 1)
        """
        if self.target < 0:
            return self
        target, excluded = self.target, self.domains[self.target] & ~self.concluded
        domains = (*self.domains[:target], excluded, *self.domains[target + 1 :])
        return replace(self, domains=domains, target=-1, concluded=0)

    def is_counterexample(self, point: Sequence[int]) -> bool:
        """Whether all hypotheses hold at these digits of the variables, and the conclusion does not.

        >>> Claim(9, (0b1, 0b111), ((0, 1),), (), 1, 0b100).is_counterexample([1, 2])
        True
        """
        return (
            len(point) == len(self.domains)
            and all(digit > 0 and domain >> (digit - 1) & 1 for digit, domain in zip(point, self.domains, strict=True))
            and all(point[a] != point[b] for a, b in self.differ)
            and all(any(point[i] == digit for i in places) for places, digit in self.occurs)
            and all(one.holds([point[i] for i in one.cells]) for one in self.relations)
            and (self.target < 0 or not self.concluded >> (point[self.target] - 1) & 1)
        )

    def counterexample_by_search(self) -> tuple[int, ...] | None:
        """A counterexample found by trying all digits in all variables: an oracle for small claims, without algebra.

        >>> Claim(2, (3, 3), (), (), 1, 1).counterexample_by_search()
        (1, 2)
        """
        return next(filter(self.is_counterexample, all_choices(*map(digits_of, self.domains))), None)

    @property
    def smaller(self) -> Claim:
        """An equivalent claim with fewer and smaller polynomials; see the module's docstring. It relies on `lemmas`.

        >>> Claim(3, (0b110, 0b110, 0b111), (), (((0, 1, 2), 1),), 2, 0b001).smaller.domains
        (7,)
        """
        domains = self.domains
        differ = [(a, b) for a, b in self.differ if domains[a] & domains[b]]
        occurs = [(tuple([i for i in places if domains[i] >> (d - 1) & 1]), d) for places, d in self.occurs]
        used = {i for pair in differ for i in pair} | {i for places, _ in occurs for i in places}
        used |= {i for i, domain in enumerate(domains) if i == self.target or not domain}
        used |= {i for one in self.relations for i in one.cells}
        return self._of([i for i in range(len(domains)) if i in used], differ, occurs)

    def _of(self, kept: Sequence[int], differ: Iterable[_Pair], occurs: Iterable[_Occurs]) -> Claim:
        """The claim with these of its variables in this order, and these hypotheses, which are sorted."""
        place = {old: new for new, old in enumerate(kept)}
        return Claim(
            self.digits,
            tuple([self.domains[i] for i in kept]),
            tuple(sorted({_ascending(place[a], place[b]) for a, b in differ})),
            tuple(sorted({(tuple(sorted([place[i] for i in places])), d) for places, d in occurs})),
            place.get(self.target, -1),
            self.concluded,
            tuple([self.names[i] for i in kept]) if self.names else (),
            tuple([replace(one, cells=tuple([place[i] for i in one.cells])) for one in self.relations]),
        )

    @property
    def lemmas(self) -> tuple[int, ...]:
        """The digits d, ascending, for which the smaller negation relies on x − d being a unit.

        >>> Claim(3, (0b110, 0b110, 0b111), (), (((0, 1, 2), 1),), 2, 0b001).lemmas
        (1,)
        """
        domains, everything = self.negation.domains, (1 << self.digits) - 1
        found = mask_of(d - 1 for places, d in self.occurs if any(not domains[i] >> (d - 1) & 1 for i in places))
        for a, b in self.differ:
            if domains[a] & domains[b]:
                found |= everything & ~(domains[a] | domains[b])
        return digits_of(found)

    def relaxed(self, relevant: int) -> Claim:
        """A claim that implies this one: a domain with an irrelevant digit gets all of them. Many claims become equal.

        relevant: the mask of the digits to tell apart. The conclusion excludes the same values.

        >>> Claim(4, (0b1001, 0b0011, 0b1111), (), (), 2, 0b1110).relaxed(0b0011).domains
        (13, 3, 15)
        """
        others = (1 << self.digits) - 1 & ~relevant
        domains = tuple([domain | others if domain & others else domain for domain in self.domains])
        added = domains[self.target] & ~self.domains[self.target] if self.target >= 0 else 0
        return replace(self, domains=domains, concluded=self.concluded | added)

    @property
    def canonical(self) -> Claim:
        """The same claim with its variables in an order that depends little on their names.

        Claims that are equal up to the names often become equal. Claims that become equal are equal up to the names.

        >>> Claim(9, (1, 3), ((0, 1),), (), 1, 2).canonical == Claim(9, (3, 1), ((0, 1),), (), 0, 2).canonical
        True
        """
        marks = [[domain, int(i == self.target), 0, 0] for i, domain in enumerate(self.domains)]
        for a, b in self.differ:
            marks[a][2] += 1
            marks[b][2] += 1
        for places, d in self.occurs:
            for i in places:
                marks[i][3] += len(places) << d
        for number, one in enumerate(self.relations, 1):
            for at, i in enumerate(one.cells, 1):
                marks[i].append(number * at)
        return self._of(sorted(range(len(marks)), key=marks.__getitem__), self.differ, self.occurs)

    def ring(self, over: Field | None = None) -> Ring:
        """The ring of its variables, named like the cells. The default field is `claim_field`."""
        names = self.names or tuple([f"x{i + 1}" for i in range(len(self.domains))])
        return Ring(over or self.own_field, names)

    @property
    def own_field(self) -> Field:
        """The field of the claim: `claim_field`, or a larger one in which the sums of its clues are exact.

        >>> Claim(9, (0b1, 0b111), ((0, 1),), (), 1, 0b110).own_field
        GF(11)
        """
        least = claim_field(self.digits)
        return Field(least_exact(self.relations, self.digits, least.characteristic)) if self.relations else least

    def hypotheses(self, over: Field | None = None) -> PolynomialSystem:
        """The hypotheses as polynomials. The claim is that the conclusion is in the radical of their ideal.

        Raises UnsupportedError for a product of more than `LARGEST_PRODUCT` factors; `system` does not.

        >>> from casbridge.algebra import QQ
        >>> for polynomial in Claim(3, (1, 7), ((0, 1),), (), 1, 6).hypotheses(QQ).polynomials():
        ...     print(polynomial)
        x1 - 1
        x2**3 - 6*x2**2 + 11*x2 - 6
        x2**2 + x1*x2 - 6*x2 + x1**2 - 6*x1 + 11
        """
        ring, everything = self.ring(over), (1 << self.digits) - 1
        equations = self._equations(ring, lambda a, b: everything)
        for places, d in self.occurs:
            if (k := len(places)) > LARGEST_PRODUCT:
                said = f"a product of {k} factors x - {d} has 2^{k} terms"
                raise UnsupportedError(f"{said}; up to {LARGEST_PRODUCT} are multiplied out")
            equations.append(Equation(_one_is(ring.field, k, d), places, f"{d} occurs there"))
        return PolynomialSystem(ring, (*equations, *self._of_relations(ring.field)))

    def _of_relations(self, over: Field) -> Iterator[Equation]:
        """The equations of the clues, see `casbridge.encodings.relations`."""
        values = tuple(range(1, self.digits + 1))
        for one in self.relations:
            yield from relation_equations(one, self.digits, False, over, values)

    def system(self, over: Field | None = None) -> PolynomialSystem:
        """The system for a backend. Its polynomials are small, and it is consistent exactly if `hypotheses` is.

        G is over the candidates of each pair. A long product has a variable z for each factor instead: one z is 1, the
        others are 0, and the factor whose z is 1 is 0. The variables of the claim come first.

        >>> from casbridge.algebra import QQ
        >>> claim = Claim(4, (15, 15, 15, 15), (), (((0, 1, 2, 3), 2),), -1, 0)
        >>> for polynomial in list(claim.system(QQ).polynomials())[-3:]:
        ...     print(polynomial)
        z4**2 - z4
        x4*z4 - 2*z4
        z4 + z3 + z2 + z1 - 1
        """
        ring, domains = self.ring(over), self.domains
        field, free = ring.field, len(domains)
        equations = self._equations(ring, lambda a, b: domains[a] | domains[b])
        for places, d in sorted(self.occurs, key=lambda pair: len(pair[0]) > MOST_MULTIPLIED):
            k = len(places)
            if k <= MOST_MULTIPLIED:
                equations.append(Equation(_one_is(field, k, d), places, f"{d} occurs there"))
                continue
            chosen = tuple(range(free, free + k))
            free += k
            if_chosen = Polynomial(local_ring(field, 2), {(1, 1): 1, (0, 1): -d})  # (t1 − d)·t2
            for place, choice in zip(places, chosen, strict=True):
                equations.append(Equation(patterns.domain(field, (0, 1)), (choice,), "a choice", "bit"))
                equations.append(Equation(if_chosen, (place, choice), f"if chosen, it is {d}", "chosen"))
            equations.append(Equation(patterns.exactly_one(field, k), chosen, f"{d} occurs there"))
        names = [f"z{i + 1}" for i in range(free - len(domains))]
        equations += self._of_relations(field)
        return PolynomialSystem(Ring(field, (*ring.variables, *names)), tuple(equations))

    def _equations(self, ring: Ring, values: Callable[[int, int], int]) -> list[Equation]:
        """Domains and differences. values: the mask of the values of G for a pair."""
        names = ring.variables
        equations: list[Equation] = []
        for i, domain in enumerate(self.domains):
            used = (i,) if domain else ()
            equations.append(Equation(_domain(ring.field, domain), used, f"{names[i]}: its candidates"))
        for a, b in self.differ:
            pattern = _difference(ring.field, values(a, b))
            pair = (a, b) if pattern.ring.size else ()
            equations.append(Equation(pattern, pair, f"{names[a]} and {names[b]} differ"))
        return equations

    def conclusion(self, over: Field | None = None) -> Polynomial:
        """The polynomial that is claimed to be in the radical. It vanishes at the values left to the target.

        >>> from casbridge.algebra import QQ
        >>> Claim(3, (1, 7), ((0, 1),), (), 1, 6).conclusion(QQ)
        x2**2 - 5*x2 + 6
        """
        ring = self.ring(over)
        allowed = self.domains[self.target] & self.concluded if self.target >= 0 else 0
        return _domain(ring.field, allowed).rename(ring, (self.target,) if allowed else ())

    def hypothesis_texts(self) -> list[str]:
        """The hypotheses in Python's syntax, in the order of `hypotheses`. Products of linear factors stay products.

        >>> Claim(3, (6, 7), ((0, 1),), (((0, 1), 3),), 1, 6).hypothesis_texts()[0::3]
        ['(x1 - 2)*(x1 - 3)', '(x1 - 3)*(x2 - 3)']
        """
        names = self.ring().variables
        texts = [_factors([(names[i], v) for v in digits_of(domain)]) for i, domain in enumerate(self.domains)]
        difference = _difference(self.own_field, (1 << self.digits) - 1)
        texts += [Equation(difference, pair if difference.ring.size else ()).text(names) for pair in self.differ]
        texts += [_factors([(names[i], d) for i in places]) for places, d in self.occurs]
        return texts + [equation.text(names) for equation in self._of_relations(self.own_field)]

    def conclusion_text(self) -> str:
        """The conclusion in Python's syntax.

        >>> Claim(3, (1, 7), ((0, 1),), (), 1, 6).conclusion_text()
        '(x2 - 2)*(x2 - 3)'
        """
        allowed = digits_of(self.domains[self.target] & self.concluded) if self.target >= 0 else ()
        return _factors([(self.ring().variables[self.target], v) for v in allowed])


def unit_lemma(digits: int, digit: int) -> Claim:
    """The claim that x − d is a unit modulo ∏ (x − v) over the other digits v, since they have no common zero.

    >>> unit_lemma(3, 2).domains, unit_lemma(3, 2).occurs
    ((5,), (((0,), 2),))
    """
    return Claim(digits, ((1 << digits) - 1 & ~(1 << (digit - 1)),), (), (((0,), digit),), -1, 0)


@lru_cache(maxsize=64)
def claim_field(digits: int) -> Field:
    """The field of claims: GF(11) up to 10 digits, as in the colouring encoding; else the least in which they differ.

    >>> claim_field(9), claim_field(16)
    (GF(11), GF(17))
    """
    return least_field(tuple(range(1, digits + 1)), 11 if digits <= 10 else digits + 1)


def claims_of(
    step: Step, layout: Layout | Board, candidates: Sequence[int], *, narrow: bool = False
) -> Iterator[Claim]:
    """The claims of a step, one for each conclusion: a value, a zeroed candidate, or a contradiction.

    A preset has no claims of its own; its nested steps have. candidates: for each cell their mask before the step.
    narrow: leave out pairs of `differ` that concern only other conclusions. The claim follows from this stronger one.

    >>> from casbridge import explain, read_puzzles
    >>> (puzzle,) = read_puzzles(".4.....1..3.2...")
    >>> claim = next(claims_of(explain(puzzle).steps[0], puzzle.layout, [15, 8, *[15] * 14], narrow=True))
    >>> claim.names, claim.differ, claim.concluded
    (('r1c2', 'r1c1'), ((0, 1),), 7)
    """
    if step.theorem is Theorem.PRESET:
        return
    board = layout if isinstance(layout, Board) else board_of(layout)
    premises, cell_names = set(step.cells), board.cell_names
    units = [(board.members[unit], d) for unit, d in step.occurs]
    relations = [board.layout.relations[number] for number in step.relations]
    held = premises.union(*[members for members, _ in units]) if units else premises

    def claim(cell: int, excluded: int) -> Claim:
        pairs = step.differ
        if narrow and len(pairs) > 1:
            pairs = tuple([p for p in pairs if (p[0] in held or p[0] == cell) and (p[1] in held or p[1] == cell)])
        cells = dict.fromkeys(step.cells)
        for named in (*[members for members, _ in units], *pairs, *[one.cells for one in relations]):
            cells.update(dict.fromkeys(named))
        if cell >= 0:
            cells[cell] = None
        place = {one: i for i, one in enumerate(cells)}
        domains = tuple([candidates[one] if one in premises else board.all_digits for one in cells])
        target = place.get(cell, -1)
        return Claim(
            board.digits,
            domains,
            tuple([_ascending(place[a], place[b]) for a, b in pairs]),
            tuple([(tuple([place[one] for one in members]), d) for members, d in units]),
            target,
            domains[target] & ~excluded if cell >= 0 else 0,
            tuple([cell_names[one] for one in cells]),
            tuple([_stated(one, pairs, place) for one in relations]),
        )

    if step.placement is not None:
        cell, digit = step.placement
        yield claim(cell, board.all_digits & ~(1 << (digit - 1)))
    for removal in step.removals:
        yield claim(removal.cell, 1 << (removal.digit - 1))
    if step.placement is None and not step.removals:
        yield claim(-1, 0)


def _stated(relation: Relation, pairs: Iterable[_Pair], place: Mapping[int, int]) -> Relation:
    """A relation of variables. If the step does not say that all cells of a sum differ, the claim does not assume it.

    The field of a claim depends on it: see `Sum.totals`.
    """
    cells = tuple([place[cell] for cell in relation.cells])
    if isinstance(relation, Sum) and relation.differ:
        said = {frozenset(pair) for pair in pairs}
        differ = all(frozenset(pair) in said for pair in combinations(relation.cells, 2))
        return replace(relation, cells=cells, differ=differ)
    return replace(relation, cells=cells)


def _ascending(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _factors(roots: Sequence[tuple[str, int]]) -> str:
    """∏ (name − value) in Python's syntax."""
    if len(roots) == 1:
        return f"{roots[0][0]} - {roots[0][1]}"
    return "*".join([f"({name} - {value})" for name, value in roots]) or "1"


@lru_cache(maxsize=4096)
def _domain(over: Field, domain: int) -> Polynomial:
    return patterns.domain(over, digits_of(domain)) if domain else patterns.constant(over, 1)


@lru_cache(maxsize=4096)
def _difference(over: Field, domain: int) -> Polynomial:
    return patterns.difference(over, digits_of(domain))


@lru_cache(maxsize=1024)
def _one_is(over: Field, size: int, digit: int) -> Polynomial:
    """∏ (t_i − d), multiplied out."""
    terms = {powers: (-digit) ** powers.count(0) for powers in all_choices((0, 1), repeat=size)}
    return Polynomial(local_ring(over, size), terms)
