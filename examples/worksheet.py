"""A worksheet for a class: four small puzzles that get harder, with their answers.

`python worksheet.py` says what is on it; `python worksheet.py FOLDER` also writes worksheet.html, and worksheet.pdf
where the extra `pdf` is installed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from casbridge.logic import explain, next_hint
from casbridge.logic.theorems.catalogue import levels_of
from casbridge.making import Wish, make
from casbridge.making.worksheet_pages import page_count, worksheet_html, worksheet_pdf
from casbridge.making.worksheets import Worksheet, exercise_of_made
from casbridge.puzzles import sudoku


def main() -> None:
    words = ("easy", "easy", "medium", "hard")
    made = [
        make(Wish(sudoku(2, 3), levels=levels_of(word), eased=True), seed=9, number=n)
        for n, word in enumerate(words, 1)
    ]
    sheet = Worksheet(tuple(map(exercise_of_made, made)), "Four small ones", large_print=True)
    for number, exercise in enumerate(sheet.exercises, 1):
        print(f"{number}: {exercise.puzzle.line} {exercise.word}")
    print(f"{page_count(sheet)} pages")

    # A pupil who does not go on gets as much help as is needed.
    hint = next_hint(explain(sheet.exercises[0].puzzle))
    assert hint is not None
    for text in hint.texts:
        print(text)

    if sys.argv[1:]:
        folder = Path(sys.argv[1])
        (folder / "worksheet.html").write_text(worksheet_html(sheet), encoding="utf-8")
        if find_spec("vl_convert") and find_spec("pypdf"):
            (folder / "worksheet.pdf").write_bytes(worksheet_pdf(sheet))


if __name__ == "__main__":
    main()
