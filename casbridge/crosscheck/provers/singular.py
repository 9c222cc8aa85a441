"""Prover: each answer is compared with the system by Singular, which runs the checks of a certificate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.rings import Ring
from casbridge.crosscheck.certificates import certificate_script
from casbridge.crosscheck.provers.protocol import SYSTEM, Finding, Question, Said
from casbridge.crosscheck.sampling import points_of_chain
from casbridge.crosscheck.verdicts import Fault, Witness
from casbridge.crosscheck.verification import Proof, Verification, run_certificate
from casbridge.errors import InputError, UnsupportedError, printable
from casbridge.limits import Deadline
from casbridge.scripts import Script

_FAULTS = {str(fault): fault for fault in (Fault.FALSE_ZERO, Fault.MISSING_ZERO)}
_LONGEST_IDEAL = 20_000
_LEAST_SECONDS = 0.05


def prove(question: Question, deadline: Deadline, memory: int | None) -> Iterator[Said]:
    """What Singular says of each answer in turn. Each has its share of the time. See `Prover`.

    >>> from casbridge.algebra import PolynomialSystem, Ring
    >>> from casbridge.algebra.answers import Answer, Task
    >>> everything = Answer(Task.PRIMES, Ring.of("x"), ((),))
    >>> question = Question.of(PolynomialSystem(Ring.of("x"), ()), a=everything, b=everything)
    >>> {found.by for _, found in prove(question, Deadline.after(60), None)} <= {"Singular", ""}
    True
    """
    for number, place in enumerate(question.asked):
        yield place, _judge(question, place, deadline.share(1 / (len(question.asked) - number)), memory)


def _judge(question: Question, place: int, deadline: Deadline, memory: int | None) -> Finding:
    name, answer, left = question.name(place), question.answer(place), deadline.left()
    if left is not None and left < _LEAST_SECONDS:
        return Finding(reason="Singular had no time left", stopped=True)
    try:
        script = certificate_script(question.system, answer, complete=question.claims_all(place))
    except UnsupportedError as error:
        return Finding(reason=f"Singular cannot tell: {error}")
    done = run_certificate(script.text, seconds=left, memory=memory)
    if done.proof is Proof.HOLDS:
        return Finding(same_as=frozenset({SYSTEM}), by="Singular")
    if done.proof is Proof.REFUTED:
        return Finding(faults=(_witness(name, answer, done, script),))
    if done.proof is Proof.MISSING:
        return Finding(reason="Singular, which might tell, is not installed")
    if done.proof is Proof.TIMEOUT:
        return Finding(reason="Singular did not come to an end in time", stopped=True)
    return Finding(reason=f"Singular could not tell: {done.reason}", stopped=done.proof is Proof.MEMORY)


def _witness(name: str, answer: Answer, done: Verification, script: Script) -> Witness:
    said = done.witness
    fault = _FAULTS.get(said.get("fault", ""), Fault.MISSING_ZERO)
    chain = _ideal(said, script)
    shown = printable(f"[{', '.join(map(str, chain))}]", 200) if chain else ""
    if fault is Fault.MISSING_ZERO:
        text = f"{name} lacks zeros of the system, by Singular: those of {shown or said.get('ideal', '')}"
        return _with_point(Witness(fault, name, printable(text), chain=chain), answer, script)
    kind = "chain" if answer.task is Task.SERIES else "component"
    number = said.get("component", "?")
    text = f"{name} has zeros that the system has not, by Singular: an equation is not 0 on {kind} {number}"
    polynomials = _polynomials(said.get("polynomial", ""), script)
    equation = polynomials[0] if polynomials else None
    for point in points_of_chain(chain, script.system.ring) if chain and equation else ():
        value = equation.evaluate(point) if equation else 0
        if value:
            shown = str(script.system.ring.field.symmetric(value))
            return Witness(fault, name, printable(text), point, equation, shown, chain=chain)
    return Witness(fault, name, printable(text), polynomial=equation, chain=chain)


def _with_point(witness: Witness, answer: Answer, script: Script) -> Witness:
    """The witness with a point that is in no component, where its polynomials form a chain with such a point."""
    system = script.system
    for point in points_of_chain(witness.chain, system.ring) if witness.chain else ():
        if system.first_violated(point) is None and all(any(p.evaluate(point) for p in c) for c in answer.components):
            return replace(witness, point=point)
    return witness


def _ideal(said: Mapping[str, str], script: Script) -> tuple[Polynomial, ...] | None:
    text = said.get("ideal", "")
    return _polynomials(text, script) if text and len(text) <= _LONGEST_IDEAL else None


def _polynomials(text: str, script: Script) -> tuple[Polynomial, ...] | None:
    """Polynomials as Singular prints them, with commas between; None where they cannot be read."""
    ring = script.system.ring
    named = Ring(ring.field, script.names)
    try:
        written: Sequence[Polynomial] = [parse_polynomial(one, named) for one in text.split(",")]
    except InputError:
        return None
    return tuple(Polynomial(ring, polynomial.terms).normal() for polynomial in written if polynomial)
