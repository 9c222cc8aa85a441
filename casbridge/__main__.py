"""`python -m casbridge` is `casbridge`."""

from casbridge.cli import catch_interrupts, main

catch_interrupts()
raise SystemExit(main())
