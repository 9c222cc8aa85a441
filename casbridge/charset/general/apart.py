"""What a process apart does for the general way. The caller imports this module, and nothing that it needs.

`general_chains` works at all starts. `shared_chains` works at some of them, see `side_by_side`.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING

from casbridge.charset.general.shares import ALONE, OneOf, Share

if TYPE_CHECKING:
    from casbridge.algebra.systems import PolynomialSystem
    from casbridge.charset.definitions.chains import Chain
    from casbridge.charset.general.method import GeneralSeries
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
    series = _series(system, deadline, closure, most, ALONE)
    return list(series), series.complete


def shared_chains(
    system: PolynomialSystem, deadline: Deadline, closure: bool, most: int | None, first: int, of: int
) -> tuple[list[Chain], bool, bool] | None:
    """The same for each `of`-th start, and whether these were all starts. None where the starts end without a series.

    >>> from casbridge.algebra import PolynomialSystem, Ring, variables
    >>> from casbridge.limits import NEVER
    >>> x, y = variables(Ring.of("x y"))
    >>> shared_chains(PolynomialSystem.of(x.ring, [x * y - 1]), NEVER, False, None, 0, 2)
    ([[x*y - 1]], True, True)
    """
    share = OneOf(first, of)
    series = _series(system, deadline, closure, most, share)
    chains = list(series)
    if series.is_idle:
        share.end(math.inf, False)
        return None
    return chains, series.complete, share.is_alone


def _series(
    system: PolynomialSystem, deadline: Deadline, closure: bool, most: int | None, share: Share
) -> GeneralSeries:
    # Before numpy is loaded: for matrices of this size threads only cost time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from casbridge.charset.general.method import GeneralSeries
    from casbridge.processes.apart import send_item

    return GeneralSeries(system, deadline, most=most, closure=closure, found=lambda *item: send_item(item), share=share)
