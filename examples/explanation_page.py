"""A hard puzzle explained: a page that steps through it, pictures of single steps, and what a notebook shows.

`python explanation_page.py` says what there is; `python explanation_page.py FOLDER` also writes the page,
explanation.html, and the pictures, which are those of the guide. Open the page in a browser: it needs no network and no
other file.
"""

import sys
from pathlib import Path

from casbridge import read_puzzles
from casbridge.logic import explain
from casbridge.logic.text.drawing import draw_state
from casbridge.logic.text.page import explanation_page
from casbridge.logic.text.words import describe

HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."
#: Steps worth a picture.
SHOWN = ("zeroing", "naked pair", "forcing chain")


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    (puzzle,) = read_puzzles(HARD, name="Hard")
    explanation = explain(puzzle)
    difficulty = explanation.difficulty
    print(f"{difficulty.level}: {difficulty.steps} steps, {difficulty.presets} presets; {explanation.outcome}")

    # One file with everything in it; step 34 is at explanation.html#step-34.
    page = explanation_page(explanation)
    print(f"the page: {len(page.encode()) // 1000} kB")
    if folder is not None:
        (folder / "explanation.html").write_text(page, encoding="utf-8")

    # A state is a picture with pencil marks. With the step that comes next, its reason is lit up.
    named = {
        step.name: (number, state, step)
        for number, (state, step) in reversed(
            [*enumerate(zip(explanation.states(), explanation.steps, strict=False), 1)]
        )
    }
    for name in SHOWN:
        number, state, step = named[name]
        print(f"step {number}: {describe(puzzle.layout, step)}")
        if folder is not None:
            picture = folder / f"explaining-{name.replace(' ', '-')}.svg"
            picture.write_text(draw_state(state, step), encoding="utf-8")

    # A cell of a notebook that ends with `explanation` shows the page, one that ends with a state its picture.
    print(explanation._repr_html_().splitlines()[0])
    print(explanation.last_state._repr_svg_().splitlines()[1])


if __name__ == "__main__":
    main()
