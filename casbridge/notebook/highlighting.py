"""The text of a script in HTML, with its comments, words and texts marked.

Pygments does it. The library comes with rich, which the command line needs, and with every notebook; it needs no
network. For a language that it does not know a near one is taken: Singular's comments and texts are those of C++.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

#: The name of a target → the name of a lexer in Pygments.
_LEXERS = {
    "singular": "cpp",
    "sympy": "python",
    "sage": "python",
    "gap": "gap",
    "macaulay2": "macaulay2",
    "maxima": "maxima",
    "maple": "maple",
    "magma": "cpp",
    "mathematica": "wolfram",
    "oscar": "julia",
    "giac": "cpp",
    "fricas": "haskell",
}
#: Beyond so many characters a text is not marked.
_LONGEST = 200_000


def highlighted(text: str, target: str) -> str:
    """A text in HTML. Its marks are spans with the classes of Pygments, after `cb-`.

    target: the name of the system that the text is for.

    >>> highlighted("# a<b\\n", "sympy")
    '<span class="cb-c1"># a&lt;b</span>\\n'
    >>> highlighted("a<b", "an unknown system")
    'a&lt;b'
    """
    lexer = _lexer(_LEXERS.get(target, ""))
    if lexer is None or len(text) > _LONGEST:
        return escape(text)
    from pygments import highlight
    from pygments.formatters import HtmlFormatter

    marked: str = highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="cb-"))
    return marked


@cache
def _lexer(name: str) -> Any:
    """The lexer of a language; None where there is none."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
