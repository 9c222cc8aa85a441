"""`python -m casbridge` is `casbridge`."""

from casbridge.cli import main

raise SystemExit(main())
