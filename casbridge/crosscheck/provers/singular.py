"""Prover: each answer is compared with the system by Singular, which runs the checks of a certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from casbridge.algebra.answers import CHAINS, Answer
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.crosscheck.certificates import certificate_script
from casbridge.crosscheck.claims import SYSTEM, Within
from casbridge.crosscheck.closed_points import is_lacked, with_point
from casbridge.crosscheck.ledger import Finding, Proof as Shown, Trust
from casbridge.crosscheck.provers.protocol import Question
from casbridge.crosscheck.verdicts import Fault, Witness, list_text
from casbridge.crosscheck.verification import Proof, run_certificate
from casbridge.errors import InputError, UnsupportedError, printable
from casbridge.limits import Deadline
from casbridge.processes.program import side_by_side
from casbridge.scripts import Script

_FAULTS = {str(fault): fault for fault in (Fault.FALSE_ZERO, Fault.MISSING_ZERO)}
_REASONS = {
    Proof.MISSING: "Singular, which might tell, is not installed",
    Proof.TIMEOUT: "Singular did not come to an end in time",
}
_LIMITS = {Proof.TIMEOUT: "time", Proof.MEMORY: "memory"}
_CERTIFICATE = "a certificate that Singular checked"
# The check of a certificate that rests on Singular's own minimal primes says so.
_BELIEVED = "primdec.lib"
_MOST_QUOTIENTS = 1_000_000
_AT_ONCE = 2
_LONGEST_IDEAL = 20_000
_LEAST_SECONDS = 0.05


def prove(
    question: Question, deadline: Deadline, memory: int | None, *, by_quotients: bool = False
) -> Iterator[Finding]:
    """What Singular says of each answer, two at a time. See `protocol.Prove`.

    by_quotients: without minimal primes. Singular is not believed to find all of them.

    >>> from casbridge.algebra import PolynomialSystem
    >>> from casbridge.algebra.answers import Task
    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points, b=all_points)
    >>> {finding.claim for finding in prove(question, Deadline.after(60), None)} <= {*question.goals}
    True
    """
    numbers = question.concerned
    more = {"most_quotients": _MOST_QUOTIENTS} if by_quotients else {}

    def judge(position: int) -> list[Finding]:
        share = deadline.share(min(1.0, _AT_ONCE / (len(numbers) - position)))
        return list(_judge(question, numbers[position], share, memory, **more))

    for findings in side_by_side([partial(judge, position) for position in range(len(numbers))], at_once=_AT_ONCE):
        yield from findings


def _judge(question: Question, number: int, deadline: Deadline, memory: int | None, **more: int) -> Iterator[Finding]:
    name, answer, left = question.name(number), question.answer(number), deadline.left()
    if left is not None and left < _LEAST_SECONDS:
        yield from question.open(number, "Singular had no time left", "time")
        return
    complete = question.is_complete(number)
    try:
        script = certificate_script(question.system, answer, complete=complete, more=more)
    except UnsupportedError as error:
        yield from question.open(number, f"Singular cannot tell: {error}")
        return
    done = run_certificate(script.text, seconds=left, memory=memory)
    if done.proof is Proof.HOLDS:
        believed = any(_BELIEVED in check for check in done.checks)
        shown = Shown("Singular's own minimal primes", Trust.ONE_WAY) if believed else Shown(_CERTIFICATE)
        yield Finding(Within(number, SYSTEM), shown)
        if complete:
            yield Finding(Within(SYSTEM, number), shown)
    elif done.proof is Proof.REFUTED:
        yield from question.refuted(number, _witness(name, answer, done.witness, script), certain=False)
    else:
        reason = _REASONS.get(done.proof, f"Singular could not tell: {done.reason}")
        yield from question.open(number, reason, _LIMITS.get(done.proof, ""))


def _witness(name: str, answer: Answer, said: Mapping[str, str], script: Script) -> Witness:
    """The fault that the script tells of, with a point where its polynomials form a chain with such a point."""
    fault = _FAULTS.get(said.get("fault", ""), Fault.MISSING_ZERO)
    ideal = said.get("ideal", "")
    chain = _polynomials(ideal, script) if ideal and len(ideal) <= _LONGEST_IDEAL else None
    if fault is Fault.MISSING_ZERO:
        text = f"{name} lacks zeros of the system, by Singular: those of {list_text(chain) if chain else ideal}"
        witness = Witness(fault, name, printable(text), chain=chain)
        return with_point(witness, script.system.ring, lambda point: is_lacked(point, script.system, answer.components))
    kind = "chain" if answer.task in CHAINS else "component"
    number = said.get("component", "?")
    text = f"{name} has zeros that the system has not, by Singular: an equation is not 0 on {kind} {number}"
    equation = next(iter(_polynomials(said.get("polynomial", ""), script) or ()), None)
    witness = Witness(fault, name, printable(text), polynomial=equation, chain=chain)
    return with_point(witness, script.system.ring, lambda point: equation is not None and equation.evaluate(point) != 0)


def _polynomials(text: str, script: Script) -> tuple[Polynomial, ...] | None:
    """Polynomials as Singular prints them, with commas between; None where they cannot be read."""
    ring = script.system.ring
    named = Ring(ring.field, script.names, script.names[: ring.lowest])
    try:
        written = [parse_polynomial(one, named) for one in text.split(",")]
    except InputError:
        return None
    return tuple(Polynomial(ring, polynomial.terms).normal() for polynomial in written if polynomial)
