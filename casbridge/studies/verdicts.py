"""Verdicts of a study: the stored answers about one case in one repeat are read again, and judged together.

    VerdictWork ──answer_from_text──▶ Results ──judge_mixture──▶ JointVerdict ──bounded──▶ VerdictOutcome

The answers are compared as `crosscheck` compares them. Those of methods for several tasks, and those in several orders
of the variables, are compared as `casbridge.crosscheck.mixtures` says. The functions are of module level, and works and
outcomes can be pickled.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from casbridge.algebra.answer_text import answer_from_text
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends.protocol import Result, Status
from casbridge.charset.definitions.orders import reordered
from casbridge.crosscheck.judging import COMPARISON_SECONDS
from casbridge.crosscheck.mixtures import JointVerdict, judge_mixture
from casbridge.encodings.encoding import EncodedPuzzle
from casbridge.errors import InputError, limit_of, printable, reason_of
from casbridge.limits import Deadline, Limits, Stopwatch, default_memory
from casbridge.processes.apart import limited_memory
from casbridge.puzzles.puzzle import format_line
from casbridge.studies.texts import packed, unpacked
from casbridge.studies.values import Case, Outcome, VerdictOutcome, VerdictWork
from casbridge.studies.work import one_after_other, subject_of

#: The version of the judge. It changes when the same answers may get another verdict; then a study judges them anew.
JUDGE = "4"
#: The most characters of a verdict's document, before it is compressed.
LARGEST = 1 << 18
#: The kind of a verdict where casbridge itself failed.
FAILED = "failed"

_MOST_KNOWN = 256
_LONGEST = 4000
# The most characters of a text and the most elements of a list in a document, tried until it is small enough.
_BOUNDS = ((_LONGEST, 2000), (400, 200), (120, 40), (60, 8))


def judge_chunk(works: Sequence[VerdictWork]) -> list[VerdictOutcome]:
    """The verdict over each case and repeat, one after the other, each within its limits.

    After `CHUNK_SECONDS` no further comparison of the chunk is begun: then there are fewer outcomes than works. At
    least one is made. Nothing is raised: a fault of casbridge itself is a verdict of the kind "failed". Where this
    process has seen the same answers about the case in another repeat, word for word, the verdict is taken from there,
    and its reason says so.

    >>> from casbridge.algebra.answer_text import answer_to_text
    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.backends import registry
    >>> from casbridge.studies.values import Input
    >>> results = [registry.run(read_system("x^2 - 1"), name) for name in ("reference", "reference:general")]
    >>> kept = [(result.name, packed(answer_to_text(result.answer))) for result in results]
    >>> answers = tuple((name, "given", Outcome(1, name, "complete", used=name, answer=text)) for name, text in kept)
    >>> (verdict,) = judge_chunk([VerdictWork(1, 1, Case(Input("two points", "system", "x^2 - 1")), answers)])
    >>> verdict.kind, verdict.reason.partition(";")[0]
    ('agree', 'reference:split, reference:general have the same 2 zeros')
    """
    return one_after_other(_judged, works)


def key_of_answers(answers: Sequence[tuple[str, str, Outcome]], generic: bool = False) -> str:
    """A hash of what a verdict is about: for each answer its backend, its order, the result's key and text; the judge.

    answers, generic: as in `VerdictWork`. The order of the answers does not matter.

    >>> first, second = ("a", "given", Outcome(1, "ab", "complete")), ("b", "given", Outcome(2, "cd", "complete"))
    >>> key_of_answers([first, second]) == key_of_answers([second, first]) != key_of_answers([first])
    True
    """
    texts = [
        [backend, order, outcome.key, outcome.status, sha256(outcome.answer or b"").hexdigest()]
        for backend, order, outcome in answers
    ]
    return sha256(json.dumps([JUDGE, sorted(texts), *(["generic"] if generic else [])]).encode()).hexdigest()


def results_of(
    answers: Sequence[tuple[str, str, Outcome]], system: PolynomialSystem
) -> list[tuple[Result, PolynomialSystem]]:
    """The results that answers of a study are, each with the system that was asked; see `judge_mixture`.

    answers: as in `VerdictWork`. Of another order than "given" the answer itself names its order.

    Raises InputError for an answer that cannot be read.

    >>> from casbridge.algebra.formats import read_system
    >>> results_of([("mycas", "given", Outcome(1, "", "complete"))], read_system("x - 1"))
    Traceback (most recent call last):
    casbridge.errors.InputError: the result of mycas is complete, without an answer; expected one that casbridge kept
    """
    named = Counter(_name(backend, order, outcome) for backend, order, outcome in answers)
    found = []
    for backend, order, outcome in answers:
        name = _name(backend, order, outcome)
        cas, _, method = name.partition(":")
        if named[name] > 1:
            method = f"{method} ({backend})"
        result = _result(cas, method, backend, outcome)
        about = system
        if order != "given" and result.answer is not None:
            names = result.answer.ring.variables
            if names != system.ring.variables and sorted(names) == sorted(system.ring.variables):
                about = reordered(system, names)
        found.append((result, about))
    return found


def _name(backend: str, order: str, outcome: Outcome) -> str:
    """What to call a result: backend:method that was really used, and an order that was not given."""
    name = outcome.used or backend
    return name if order == "given" else f"{name} ({order} order)"


def _result(cas: str, method: str, backend: str, outcome: Outcome) -> Result:
    try:
        answer = None if outcome.answer is None else answer_from_text(unpacked(outcome.answer))
        return Result(
            cas,
            method,
            Status(outcome.status),
            answer,
            outcome.reason,
            version=outcome.version,
            wall_seconds=outcome.wall_seconds,
            cpu_seconds=outcome.cpu_seconds,
            peak_memory=outcome.peak_memory,
            warnings=outcome.warnings,
        )
    except InputError as error:
        raise InputError(f"the answer of {printable(backend, 80)} cannot be read: {error}") from None
    except ValueError:
        has = "with" if outcome.answer is not None else "without"
        found = f"the result of {printable(backend, 80)} is {printable(outcome.status, 80)}, {has} an answer"
        raise InputError(found, expected="one that casbridge kept") from None


#: The verdicts that this process gave last, by `_sameness`.
_known: dict[str, VerdictOutcome] = {}


def _judged(work: VerdictWork) -> VerdictOutcome:
    """The verdict over one case in one repeat."""
    watch = Stopwatch()
    outcome = VerdictOutcome(work.number, work.repeat, "", FAILED, "", limits=work.limits)
    try:
        outcome = replace(outcome, key=key_of_answers(work.answers, work.generic))
        with limited_memory(work.limits.memory or default_memory()):
            same = _sameness(work)
            if same in _known:
                return _taken(_known[same], outcome, watch)
            outcome = _said(work, outcome)
            while len(_known) >= _MOST_KNOWN:
                del _known[next(iter(_known))]
            _known[same] = outcome
    except Exception as error:
        stopped = frozenset([limit_of(error)]) - {""}
        kind = "undecided" if stopped else FAILED
        outcome = replace(outcome, kind=kind, reason=reason_of(error, _LONGEST), stopped=stopped)
    return replace(outcome, seconds=watch.seconds)


def _sameness(work: VerdictWork) -> str:
    """A hash of the case, the limits and the answers as they are written: equal for repeats with the same answers."""
    texts = [
        [backend, order, outcome.used, outcome.status, outcome.reason, sha256(outcome.answer or b"").hexdigest()]
        for backend, order, outcome in work.answers
    ]
    # Spelled out: a store keeps the hash, which must not change with a repr.
    named = ("seconds", "memory", "limit", "by_default")
    limits = ", ".join(f"{name}={getattr(work.limits, name)!r}" for name in named)
    about = [work.number, repr(work.case), f"Limits({limits})", sorted(texts), work.generic]
    return sha256(json.dumps(about).encode("utf-8", "surrogatepass")).hexdigest()


def _taken(first: VerdictOutcome, outcome: VerdictOutcome, watch: Stopwatch) -> VerdictOutcome:
    """The verdict over a work whose answers are those of another repeat."""
    if first.repeat == outcome.repeat:
        return replace(first, key=outcome.key, seconds=watch.seconds)
    reason = f"{first.reason}; taken from repeat {first.repeat}, whose answers are the same word for word"
    kept = replace(
        outcome,
        kind=first.kind,
        reason=reason,
        witness=first.witness,
        stopped=first.stopped,
        seconds=watch.seconds,
    )
    if first.document is None:
        return kept
    document = {**json.loads(unpacked(first.document)), "reason": reason, "taken_from_repeat": first.repeat}
    return replace(kept, document=packed(json.dumps(document, ensure_ascii=False)))


def _said(work: VerdictWork, outcome: VerdictOutcome) -> VerdictOutcome:
    """The verdict, as an outcome. Raises what reading the case or the answers raises."""
    if not work.answers:
        reason = "no backend answered; two are needed"
        nothing: dict[str, Any] = {
            "verdict": "undecided",
            "reason": reason,
            "rests_on": [],
            "backends": [],
            "witness": None,
        }
        return replace(outcome, kind="undecided", reason=reason, document=packed(json.dumps(nothing)))
    deadline = Deadline.after(work.limits.seconds or COMPARISON_SECONDS)
    verdict, reason, document = judged_case(work.case, work.answers, deadline, work.limits, generic=work.generic)
    found = {**document, "reason": reason}
    text = bounded_json(found)
    witness = json.loads(text)["witness"]
    said = replace(outcome, kind=str(verdict.kind), reason=reason, witness=witness, document=packed(text))
    return replace(said, stopped=verdict.stopped)


def judged_case(
    case: Case, answers: Sequence[tuple[str, str, Outcome]], deadline: Deadline, limits: Limits, generic: bool = False
) -> tuple[JointVerdict, str, dict[str, Any]]:
    """The verdict over answers about a case, its reason in one line, and all of it for JSON.

    answers, generic: as in `VerdictWork`; at least one answer. deadline: for reading and comparing. limits: the one on
        memory.
    The rows of the JSON's `backends` are named as the study names them, with `variable_order`, the number of the `job`,
    and whether the answer is `proved`.
    A witness that is a solution of a puzzle has its `grid`.

    Raises InputError for a case or an answer that cannot be read, LimitError where the case is not read in time.

    >>> from casbridge.algebra.answer_text import answer_to_text
    >>> from casbridge.algebra.answers import Answer, Task
    >>> from casbridge.studies.values import Input
    >>> case = Case(Input("grid", "puzzle", "1..."), "colouring")
    >>> nothing = packed(answer_to_text(Answer(Task.PRIMES, system_of(subject_of(case, "given")).ring, ())))
    >>> answers = [(name, "given", Outcome(1, name, "complete", used=name, answer=nothing)) for name in ("a:b", "c:d")]
    >>> verdict, reason, document = judged_case(case, answers, Deadline.after(60), Limits())
    >>> print(reason, document["witness"]["grid"])
    wrong: a:b, c:d 1221
    """
    subject = subject_of(case, "given", deadline)
    system = system_of(subject)
    puzzle = subject if isinstance(subject, EncodedPuzzle) else None
    asked = results_of(answers, system)
    rules = puzzle.spurious if puzzle else None
    verdict = judge_mixture(asked, system, rules, deadline, limits.memory, generic=generic)
    reason = printable(verdict.reason, _LONGEST)
    document = verdict.as_dict()
    if puzzle is not None:
        reason += _of_the_encoding(verdict, puzzle)
        for row in document["backends"]:
            for fault in row["faults"]:
                fault["grid"] = _grid(fault["point"], puzzle)
        if document["witness"] is not None:
            document["witness"]["grid"] = _grid(document["witness"]["point"], puzzle)
    rows = document["backends"]
    document["backends"] = [
        {**row, "name": backend, "variable_order": order, "job": outcome.number, "proved": verdict.is_proved(place)}
        for place, (row, (backend, order, outcome)) in enumerate(zip(rows, answers, strict=True))
    ]
    return verdict, reason, document


def _of_the_encoding(verdict: JointVerdict, puzzle: EncodedPuzzle) -> str:
    """In words, that zeros are no solutions of the puzzle; "" where all are."""
    most = max((one.spurious for one in verdict.checked), key=len, default=())
    if not most:
        return ""
    return f"; {len(most)} zeros are no solutions of the puzzle ({most[0][1]}): the encoding {puzzle.encoding} has them"


def _grid(point: dict[str, str] | None, puzzle: EncodedPuzzle) -> str | None:
    """The solution that a point of a witness is, in one line; None where it is none."""
    ring = puzzle.system.ring
    if point is None:
        return None
    try:
        values = [ring.field.element(int(point[name])) for name in ring.variables]
    except (KeyError, ValueError):
        return None  # a zero with fractions, or in an extension of the field
    if puzzle.spurious(values) is not None:
        return None
    return format_line(puzzle.decode(values), puzzle.puzzle.layout.digits)


def bounded_json(document: dict[str, Any]) -> str:
    """A document as JSON of at most `LARGEST` characters. Long texts and lists are cut, and `shortened` says so.

    >>> bounded_json({"reason": "x" * 5000})[-23:]
    'x…", "shortened": true}'
    """
    for longest, most in _BOUNDS:
        kept, cut = _bounded(document, longest, most)
        text = json.dumps({**kept, "shortened": True} if cut else kept, ensure_ascii=False)
        if len(text) <= LARGEST:
            return text
    told = {name: _bounded(document.get(name), 60, 8)[0] for name in ("verdict", "reason")}
    return json.dumps({**told, "backends": [], "witness": None, "shortened": True}, ensure_ascii=False)


def _bounded(value: Any, longest: int, most: int) -> tuple[Any, bool]:
    """A JSON value with its texts and lists cut; whether anything was."""
    if isinstance(value, str):
        return (value, False) if len(value) <= longest else (f"{value[:longest]}…", True)
    if isinstance(value, dict):
        found = {key: _bounded(one, longest, most) for key, one in list(value.items())[:most]}
        cut = len(value) > most or any(was for _, was in found.values())
        return {key: one for key, (one, _) in found.items()}, cut
    if isinstance(value, list):
        each = [_bounded(one, longest, most) for one in value[:most]]
        return [one for one, _ in each], len(value) > most or any(was for _, was in each)
    return value, False
