"""Jobs that a method cannot do: they are refused before anything starts, with the methods that can do them.

Method, PolynomialSystem ──refusal──▶ "singular:std takes no parameters; try …", or None
"""

from __future__ import annotations

from collections.abc import Iterator

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Installed
from casbridge.errors import BackendError
from casbridge.scripts.values import Method

_MOST_NAMED = 2


def refusal(backend: str, method: Method, system: PolynomialSystem) -> str | None:
    """Why a backend's method cannot do a system, and which methods can; None where nothing is known against it.

    Nothing is started for it.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring
    >>> from casbridge.backends.sympy import SYMPY
    >>> system = PolynomialSystem.of(Ring.of("x", Field(7)), [])
    >>> refusal("sympy", SYMPY.method("solve"), system).partition(" or ")[0]
    'sympy:solve works over QQ, not over GF(7); try sympy:groebner'
    """
    objection = method.objection_to(system, backend)
    return None if objection is None else with_others(objection, backend, method, system)


def with_others(reason: str, backend: str, method: Method, system: PolynomialSystem, *, wider: bool = False) -> str:
    """A reason why a method cannot do a system, and which methods can, unless it says already what to try.

    wider: as for `instead_of`.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> from casbridge.backends.singular import SINGULAR
    >>> with_others("no", "singular", SINGULAR.method("sat"), PolynomialSystem.of(Ring.of("x"), []))
    'no'
    """
    names = () if "; try " in reason else instead_of(backend, method, system, wider=wider)
    return f"{reason}; try {' or '.join(names)}" if names else reason


def instead_of(backend: str, method: Method, system: PolynomialSystem, *, wider: bool = False) -> tuple[str, ...]:
    """Methods that can do a system in place of one, as `backend:method`, one for each backend, at most two.

    First the ones of backends that are installed here; among them first the ones of the same backend and order. They
    have the same task. Where no method of the task can do it, and the task is about the system's zeros, they have
    another task about zeros.

    wider: only those whose zeros may have any dimension, for a method for finitely many zeros. The same where there
        are fewer equations than variables.

    >>> from casbridge.algebra import Field, PolynomialSystem, Ring
    >>> from casbridge.backends.singular import SINGULAR
    >>> system = PolynomialSystem.of(Ring.of("x", Field(2147483647)), [])
    >>> instead_of("singular", SINGULAR.method("char_series"), system)[0]
    'reference:series'
    """
    base = backend.partition("@")[0]
    equations = sum(1 for equation in system.equations if equation.pattern)
    # Fewer equations than variables leave infinitely many zeros, or none.
    wider = wider or equations < system.ring.size - system.ring.lowest
    can = [
        (other, one)
        for other in _backends()
        if not registry.is_script_only(other)
        for one in other.methods
        if (other.name, one.name) != (base, method.name)
        and _serves(one.task, method.task)
        and one.objection_to(system) is None
        and not (wider and one.sizes.largest_dimension is not None)
    ]
    same = [found for found in can if found[1].task is method.task]
    best: dict[str, tuple[tuple[bool, bool, bool], str]] = {}
    for other, one in same or can:
        here = not isinstance(other, Installed) or other.installed()
        rank = not here, other.name != base, one.order != method.order
        name = f"{other.name}:{one.name}"
        best[other.name] = min(best.get(other.name, (rank, name)), (rank, name), key=lambda found: found[0])
    ranked = sorted(best.values(), key=lambda found: found[0])
    installed = [name for rank, name in ranked if not rank[0]]
    return tuple((installed or [name for _, name in ranked])[:_MOST_NAMED])


def _serves(task: Task, wanted: Task) -> bool:
    """Whether a task's answer says what the wanted task's says, or at least what the zeros are.

    In place of a method for the number of zeros, such as a numerical solver's, a method may give the zeros. Points do
    so only where each zero has coordinates in the field, which is not known before.
    """
    return task is wanted or not (task is Task.POINTS or task is Task.NUMBER or {task, wanted} & {*OWN_COMPARISON})


def _backends() -> Iterator[Backend]:
    """The backends that can be loaded."""
    for name in registry.names():
        try:
            yield registry.get(name)
        except BackendError:
            continue
