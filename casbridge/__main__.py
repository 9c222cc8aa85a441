"""`python -m casbridge` is `casbridge`."""

import sys

from casbridge.cli import main

sys.exit(main())
