"""Prover: each answer is compared with the system by Singular, which runs the checks of a certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from casbridge.algebra.answers import CHAINS, Answer
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.crosscheck.certificates import certificate_script
from casbridge.crosscheck.closed_points import is_lacked, with_point
from casbridge.crosscheck.provers.protocol import SYSTEM, Finding, Question, Said
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


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Said]:
    """What Singular says of each answer in turn. Each has its share of the time. See `Prover`.

    >>> from casbridge.algebra import PolynomialSystem
    >>> from casbridge.algebra.answers import Task
    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points, b=all_points)
    >>> {found.by for _, found in prove(question, Deadline.after(60), None)} <= {"Singular", ""}
    True
    """
    for number, place in enumerate(question.asked):
        yield place, _judge(question, place, deadline.share(1 / (len(question.asked) - number)), memory)


def prove_by_quotients(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Said]:
    """The same without minimal primes: Singular is not believed to find all of them. See `Prover`.

    >>> from casbridge.algebra import PolynomialSystem
    >>> from casbridge.algebra.answers import Task
    >>> all_points = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=all_points)
    >>> {found.rests_on for _, found in prove_by_quotients(question, Deadline.after(60), None)} <= {_CERTIFICATE, ""}
    True
    """

    def judge(number: int) -> Finding:
        share = deadline.share(min(1.0, _AT_ONCE / (len(question.asked) - number)))
        return _judge(question, question.asked[number], share, memory, most_quotients=_MOST_QUOTIENTS)

    calls = [partial(judge, number) for number in range(len(question.asked))]
    yield from zip(question.asked, side_by_side(calls, at_once=_AT_ONCE), strict=True)


def _judge(question: Question, place: int, deadline: Deadline, memory: int | None, **more: int) -> Finding:
    name, answer, left = question.name(place), question.answer(place), deadline.left()
    if left is not None and left < _LEAST_SECONDS:
        return Finding(reason="Singular had no time left", stopped="time")
    try:
        script = certificate_script(question.system, answer, complete=question.claims_all(place), more=more)
    except UnsupportedError as error:
        return Finding(reason=f"Singular cannot tell: {error}")
    done = run_certificate(script.text, seconds=left, memory=memory)
    if done.proof is Proof.HOLDS:
        believed = any(_BELIEVED in check for check in done.checks)
        return Finding(same_as=frozenset({SYSTEM}), by="Singular", rests_on="" if believed else _CERTIFICATE)
    if done.proof is Proof.REFUTED:
        return Finding(faults=(_witness(name, answer, done.witness, script),))
    reason = _REASONS.get(done.proof, f"Singular could not tell: {done.reason}")
    return Finding(reason=reason, stopped=_LIMITS.get(done.proof, ""))


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
