"""What is wrong with what a backend says, as a kind and a shape: failures that are alike can be recognised."""

from __future__ import annotations

import re
from dataclasses import dataclass

from casbridge.algebra.answers import Answer, Task
from casbridge.backends.protocol import Result, Status
from casbridge.brief import Brief
from casbridge.charset.definitions.ranks import main_variable
from casbridge.crosscheck.verdicts import CheckedResult, Fault, Verdict, Witness
from casbridge.errors import printable

#: Statuses that are failures of a CAS. `missing` and `unsupported` are none.
FAILED = (Status.CRASHED, Status.UNPARSABLE, Status.TIMEOUT, Status.MEMORY)
#: The shape of a missing or false zero: the answer has no zeros at all.
NO_ZEROS = "no zeros at all"
#: The shape of a missing or false zero: finitely many zeros.
POINT = "a point"
#: The shape of a missing or false zero: infinitely many zeros.
COMPONENT = "a component"
#: The shape of a missing zero: a zero that only the conjugates of the answer's radicals give.
CONJUGATE = "a conjugate"

_WORDED = (Status.CRASHED, Status.UNPARSABLE)
_LONGEST_SHAPE = 160
_IN_BRANCH = re.compile(r"in branch (\d{1,9})\b")
_SIGNAL = re.compile(r"signal (\d+)")
# What depends on the system or on the run: quotations, numbers, file names, long formulas.
_QUOTED = re.compile(r"`[^`']*[`']|'[^']*'|\"[^\"]*\"")
_FILE = re.compile(r"(?:/[\w.+-]+)+")
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_TERM = r"[\w(){}\[\],.]"
_FORMULA = re.compile(rf"{_TERM}*(?:(?:\s*(?:\*\*|[+*^=])\s*|\s-\s){_TERM}+)+")


@dataclass(frozen=True, repr=False)
class Failure(Brief):
    """The fault of a backend's result.

    backend: name:method, without the version that the user may have named: `sympy:solve` also for `sympy@1.13:solve`.
    kind: a `Fault` such as "missing zero", or a status such as "crashed".
    shape: more about the kind. For zeros: which part of them is concerned. For "crashed" and "unparsable": the message,
        without what depends on the system. "" where there is no more to say.

    >>> str(Failure("sympy:solve", "missing zero", "a point"))
    'missing zero (a point)'
    """

    backend: str
    kind: str
    shape: str = ""

    def __str__(self) -> str:
        return f"{self.kind} ({self.shape})" if self.shape else self.kind

    def is_like(self, other: Failure | None) -> bool:
        """Whether kind and shape are the same, of whichever backend.

        >>> Failure("a:b", "timeout").is_like(Failure("c:d", "timeout"))
        True
        """
        return other is not None and (self.kind, self.shape) == (other.kind, other.shape)

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return {"backend": self.backend, "kind": self.kind, "shape": self.shape}


def bare_name(backend: str) -> str:
    """A backend's name without a version.

    >>> bare_name("sympy@1.13:solve"), bare_name("singular")
    ('sympy:solve', 'singular')
    """
    return re.sub("@[^:]*", "", backend)


def failures_of(verdict: Verdict, backend: str = "") -> tuple[Failure, ...]:
    """The failures of one backend in a verdict, each once.

    backend: name:method, as in results; "" is the backend of the witness, or the first one that failed.

    >>> from casbridge.crosscheck.verdicts import VerdictKind
    >>> slow = CheckedResult(Result("it", "solve", Status.TIMEOUT, reason="stopped after 5 s"))
    >>> failures_of(Verdict(VerdictKind.UNDECIDED, "no backend answered", (slow,)))
    (Failure(backend='it:solve', kind='timeout'),)
    """
    if not backend:
        failed = [one.result.name for one in verdict.checked if one.faults or one.result.status in FAILED]
        backend = verdict.witness.backend if verdict.witness is not None else next(iter(failed), "")
    of_it = [one for one in verdict.checked if one.result.name == backend]
    return tuple(dict.fromkeys(failure for one in of_it for failure in _of_one(one)))


def fault_of(found: Verdict | Result, backend: str = "") -> Failure | None:
    """The first failure in a verdict or of a result; None where there is none.

    backend: as for `failures_of`.

    >>> fault_of(Result("it", "solve", Status.CRASHED, reason="It exited with code 7 at line 31"))
    Failure(backend='it:solve', kind='crashed', shape='It exited with code N at line N')
    >>> fault_of(Result("it", "solve", Status.UNSUPPORTED, reason="only over QQ")) is None
    True
    """
    if isinstance(found, Verdict):
        return next(iter(failures_of(found, backend)), None)
    return next(iter(_of_one(CheckedResult(found))), None)


def witness_of(verdict: Verdict, backend: str, failure: Failure) -> Witness | None:
    """The first witness in a verdict that shows a failure of one backend; None where there is none.

    backend: name:method, as in results.

    >>> from casbridge.crosscheck.verdicts import VerdictKind
    >>> nothing = Verdict(VerdictKind.UNDECIDED, "no backend answered", ())
    >>> witness_of(nothing, "it:solve", Failure("it:solve", "timeout"))
    """
    return next(
        (
            witness
            for one in verdict.checked
            if one.result.name == backend
            for witness in one.faults
            if failure.is_like(Failure(failure.backend, str(witness.fault), _shape_of(witness, one.result)))
        ),
        None,
    )


def _of_one(checked: CheckedResult) -> list[Failure]:
    result = checked.result
    name = bare_name(result.name)
    if result.status in FAILED:
        shape = message_shape(result.reason) if result.status in _WORDED else ""
        return [Failure(name, str(result.status), shape)]
    return [Failure(name, str(witness.fault), _shape_of(witness, result)) for witness in checked.faults]


def _shape_of(witness: Witness, result: Result) -> str:
    """Which part of the zeros a missing or a false zero is about."""
    if witness.fault not in (Fault.MISSING_ZERO, Fault.SPECIAL_CASE, Fault.FALSE_ZERO):
        return ""
    if witness.fault is Fault.MISSING_ZERO and result.answer is not None and not len(result.answer):
        return NO_ZEROS
    if result.answer is not None and result.answer.task is Task.BRANCHES and witness.chain is None:
        return _shape_in_branches(witness, result.answer)
    if not witness.chain:
        return COMPONENT if witness.chain is not None else POINT
    # A chain has a polynomial for each main variable. Without one for each variable it has infinitely many zeros.
    main = {main_variable(polynomial) for polynomial in witness.chain if not polynomial.is_constant}
    return POINT if len(main) == witness.chain[0].ring.size else COMPONENT


def _shape_in_branches(witness: Witness, answer: Answer) -> str:
    """The shape of a fault of an answer in branches that is shown at a point."""
    if "only the conjugates" in witness.text:
        return CONJUGATE
    found = _IN_BRANCH.search(witness.text)
    number = int(found.group(1)) if found else 0
    if not 0 < number <= len(answer.branches):
        return POINT
    branch = answer.branches[number - 1]
    is_free = branch.parameters or len(branch.given) < len(answer.ring.unknowns)
    return COMPONENT if is_free else POINT


def message_shape(text: str) -> str:
    """A message without what depends on the system and on the run: numbers, quotations, files, formulas.

    The number of a signal stays.

    >>> message_shape("Singular said: Singular : signal 6 (v: 4313):")
    'Singular said: Singular : signal 6 (v: N):'
    >>> message_shape("could not solve 4*x**2 - y*sin(x), line 7 of '/tmp/a.py'")
    'could not solve … line N of …'
    """
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group())
        return "\0"

    shape = _SIGNAL.sub(keep, printable(text, 4 * _LONGEST_SHAPE))
    for pattern, sign in ((_QUOTED, "…"), (_FILE, "…"), (_FORMULA, "…"), (_NUMBER, "N")):
        shape = pattern.sub(sign, shape)
    for words in kept:
        shape = shape.replace("\0", words, 1)
    return printable(shape, _LONGEST_SHAPE)
