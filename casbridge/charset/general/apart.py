"""What the process apart does for the general way. The caller imports this module, and nothing that it needs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casbridge.algebra.systems import PolynomialSystem
    from casbridge.charset.definitions.chains import Chain
    from casbridge.limits import Deadline


def general_chains(
    system: PolynomialSystem, deadline: Deadline, closure: bool, most: int | None
) -> tuple[list[Chain], bool]:
    """The chains, and whether there are no more. Each final chain goes to the caller at once, with its start.

    closure, most: as for `GeneralSeries`.

    >>> from casbridge.algebra import PolynomialSystem, Ring, variables
    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> general_chains(PolynomialSystem.of(x.ring, [x * y - 1]), NEVER, False, None)
    ([[x*y - 1]], True)
    """
    # Before numpy is loaded: for matrices of this size threads only cost time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from casbridge.charset.general.method import GeneralSeries
    from casbridge.processes.apart import send_item

    series = GeneralSeries(system, deadline, most=most, closure=closure, found=lambda *item: send_item(item))
    return list(series), series.complete
