"""What a notebook shows of values, all on one page: python examples/values_page.py values.html

Without a name of a file nothing is written. The page follows the light or dark theme of the browser.
"""

import sys
from pathlib import Path

import casbridge
from casbridge.crosscheck import check


def main(path: str | None = None) -> None:
    puzzle = casbridge.sudoku(".4.....1..3.2...")
    encoded = casbridge.encode(puzzle)
    system = casbridge.read_system("x^2 + y^2 = 5\nx*y = 2\n1/2*x^3*y - 3*x^2 + y = z")
    other = casbridge.read_system("x^2 + y^2 = 5\nx*y = -2")
    circle = casbridge.read_system("x^2 + y^2 = 5\nx*y = 2")
    result = casbridge.run(circle, "sympy:groebner")
    wrong = check(casbridge.run(other), circle)
    reference = casbridge.list_backends()[0]
    shown = {
        "a puzzle": puzzle,
        "an encoded puzzle": encoded,
        "solutions": casbridge.solve("2x2", limit=6),
        "a puzzle that was made": casbridge.generate("2x3", seed=1, difficulty="singles"),
        "a system": system,
        "a system with more than 20 equations": encoded.system,
        "a polynomial": next(system.polynomials()),
        "an equation": encoded.system.equations[-1],
        "a series": casbridge.char_series(casbridge.read_system("x*y^2 + y + 1\nz^2 = x")),
        "a series of points": casbridge.char_series(encoded),
        "a script": casbridge.render(circle, "singular:std"),
        "a result": result,
        "an answer": casbridge.run(circle).answer,
        "a verdict": casbridge.crosscheck(circle, "reference,sympy:groebner"),
        "a verdict with a witness": verdict_of(wrong, circle),
        "a witness": wrong.faults[0],
        "a count": casbridge.count("2x3"),
        "a measure": casbridge.measure(result, circle),
        "a backend": reference,
        "a ring": system.ring,
        "limits": casbridge.Limits(60, 2**30),
        "an explanation": casbridge.explain(puzzle),
    }
    parts = [f"<section><h2>{name}</h2>\n{value._repr_html_()}</section>" for name, value in shown.items()]
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>What a notebook shows</title>\n'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">\n'
        "<style>:root { color-scheme: light dark } body { font-family: sans-serif; margin: 1rem; max-width: 70rem }\n"
        "h2 { font-size: 1rem; border-top: 1px solid; padding-top: .4rem; margin: 1.2rem 0 .4rem }</style></head>\n"
    )
    page = f"{head}<body><h1>What a notebook shows</h1>\n{''.join(parts)}\n</body></html>\n"
    if path is not None:
        Path(path).write_text(page, encoding="utf-8")
    for name, value in shown.items():
        print(f"{name}: {value!r}")
    print(f"{len(shown)} values on one page")


def verdict_of(checked: casbridge.crosscheck.CheckedResult, system: casbridge.PolynomialSystem) -> casbridge.Verdict:
    """The verdict that one wrong answer amounts to."""
    kind = casbridge.VerdictKind.DISAGREE
    return casbridge.Verdict(kind, checked.faults[0].text, (checked,), checked.faults[0], system.ring.variables)


if __name__ == "__main__":
    main(*sys.argv[1:2])
