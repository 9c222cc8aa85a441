"""casbridge crosscheck

Examples:
  casbridge crosscheck system.txt --timeout 60
  casbridge crosscheck .4.....1..3.2... --backends reference,singular:char_series,sympy
  casbridge crosscheck 2x2 --backends reference,singular --timeout 60
  casbridge crosscheck system.xml --backends singular:std,sympy:groebner --json
  casbridge crosscheck system.txt --backends singular:std,sympy --certify
  casbridge crosscheck system.txt --backends sympy:solve,sympy@1.11.1:solve --with sympy==1.11.1
  casbridge crosscheck system.txt --backends singular:minAssGTZ,reference --repeat 20
  casbridge crosscheck system.txt --backends 'reference,singular:*'
  casbridge crosscheck --count 3x3
  casbridge crosscheck systems/*.xml top95.txt --backends reference,singular --jsonl
Exit code:
  0  all that answered agree, and at least two did
  1  they disagree
  3  fewer than two answered, or the answers cannot be compared
  4  the same as 3, but only because of limits on time or memory
For several inputs the worst code counts: 1, then 2 (an input cannot be read), then 3, then 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from casbridge.algebra.answers import ONE_IDEAL, OWN_COMPARISON
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.cli import options
from casbridge.cli.output import (
    Documents,
    answer_each,
    answer_sources,
    backends_at_work,
    console,
    exit_code,
    input_document,
    print_document,
    print_rows,
    say,
    worst,
)
from casbridge.cli.versions import with_versions
from casbridge.crosscheck import CheckedResult, Verdict, VerdictKind, Witness, crosscheck
from casbridge.crosscheck.asking import check_once, names_of
from casbridge.crosscheck.judging import COMPARISON_SECONDS
from casbridge.crosscheck.measures import with_sizes
from casbridge.crosscheck.sizes import Measure
from casbridge.crosscheck.tasks.assessment import answer_text
from casbridge.crosscheck.verdicts import Repeated, Run
from casbridge.encodings import EncodedPuzzle
from casbridge.errors import LimitError, UnsupportedError, UsageError
from casbridge.limits import Deadline, Limits
from casbridge.puzzles import Puzzle, format_line

if TYPE_CHECKING:
    from casbridge.backends.fetching import Obtained
    from casbridge.backends.protocol import AnyResult
    from casbridge.counting.group_check import GroupVerdict
    from casbridge.crosscheck.special_values import SpecialValues

#: How a verdict looks on a terminal.
_MARKS = {"agree": "bold green", "consistent": "bold yellow", "disagree": "bold red", "undecided": "bold yellow"}
#: Columns that are aligned to the right.
_NUMBERS = ("order", "classes", "dim", "zeros", "mult", "rational", "real", "time")
#: Columns about the zeros of an answer: dimension, different zeros, zeros with multiplicity, in the field, real.
_ABOUT_ZEROS = ("dim", "zeros", "mult", "rational", "real")
# Stands for a number that is not known.
_UNKNOWN = "?"
#: So many inputs with a verdict are named in the last line.
_MOST_NAMED = 10
#: The width from which on a terminal has all of them.
_WIDE = 110
#: Parameters that go with --count.
_WITH_COUNT = ("shape", "backends", "packages", "programs", "seconds", "memory", "as_json", "as_jsonl")


@options.command(__doc__, source="[INPUT]", encoding=True, goal=True, limit=True, keep=True)
@click.argument("further", metavar="[INPUT]...", nargs=-1)
@with_versions
@click.option(
    "--count",
    "shape",
    metavar="SHAPE",
    help="Instead of INPUT: compare the symmetry group of grids with such boxes, e.g. 3x3.",
)
@click.option(
    "--backends",
    help="Names or name:method, separated by commas; '*' is each method that gives zeros.  [default: the reference and"
    " each installed backend that takes INPUT; with --count: reference,gap,sympy]",
)
@click.option(
    "--certify",
    is_flag=True,
    help="Take all the time of the comparison to prove that no zero is missing, not only about as long as the answers"
    " took. A limit on time does the same.",
)
@click.option(
    "--generic",
    is_flag=True,
    help="Compare the closures of branches, so that zeros at which a denominator is 0 may be lost. Each sentence of the"
    " verdict says so.",
)
@click.option(
    "--repeat",
    type=options.COUNT,
    default=1,
    help="Ask each backend so many times: with other random seeds, and with permuted equations and variables.",
)
@click.option("--conditions", is_flag=True, help="Say for which values of the parameters the answers agree.")
@click.option(
    "--measure",
    "measured",
    is_flag=True,
    help="Take up to a minute to measure the answers' zeros, and say in words how many there are.",
)
def command(
    asked: options.Asked,
    further: tuple[str, ...],
    shape: str | None,
    backends: str | None,
    certify: bool,
    generic: bool,
    repeat: int,
    conditions: bool,
    measured: bool,
    obtained: Sequence[Obtained],
) -> int:
    """Ask several backends about INPUT in parallel, substitute every zero, compare the answers exactly.

    Several INPUTs are done one after the other. An INPUT that cannot be read gets a line on standard error; the others
    are done. The last line counts the verdicts.

    Without --backends as many are asked as are installed and take INPUT; all share the processors. Name a few, or give
    --timeout, where that takes too long.

    With --count they are asked about the symmetries by which grids are counted: the order of their group, and its
    conjugacy classes. Classes of the same size are matched one by one.
    """
    if shape is not None:
        return _crosscheck_symmetries(shape, backends, asked)
    if not options.is_given("source"):
        if asked.factor is None:
            raise UsageError("neither INPUT nor --count", expected="a puzzle or a system, or --count 3x3, for example")
        asked = asked._replace(source=f"factor: {asked.factor}\n", factor=None)
    names = None if backends is None else registry.expanded(names_of(backends))
    summary = _Summary(asked)

    def check(job: options.OwnLimits, each: Puzzle | PolynomialSystem, documents: Documents) -> int:
        subject = asked.subject(each, job.deadline)
        if conditions and not system_of(subject).ring.parameters:
            raise UsageError("--conditions for a system without parameters", expected="a header 'parameters: a b'")
        # From here on each backend keeps the limits itself, and so does the comparison.
        job.finish()
        with backends_at_work() as show:
            how: dict[str, Any] = {"certify": certify, "generic": generic, "repeat": repeat}
            verdict = crosscheck(subject, names, asked.limits_to_judge, show, measured=not measured, **how)
            if measured:
                deadline = Deadline.after(asked.limits.seconds or COMPARISON_SECONDS)
                verdict = with_sizes(verdict, system_of(subject), deadline, asked.limits.memory)
        special = _special_values(verdict, system_of(subject), asked.limits) if conditions else None
        if asked.is_text:
            click.echo("\n" if documents.codes else "", nl=False)
            documents.print_source()
            _print_verdict(verdict, subject, in_words=measured)
            if special is not None:
                _print_special_values(special)
        else:
            documents.write(_document(each, system_of(subject), verdict, special))
        summary.add(verdict.kind, documents)
        codes = [exit_code(one.result.status, one.result.reason) for one in verdict.checked]
        limited = any(code and one.answered for code, one in zip(codes, verdict.checked, strict=True))
        return _exit_code(verdict.kind, limited=limited, stopped=bool(verdict.stopped) or worst(codes) == 4)

    if further:
        check_once(names or ())
        for name in names or ():
            registry.split_name(name)  # raises before any INPUT is read
        if [asked.source, *further].count("-") > 1:
            raise UsageError("- is named twice", expected="standard input once")
        return summary.after(answer_sources([asked.source, *further], asked, check))
    with asked.own_limits() as own:
        found = asked.all_inputs()
        asked.check_encoding(found)
    return summary.after(answer_each(own, found, asked, check, lambda _: {}))


class _Summary:
    """The last line about several inputs: how many verdicts of each kind, and which inputs are not `agree`."""

    def __init__(self, asked: options.Asked) -> None:
        self._is_text = asked.is_text
        self._inputs: dict[str, list[str]] = {kind: [] for kind in _MARKS}
        self._codes: Sequence[int] = ()  # of all inputs, at the end also of those without a verdict

    def add(self, kind: VerdictKind, documents: Documents) -> None:
        self._codes = documents.codes
        self._inputs[kind].append(documents.source or f"input {len(documents.codes) + 1}")

    def after(self, code: int) -> int:
        """Print the line where there are several inputs, and give the exit code as it is."""
        parts = []
        for kind, inputs in self._inputs.items():
            shown = ", ".join(inputs[:_MOST_NAMED]) + (", …" if len(inputs) > _MOST_NAMED else "")
            if inputs:
                parts.append(f"{len(inputs)} {kind}" + (f" ({shown})" if kind != VerdictKind.AGREE else ""))
        if undone := len(self._codes) - sum(map(len, self._inputs.values())):
            parts.append(f"{undone} not done")
        if self._is_text and len(self._codes) > 1:
            click.echo(f"\n{len(self._codes)} inputs: {', '.join(parts)}")
        return code


def _document(
    found: Puzzle | PolynomialSystem, system: PolynomialSystem, verdict: Verdict, special: SpecialValues | None
) -> dict[str, Any]:
    status = "undecided" if verdict.kind is VerdictKind.UNDECIDED else "complete"
    over = system.ring.as_dict()
    del over["variables"]  # of the witness: the verdict has them
    conditions = {} if special is None else special.as_dict()
    return {**input_document(found), "status": status, **over, **conditions, **verdict.as_dict()}


def _special_values(verdict: Verdict, system: PolynomialSystem, limits: Limits) -> SpecialValues | None:
    """Where the answers agree; None where they do not, or not in time."""
    if verdict.kind not in (VerdictKind.AGREE, VerdictKind.CONSISTENT):
        return None
    from casbridge.crosscheck.special_values import special_values

    complete = [one.result for one in verdict.checked if one.result.status is Status.COMPLETE]
    answers = {result.name: result.answer for result in complete if result.answer is not None}
    deadline = Deadline.after(limits.seconds or COMPARISON_SECONDS)
    try:
        return special_values(system, answers, deadline, limits.memory)
    except (LimitError, MemoryError, UnsupportedError) as error:
        say(f"casbridge: no conditions on the parameters: {error}")
        return None


def _print_special_values(special: SpecialValues) -> None:
    click.echo(special.text)
    for name, why in special.unknown.items():
        click.echo(f"  but not known of {name}: {why}")


def _exit_code(kind: VerdictKind, *, limited: bool, stopped: bool) -> int:
    """limited: a limit ended the answer of one that agrees. stopped: only limits stand in the way of a verdict."""
    known = {VerdictKind.DISAGREE: 1, VerdictKind.AGREE: 0, VerdictKind.CONSISTENT: 4 if limited else 0}
    return known.get(kind, 4 if stopped else 3)


def _crosscheck_symmetries(text: str, backends: str | None, asked: options.Asked) -> int:
    """Compare what backends say of the symmetries of a grid of a shape, print it, and give the exit code."""
    from casbridge.counting.group_check import SOURCES, crosscheck_group
    from casbridge.counting.symmetries import BoxShape

    for parameter in click.get_current_context().command.params:
        name = parameter.name or ""
        if name not in _WITH_COUNT and options.is_given(name):
            what = "INPUT" if name in ("source", "further") else parameter.opts[0]
            raise UsageError(f"--count with {what}", expected="one or the other")
    with backends_at_work() as show:
        names = SOURCES if backends is None else backends
        verdict = crosscheck_group(BoxShape.of(text), names, asked.limits, show)
    if asked.is_text:
        rows = []
        for result in verdict.results:
            facts = result.answer
            classes = str(len(facts.classes)) if facts and facts.classes is not None else ""
            rows.append(_row(result, str(facts.order) if facts else "", classes))
        remarks = [f"{result.name}: {result.reason}" for result in verdict.results if result.reason]
        _print_table(("order", "classes"), rows, remarks, verdict)
        if verdict.witness is not None and verdict.witness.symmetry is not None:
            images = " ".join(str(cell + 1) for cell in verdict.witness.symmetry)
            click.echo(f"witness: the symmetry that takes the cells, row by row, to {images}")
    else:
        print_document(verdict.as_dict())
    codes = [exit_code(result.status) for result in verdict.results]
    return _exit_code(verdict.kind, limited=4 in codes, stopped=worst(codes) == 4)


def _print_verdict(verdict: Verdict, subject: EncodedPuzzle | PolynomialSystem, *, in_words: bool) -> None:
    own = any(one.result.answer and one.result.answer.task in OWN_COMPARISON for one in verdict.checked)
    # Of a puzzle the zeros are the solutions. A narrow terminal, or one with the runs, has no room for more.
    about_zeros = not (own or verdict.repeated or isinstance(subject, EncodedPuzzle)) and console().width >= _WIDE
    facts = ["answer", "parts" if own else "zeros", *(["runs"] if verdict.repeated else [])]
    if about_zeros:
        ring = system_of(subject).ring
        over_numbers = not (ring.field.characteristic or ring.parameters)
        facts = ["answer", *(name for name in _ABOUT_ZEROS if name != "real" or over_numbers)]
    rows, unknown = [], []
    for place, one in enumerate(verdict.checked):
        answer = one.result.answer
        known = _zeros_texts(one)
        texts = [known[name] for name in facts[1:]] if about_zeros else [known["zeros"]]
        texts = [answer_text(answer, system_of(subject))] if answer and own else texts
        if _UNKNOWN in texts and one.size is not None and one.size.reason:
            unknown.append(f"{one.result.name}: not measured: {one.size.reason}")
        runs = (repeated.text for repeated in verdict.repeated[place : place + 1])
        judgement = "" if one.judgement is None else str(one.judgement.word)
        task = str(answer.task) if answer else ""
        task = f"{task}, generic" if task and verdict.generic else task
        rows.append(_row(one.result, task, *texts, *runs, judgement))
    remarks = [f"{one.result.name}: {remark}" for one in verdict.checked for remark in _remarks(one, subject)]
    if not in_words:
        remarks += unknown
    else:
        remarks += [f"{one.result.name}: {one.size.text}" for one in verdict.checked if one.size is not None]
    for one, repeated in zip(verdict.checked, verdict.repeated, strict=bool(verdict.repeated)):
        remarks += [f"{one.result.name}: {remark}" for remark in _remarks_on_runs(repeated)]
    if verdict.witness is not None:  # else the verdict's reason has what is open
        remarks += [text for one in verdict.checked for text in _judged_otherwise(one, verdict.witness)]
    _print_table([*facts, "judgement"], rows, remarks, verdict)
    if verdict.witness is not None:
        click.echo(f"witness: {verdict.witness.text}")
        for line in _witness_lines(verdict, verdict.witness, subject):
            click.echo(line)


def _judged_otherwise(one: CheckedResult, witness: Witness) -> Iterator[str]:
    """Beside a fault: the other faults of an answer, and why an answer is not judged."""
    for fault in one.faults:
        if fault != witness:
            yield f"{one.result.name}: wrong: {fault.text}"
    if one.judgement is not None and one.judgement.open and not one.faults:
        yield f"{one.result.name}: not judged: {'; '.join(one.judgement.open)}"


def _zeros_texts(one: CheckedResult) -> dict[str, str]:
    """The columns about the zeros of an answer.

    "∞" for infinitely many; "-" for what is not counted then, and for a multiplicity that the answer does not state;
    "?" where a number is not known.
    """
    size = one.size or Measure(0)
    if one.result.answer is None:
        return dict.fromkeys(_ABOUT_ZEROS, "")
    known = {
        "dim": size.dimension,
        "zeros": size.degree if one.zeros is None else len(one.zeros),
        "mult": size.multiplicity,
        "rational": size.rational,
        "real": size.real,
    }
    texts = {name: _UNKNOWN if value is None else str(value) for name, value in known.items()}
    if size.is_infinite:
        texts |= {"zeros": "∞", "mult": "∞", "rational": "-", "real": "-"}
    if size.multiplicity is None and one.result.answer.task not in ONE_IDEAL:
        texts["mult"] = "-"
    return texts


def _row(result: AnyResult[Any], *facts: str) -> Sequence[str]:
    return (result.name, result.version, str(result.status), *facts, f"{result.wall_seconds:.3f} s")


def _remarks(one: CheckedResult, subject: EncodedPuzzle | PolynomialSystem) -> Iterator[str]:
    if one.result.reason:
        yield one.result.reason
    for warning in one.result.warnings:
        yield f"it warned: {warning}"
    if one.redundant:
        yield f"{one.redundant} redundant: the answer repeats what it says"
    if one.spurious and isinstance(subject, EncodedPuzzle):
        found = f"{len(one.spurious)} of its zeros are no solutions of the puzzle ({one.spurious[0][1]})"
        yield f"{found}; the encoding {subject.encoding} allows them"
    if one.note and one.answered:
        yield one.note


def _remarks_on_runs(repeated: Repeated) -> Iterator[str]:
    """The first run with each further answer and each further status, so that it can be repeated."""
    first = repeated.runs[0]
    if repeated.answers > 1:
        for number in range(1, repeated.answers + 1):
            runs = repeated.with_answer(number)
            wrong = ", which is wrong" if number in repeated.wrong else ""
            yield f"answer {number} of {repeated.answers}{wrong}: {_several(runs)}"
    for status in dict.fromkeys(run.result.status for run in repeated.runs if run.result.status != first.result.status):
        runs = [run for run in repeated.runs if run.result.status == status]
        why = f": {runs[0].result.reason}" if runs[0].result.reason else ""
        yield f"{status} in {_several(runs)}{why}"


def _several(runs: Sequence[Run]) -> str:
    return f"{len(runs)} run{'s' * (len(runs) != 1)}, first {runs[0].how}"


def _witness_lines(verdict: Verdict, witness: Witness, subject: EncodedPuzzle | PolynomialSystem) -> Iterator[str]:
    def written(coordinates: Sequence[object]) -> str:
        return ", ".join(f"{name} = {value}" for name, value in zip(verdict.variables, coordinates, strict=True))

    if witness.point is not None:
        yield f"  at {written(witness.point)}"
        if isinstance(subject, EncodedPuzzle) and subject.spurious(witness.point) is None:
            line = format_line(subject.decode(witness.point), subject.puzzle.layout.digits)
            yield f"  which is the solution {line}"
    if witness.extension is not None:
        yield f"  at {written(witness.extension.coordinates)}, where {witness.extension.minimal} = 0"
    if witness.approximation:
        yield f"  near {written(witness.approximation)}"
    if witness.chain is not None:
        yield f"  on [{', '.join(map(str, witness.chain))}]"
    if witness.polynomial is not None:
        yield f"  {witness.polynomial}" + (f" = {witness.value}" if witness.value else "")
    if witness.factors is not None:
        yield f"  factors: {', '.join(map(str, witness.factors))}"


def _print_table(
    facts: Sequence[str], rows: Iterable[Sequence[str]], remarks: Iterable[str], verdict: Verdict | GroupVerdict
) -> None:
    """A table of the results; below it remarks, and the verdict in its colour."""
    from rich.text import Text

    print_rows(("backend", "version", "status", *facts, "time"), rows, right=_NUMBERS)
    for remark in remarks:
        console().print(Text(remark))
    console().print(Text(f"{verdict.kind}: {verdict.reason}", style=_MARKS[verdict.kind]))
