"""casbridge charseries

Examples:
  casbridge charseries system.txt
  casbridge charseries .4.....1..3.2... --json
  casbridge charseries 2x2 --jsonl --limit 100
  casbridge charseries system.xml --backend singular:char_series --timeout 60
  casbridge charseries system.txt --order z,y,x --tree --svg tree.svg
  casbridge charseries system.txt --certificate proof.sing
  casbridge charseries parameters.txt --conditions
  casbridge charseries katsura-4 --explain-strategy
  casbridge charseries system.xml --workers 2
  casbridge charseries noon-3 --digits 20
  casbridge charseries katsura-4 --measure
  casbridge charseries system.xml --count
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from casbridge import files
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.backends import registry
from casbridge.backends.protocol import Status
from casbridge.charset import Chain, PointChain
from casbridge.charset.definitions.orders import AUTO, reordered
from casbridge.cli import options
from casbridge.cli.output import Documents, answer_each, exit_code, input_document, print_document, say, to_json, worst
from casbridge.crosscheck.sizes import MOST_DIGITS, Measure
from casbridge.crosscheck.solving import ChainStream
from casbridge.errors import InputError, LimitError, UnsupportedError, UsageError, WriteError, printable
from casbridge.limits import Deadline

if TYPE_CHECKING:
    from casbridge.crosscheck.decimals import DecimalZero
    from casbridge.puzzles import Puzzle

# Chains that are measured, and seconds for it with --measure. In JSON it takes as long as the answer at most.
_MOST_MEASURED = 10_000
_MOST_SECONDS = 60.0


@options.command(__doc__, source="INPUT", encoding=True, limit=True, keep=True)
@options.BACKEND
@click.option("--order", help="The variables, lowest first: x,y,z, or auto.  [default: as given]")
@click.option("--tree", is_flag=True, help="Show how the zeros were decomposed, as a tree.")
@click.option("--explain-strategy", "explained", is_flag=True, help="Say what each strategy of the reference did.")
@click.option("--workers", type=options.COUNT, default=1, help="Processes that share the reference's strategies.")
@click.option("--conditions", is_flag=True, help="Say for which values of the parameters the answer is right.")
@click.option("--svg", type=options.FILE, help="Write a picture of that tree to a file.")
@click.option(
    "--certificate", type=options.FILE, help="Write a Singular script that proves the answer; see casbridge verify."
)
@click.option(
    "--digits",
    type=click.IntRange(1, MOST_DIGITS),
    help="Also list the zeros over the complex numbers, with so many certified digits after the point.",
)
@click.option(
    "--count", "counted", is_flag=True, help="List no chains: say how many there are, and of which dimension."
)
@click.option("--measure", "measured", is_flag=True, help="Take up to a minute to say how many zeros there are.")
def command(
    asked: options.Asked,
    backend: str,
    order: str | None,
    tree: bool,
    explained: bool,
    workers: int,
    conditions: bool,
    svg: str | None,
    certificate: str | None,
    digits: int | None,
    counted: bool,
    measured: bool,
) -> int:
    """Compute the irreducible characteristic series of a system (or of a puzzle's system) in Wu's sense.

    One chain a line, main variables ascending. No chains: the system has no zeros; a chain []: everything is a zero.
    reference:closure is quicker and means less: only the closures of the chains' zeros cover the system's zeros.
    """
    name = _series_method(backend)
    traced = tree or svg is not None
    _check_method(name, traced=traced, conditions=conditions, explained=explained, shared=workers > 1)
    tell = "conditions" if conditions else "tree" if traced else "strategies" if explained else ""
    with asked.own_limits() as own:
        found = asked.all_inputs()
        asked.check_encoding(found)
    if digits is not None and asked.limits.limit is not None:
        raise UsageError("--digits with --limit", expected="all zeros, or some chains")
    if digits is not None and not all(isinstance(each, (PolynomialSystem, InputError)) for each in found):
        raise UsageError("--digits for a puzzle", expected="a system over QQ")
    for option, value in (("--certificate", certificate), ("--svg", svg)):
        if len(found) > 1 and value is not None:
            raise UsageError(f"{option} for {len(found)} puzzles", expected="one puzzle or system")

    def compute(job: options.OwnLimits, each: Puzzle | PolynomialSystem, documents: Documents) -> int:
        system = _in_order(system_of(asked.subject(each, job.deadline)), order, job.deadline)
        if conditions and not system.ring.parameters:
            raise UsageError("--conditions for a system without parameters", expected="a header 'parameters: a b'")
        ring = system.ring
        if digits is not None and (ring.field.characteristic or ring.parameters):
            raise UsageError(f"--digits over {ring.field_name}", expected="a system over QQ")
        keep = certificate is not None or digits is not None
        run = ChainStream(system, name, asked.limits, keep=keep, workers=workers, tell=tell)
        shown = _Decimals(digits, run, job)
        documents.print_source()
        _print(run, job, documents, asked, tree, counted, shown, _Size(run, job, measured))
        assert run.status is not None
        codes = [exit_code(run.status, run.reason), shown.code]
        if run.tree is not None and svg is not None:
            codes.append(_write("picture", run.tree.svg, svg))
        if certificate is not None and run.status is Status.COMPLETE:
            from casbridge.crosscheck.certificates import certificate as proof_of

            # In Wu's sense for the reference, of closures for others.
            proof = partial(proof_of, system, run.kept, wu=run.method.wu)
            codes.append(_write("certificate", proof, certificate, "; casbridge verify runs it"))
        elif certificate is not None:
            say(f"casbridge: no certificate: the answer is {run.status}, not complete")
        return worst(codes)

    return answer_each(own, found, asked, compute, lambda _: {})


def _check_method(name: str, *, traced: bool, conditions: bool, explained: bool, shared: bool) -> None:
    """Refuse options that a method does not have, and those that do not go together."""
    with_strategies = name.startswith("reference:") and name != "reference:split"
    if traced and not with_strategies:
        raise UsageError(f"a tree of {name}", expected="--backend reference")
    if conditions and (traced or name not in ("reference:series", "reference:general")):
        expected = "one or the other" if traced else "--backend reference"
        raise UsageError(f"--conditions with {'--tree or --svg' if traced else name}", expected=expected)
    for option, is_given in (("--explain-strategy", explained), ("--workers", shared)):
        if is_given and (traced or conditions):
            raise UsageError(f"{option} with --tree, --svg or --conditions", expected="one or the other")
    if explained and not with_strategies:
        raise UsageError(f"--explain-strategy of {name}", expected="--backend reference")
    if shared and not name.startswith("reference:"):
        raise UsageError(f"--workers of {name}", expected="--backend reference")


def _in_order(system: PolynomialSystem, order: str | None, deadline: Deadline) -> PolynomialSystem:
    """The system with its variables in the order that --order names."""
    if order is None:
        return system
    names = order.replace(",", " ").split()
    by_itself = names == [AUTO] and AUTO not in system.ring.index
    return reordered(system, AUTO if by_itself else names, deadline)


class _Size:
    """The size of the series: its dimension, and the number of its zeros.

    asked: whether to print it in words, and to take up to `_MOST_SECONDS`. JSON always has it.
    """

    def __init__(self, run: ChainStream, job: options.OwnLimits, asked: bool) -> None:
        self._run, self._job, self._asked = run, job, asked
        self._chains: list[Chain | PointChain] = []

    def watch(self, chains: Iterator[Chain | PointChain], *, text: bool) -> Iterator[Chain | PointChain]:
        """The same chains. The first ones are kept here, if they will be measured."""
        most = _MOST_MEASURED if self._asked or not text else 0
        for chain in chains:
            if len(self._chains) < most:
                self._chains.append(chain)
            yield chain

    def _measure(self) -> Measure:
        run = self._run
        if run.status is not Status.COMPLETE:
            return Measure(run.count, reason=f"the answer is {run.status}, not complete")
        if run.count > len(self._chains):
            return Measure(run.count, reason=f"more than {_MOST_MEASURED} chains are not measured")
        from casbridge.crosscheck.measures import as_long_as, measure

        whole = self._job.deadline.share(1.0, _MOST_SECONDS)
        soon = whole if self._asked else as_long_as(run.seconds, whole)
        size = measure(self._chains, run.system, soon, run.limits.memory)
        late = size.reason and soon.passed and not whole.passed
        return replace(size, reason=f"{size.reason}; --measure takes longer") if late else size

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return self._measure().fields()

    def print(self) -> None:
        """A line, if that was asked for."""
        if self._asked:
            click.echo(self._measure().text)


class _Decimals:
    """The zeros of the chains in decimals, where digits are asked for, when the chains are exhausted."""

    def __init__(self, digits: int | None, run: ChainStream, job: options.OwnLimits) -> None:
        self._digits, self._run, self._job = digits, run, job
        self.code = 0

    def zeros(self) -> tuple[DecimalZero, ...] | None:
        """The zeros; None where no digits are asked for, or with a line that says why there are no decimals."""
        if self._digits is None:
            return None
        from casbridge.crosscheck.decimals import decimals

        run, system = self._run, self._run.system
        try:
            if run.status is not Status.COMPLETE:
                raise UnsupportedError(f"the answer is {run.status}, not complete")
            components = [tuple(chain.polynomials) for chain in run.kept]
            answer = Answer(Task.SERIES, system.ring, components)
            return decimals(answer, system, self._digits, self._job.deadline, run.limits.memory)
        except (UnsupportedError, LimitError, MemoryError) as error:
            self.code = exit_code(Status.of(error))
            say(f"casbridge: no decimals: {str(error) or 'out of memory'}")
            return None

    def document(self) -> dict[str, Any]:
        """For JSON."""
        if self._digits is None:
            return {}
        names = self._run.system.ring.variables
        found = self.zeros()
        zeros = [
            {"real": zero.is_real, "point": dict(zip(names, zero.coordinates, strict=True))} for zero in found or ()
        ]
        return {"decimals": None if found is None else {"digits": self._digits, "zeros": zeros}}

    def print(self) -> None:
        """A line a zero."""
        found = self.zeros()
        if found is None:
            return
        real = sum(zero.is_real for zero in found)
        digits = f"{self._digits} digit{'s' * (self._digits != 1)} after the point"
        click.echo(f"\n{len(found)} zero{'s' * (len(found) != 1)}, {real} real, rounded to {digits}:")
        for zero in found:
            named = zip(self._run.system.ring.variables, zero.coordinates, strict=True)
            click.echo("  " + ", ".join(f"{name} = {value}" for name, value in named))


def _write(what: str, make: Callable[[], str], path: str, then: str = "") -> int:
    """Write a file, and give the exit code. The answer was printed already, so that nothing is raised."""
    try:
        files.write(path, make())
    except (UnsupportedError, WriteError) as error:
        say(f"casbridge: no {what}: {error}")
        return error.exit_code
    say(f"casbridge: wrote {printable(path)}{then}")
    return 0


def _series_method(name: str) -> str:
    """The name and a method that gives chains: for a bare backend's name its first such method."""
    backend, method = registry.split_name(name)
    tasks = {m.name: m.task for m in backend.methods}
    if ":" not in name:
        method = next((known for known, task in tasks.items() if task is Task.SERIES), method)
    full = f"{backend.name}:{method}"
    if tasks.get(method) is not Task.SERIES:
        raise UsageError(f"{full} gives {tasks.get(method)}", expected="reference or singular:char_series")
    return full


def chain_document(chain: Chain | PointChain) -> dict[str, Any]:
    """A chain in JSON's types.

    >>> from casbridge.algebra import Field, Ring
    >>> chain_document(PointChain(Ring.of("x y", Field(11)), (0, 1), (4, 10)))["main_variables"]
    ['x', 'y']
    """
    return {"polynomials": chain.texts(), "main_variables": list(chain.main_variables), "degrees": list(chain.degrees)}


def _chain_texts(chains: Iterable[Chain | PointChain]) -> Iterator[str]:
    variables: tuple[int, ...] | None = None
    rest = ""
    for chain in chains:
        if not isinstance(chain, PointChain) or not chain.variables:
            yield to_json(chain_document(chain))
            continue
        # Point chains differ in their polynomials only; names and numbers need no escaping.
        if chain.variables is not variables:
            variables = chain.variables
            rest = to_json({**chain_document(chain), "polynomials": []}).partition("[], ")[2]
        joined = '", "'.join(chain.texts())
        yield f'{{"polynomials": ["{joined}"], {rest}'


def _print(
    run: ChainStream,
    job: options.OwnLimits,
    documents: Documents,
    asked: options.Asked,
    tree: bool,
    counted: bool,
    shown: _Decimals,
    size: _Size,
) -> None:
    chains = size.watch(job.each(run), text=asked.is_text)
    if counted:
        of_dimension = Counter(run.system.ring.size - len(chain.main_variables) for chain in chains)
    if asked.is_text:
        _print_text(run, _count_text(of_dimension) if counted else map(repr, chains), tree)
        size.print()
        shown.print()
        return
    ring = run.system.ring
    head = {**input_document(run.system), **ring.as_dict()}

    def tail() -> dict[str, Any]:
        return {**_tail(run), **size.document(), **shown.document()}

    if counted:
        rows = [{"dimension": dimension, "chains": of_dimension[dimension]} for dimension in sorted(of_dimension)]
        documents.write({**head, "dimensions": rows, **tail()})
    elif asked.as_jsonl and not documents.several:
        sys.stdout.writelines(text + "\n" for text in _chain_texts(chains))
        print_document({**head, **tail()})
    else:
        documents.write(head, "chains", _chain_texts(chains), tail)


def _tail(run: ChainStream) -> dict[str, Any]:
    """The fields that are known after the last chain."""
    tree: dict[str, Any] = {} if run.tree is None else {"tree": run.tree.as_dict()}
    strategies = {"strategies": [row._asdict() for row in run.strategies]} if run.strategies else {}
    found = run.conditions
    conditions = {} if found is None else {"conditions": [[str(f) for f in condition] for condition in found]}
    known = {"count": run.count, "status": str(run.status), "reason": run.reason or None, "backend": run.name}
    return {**known, "seconds": round(run.seconds, 6), **tree, **strategies, **conditions}


def _count_text(of_dimension: Counter[int]) -> list[str]:
    """A line that says how many chains there are; none where there are none.

    >>> _count_text(Counter({0: 1, 2: 3}))
    ['4 chains: 3 of dimension 2, 1 of dimension 0']
    """
    total = of_dimension.total()
    if not total:
        return []
    head = f"{total:,} chain{'s' * (total != 1)}"
    if len(of_dimension) == 1:
        return [f"{head} of dimension {min(of_dimension)}"]
    each = (f"{of_dimension[one]:,} of dimension {one}" for one in sorted(of_dimension, reverse=True))
    return [f"{head}: {', '.join(each)}"]


def _print_text(run: ChainStream, lines: Iterable[str], tree: bool) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    if tree and run.tree is not None:
        sys.stdout.write(f"\n{run.tree.text()}\n")
    if run.strategies:
        _print_strategies(run)
    if run.status is Status.COMPLETE and not run.count:
        click.echo("no chains: the system has no zeros")
    if run.conditions is not None:
        from casbridge.charset.generic import conditions_text

        text = conditions_text(run.conditions)
        click.echo(f"holds where {text}" if text else "holds for all values of the parameters")
    sys.stdout.flush()
    if run.reason:
        say(f"casbridge: {run.name}: {run.status}: {run.reason}")
    elif run.status is Status.PARTIAL:
        say(f"casbridge: {run.name}: stopped after {run.count} chain{'s' * (run.count != 1)}, as asked")


def _print_strategies(run: ChainStream) -> None:
    """A line a strategy."""
    rows = [("strategy", "joined at", "work", "chains", "outcome")]
    for row in run.strategies:
        if row.joined is None:
            rows.append((row.strategy, "-", "-", "-", f"{row.outcome}; it joins at {row.joins:,}"))
        else:
            rows.append((row.strategy, f"{row.joined:,}", f"{row.work:,}", str(row.chains), row.outcome))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    click.echo("\nwork is in about microseconds")
    for first, *middle, last in rows:
        numbers = "  ".join(cell.rjust(width) for cell, width in zip(middle, widths[1:], strict=False))
        click.echo(f"{first.ljust(widths[0])}  {numbers}  {last}")
