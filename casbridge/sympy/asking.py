"""Which backend is asked about a system, and whether a second one agrees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends import registry
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.crosscheck.division import Divisor, failing_pair, redundant_term
from casbridge.errors import BackendError, CasbridgeError, LimitError, UnsupportedError, UsageError, printable
from casbridge.limits import Deadline, Limits
from casbridge.sympy.settings import ITSELF, SECOND, Settings, current, note, using

_LONGEST_SHOWN = 120
#: How a job may end for want of time or memory.
_LIMITS = (Status.TIMEOUT, Status.MEMORY, Status.PARTIAL)

#: Whether methods for bases stand in place of those that the user chose: then one method may take both places.
_replaced: ContextVar[bool] = ContextVar("replaced", default=False)


class CannotError(UnsupportedError, NotImplementedError):
    """No backend can do it, and neither can SymPy itself, or SymPy may not be asked.

    >>> issubclass(CannotError, NotImplementedError)
    True
    """


class DisagreementError(CasbridgeError):
    """Two backends gave different answers to one question.

    >>> DisagreementError.exit_code
    1
    """

    exit_code = 1


def ask(system: PolynomialSystem, task: Task, order: str = "") -> Answer:
    """What the backend of the settings answers.

    order: of a basis, as in `casbridge.algebra.orders`. "" is any.

    Raises CannotError where the backend cannot do it, DisagreementError, LimitError where time or memory ends,
    BackendError for a program that is missing or fails.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.sympy import using
    >>> with using(backend="reference"):
    ...     ask(read_system("x^2 - 1\\nx*y - y"), Task.DIMENSION).dimension
    1
    """
    return first_answer(system, task, order)[0]


def first_answer(system: PolynomialSystem, task: Task, order: str = "") -> tuple[Answer, str]:
    """The answer of the backend of the settings, and its `name:method`; a second one is not asked. Raises as `ask`.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.sympy import using
    >>> with using(backend="reference"):
    ...     first_answer(read_system("x^2 - 1"), Task.RADICAL)[1]
    'reference:radical'
    """
    answer, engine, version = _first(current(), system, task, order)
    note(engine, version=version)
    return answer, engine


def second_answer(system: PolynomialSystem, task: Task, order: str = "") -> tuple[Answer, str]:
    """The answer of the backend that checks, and its `name:method`. A basis may be in another order.

    Raises as `ask`, and UsageError where a method would check itself.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.sympy import using
    >>> with using(checked=True):
    ...     second_answer(read_system("x^2 - 1"), Task.BASIS, "lex")[1]
    'reference:basis'
    """
    settings = current()
    assert settings.second is not None
    backend, method = _chosen(settings.second, task, order, any_order=True)
    if (order or task is not Task.BASIS) and not _replaced.get():
        _refuse_itself(settings, backend, method, task, order)
    answer, engine, version = _answered(_result(backend, method, system, settings))
    note(engine, version=version)
    return answer, engine


def _refuse_itself(settings: Settings, checking: Backend, method: str, task: Task, order: str) -> None:
    """Raise UsageError where the first backend that is here is asked by the method that checks it."""
    for name in settings.backends:
        if name == ITSELF:
            return
        first, own = _chosen(name, task, order)
        if first.availability().available:
            if (first.name, own) == (checking.name, method):
                other = "singular" if first.name == SECOND else SECOND
                found = f"checked={settings.checked!r}, and {first.name}:{own} would check itself"
                raise UsageError(found, expected=f"another backend, such as checked={other!r}")
            return


@contextmanager
def bases_only() -> Iterator[None]:
    """Inside: the backends of the settings are asked for bases, whatever method was named for another task.

    A second backend without a method for bases is replaced by the reference.

    >>> from casbridge.sympy import using
    >>> with using(backend="singular:radical", checked="reference:primes"), bases_only():
    ...     current().backends, current().second
    (('singular',), 'reference')
    """
    settings = current()
    second: str | bool = False
    if settings.second is not None:
        backend, _ = registry.split_name(settings.second)
        able = any(method.task is Task.BASIS for method in backend.methods)
        second = _able(settings.second) if able else SECOND
    backends = tuple(_able(name) for name in settings.backends)
    token = _replaced.set(_replaced.get() or (backends, second or None) != (settings.backends, settings.second))
    try:
        with using(backend=backends, checked=second):
            yield
    finally:
        _replaced.reset(token)


def _able(name: str) -> str:
    """The name without its method, if that is for another task than a basis."""
    if name == ITSELF or ":" not in name:
        return name
    backend, named = registry.split_name(name)
    is_for_bases = any(method.name == named and method.task is Task.BASIS for method in backend.methods)
    return name if is_for_bases else backend.name


def _first(settings: Settings, system: PolynomialSystem, task: Task, order: str) -> tuple[Answer, str, str]:
    """The answer of the first backend that is here, its name and version."""
    missing = []
    for name in settings.backends:
        if name == ITSELF:
            lacks = "" if task is Task.BASIS else f": SymPy has no function for {task}"
            raise CannotError(f"backend={ITSELF!r}{lacks}")
        backend, method = _chosen(name, task, order)
        result = _result(backend, method, system, settings)
        if result.status is not Status.MISSING:
            return _answered(result)
        missing.append(f"{name}: {result.reason}")
    hint = f"backend=[{', '.join(map(repr, settings.backends))}, {ITSELF!r}] lets SymPy compute where nothing is here"
    raise BackendError(f"{'; '.join(missing)} ({hint})")


def _chosen(name: str, task: Task, order: str, *, any_order: bool = False) -> tuple[Backend, str]:
    """The backend of a name, and its first method for a task in an order. Raises CannotError where it has none."""
    backend, named = registry.split_name(name)
    known = [method for method in backend.methods if method.task is task and (":" not in name or method.name == named)]
    fitting = [method for method in known if not order or method.order == order]
    for method in fitting or (known if any_order else ()):
        return backend, method.name
    raise CannotError(f"{name} has no method for {task}{f' in the order {order}' if order else ''}")


def _result(backend: Backend, method: str, system: PolynomialSystem, settings: Settings) -> Result:
    return backend.run(Job(system, method, Limits(settings.seconds, settings.memory)))


def _answered(result: Result) -> tuple[Answer, str, str]:
    """The answer of a result, its name and version; else the error that it amounts to."""
    if result.status is Status.COMPLETE and result.answer is not None:
        return result.answer, result.name, result.version
    if result.status is Status.UNSUPPORTED:
        raise CannotError(f"{result.name}: {result.reason}")
    if result.status in _LIMITS:
        raise LimitError(f"{result.name}: {result.reason}")
    raise BackendError(f"{result.name}: {result.status}: {result.reason}")


def confirm_basis(answer: Answer, system: PolynomialSystem) -> None:
    """Raise DisagreementError unless a second backend has the same ideal, and the answer is a reduced basis of it.

    Two bases in one order are compared as they are: a reduced basis is unique. Where the second backend has only other
    orders, each basis must reduce the other to zero, and Buchberger's criterion must hold for the answer.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.sympy import using
    >>> system, lie = read_system("x^2 - 1\\ny - x"), read_system("x - 1\\ny - x")
    >>> with using(checked=True):
    ...     confirm_basis(Answer(Task.BASIS, system.ring, (tuple(lie.polynomials()),), "lex"), system)
    Traceback (most recent call last):
    casbridge.sympy.asking.DisagreementError: the backends disagree: x - 1 is not in the ideal of reference:basis
    """
    other, name = second_answer(system, Task.BASIS, answer.order)
    first, second = basis_in(answer), basis_in(other)
    if answer.order == other.order and {f.normal() for f in first} == {f.normal() for f in second}:
        return
    deadline = Deadline.after(current().seconds)
    _all_in(first, Divisor(second, other.order, deadline), f"is not in the ideal of {name}")
    _all_in(second, Divisor(first, answer.order, deadline), f"of {name} is not in the ideal of the first answer")
    _all_in(system.polynomials(), Divisor(first, answer.order, deadline), "does not reduce to 0 by the first answer")
    if failing_pair(first, answer.order, deadline) is not None:
        raise DisagreementError("the first answer is no Groebner basis: an S-polynomial does not reduce to 0")
    if redundant_term(first, answer.order) is not None:
        raise DisagreementError("the first answer is no reduced Groebner basis")


def basis_in(answer: Answer) -> tuple[Polynomial, ...]:
    """The polynomials of an answer that is one ideal; (1,) for an answer without components.

    >>> from casbridge.algebra import Ring
    >>> basis_in(Answer(Task.BASIS, Ring.of("x"), ()))
    (1,)
    """
    return tuple(answer.components[0]) if len(answer.components) else (Polynomial.constant(answer.ring, 1),)


def _all_in(polynomials: object, divisor: Divisor, otherwise: str) -> None:
    for polynomial in polynomials:  # type: ignore[attr-defined]
        if divisor.remainder(polynomial):
            shown = printable(str(polynomial), _LONGEST_SHOWN)
            raise DisagreementError(f"the backends disagree: {shown} {otherwise}")
