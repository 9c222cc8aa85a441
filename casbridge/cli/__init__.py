"""The command line: arguments in, exit codes out, no mathematics.

Exit codes: 0 done; 1 a disagreement; 2 bad input or usage; 3 a backend failed, or too few answers for a verdict;
4 stopped by time or memory; 130 interrupted (143 by SIGTERM, 129 by SIGHUP).
"""

from __future__ import annotations

import sys

from casbridge.cli.group import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
