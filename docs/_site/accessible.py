"""Additions to the theme for people who use a screen reader, or no mouse."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

#: The parameters of a long signature, a line for each: a list without terms, which is no definition list.
_LINES = re.compile(r'<dl>(?=\n<dd><em class="sig-param">)')


def completed(html: str) -> str:
    """A part of a page with the attributes that are missing.

    >>> completed('<p class="caption" role="heading">Start</p>')
    '<p class="caption" role="heading" aria-level="2">Start</p>'
    >>> completed('<dl>\\n<dd><em class="sig-param">x</em></dd>\\n</dl>')
    '<dl role="none">\\n<dd role="none"><em class="sig-param">x</em></dd>\\n</dl>'
    """
    html = html.replace('role="heading">', 'role="heading" aria-level="2">')
    html = _LINES.sub('<dl role="none">', html)
    return html.replace('<dd><em class="sig-param">', '<dd role="none"><em class="sig-param">')


def _complete(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    for part in ("body", "furo_navigation_tree"):
        if part in context:
            context[part] = completed(context[part])


def setup(app: Sphinx) -> dict[str, Any]:
    # After the theme, which makes the navigation.
    app.connect("html-page-context", _complete, priority=900)
    app.add_js_file("scrolling.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
