"""Running certificates: what a certificate's script prints is its verdict, if nothing went wrong on the way."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from casbridge.backends import registry
from casbridge.backends.singular_dialogue import complaint, last_words
from casbridge.errors import BackendError, InputError, printable
from casbridge.limits import Stopwatch
from casbridge.processes.program import Finished, run_process, signal_name
from casbridge.scripts.rendering import job_of

HOLDS = "casbridge: certificate holds"
REFUTED = "casbridge: certificate REFUTED"

_LARGEST_OUTPUT = 64 << 20
_LONGEST_REASON = 2_000
_SCRIPT = "script.sing"
_CHECK = re.compile(r"casbridge: (check \d+: .*)")
_WITNESS = re.compile(r"casbridge: witness (\w+): (.*)")
_SYSTEM = re.compile(r"^// Digest of the system: ([0-9a-f]{64})\.$", re.MULTILINE)


class Proof(StrEnum):
    """What running a certificate amounts to."""

    HOLDS = "holds"
    REFUTED = "refuted"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FAILED = "failed"  # it could not be run, was altered, or ended without a verdict
    MISSING = "missing"  # Singular is not installed


@dataclass(frozen=True)
class Verification:
    """The outcome of a certificate, and what the script printed for each check.

    reason: why it is refuted, or why there is no verdict. system: the digest of the system that it is about.
    witness: what the script says of the first check that failed, by name. It has no truth value: look at `proof`.
    """

    proof: Proof
    reason: str = ""
    checks: tuple[str, ...] = ()
    system: str = ""
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
            "system": self.system,
            "version": self.version or None,
            "seconds": round(self.seconds, 6),
            "peak_memory": self.peak_memory,
        }


def verify(text: str, *, seconds: float | None = None, memory: int | None = None) -> Verification:
    """Run a certificate, the text that `certificate` gives, with Singular.

    seconds, memory (bytes): limits. A text that was changed after it was written is not run: what it prints would prove
    nothing. A certificate is a program; one from a stranger is to be read before it is run.
    Raises InputError for a text that is no certificate at all.

    >>> verify("hello")
    Traceback (most recent call last):
    casbridge.errors.InputError: no certificate: it has no line with a digest of the system; expected what `casbridge charseries --certificate FILE` writes
    """  # noqa: E501
    watch = Stopwatch()
    found = _SYSTEM.search(text)
    if found is None:
        raise InputError(
            "no certificate: it has no line with a digest of the system",
            expected="what `casbridge charseries --certificate FILE` writes",
        )
    if job_of(text) is None:
        reason = "the text was altered after it was written: the digest that it names is not its own"
        return Verification(Proof.FAILED, reason, system=found.group(1))
    done = run_certificate(text, seconds=seconds, memory=memory)
    return replace(done, system=found.group(1), seconds=watch.seconds)


def run_certificate(text: str, *, seconds: float | None = None, memory: int | None = None) -> Verification:
    """What a certificate's script amounts to, whoever wrote it."""
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
        return run_process(
            [path, "-q", "--no-rc", _SCRIPT],
            cwd=Path(name),
            seconds=seconds,
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
        limit = f", {seconds:g} s" if seconds is not None else ""
        return Verification(Proof.TIMEOUT, f"stopped at the limit of time{limit}", checks)
    said = complaint(lines)
    if finished.ended == "memory" or (said is not None and said[0] == "memory"):
        limit = f"; the limit is {memory / 2**20:g} MiB" if memory is not None else ""
        return Verification(Proof.MEMORY, f"Singular ran out of memory{limit}", checks)
    if finished.ended == "flooded":
        return Verification(Proof.FAILED, "stopped because it printed too much", checks)
    if said is not None:
        return Verification(Proof.FAILED, printable(said[1]), checks)
    if finished.signal is not None:
        return Verification(Proof.FAILED, f"Singular was killed by {signal_name(finished.signal)}", checks)
    if len(verdicts) != 1:
        what = "no verdict" if not verdicts else f"{len(verdicts)} verdicts"
        return Verification(Proof.FAILED, printable(f"{what} in the output{last_words(finished.output)}"), checks)
    if verdicts == [HOLDS]:
        return Verification(Proof.HOLDS, "", checks)
    reason = printable(verdicts[0].removeprefix(f"{REFUTED}: "), _LONGEST_REASON)
    return Verification(Proof.REFUTED, reason, checks, witness=witness)
