"""Verifying certificates: a certificate is read as data, and the checks that Singular runs are written anew from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from casbridge.algebra.subjects import read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.arguments import text_of
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.brief import Brief
from casbridge.calls import with_hints
from casbridge.crosscheck.certificate_reading import EXPECTED, ReadCertificate, read_certificate
from casbridge.crosscheck.certificates import digest_of
from casbridge.drawings import Shown
from casbridge.errors import InputError, LimitError, printable
from casbridge.limits import Deadline, Limits, Stopwatch
from casbridge.processes.apart import call
from casbridge.scripts.rendering import job_of

_HOLDS = "casbridge: certificate holds"
_REFUTED = "casbridge: certificate REFUTED"
_LONGEST_REASON = 2_000
_CHECK = re.compile(r"casbridge: (check \d+: .*)")
_WITNESS = re.compile(r"casbridge: witness (\w+): (.*)")
_SYSTEM = re.compile(r"^// Digest of the system: [0-9a-f]{64}\.$", re.MULTILINE)


class Proof(StrEnum):
    """How the checks of a certificate ended.

    >>> str(Proof.HOLDS)
    'holds'
    """

    HOLDS = "holds"
    REFUTED = "refuted"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FAILED = "failed"  # it could not be run, was altered, or ended without a verdict
    MISSING = "missing"  # Singular is not installed


_PROOFS = {Status.TIMEOUT: Proof.TIMEOUT, Status.MEMORY: Proof.MEMORY, Status.MISSING: Proof.MISSING}


@dataclass(frozen=True, repr=False)
class Verification(Brief, Shown):
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
    witness: Mapping[str, str] = field(default_factory=dict, hash=False)

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


@with_hints
def verify(
    text: str,
    subject: Any = None,
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Verification:
    """Whether a certificate, the text that `certificate` gives, proves its claim. Singular makes the checks.

    The text is never run. It is read as data: the system, the components, the steps; the checks are written anew.

    subject: the system that the certificate must be about, as for `crosscheck`. Without it any system will do: see `Verification.about`.
    seconds, memory (bytes): limits.

    A text that was changed after it was written is `failed`. Raises InputError, with the line, for what casbridge would
    not have written, for a false digest of the system, and for a certificate about another system than `subject`.

    >>> verify("hello")
    Traceback (most recent call last):
    casbridge.errors.InputError: no certificate: it has no line with a digest of the system; expected what `casbridge charseries --certificate FILE` or `casbridge explain --proof FILE` writes
    """  # noqa: E501
    watch, deadline = Stopwatch(), Deadline.after(seconds)
    late = "stopped at the limit of time" + ("" if seconds is None else f", {seconds:g} s")
    hints = {"path": "verify(path.read_text()) verifies a file", "script": "script.text is its text"}
    text_of(text, "the text of a certificate", hints)
    if _SYSTEM.search(text) is None:
        raise InputError("no certificate: it has no line with a digest of the system", expected=EXPECTED)
    if job_of(text) is None:
        reason = "the text was altered after it was written: the digest that it names is not its own"
        return Verification(Proof.FAILED, reason)
    try:
        found: ReadCertificate = call(read_certificate, text, deadline=deadline, memory=memory)
    except LimitError:
        return Verification(Proof.TIMEOUT, late, seconds=watch.seconds)
    except MemoryError:
        return Verification(Proof.MEMORY, "reading it took too much memory", seconds=watch.seconds)
    about, digest = _description(found.system), digest_of(found.system)
    wanted = None if subject is None else system_of(read_subject(subject))
    if wanted is not None and digest_of(wanted) != digest:
        other = _description(wanted)
        raise InputError(f"a certificate about another system: {about}", expected=f"one about {other}")
    done = run_certificate(found.script, seconds=deadline.left(), memory=memory)
    reason = late if done.proof is Proof.TIMEOUT else done.reason
    return replace(done, reason=reason, system=digest, about=about, seconds=watch.seconds)


def _description(system: PolynomialSystem) -> str:
    """A system in one line."""
    count, ring = len(system), system.ring
    shown = f"{', '.join(ring.variables)}" if 0 < ring.size <= 5 else f"{ring.size} variables"
    texts = [equation.text(ring.variables) for equation in system.equations[:20]]
    head = f"{count} {'equation' if count == 1 else 'equations'} in {shown} over {ring.field_name}"
    return printable(f"{head}: {', '.join(texts)}{', …' if count > len(texts) else ''}" if texts else head, 300)


def run_certificate(text: str, *, seconds: float | None = None, memory: int | None = None) -> Verification:
    """What a script of checks amounts to. It is run as it is: only for scripts that casbridge has just written.

    >>> run_certificate('"casbridge: certificate holds";').proof in (Proof.HOLDS, Proof.MISSING)
    True
    """
    if seconds is not None and seconds <= 0:
        return Verification(Proof.TIMEOUT, "no time left")
    singular = registry.get("singular")
    if not isinstance(singular, OneShotBackend):
        return Verification(Proof.MISSING, "the backend singular does not run scripts of ours")
    # The backend asks for a sum after the script, to see that all of it was done.
    ran = singular.run_script(lambda: text.removesuffix("quit;\n"), Limits(seconds, memory), printed=True)
    lines = ran.transcript.splitlines()
    found = Verification(
        _PROOFS.get(ran.status, Proof.FAILED),
        ran.reason,
        tuple(printable(m.group(1), _LONGEST_REASON) for m in map(_CHECK.fullmatch, lines) if m),
        version=ran.version,
        seconds=ran.wall_seconds,
        peak_memory=ran.peak_memory,
    )
    if ran.status is not Status.COMPLETE:
        return found
    verdicts = [line for line in lines if line == _HOLDS or line.startswith(f"{_REFUTED}: ")]
    if len(verdicts) != 1:
        what = "no verdict" if not verdicts else f"{len(verdicts)} verdicts"
        return replace(found, reason=f"{what} in the output of Singular")
    if verdicts == [_HOLDS]:
        return replace(found, proof=Proof.HOLDS)
    reason = printable(verdicts[0].removeprefix(f"{_REFUTED}: "), _LONGEST_REASON)
    said = [(match.group(1), match.group(2)) for match in map(_WITNESS.fullmatch, lines) if match]
    return replace(found, proof=Proof.REFUTED, reason=reason, witness=dict(reversed(said)))
