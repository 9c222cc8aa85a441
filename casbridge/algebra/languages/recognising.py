"""The language of a text, where its beginning tells it."""

from __future__ import annotations

import re

#: The first line of PHCpack's input: the number of polynomials, and perhaps that of variables.
PHCPACK_HEAD = re.compile(r"\s*([0-9]{1,9})(?:[ \t]+([0-9]{1,9}))?[ \t]*\r?\n")
_BERTINI = re.compile(r"^[ \t]*(?:variable_group|hom_variable_group|function)[ \t]+[A-Za-z]", re.MULTILINE)


def language_of(text: str) -> str:
    """The language of a text: "mrdi", "phcpack", "bertini", or "" for another input.

    mrdi: an object of JSON with "_ns". phcpack: a line with one or two numbers, and a polynomial with a semicolon.
    bertini: a line that declares variables or functions.

    >>> language_of('{"_ns": {"Oscar": []}}'), language_of("2\\nx - 1;\\ny^2;"), language_of("2\\nx - 1")
    ('mrdi', 'phcpack', '')
    >>> language_of("variable_group x, y;\\nfunction f;\\nf = x - y;"), language_of("{x - y}")
    ('bertini', '')
    """
    if text.lstrip()[:1] == "{":
        return "mrdi" if '"_ns"' in text else ""
    head = PHCPACK_HEAD.match(text)
    if head is not None and ";" in text[head.end() :]:
        return "phcpack"
    return "bertini" if _BERTINI.search(text) else ""
