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
    "macaulay2": re.compile(r"\b(?:QQ|ZZ\s*/\s*[0-9]+|GF\s*\(?\s*[0-9]+\s*\)?)\s*\[\s*[A-Za-z]"),
}

#: The line with the method in the head of casbridge's own scripts in languages that are not read.
_OWN_HEAD = re.compile(r"^[^\w\n]*(SymPy|GAP|Maxima|FriCAS|Giac|PARI/GP|Sage)(?:Math, solve|, \w+): ", re.MULTILINE)
_HEAD = 5_000
#: What tells scripts that are not read apart.
_UNREAD = {
    "SymPy": re.compile(
        r"^[ \t]*(?:from\s+sympy\b.*\bimport|import\s+sympy)|\bsymbols\s*\(\s*['\"]"
        r"|^[ \t]*groebner\s*\(|^[ \t]*solve\s*\(\s*\[\s*Eq\b",
        re.MULTILINE,
    ),
    "GAP": re.compile(r"\bReducedGroebnerBasis\s*\(|\bPolynomialRing\s*\(\s*(?:Rationals|GF)\b"),
    "Maxima": re.compile(r"\b(?:display2d|load\s*\(\s*\"?(?:grobner|charsets)|poly_grobner\w*\s*\()"),
    "FriCAS": re.compile(r"\b(?:DMP|GDMP|HDMP|OVAR)\s*\(|^[ \t]*\)(?:set|read)\b", re.MULTILINE),
    "Giac": re.compile(r"\bgbasis\s*\("),
    "PARI": re.compile(r"\bpolrootsmod\s*\(|\bpolresultant\s*\("),
}


def language_of(text: str) -> str:
    """The language of a text, "" for another input.

    mrdi: an object of JSON with "_ns". phcpack: a line with one or two numbers, and a polynomial with a semicolon.
    bertini: a line that declares variables or functions. numbered: Singular's i[1]=…. list: a list in brackets.
    magma, mathematica, maple, sage, oscar, singular, macaulay2: a ring, an ideal or a call in that language.

    >>> language_of('{"_ns": {"Oscar": []}}'), language_of("2\\nx - 1;\\ny^2;"), language_of("2\\nx - 1")
    ('mrdi', 'phcpack', '')
    >>> language_of("variable_group x, y;\\nfunction f;\\nf = x - y;"), language_of("{x - y}"), language_of("i[1]=x2-1")
    ('bertini', 'list', 'numbered')
    >>> language_of("R = QQ[x, y]; I = ideal(x - y)"), language_of("ring r = 0, (x, y), dp; ideal i = x - y;")
    ('macaulay2', 'singular')
    """
    begins = text.lstrip()[:2]
    if begins[:1] == "{" and '"_ns"' in text:
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
    if script in ("maple", "sage") and unread_language(text):
        return ""
    return script or ("list" if is_list(text) else "")


def unread_language(text: str) -> str:
    """The name of the system whose script a text is, where casbridge does not read its language; "" for another text.

    >>> unread_language("from sympy import *\\nx = symbols('x')"), unread_language("x - 1")
    ('SymPy', '')
    """
    own = _OWN_HEAD.search(text[:_HEAD])
    if own is not None:
        return own.group(1)
    return next((name for name, pattern in _UNREAD.items() if pattern.search(text)), "")
