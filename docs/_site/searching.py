"""Search that also shows summaries where the site is opened from a folder: there a page cannot fetch another one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

#: The most characters of a page among which a summary is looked for.
_LONGEST = 40_000


def script_of(texts: dict[str, str]) -> str:
    """A script with the texts of pages, by the pages' names.

    >>> script_of({"index": "casbridge </script>"})
    'window.pageTexts = {"index": "casbridge <\\\\/script>"};\\n'
    """
    document = json.dumps(texts, ensure_ascii=False).replace("</", "<\\/")
    return f"window.pageTexts = {document};\n"


def _use(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    if page == "search":
        app.add_js_file("searching.js")


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        texts = {page: app.env.get_doctree(page).astext()[:_LONGEST] for page in sorted(app.env.found_docs)}
        Path(app.outdir, "_static", "page-texts.js").write_text(script_of(texts), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", _use)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
