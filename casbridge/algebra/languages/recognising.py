"""The language of a text, where its beginning or a word of it tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping

#: The first line of PHCpack's input: the number of polynomials, and perhaps that of variables.
PHCPACK_HEAD = re.compile(r"\s*([0-9]{1,9})(?:[ \t]+([0-9]{1,9}))?[ \t]*\r?\n")
_BERTINI = re.compile(
    r"(?:^|;)[ \t]*(?:(?:hom_)?variable_group[ \t]+[A-Za-z]|(?:pathvariable|variable)[ \t]+[A-Za-z][\w \t]*[,;])",
    re.MULTILINE,
)
_BERTINI_FUNCTION = re.compile(r"(?:^|;)[ \t]*function[ \t]+[A-Za-z][\w \t]*[,;]", re.MULTILINE)
#: Headers of the plain form: what has them is in no other language.
HEADERS = re.compile(
    r"^[ \t]*(?:field|parameters|variables|eliminate|saturate|factor)[ \t]*:(?!=)", re.MULTILINE | re.IGNORECASE
)
_MAGMA_OUTPUT = re.compile(r"\s*Ideal of [\w ]*[Pp]olynomial ring of rank")
_COMMENT = re.compile("#.*")
_SMTLIB = re.compile(
    r"^[ \t]*\((?:set-logic|set-info|declare-fun|declare-const|define-(?:sort|fun)|assert)(?=[\s(])", re.MULTILINE
)
#: Words and signs that only one language has.
_CERTAIN = {
    "maxima": re.compile(
        r"^[ \t]*load\s*\(\s*\"?\w+\"?\s*\)\s*[$;]|\bblock\s*\(\s*\[|%pi\b|\berrcatch\s*\(|\bmakelist\s*\("
        r"|\A(?:\s*/\*(?:(?!\*/)[\s\S]){0,2000}\*/)+\s*(?:[A-Za-z]\w*\s*:\s*)?(?:lin)?solve\s*\("
        r"|^[ \t]*assume\s*\([^()\n]*\)[ \t]*\$|^[ \t]*\w+\([\w, \[\]]*\)\s*:=.*\$[ \t]*$",
        re.MULTILINE,
    ),
    "singular": re.compile(
        r"^[ \t]*(?:LIB\s*\"|(?:setring|qring|tst_init|tst_status)\b|(?:static )?proc \w+|ring \w+\s*;)",
        re.MULTILINE,
    ),
    "macaulay2": re.compile(
        r"\b(?:needsPackage|newPackage|loadPackage|beginDocumentation|MutableHashTable|monomialIdeal|isHomogeneous)\b"
        r"|\b(?:TEST|doc|document)\s*(?:///|\{)|\b(?:gens|ker|coker|betti|viewHelp) \w+[ \t]*$",
        re.MULTILINE,
    ),
}
#: What tells scripts apart, in this order.
_SCRIPTS = {
    "cocoa": re.compile(r"::=\s*[QZ]|^[ \t]*/\*\*/|^[ \t]*[uU]se\s+(?:QQ|ZZ)\b[^;\n]*\[", re.MULTILINE),
    "magma": re.compile(r"\w\s*<[^<>;\n]*>\s*:=|\bideal\s*<"),
    "mathematica": re.compile(
        r"\b(?:GroebnerBasis|N?Solve|Reduce|(?:Ap|Pre)pendTo|Module|Block|Table|(?:Full)?Simplify|Expand|Clear(?:All)?|Needs"
        r"|BeginPackage|PolynomialReduce|Eliminate|Resultant|FindInstance|N?SolveValues|Resolve)\s*\["
    ),
    "singular": re.compile(r"(?:^|;)[ \t]*(?:ring|ideal)\s+\w+\s*=(?!=)", re.MULTILINE),
    "macaulay2": re.compile(
        r"\b(?:QQ|RR|CC|ZZ\s*/\s*[0-9]+|GF\s*\(?\s*[0-9]+(?:\s*[,^]\s*[0-9]+)?\s*\)?)\s*\[\s*[A-Za-z]"
        r"|=>\s*(?:Lex|GRevLex|true|false)\b|=[ \t]*method\s*\(|\bnew \w+ from\b"
        r"|<<[^\n]{0,200}\bendl\b|\bapply\s*\([^\n]{0,200}->",
        re.MULTILINE,
    ),
    "maple": re.compile(
        r"\bwith\s*\(\s*(?:Groebner|PolynomialIdeals|RegularChains|RootFinding)\b|\bGroebner\s*\[|\bPolynomialRing\s*\(\s*\[|:="
        r"|\A\s*solve\s*\(\s*[\[{]"
    ),
    "sage": re.compile(
        r"^[ \t]*[A-Za-z]\w*[ \t]*\.[ \t]*<[^<>\n]*>\s*="
        r"|\bPolynomialRing\s*\(\s*(?:QQ|GF\s*\(|FiniteField\s*\(|field\s*,)"
        r"|^[ \t]*from sage\b|\bQQ\s*\[\s*'|\.\s*inject_variables\s*\("
        r"|\b(?:EllipticCurve|Zmod)\s*\(|=\s*var\s*\(\s*['\"]"
        r"|\bvar\s*\(\s*['\"][\w ,]*['\"]\s*\)\s*(?:;|\n)",
        re.MULTILINE,
    ),
    "oscar": re.compile(
        r"\b(?:graded_)?polynomial_ring\s*\(|\busing\s+(?:Oscar|AlgebraicSolving|Singular|Nemo|Groebner)\b"
        r"|\)\s*=\s*\w+(?:\([^()\n]*\))?\s*\[\s*[:\"][A-Za-z]|@polynomial_ring\b"
        r"|\bPolynomialRing\s*\(\s*\w+\s*,\s*\[\s*[\":]"
    ),
}

#: A comment and a word of Macaulay2's.
_REMARK = re.compile(r"^[ \t]*--", re.MULTILINE)
_WORD_OF_RINGS = re.compile(r"\b(?:ideal|matrix|ring|QQ|ZZ|assert)\b")
#: A ring of Macaulay2's over a field with a name. It counts where the text has an ideal, too.
_NAMED_RING = re.compile(
    r"(?:^|;)[ \t]*[A-Za-z]\w*[ \t]*=[ \t]*\(?[A-Za-z][\w/ ]*\)?[ \t]*\[[ \t]*[A-Za-z][^\]\n]*\]", re.MULTILINE
)
#: The line with the method in the head of casbridge's own scripts.
_OWN_HEAD = re.compile(r"^[^\w\n]*(SymPy|GAP|Maxima|FriCAS|Giac|PARI/GP|Sage)(?:Math, solve|, \w+): ", re.MULTILINE)
_HEAD = 5_000
#: What tells scripts apart whose calls look like those of Maple or Sage.
_OF_CALLS = {
    "fricas": re.compile(
        r"\b(?:DMP|GDMP|HDMP|OVAR|\w*DistributedMultivariatePolynomial)\s*\(|^[ \t]*\)(?:set|read|clear)\b"
        r"|\b(?:radicalSolve|complexSolve|groebnerFactorize|zeroSetSplit|triangSolve)\s*\(|\bList\s+Symbol\b"
        r"|\bgroebner\s+\[|\bFRAC(?:\s+|\s*\(\s*)INT\b|\bFraction\s+Integer\b",
        re.MULTILINE,
    ),
    "giac": re.compile(r"\b(?:gbasis|greduce|in_ideal|csolve|cfsolve)\s*\("),
    "gap": re.compile(
        r"\b(?:ReducedGroebnerBasis|GroebnerBasis)\s*\(.*;"
        r"|\bPolynomialRing\s*\(\s*(?:Rationals\s*,|GF\s*\([0-9, ]*\)\s*,\s*\[)"
        r"|:=\s*(?:X|Indeterminate)\s*\(|\bLoadPackage\s*\(\s*\"|\bHomalg(?:FieldOfRationals|RingOfIntegers)In\w+\s*\("
        r"|\bIndeterminatesOfPolynomialRing\s*\(|\bLeftSubmodule\s*\("
    ),
    "sympy": re.compile(
        r"^[ \t]*(?:from\s+sympy\b.*\bimport|import\s+sympy)|\bsymbols\s*\(\s*['\"]"
        r"|^[ \t]*(?:\w+\s*=\s*)?(?:groebner|nonlinsolve|solve_poly_system)\s*\(|^[ \t]*solve\s*\(\s*\[\s*Eq\b",
        re.MULTILINE,
    ),
    "maxima": re.compile(
        r"\b(?:linsolve\s*\(|display2d\b|load\s*\(\s*\"?(?:grobner|charsets)|poly_grobner\w*\s*\(|poly_reduced_grobner\s*\(|algsys\s*\()"
        r"|^[ \t]*%?[A-Za-z]\w*[ \t]*:[ \t]*(?:\[|(?!=)[^\n;$]*[;$])",
        re.MULTILINE,
    ),
}
#: Texts that are not read → what only these have.
_FOREIGN = {
    "a page of HTML": r"(?i)\A\s*<(?:!doctype html|html|head|body|div|meta|script)\b",
    "a program in PHP": r"\A\s*<\?php\b",
    "a worksheet of Maple": r"\A\s*(?:<\?xml[^>]*>\s*)?<Worksheet\b",
    "a notebook of Mathematica": r"\A(?:\s*\(\*(?:(?!\*\))[\s\S]){0,2000}\*\))*\s*Notebook\s*\[\s*\{",
    "a logic program": r"^:-[ \t]*\w|^[^%\n]*\w\([^()\n]*\)[ \t]*:-(?=[ \t\n])",
    "a formula in DIMACS CNF": r"^p[ \t]+w?cnf[ \t]+[0-9]",
    "a linear program in MPS": r"^ROWS[ \t]*\n(?:\*.*\n)*[ \t]*[NLGE][ \t]",
    "a text in LaTeX": r"^\\(?:documentclass|usepackage|chapter|(?:sub)*section)\b",
    "a program in C or C++": r"^#[ \t]*include[ \t]*[<\"]|^#(?:ifn?def|define) [A-Z_]{3}",
    "a model of GAMS": r"(?i)=[egl]=|^\$(?:title|ontext|include|offlisting)\b|^ *solve +\w+ +using\b|\A\*.*GAMS\b",
    "a proof in Lean": r"^(?:import (?:Mathlib|Lean)|public import|/-|#(?:eval|check) |(?:theorem|lemma) [\w.']+ .*:=)",
    "a model of AMPL": (
        r"^[ \t]*(?:(?:minimize|maximize|subject to|s\.t\.)[ \t]+\w+[^:;\n]*:"
        r"|(?:param|set)[ \t]+[A-Za-z]\w*[ \t]*(?:\{[^}\n]*\}[^=(;\n]*)?(?::=|[;{]|:(?=[^;\n]*:=)))"
    ),
    "a program in Python": (
        r"\A(?:[ \t]*(?:#.*)?\n)*(?:[rub]*\"{3}[^\"]*\"{3}(?:[ \t]*(?:#.*)?\n)*)?"
        r"(import [a-z][\w., ]*$|import [a-z][\w.]* as\b|from [\w.]+ import\b|def \w+\(|class \w+.*:$)"
    ),
}
#: Texts that are not read → what these have, and scripts for the systems that are read may have, too.
_PERHAPS_FOREIGN = {
    "a program in Python": (
        r"^[ \t]*(?:def \w+\(|class \w+.*:$|import [a-z][\w., ]*$|import [a-z][\w.]* as\b|from [\w.]+ import\b"
        r"|(?:if|for|while|with|elif) .*:$|(?:try|else):$)"
    ),
    "a program in Julia": (
        r"^[ \t]*(?:module [A-Z]|(?:using|import) [A-Z][\w.]*[ \t]*(?:[,:;]|$)|(?:mutable )?struct [A-Z]"
        r"|export \w[\w!, ]*$|@(?:polyvar|testset|inline|variable|constraint|NLconstraint)\b|include\(.*\.jl\""
        r"|function .*::)"
    ),
    "a proof in Coq": r"^(?:From \w+ )?Require (?:Import|Export)\b|^Qed\.",
    "a program in C or C++": r"^(?:using )?namespace \w|^template[ \t]*<|^[ \t]*(?:int|void) main\(",
    "a program in Java or C#": r"^[ \t]*(?:package [\w.]+;|import java|using System|public (?:static |final )*class\b)",
    "a program in Rust": r"^[ \t]*(?:pub )?(?:fn \w+[(<]|use (?:std|crate)::|impl\b.*\{)",
    "a program in R": r"^[ \t]*(?:library\(\w+\)|[\w.]+[ \t]*<-[ \t]*(?:function[ \t]*\(|c\())",
    "a model of MiniZinc": (
        r"^[ \t]*(?:solve\b[^;=(\[]{0,300}\b(?:satisfy|minimize|maximize)\b|constraint[ \t]+[\w(]|include \"[^\"\n]*\";"
        r"|(?:var|par|int|bool|float|set of int|array)\b[^:=;\n]*:[ \t]*\w+[ \t]*[;=])"
    ),
    "a linear program": (
        r"(?i)^[ \t]*(?:subject to|such that)[ \t]*:?[ \t]*$|\A(?:\\.*\n|\s)*(?:min|max)(?:imi[sz]e|imum)?\b[\s\S]*?"
        r"(?:\bsubject to\b|^[ \t]*(?:s\.?t\.?|bounds)[ \t]*:?[ \t]*$)"
    ),
    "a program in JavaScript": (
        r"^[ \t]*(?:(?:const|let|var) [\w{}, ]+=[^=]|import\b.*\bfrom[ \t]*['\"]|export (?:default|const|class)\b)"
        r"|\bfunction[ \t]*\w*\([^()]*\)[ \t]*\{|\)[ \t]*=>[ \t]*\{"
    ),
    "a program in MATLAB": (
        r"^[ \t]*(?:syms [A-Za-z]|clear all\b|close all\b|clc\b|function[ \t]+\[?[\w, ]+\]?[ \t]*=[ \t]*\w+|classdef\b"
        r"|function[ \t]+\w+(?:\([\w, ~]*\))?[ \t]*(?:%.*)?\n(?:\s*%|[^\n]*;[ \t]*\n))"
    ),
    "numbers, as in data of MiniZinc or MATLAB": (
        r"^[ \t]*\w+[ \t]*=[ \t]*(?:\[\||array[1-6]d[ \t]*\(|\[[^\[\]A-Za-z^*]*\][ \t]*;)"
    ),
}
_BEGINNING = 100_000
#: What makes a program in Python or Julia a script for one of the systems that are read.
_ALGEBRA = re.compile(
    r"\bsympy\b|\bsage\b|\bsymbols\s*\(|\b[Pp]olynomial_?[Rr]ing\b|\.\s*<\w|\bvar\s*\(|\bHomotopyContinuation\b|@var\b"
)
_WITH_ALGEBRA = ("a program in Python", "a program in Julia")
#: Reduce, and Julia with polynomial systems: they are looked for before the other languages.
_OTHER_SYSTEMS = {
    "homotopy": re.compile(r"^[ \t]*(?:using|import)\b.*\bHomotopyContinuation\b|^[ \t]*@var[ \t(]", re.MULTILINE),
    "reduce": re.compile(
        r"\b(?:load_package|load!-package)\b|^[ \t]*(?:on|off)[ \t]+[a-z]\w*(?:[ \t]*,[ \t]*\w+)*[ \t]*[;$]"
        r"|^[ \t]*torder[ \t]*[({]|\w[ \t]*:=[ \t]*\{[^{}$]*\}[ \t]*\$|^[ \t]*(?:symbolic|lisp|algebraic) procedure\b",
        re.MULTILINE,
    ),
}
#: What tells texts apart that are not read, where nothing else does.
_UNREAD = {
    "a script of PARI's": re.compile(
        r"\A\s*\\\\|\bdefault\((?:parisize|realprecision)|\bmy\(\w|\b(?:pol(?:rootsmod|resultant|roots(?:real)?|cyclo)"
        r"|factormod|forprime|(?:ell|bnf|nf)init)\s*\("
    ),
    "a program in Julia": re.compile(r"^[ \t]*(?:using[ \t]+[A-Z]\w*[ \t]*(?:[,:;]|$)|@(?:poly)?var\b)", re.MULTILINE),
    "a text in LaTeX": re.compile(
        r"\\(?:begin|end|d?frac|cdot|left|right|times|q?quad|mathbb|mathrm|text|langle|sqrt|alpha|beta|gamma|lambda|[,\\(]|\[(?![A-Z]))"
        r"|[\w)}][\^_]\{|^[^#;\n]*[^&;\n]&=[^;\n]*$",
        re.MULTILINE,
    ),
}
#: A formula between dollars. Maxima's statements and FriCAS's packages have dollars, too.
_DOLLARS = re.compile(r"\$[^$\n]*[\^_=][^$\n]*\$")


def is_xml(text: str) -> bool:
    """Whether a text begins like XML. Singular reads a file with `< "name";`.

    >>> is_xml(" <INTPS>"), is_xml('< "start.sing";')
    (True, False)
    """
    return re.match(r"\s*<(?!\s*\")", text) is not None


def language_of(text: str) -> str:
    """The language of a text, "" for another input.

    mrdi: an object of JSON with "_ns". phcpack: a line with one or two numbers, and a polynomial with a semicolon.
    bertini: a line that declares variables or functions. numbered: Singular's i[1]=…. list: a list in brackets.
    magma, mathematica, maple, sage, oscar, singular, macaulay2, cocoa: a ring, an ideal or a call in that language.
    sympy, gap, maxima, fricas, giac: a call in that language.

    >>> language_of('{"_ns": {"Oscar": []}}'), language_of("2\\nx - 1;\\ny^2;"), language_of("2\\nx - 1")
    ('mrdi', 'phcpack', '')
    >>> language_of("variable_group x, y;\\nfunction f;\\nf = x - y;"), language_of("{x - y}"), language_of("i[1]=x2-1")
    ('bertini', 'list', 'numbered')
    >>> language_of("R = QQ[x, y]; I = ideal(x - y)"), language_of("ring r = 0, (x, y), dp; ideal i = x - y;")
    ('macaulay2', 'singular')
    >>> language_of("from sympy import *\\nsolve([x - 1], [x])"), language_of("gbasis([x - 1], [x])")
    ('sympy', 'giac')
    """
    if is_xml(text) or _foreign(text, _FOREIGN)[0]:
        return ""
    if text.lstrip()[:1] == "{" and '"_ns"' in text:
        return "mrdi"
    from casbridge.algebra.languages.lists import has_exponents_above, is_list

    if has_exponents_above(text):
        return "list"
    head = PHCPACK_HEAD.match(text)
    if head is not None and ";" in text[head.end() :]:
        return "phcpack"
    if _SMTLIB.search(text):
        return "smtlib"
    if (group := _BERTINI.search(text)) and ("_group" in group.group() or _BERTINI_FUNCTION.search(text)):
        return "bertini"
    if HEADERS.search(text):
        return "list" if _MAGMA_OUTPUT.match(text) else ""
    from casbridge.algebra.languages.numbered import is_numbered

    if is_numbered(text):
        return "numbered"
    for name, pattern in _OTHER_SYSTEMS.items():
        if pattern.search(text) and not _own_language(text):
            return name
    code = _COMMENT.sub("", text)
    marks = (*_CERTAIN.items(), *_SCRIPTS.items())
    script = next((name for name, pattern in marks if pattern.search(code)), "")
    is_fricas = _own_language(text) == "fricas" or _OF_CALLS["fricas"].search(text)  # its remarks begin with -- too
    if script in ("maple", "") and not is_fricas and _REMARK.search(code) and _WORD_OF_RINGS.search(code):
        return "macaulay2"
    if script not in ("maple", "sage", ""):
        return script
    if not script and re.search(r"\bideal\b", code) and _NAMED_RING.search(code):
        return "macaulay2"
    if own := _own_language(text):
        return "" if own == "pari/gp" else own
    if any(pattern.search(text) for pattern in _UNREAD.values()):
        return ""
    if not script and _foreign(text, _PERHAPS_FOREIGN)[0]:
        return ""
    by_call = next((name for name, pattern in _OF_CALLS.items() if pattern.search(text)), "")
    return by_call or script or ("list" if is_list(text) else "")


def _own_language(text: str) -> str:
    """The language that the head of a script of casbridge's names; "" for another text."""
    head = _OWN_HEAD.search(text[:_HEAD])
    return head.group(1).lower() if head is not None else ""


def _foreign(text: str, marks: Mapping[str, str]) -> tuple[str, int]:
    """What a text is that no reader of casbridge's takes, and where it shows; "" for another text."""
    beginning = text[:_BEGINNING]
    if _own_language(text) or re.match(r"\s*[\[{][\s\[{]*[\"0-9]", beginning) or HEADERS.search(beginning):
        return "", 0
    for name, pattern in marks.items():
        mark = re.search(pattern, beginning, re.MULTILINE)
        if mark is not None and not (name in _WITH_ALGEBRA and _ALGEBRA.search(text)):
            group = mark.lastindex or 0
            return name, mark.end(group) - len(mark.group(group).lstrip())
    return "", 0


def unread_place(text: str) -> tuple[str, int]:
    """What a text is that casbridge does not read, and where in the text it shows; "" and 0 for another text.

    >>> unread_place("x = \\\\frac{1}{2}"), unread_place("p cnf 2 1\\n1 -2 0"), unread_place("x - 1")
    (('a text in LaTeX', 4), ('a formula in DIMACS CNF', 0), ('', 0))
    """
    foreign = _foreign(text, _FOREIGN)
    foreign = foreign if foreign[0] else _foreign(text, _PERHAPS_FOREIGN)
    if foreign[0]:
        return foreign
    if _own_language(text) == "pari/gp":
        return "a script of PARI's", 0
    if is_xml(text) or HEADERS.search(text):
        return "", 0
    code = _COMMENT.sub(lambda comment: " " * len(comment.group()), text)
    for name, pattern in (*_UNREAD.items(), ("a text in LaTeX", _DOLLARS)):
        if (mark := pattern.search(code)) is not None:
            return name, mark.start() + len(mark.group()) - len(mark.group().lstrip())
    python = re.search(_PERHAPS_FOREIGN["a program in Python"], code, re.MULTILINE)
    return ("a program in Python", python.start()) if python is not None else ("", 0)
