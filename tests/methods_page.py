"""The page of all methods, made from what they say about themselves.

    python tests/methods_page.py

writes docs/methods.md anew. A test compares the page with what is written.
"""

from __future__ import annotations

from pathlib import Path

from casbridge.algebra.answers import Task
from casbridge.backends import registry

PAGE = Path(__file__).resolve().parents[1] / "docs" / "methods.md"
HEAD = """# Methods

Each method of each backend, by its task, and what it can do. A list in parentheses belongs to the field before it.
`casbridge backends` shows the same, and `casbridge backends --json` has it [as fields](json.md#backends). Any other job
is `unsupported` before anything starts, and the reason names methods that can do it.
[Backends](backends.md#which-method) says which method is good for what.

`python tests/methods_page.py` makes this page.
"""


def page() -> str:
    """The page's text."""
    text = HEAD
    for task in Task:
        rows = [
            f"| `{name}:{method.name}` | {method.summary} | {method.order} | {method.does} |"
            for name in registry.OWN_BACKENDS
            for method in registry.get(name).methods
            if method.task is task
        ]
        if rows:
            text += f"\n## {task.capitalize()}\n\n| method | what | order | what it can do |\n|---|---|---|---|\n"
            text += "".join(f"{row}\n" for row in rows)
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
