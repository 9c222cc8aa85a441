"""One tiny job for a backend, which shows whether its program starts, answers, and is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.algebra.fields import Field, Ring
from casbridge.algebra.polynomials import variables
from casbridge.algebra.systems import Goal, PolynomialSystem
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.tasks.factors import judge_factors
from casbridge.crosscheck.tasks.truth import Truth
from casbridge.limits import Limits
from casbridge.processes.apart import processors
from casbridge.processes.program import side_by_side
from casbridge.scripts import Method

#: Seconds for a tiny job where no limit is given. SageMath needs some to start.
TINY_SECONDS = 60.0
_ZEROS = frozenset({(1,), (2,)})


def check_backends(backends: Sequence[Backend], limits: Limits) -> list[Result | None]:
    """For each backend the result of one tiny job, (x − 1)(x − 2) = 0, as many at a time as there are processors.

    A backend that only factors is asked for the factors of (x − 1)(x − 2). None for a backend without a method for
    either. A wrong answer is `unparsable`, and the reason says what is wrong.

    >>> from casbridge.backends import registry
    >>> [str(result.status) for result in check_backends([registry.get("reference")], Limits())]
    ['complete']
    """
    within = replace(limits, seconds=limits.seconds or TINY_SECONDS)
    return side_by_side([partial(_checked, one, within) for one in backends], at_once=processors())


def _checked(backend: Backend, limits: Limits) -> Result | None:
    asked = _asked(backend)
    if asked is None:
        return None
    method, system = asked
    result = backend.run(Job(system, method.name, limits, fresh=True))
    if result.status is not Status.COMPLETE:
        return result
    (checked,) = check_all([result], system, deadline=limits.deadline())
    wrong = checked.faults[0].text if checked.faults else ""
    if not wrong and result.answer is not None and method.task is Task.FACTORS:
        judgement = judge_factors(result.name, result.answer, Truth(system))
        wrong = judgement.faults[0].text if judgement.faults else ""
    elif not wrong and checked.zeros is not None and checked.zeros != _ZEROS:
        wrong = f"its zeros of {', '.join(map(str, system.polynomials()))} are not 1 and 2"
    return replace(result, status=Status.UNPARSABLE, answer=None, reason=f"wrong: {wrong}") if wrong else result


def _asked(backend: Backend) -> tuple[Method, PolynomialSystem] | None:
    """The first method about zeros that can do the system over QQ or over GF(32003), the default method first.

    Without one, the first method that factors.
    """
    methods = sorted(backend.methods, key=lambda method: method.name != backend.default_method)
    about_zeros = [method for method in methods if method.task not in OWN_COMPARISON]
    for method in [*about_zeros, *(method for method in methods if method.task is Task.FACTORS)]:
        for p in (0, 32003):
            (x,) = variables(Ring.of("x", Field(p)))
            if method.task is Task.FACTORS:
                system = PolynomialSystem.of(x.ring, [], goal=Goal(factor=(x - 1) * (x - 2)))
            else:
                system = PolynomialSystem.of(x.ring, [(x - 1) * (x - 2)])
            if method.objection_to(system) is None:
                return method, system
    return None
