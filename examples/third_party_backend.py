"""Using a backend that is no part of casbridge: `backend_template/` is a package with a class and a template.

Installed with its entry point it would be there by name, on the command line too. Here it is registered by hand.
"""

import sys
from pathlib import Path

import casbridge

HERE = Path(__file__).parent
# In place of `pip install examples/backend_template`.
sys.path.insert(0, str(HERE / "backend_template"))


def main() -> None:
    from exhaustive_backend import ExhaustiveBackend

    casbridge.register(ExhaustiveBackend())

    system = casbridge.read_system((HERE / "systems" / "bits.xml").read_bytes())
    print(casbridge.render(system, "exhaustive").text)

    result = casbridge.run(system, "exhaustive")
    if result.answer is not None:
        print(f"{result.name}: {result.status}, {[list(component) for component in result.answer.components]}")
    verdict = casbridge.crosscheck(system, ["reference", "exhaustive", "sympy"])
    print(f"{verdict.kind}: {verdict.reason}")

    (puzzle,) = casbridge.read_puzzles((HERE / "puzzles" / "shidoku.txt").read_bytes())
    result = casbridge.run(casbridge.encode(puzzle), "exhaustive")
    print(f"{result.name}: {result.status}: {result.reason}")

    # Its test without running anything: a transcript that was recorded once.
    answer = casbridge.parse((HERE / "backend_template" / "tests" / "transcript.txt").read_text(encoding="utf-8"))
    print("from the recorded transcript:", list(answer.points()))


if __name__ == "__main__":
    main()
