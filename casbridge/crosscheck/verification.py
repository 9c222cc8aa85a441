"""Verifying certificates: a certificate is read as data, and the checks that Singular runs are written anew from it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from casbridge.algebra.systems import HasSystem, PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.singular_dialogue import complaint, last_words
from casbridge.crosscheck.certificate_reading import read_answer_certificate
from casbridge.crosscheck.certificate_text import EXPECTED, CertificateText, ReadCertificate, Reading
from casbridge.crosscheck.certificates import digest_of
from casbridge.crosscheck.explanation_reading import read_explanation_certificate
from casbridge.errors import BackendError, InputError, LimitError, printable
from casbridge.limits import Deadline, Stopwatch
from casbridge.processes.apart import call
from casbridge.processes.ended import Finished, in_words
from casbridge.processes.program import run_program
from casbridge.scripts.rendering import job_of

#: The last line of a script that has proved what it is to prove.
HOLDS = "casbridge: certificate holds"
#: The beginning of the last line of a script that has refuted it; a reason follows.
REFUTED = "casbridge: certificate REFUTED"
#: A function for each kind of certificate; a new kind is one more line.
READERS: tuple[Reading, ...] = (read_answer_certificate, read_explanation_certificate)

_LARGEST_OUTPUT = 64 << 20
_LONGEST_REASON = 2_000
_SCRIPT = "script.sing"
_CHECK = re.compile(r"casbridge: (check \d+: .*)")
_WITNESS = re.compile(r"casbridge: witness (\w+): (.*)")
_SYSTEM = re.compile(r"^// Digest of the system: [0-9a-f]{64}\.$", re.MULTILINE)


class Proof(StrEnum):
    """What running a certificate amounts to.

    >>> str(Proof.HOLDS)
    'holds'
    """

    HOLDS = "holds"
    REFUTED = "refuted"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FAILED = "failed"  # it could not be run, was altered, or ended without a verdict
    MISSING = "missing"  # Singular is not installed


@dataclass(frozen=True)
class Verification:
    """The outcome of a certificate. It has no truth value: look at `proof`.

    reason: why it is refuted, or why there is no verdict.
    checks: what the script printed for each check.
    system: the digest of the system in the certificate, computed from its equations; "" for a text that was not read.
    about: that system in words.
    witness: what the script says of the first check that failed, by name.

    >>> Verification(Proof.HOLDS).as_dict()["status"]
    'holds'
    """

    proof: Proof
    reason: str = ""
    checks: tuple[str, ...] = ()
    system: str = ""
    about: str = ""
    version: str = ""
    seconds: float = 0.0
    peak_memory: int | None = None
    witness: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        raise TypeError("a Verification has no truth value; look at its proof")

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "status": str(self.proof),
            "reason": self.reason or None,
            "checks": list(self.checks),
            "system": self.system or None,
            "about": self.about or None,
            "version": self.version or None,
            "seconds": round(self.seconds, 6),
            "peak_memory": self.peak_memory,
        }


def verify(
    text: str,
    subject: PolynomialSystem | HasSystem | None = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Verification:
    """Whether a certificate, the text that `certificate` gives, proves its claim. Singular makes the checks.

    The text is never run. It is read as data: the system, the components, the steps; the checks are written anew.

    subject: the system that the certificate must be about. Without it any system will do: see `Verification.about`.
    seconds, memory (bytes): limits.

    A text that was changed after it was written is `failed`. Raises InputError, with the line, for what casbridge would
    not have written, for a false digest of the system, and for a certificate about another system than `subject`.

    >>> verify("hello")
    Traceback (most recent call last):
    casbridge.errors.InputError: no certificate: it has no line with a digest of the system; expected what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes
    """  # noqa: E501
    watch, deadline = Stopwatch(), Deadline.after(seconds)
    if _SYSTEM.search(text) is None:
        raise InputError("no certificate: it has no line with a digest of the system", expected=EXPECTED)
    if job_of(text) is None:
        reason = "the text was altered after it was written: the digest that it names is not its own"
        return Verification(Proof.FAILED, reason)
    try:
        found: ReadCertificate = call(read_certificate, text, deadline=deadline, memory=memory)
    except LimitError:
        return Verification(Proof.TIMEOUT, _time_over(seconds), seconds=watch.seconds)
    except MemoryError:
        return Verification(Proof.MEMORY, "reading it took too much memory", seconds=watch.seconds)
    about = description_of(found.system)
    if subject is not None and digest_of(system_of(subject)) != found.digest:
        other = description_of(system_of(subject))
        raise InputError(f"a certificate about another system: {about}", expected=f"one about {other}")
    done = run_certificate(found.script, seconds=deadline.left(), memory=memory)
    reason = _time_over(seconds) if done.proof is Proof.TIMEOUT else done.reason
    return replace(done, reason=reason, system=found.digest, about=about, seconds=watch.seconds)


def read_certificate(text: str) -> ReadCertificate:
    """A certificate as data. Raises InputError, with the line, for what casbridge would not have written.

    >>> read_certificate("// Digest of the system: " + 64 * "0" + ".")
    Traceback (most recent call last):
    casbridge.errors.InputError: neither components nor steps in a certificate; expected what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes
    """  # noqa: E501
    for read in READERS:
        found = read(CertificateText(text))
        if found is not None:
            return found
    raise InputError("neither components nor steps in a certificate", expected=EXPECTED)


def description_of(system: PolynomialSystem) -> str:
    """A system in one line.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> description_of(PolynomialSystem.of(x.ring, [x * y - 1]))
    '1 equation in x, y over QQ: x*y - 1'
    """
    count, ring = len(system), system.ring
    shown = f"{', '.join(ring.variables)}" if 0 < ring.size <= 5 else f"{ring.size} variables"
    texts = [equation.text(ring.variables) for equation in system.equations[:20]]
    head = f"{count} {'equation' if count == 1 else 'equations'} in {shown} over {ring.field.name}"
    return printable(f"{head}: {', '.join(texts)}{', …' if count > len(texts) else ''}" if texts else head, 300)


def _time_over(seconds: float | None) -> str:
    return "stopped at the limit of time" + (f", {seconds:g} s" if seconds is not None else "")


def run_certificate(text: str, *, seconds: float | None = None, memory: int | None = None) -> Verification:
    """What a script of checks amounts to. It is run as it is: only for scripts that casbridge has just written."""
    available = registry.get("singular").availability()
    if not available.available:
        return Verification(Proof.MISSING, available.complaint)
    try:
        finished = run_singular(available.path, text, seconds=seconds, memory=memory)
    except BackendError as error:
        return Verification(Proof.FAILED, str(error), version=available.version)
    return replace(
        _judge(finished, seconds, memory),
        version=available.version,
        seconds=finished.wall_seconds,
        peak_memory=finished.peak_memory,
    )


def run_singular(path: str, text: str, *, seconds: float | None, memory: int | None) -> Finished:
    """Run a script that prints what is to be known. Raises BackendError where Singular cannot be started."""
    with tempfile.TemporaryDirectory(prefix="casbridge-", ignore_cleanup_errors=True) as name:
        (Path(name) / _SCRIPT).write_text(text, encoding="utf-8")
        return run_program(
            [path, "-q", "--no-rc", _SCRIPT],
            cwd=Path(name),
            deadline=Deadline.after(seconds),
            memory=memory,
            largest_output=_LARGEST_OUTPUT,
        )


def _judge(finished: Finished, seconds: float | None, memory: int | None) -> Verification:
    lines = finished.output.splitlines()
    checks = tuple(printable(m.group(1), _LONGEST_REASON) for m in map(_CHECK.fullmatch, lines) if m)
    witness: dict[str, str] = {}
    for match in filter(None, map(_WITNESS.fullmatch, lines)):
        witness.setdefault(match.group(1), match.group(2))
    verdicts = [line for line in lines if line == HOLDS or line.startswith(f"{REFUTED}: ")]
    if finished.ended == "timeout":
        return Verification(Proof.TIMEOUT, _time_over(seconds), checks)
    said = complaint(lines)
    if finished.ended == "memory" or (said is not None and said[0] == "memory"):
        limit = f"; the limit is {memory / 2**20:g} MiB" if memory is not None else ""
        return Verification(Proof.MEMORY, f"Singular ran out of memory{limit}", checks)
    if finished.ended == "flooded":
        return Verification(Proof.FAILED, "stopped because it printed too much", checks)
    if said is not None:
        return Verification(Proof.FAILED, printable(said[1]), checks)
    if finished.signal is not None:
        return Verification(Proof.FAILED, in_words("Singular", finished, ""), checks)
    if len(verdicts) != 1:
        what = "no verdict" if not verdicts else f"{len(verdicts)} verdicts"
        return Verification(Proof.FAILED, printable(f"{what} in the output{last_words(finished.output)}"), checks)
    if verdicts == [HOLDS]:
        return Verification(Proof.HOLDS, "", checks)
    reason = printable(verdicts[0].removeprefix(f"{REFUTED}: "), _LONGEST_REASON)
    return Verification(Proof.REFUTED, reason, checks, witness=witness)
