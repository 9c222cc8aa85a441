"""A script that runs without casbridge: rendered here, run by Singular alone, its output read back.

The same three steps on the command line:

    casbridge render examples/puzzles/shidoku.txt --to singular:char_series -o shidoku.sing
    Singular -q shidoku.sing < /dev/null > output.txt
    casbridge parse output.txt --puzzle examples/puzzles/shidoku.txt
"""

import subprocess
import tempfile
from pathlib import Path

import casbridge
from casbridge.backends import registry

PUZZLE = Path(__file__).parent / "puzzles" / "shidoku.txt"


def main() -> None:
    (puzzle,) = casbridge.read_puzzles(PUZZLE.read_bytes())
    encoded = casbridge.encode(puzzle)
    script = casbridge.render(encoded, "singular:char_series")
    singular = registry.get("singular").availability()
    if not singular.available:
        print(f"{singular.reason}; {singular.hint}")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "shidoku.sing"
        file.write_text(script.text, encoding="utf-8")
        command = [singular.path, "-q", str(file)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=True)
    print(done.stdout)
    # `expected` refuses an answer to another script; leave it out for output that came from elsewhere.
    answer = casbridge.parse(done.stdout, expected=script)
    for solution in casbridge.decode(encoded, answer):
        print(solution)
        print("violates:", solution.violation())


if __name__ == "__main__":
    main()
