"""Asking several backends at once, and comparing what they say."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.values import Job, Limits, Result
from casbridge.crosscheck.checking import check
from casbridge.crosscheck.comparison import compare
from casbridge.crosscheck.verdicts import Verdict
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import UsageError

DEFAULT_BACKENDS = ("reference", "singular")
COMPARISON_SECONDS = 60.0

#: Told a backend's name, and None when it starts or its result when it ends.
Progress = Callable[[str, Result | None], None]


def crosscheck(
    subject: EncodedPuzzle | PolynomialSystem,
    backends: Sequence[str] = DEFAULT_BACKENDS,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    progress: Progress | None = None,
) -> Verdict:
    """Ask the backends (`name` or `name:method`) in parallel, check every zero, compare the answers exactly.

    Raises UsageError for a backend or method that does not exist or is named twice.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> ring = Ring.of("x y", Field(11))
    >>> x, y = variables(ring)
    >>> system = PolynomialSystem.of(ring, [x**2 - x, y**2 - y, x + y - 1])
    >>> verdict = crosscheck(system, ["reference", "sympy"])
    >>> verdict.kind, verdict.reason
    (<VerdictKind.AGREE: 'agree'>, 'reference:split, sympy:groebner have the same 2 zeros')
    """
    chosen = [registry.split_name(name) for name in backends]
    names = [f"{backend.name}:{method}" for backend, method in chosen]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"backend {name} is named twice", expected="different backends or methods")
    system = subject.system if isinstance(subject, EncodedPuzzle) else subject
    rules = subject.spurious if isinstance(subject, EncodedPuzzle) else None
    results: dict[Future[Result], int] = {}
    ordered: list[Result | None] = [None] * len(chosen)
    pool = ThreadPoolExecutor(max_workers=max(1, len(chosen)))
    try:
        for position, (backend, method) in enumerate(chosen):
            if progress is not None:
                progress(names[position], None)
            results[pool.submit(backend.run, Job(system, method, limits))] = position
        waiting = set(results)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                position = results[future]
                ordered[position] = result = future.result()
                if progress is not None:
                    progress(names[position], result)
    except BaseException:
        for future in results:
            future.cancel()
        registry.close_all()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    deadline = time.monotonic() + (limits.seconds or COMPARISON_SECONDS)
    checked = [check(result, system, rules, deadline) for result in ordered if result is not None]
    return compare(checked, system, deadline)
