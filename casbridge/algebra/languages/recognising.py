"""The language of a text, where its beginning or a word of it tells it."""

from __future__ import annotations

import re

#: The first line of PHCpack's input: the number of polynomials, and perhaps that of variables.
PHCPACK_HEAD = re.compile(r"\s*([0-9]{1,9})(?:[ \t]+([0-9]{1,9}))?[ \t]*\r?\n")
_BERTINI = re.compile(
    r"(?:^|;)[ \t]*(?:(?:hom_)?variable_group[ \t]+[A-Za-z]"
    r"|(?:function|variable|pathvariable|parameter|constant)[ \t]+[A-Za-z][\w \t]*[,;])",
    re.MULTILINE,
)
#: Headers of the plain form: what has them is in no other language.
_HEADERS = re.compile(
    r"^[ \t]*(?:field|parameters|variables|eliminate|saturate|factor)[ \t]*:(?!=)", re.MULTILINE | re.IGNORECASE
)
_MAGMA_OUTPUT = re.compile(r"\s*Ideal of [\w ]*[Pp]olynomial ring of rank")
_COMMENT = re.compile("#.*")
#: What tells scripts apart, in this order.
_SCRIPTS = {
    "cocoa": re.compile(r"::=\s*[QZ]"),
    "magma": re.compile(r"\w\s*<[^<>;\n]*>\s*:=|\bideal\s*<"),
    "mathematica": re.compile(r"\b(?:GroebnerBasis|N?Solve|Reduce|(?:Ap|Pre)pendTo)\s*\["),
    "maple": re.compile(r"\bGroebner\s*\[|\bPolynomialRing\s*\(\s*\[|:=|\A\s*solve\s*\(\s*[\[{]"),
    "sage": re.compile(
        r"^[ \t]*[A-Za-z]\w*[ \t]*\.[ \t]*<[^<>\n]*>\s*="
        r"|\bPolynomialRing\s*\(\s*(?:QQ|GF\s*\(|FiniteField\s*\(|field\s*,)"
        r"|=\s*var\s*\(\s*['\"]|\bvar\s*\(\s*['\"][\w ,]*['\"]\s*\)\s*(?:;|\n)",
        re.MULTILINE,
    ),
    "oscar": re.compile(r"\bpolynomial_ring\s*\("),
    "singular": re.compile(r"(?:^|;)[ \t]*(?:ring|ideal)\s+\w+\s*=(?!=)", re.MULTILINE),
    "macaulay2": re.compile(
        r"\b(?:QQ|RR|CC|ZZ\s*/\s*[0-9]+|GF\s*\(?\s*[0-9]+(?:\s*[,^]\s*[0-9]+)?\s*\)?)\s*\[\s*[A-Za-z]"
        r"|\bneedsPackage\b|=>\s*(?:Lex|GRevLex|true|false)\b",
        re.MULTILINE,
    ),
}

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
        r"\b(?:DMP|GDMP|HDMP|OVAR|\w*DistributedMultivariatePolynomial)\s*\(|^[ \t]*\)(?:set|read|clear)\b",
        re.MULTILINE,
    ),
    "giac": re.compile(r"\bgbasis\s*\("),
    "gap": re.compile(
        r"\b(?:ReducedGroebnerBasis|GroebnerBasis)\s*\(.*;"
        r"|\bPolynomialRing\s*\(\s*(?:Rationals\s*,|GF\s*\([0-9, ]*\)\s*,\s*\[)"
        r"|:=\s*(?:X|Indeterminate)\s*\("
    ),
    "sympy": re.compile(
        r"^[ \t]*(?:from\s+sympy\b.*\bimport|import\s+sympy)|\bsymbols\s*\(\s*['\"]"
        r"|^[ \t]*(?:\w+\s*=\s*)?(?:groebner|nonlinsolve|solve_poly_system)\s*\(|^[ \t]*solve\s*\(\s*\[\s*Eq\b",
        re.MULTILINE,
    ),
    "maxima": re.compile(
        r"\b(?:display2d\b|load\s*\(\s*\"?(?:grobner|charsets)|poly_grobner\w*\s*\(|poly_reduced_grobner\s*\(|algsys\s*\()"
        r"|^[ \t]*%?[A-Za-z]\w*[ \t]*:[ \t]*(?:\[|(?!=)[^\n;$]*[;$])",
        re.MULTILINE,
    ),
}
#: What tells texts apart that are not read.
_UNREAD = {
    "PARI": re.compile(r"\bpolrootsmod\s*\(|\bpolresultant\s*\("),
    "Julia": re.compile(r"^[ \t]*(?:using[ \t]+[A-Z]\w*|@(?:poly)?var\b)", re.MULTILINE),
    "LaTeX": re.compile(
        r"\\(?:begin|end|d?frac|cdot|left|right|times|q?quad|mathbb|mathrm|text|langle|sqrt|alpha|beta|gamma|lambda|[,\\(]|\[(?![A-Z]))"
        r"|[\w)}][\^_]\{|^[^#\n]*[^&\n]&=",
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
    if is_xml(text):
        return ""
    if text.lstrip()[:1] == "{" and '"_ns"' in text:
        return "mrdi"
    from casbridge.algebra.languages.lists import has_exponents_above, is_list

    if has_exponents_above(text):
        return "list"
    head = PHCPACK_HEAD.match(text)
    if head is not None and ";" in text[head.end() :]:
        return "phcpack"
    if _BERTINI.search(text):
        return "bertini"
    if _HEADERS.search(text):
        return "list" if _MAGMA_OUTPUT.match(text) else ""
    from casbridge.algebra.languages.numbered import is_numbered

    if is_numbered(text):
        return "numbered"
    bare = _COMMENT.sub("", text)
    script = next((name for name, pattern in _SCRIPTS.items() if pattern.search(bare)), "")
    if script not in ("maple", "sage", ""):
        return script
    if not script and re.search(r"\bideal\b", bare) and _NAMED_RING.search(bare):
        return "macaulay2"
    if own := _own_language(text):
        return "" if own == "pari/gp" else own
    if any(pattern.search(text) for pattern in _UNREAD.values()):
        return ""
    by_call = next((name for name, pattern in _OF_CALLS.items() if pattern.search(text)), "")
    return by_call or script or ("list" if is_list(text) else "")


def _own_language(text: str) -> str:
    """The language that the head of a script of casbridge's names; "" for another text."""
    own = _OWN_HEAD.search(text[:_HEAD])
    return own.group(1).lower() if own is not None else ""


def unread_language(text: str) -> str:
    """The name of the language of a text, where casbridge does not read it; "" for another text.

    >>> unread_language("using Oscar\\n@var x"), unread_language("x - 1")
    ('Julia', '')
    """
    return unread_place(text)[0]


def unread_place(text: str) -> tuple[str, int]:
    """`unread_language`, and where in the text it shows.

    >>> unread_place("x = \\\\frac{1}{2}")
    ('LaTeX', 4)
    """
    if _own_language(text) == "pari/gp":
        return "PARI", 0
    if is_xml(text) or _HEADERS.search(text):
        return "", 0
    bare = _COMMENT.sub(lambda comment: " " * len(comment.group()), text)
    for name, pattern in (*_UNREAD.items(), ("LaTeX", _DOLLARS)):
        if (found := pattern.search(bare)) is not None:
            return name, found.start() + len(found.group()) - len(found.group().lstrip())
    return "", 0
