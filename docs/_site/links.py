"""Check a built site: `python links.py FOLDER` ends with 1 where a link is dead or a page needs another host.

Every link to a file of the site must lead to a file that is there, and its anchor to an element that is there. No page
may load a script, a style, a font or a picture from another host. Links to other hosts that a reader may follow are not
opened: `make docs-external` does that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser loads with the page.
_LOADED = {
    ("script", "src"),
    ("img", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("iframe", "src"),
    ("video", "src"),
    ("audio", "src"),
    ("object", "data"),
    ("use", "href"),
    ("image", "href"),
}
#: Links in the head that name something and load nothing.
_NAMED_ONLY = {"canonical", "author", "license", "prev", "next", "search", "index", "top", "help"}


class _Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.links += [given["href"]] if "href" in given else []
        self.links += [given[name] for where, name in _LOADED if where == tag and name in given and name != "href"]
        self.loaded += [given[name] for where, name in _LOADED if where == tag and name in given]
        if tag == "link" and not _NAMED_ONLY & {*given.get("rel", "").split()}:
            self.loaded.append(given.get("href", ""))
        self.loaded += _addresses(given.get("style", ""))


def _addresses(style: str) -> list[str]:
    """What a style loads."""
    return re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s;]+)""", style)


def complaints(site: Path) -> Iterator[str]:
    """Each dead link of a site, and each thing that a page loads from elsewhere, as a line."""
    pages: dict[Path, _Page] = {}
    for file in sorted(site.rglob("*.html")):
        pages[file] = _Page()
        pages[file].feed(file.read_text(encoding="utf-8"))
    for file, page in pages.items():
        where = file.relative_to(site)
        for address in sorted({one for one in page.loaded if _is_remote(one)}):
            yield f"{where}: loads {address} from another host"
        for address in sorted(set(page.links)):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = there / "index.html" if there.is_dir() else there
            if not there.exists():
                yield f"{where}: {address} leads to no file"
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
                yield f"{where}: {address} leads to no place on {there.name}"
    for file in sorted(site.rglob("*.css")):
        text = file.read_text(encoding="utf-8")
        for address in sorted({one for one in _addresses(text) if _is_remote(one)}):
            yield f"{file.relative_to(site)}: loads {address} from another host"


def _is_remote(address: str) -> bool:
    return bool(re.match(r"(?:https?:)?//", address))


def main(folder: str) -> int:
    """The exit code."""
    site = Path(folder).resolve()
    found = list(complaints(site))
    for line in found:
        print(line, file=sys.stderr)
    print(f"{len([*site.rglob('*.html')])} pages, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
