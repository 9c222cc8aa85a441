"""A program that takes Singular's place: at the end of a script it tells the sum that it is asked for.

    python fake_singular.py PLAN ARGUMENT… SCRIPT

Standard library only, and nothing of casbridge but the fake program beside it.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    # It is run by its path, with casbridge's own folders left out.
    sys.path.insert(0, str(Path(__file__).parent))
    fake_program = import_module("fake_program")
    fake_program.main(sys.argv[1:])
    asked = re.findall(r"1\+(\d+);", Path(sys.argv[-1]).read_text(encoding="utf-8"))
    fake_program.say(str(int(asked[-1]) + 1))
