"""The parts of each kind of value that a notebook shows.

    value ──a function of `_FORMS`──▶ Fragment: a title and parts (Text, Table, Code, Pictures) ──▶ HTML

A plain `str` in a part is escaped by the template; `Markup` is HTML already.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from itertools import islice
from typing import Any, NamedTuple

from markupsafe import Markup

from casbridge.algebra.answers import Answer, PointComponents, Task
from casbridge.algebra.fields import Field, Ring
from casbridge.algebra.polynomials import Polynomial, short_number
from casbridge.algebra.systems import Equation, PolynomialSystem
from casbridge.backends.listing import BackendInfo, BackendList
from casbridge.backends.protocol import AnyResult, Job, Status
from casbridge.brief import brief, told_fields
from casbridge.charset import Chain, PointChain, Series, TriangularSet
from casbridge.counting.burnside import EssentiallyDifferent
from casbridge.counting.completions import Counted
from casbridge.counting.derivation import Derivation
from casbridge.counting.group_check import GroupScript
from casbridge.crosscheck.sizes import Measure
from casbridge.crosscheck.solved import Solutions
from casbridge.crosscheck.verdicts import AnyVerdict, CheckedResult, Judged, Verdict, VerdictKind, Witness
from casbridge.crosscheck.verification import Proof, Verification
from casbridge.drawings import drawing
from casbridge.encodings.encoding import EncodedPuzzle
from casbridge.errors import printable, without_middle
from casbridge.limits import Limits
from casbridge.logic.steps import State, Step
from casbridge.making.generating import Made
from casbridge.notebook.formulas import equation_formula, formula, formulas, linear_formula
from casbridge.notebook.highlighting import highlighted
from casbridge.processes.locate import Availability
from casbridge.puzzles.puzzle import Puzzle, Solution
from casbridge.scripts.rendering import fill
from casbridge.scripts.values import Method, Script, Target

#: Of more rows the rest is folded.
FIRST = 20
#: More rows than these are only counted.
MOST_ROWS = 500
# Characters of a text, a script, and a transcript.
_LONGEST, _LONGEST_SCRIPT, _LONGEST_TRANSCRIPT = 400, 100_000, 10_000
_MOST_GRIDS = 4
# A chain or a component with more polynomials is shortened.
_MOST_POLYNOMIALS = 30
# A tuple in a field with more members is shortened as `brief` does it.
_MOST_MEMBERS = 20

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_Row = Sequence[str]


class Text(NamedTuple):
    """A paragraph."""

    text: str
    kind: str = "text"


class Table(NamedTuple):
    """Rows of cells, the first of them the row's name. Rows after `first` are folded.

    members: what the rows are, in the plural. left_out: how many more there are. label: of a table that may scroll.
    """

    rows: Sequence[_Row]
    head: _Row = ()
    members: str = "rows"
    left_out: int = 0
    label: str = ""
    first: int = FIRST
    kind: str = "table"


class Code(NamedTuple):
    """A folded text in a fixed-width font. label: what it is."""

    label: str
    text: str
    kind: str = "code"


class Pictures(NamedTuple):
    """Drawings beside each other."""

    pictures: Sequence[Markup]
    kind: str = "pictures"


Part = Text | Table | Code | Pictures


class Fragment(NamedTuple):
    """What is shown of a value. badge: a word, and "good", "bad" or "open". about: what stands small beside the title.

    >>> Fragment("A value").html().count('<p class="cb-title">A value')
    1
    """

    title: str
    parts: Sequence[Part] = ()
    about: str = ""
    badge: tuple[str, str] | None = None

    def html(self) -> str:
        """The fragment, with its style."""
        context = self._asdict()
        context["title"] = printable(self.title, _LONGEST)
        context["about"] = printable(self.about, _LONGEST)
        return fill("html/value.html.j2", {**context, "style": Markup(fill("html/value.css.j2", {}))})


def html_of(value: Any) -> str:
    """What a notebook shows of a value.

    >>> from casbridge.algebra.formats import read_system
    >>> shown = html_of(read_system("x^2 - y = 3"))
    >>> "<i>y</i>" in shown, "<script" in shown
    (True, False)
    """
    for kind in type(value).__mro__:
        if kind in _FORMS:
            return _FORMS[kind](value).html()
    if is_dataclass(value) or isinstance(value, tuple):
        return _fields(value).html()
    if isinstance(system := getattr(value, "system", None), PolynomialSystem):
        return _system(system).html()
    raise LookupError(f"no form of {type(value).__name__}")


# -- small parts ------------------------------------------------------------------------------------------------------


def _line(text: object, most: int = _LONGEST) -> str:
    return printable(str(text), most)


def _facts(**facts: Any) -> Table:
    """A table of names and values; what is None or empty is left out. An underscore in a name is a blank."""
    rows = []
    for name, value in facts.items():
        if value is not None and value != "" and value != ():
            rows.append((name.replace("_", " "), value if isinstance(value, Markup) else _line(value)))
    return Table(rows, members="facts")


def _many(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _table(rows: Iterable[_Row], number: int, head: _Row, members: str) -> Table:
    """A table of at most `MOST_ROWS` rows, with the number of those left out."""
    shown = list(islice(rows, MOST_ROWS))
    return Table(shown, head, members, number - len(shown), label=members)


def _polynomials(component: Sequence[Polynomial]) -> Markup:
    if len(component) <= _MOST_POLYNOMIALS:
        return Markup(formulas(component))
    first = formulas(component[:_MOST_POLYNOMIALS])
    return Markup(f"{first[:-1]}, … ({len(component)} in all)]")


def _bytes(number: int | None) -> str | None:
    return None if number is None else f"{number / 2**20:.0f} MiB"


def _seconds(number: float | None) -> str | None:
    return None if number is None else f"{number:.3f} s"


def _fields(value: Any) -> Fragment:
    """The fields of a dataclass without a form of its own, but for those that have their defaults; of a record all."""
    told = [*told_fields(value)] if is_dataclass(value) else [*zip(value._fields, value, strict=True)]
    rows = [(name.replace("_", " "), _shown(one)) for name, one in told]
    grids = [_grid(one) for _, one in told if isinstance(one, (Puzzle, Solution))]
    parts: list[Part] = [Table(rows, members="facts") if rows else Text("all fields have their defaults"), *grids[:1]]
    return Fragment(_title(value), parts)


def _title(value: Any) -> str:
    """The name of a class in words: SetPseudoDivision is "Set pseudo division"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(value).__name__).capitalize()


def _shown(value: Any) -> str:
    """A field of a value in a cell of a table."""
    if isinstance(value, Polynomial):
        return Markup(formula(value))
    if isinstance(value, tuple) and value and all(isinstance(one, Polynomial) for one in value):
        return _polynomials(value)
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, tuple) and type(value) is tuple and 0 < len(value) <= _MOST_MEMBERS:
        return _line(", ".join(map(_member, value)))
    return _line(str(value) if isinstance(value, str) else brief(value))


def _member(value: Any) -> str:
    if isinstance(value, tuple) and type(value) is tuple and len(value) <= _MOST_MEMBERS:
        return f"({', '.join(str(one) if isinstance(one, str) else brief(one, 120) for one in value)})"
    return str(value) if isinstance(value, str) else brief(value, 120)


# -- algebra ----------------------------------------------------------------------------------------------------------


def _field(field: Field) -> Fragment:
    return Fragment(field.name, about="the rationals" if not field.characteristic else "a prime field")


def _ring(ring: Ring) -> Fragment:
    names = ", ".join(ring.unknowns[:FIRST]) + (f", … ({ring.size} in all)" if len(ring.unknowns) > FIRST else "")
    facts = _facts(field=ring.field_name, variables=names, parameters=", ".join(ring.parameters[:FIRST]))
    return Fragment("Ring", [facts], "variables lowest first")


def _polynomial(polynomial: Polynomial) -> Fragment:
    about = f"{_many(len(polynomial.terms), 'term')}, {polynomial.ring!r}"
    return Fragment("Polynomial", [Text(Markup(formula(polynomial)), "formula")], about)


def _equation(equation: Equation) -> Fragment:
    local = equation.pattern.ring
    shown = Markup(formula(equation.pattern) + " = 0")
    facts = _facts(origin=equation.origin, role=equation.role, variables=brief(equation.variables, 120))
    return Fragment("Equation", [Text(shown, "formula"), facts], f"a pattern over {local!r}")


def _system_table(system: PolynomialSystem) -> Table:
    rows = (
        (str(number), Markup(equation_formula(equation, system.ring) + " = 0"), _line(equation.origin, 200))
        for number, equation in enumerate(system.equations, 1)
    )
    return _table(rows, len(system), ("no.", "equation", "origin"), "equations")


def _system(system: PolynomialSystem) -> Fragment:
    ring = system.ring
    sized = f"{_many(len(system), 'equation')} in {_many(len(ring.unknowns), 'variable')} over {ring.field_name}"
    parts: list[Part] = [_system_table(system)]
    if system.facts:
        parts.append(Table([(_line(name, 60), _line(text, 200)) for name, text in system.facts], members="facts"))
    return Fragment(system.name or "Polynomial system", parts, sized)


def _chain_in_html(chain: Chain | PointChain) -> Markup:
    if isinstance(chain, Chain):
        return _polynomials(chain.polynomials)
    names = [chain.ring.variables[v] for v in chain.variables[:_MOST_POLYNOMIALS]]
    shown = [linear_formula(name, a, chain.ring) for name, a in zip(names, chain.point, strict=False)]
    more = f", … ({len(chain.point)} in all)" if len(chain.point) > len(shown) else ""
    return Markup(", ".join(shown) + more)


def _chain(chain: Chain | PointChain) -> Fragment:
    if isinstance(chain, PointChain):
        return Fragment("Chain", [Text(_chain_in_html(chain), "formula")], "a point")
    free = len(chain.ring.unknowns) - len(chain.polynomials)
    about = f"{_many(len(chain.polynomials), 'polynomial')}, {_many(max(free, 0), 'free variable')}"
    return Fragment("Chain", [Text(_chain_in_html(chain), "formula")], about)


def _triangular(chain: TriangularSet) -> Fragment:
    about = f"{_many(len(chain), 'polynomial')}, dimension {chain.dimension}"
    return Fragment("Triangular set", [Text(_polynomials(chain.polynomials), "formula")], about)


def _series(series: Series) -> Fragment:
    if not series:
        return Fragment("Characteristic series", [Text("No chains: the system has no zeros.")])
    rows = ((str(number), _chain_in_html(chain)) for number, chain in enumerate(series, 1))
    table = _table(rows, len(series), ("no.", "chain"), "chains")
    return Fragment("Characteristic series", [table], _many(len(series), "chain"))


def _components(answer: Answer) -> Table:
    if isinstance(answer.components, PointComponents):
        places = tuple(range(answer.ring.size))
        points = (PointChain(answer.ring, places, point) for point in answer.components.points)
        shown: Iterable[Markup] = map(_chain_in_html, points)
    else:
        shown = map(_polynomials, answer.components)
    rows = ((str(number), one) for number, one in enumerate(shown, 1))
    return _table(rows, len(answer.components), ("no.", "component"), "components")


def _answer(answer: Answer) -> Fragment:
    about = f"over {printable(repr(answer.ring), 160)}"
    return Fragment(f"Answer: {answer.task}", _answer_parts(answer), about)


def _answer_parts(answer: Answer) -> list[Part]:
    if answer.task is Task.DIMENSION:
        return [_facts(dimension=answer.dimension, degree=answer.degree)]
    if others := answer.branches or answer.parametrisations or answer.boxes:
        rows = ((str(number), _line(brief(one))) for number, one in enumerate(others, 1))
        return [_table(rows, len(others), ("no.", "answer"), "answers")]
    if not answer.components:
        return [Text("No zeros." if answer.components_known else "The answer states no polynomials.")]
    return [_components(answer)]


# -- backends and scripts ---------------------------------------------------------------------------------------------


def _code(label: str, text: str, target: str = "") -> Code:
    lines = text.count("\n") + (not text.endswith("\n"))
    shown = _CONTROL.sub(lambda sign: repr(sign.group())[1:-1], without_middle(text, _LONGEST_SCRIPT))
    return Code(f"{label}, {_many(lines, 'line')}", Markup(highlighted(shown, target)))


def _script(script: Script) -> Fragment:
    about = f"{script.method.summary}; job {script.job}"
    code = _code("the script", script.text, script.target.name.partition("@")[0])
    return Fragment(f"Script for {script.name}", [code], about)


_GOOD = {Status.COMPLETE: "good", Status.PARTIAL: "open"}


def _result(result: AnyResult[Any]) -> Fragment:
    parts: list[Part] = [
        _facts(
            reason=result.reason,
            version=result.version,
            time=_seconds(result.wall_seconds),
            CPU_time=_seconds(result.cpu_seconds),
            peak_memory=_bytes(result.peak_memory),
            warnings="; ".join(result.warnings),
        )
    ]
    if isinstance(result.answer, Answer):
        parts.append(Text(f"{result.answer.task}:"))
        parts += _answer_parts(result.answer)
    elif result.answer is not None:
        parts.append(Text(brief(result.answer)))
    if result.script is not None:
        parts.append(_code("the script", result.script.text, result.script.target.name.partition("@")[0]))
    if result.transcript:
        parts.append(_code("the transcript", without_middle(result.transcript, _LONGEST_TRANSCRIPT)))
    badge = (str(result.status), _GOOD.get(result.status, "bad"))
    return Fragment(f"Result of {result.name}", parts, badge=badge)


def _job(job: Job) -> Fragment:
    seed = job.seed or None
    facts = _facts(method=job.method, system=repr(job.system), limits=repr(job.limits), seed=seed)
    return Fragment("Job", [facts])


def _method(method: Method) -> Fragment:
    return Fragment(method.name, [_facts(task=method.task, over=method.does, order=method.order)], method.summary)


def _methods(methods: Sequence[Method], default: str) -> Table:
    rows = [
        (one.name + " (default)" * (one.name == default), _line(one.task), _line(one.summary), _line(one.does))
        for one in methods
    ]
    return Table(rows, ("method", "task", "summary", "over"), "methods", label="methods")


def _target(target: Target) -> Fragment:
    return Fragment(f"Target {target.title or target.name}", [_methods(target.methods, target.default_method)])


def _availability(found: Availability) -> Fragment:
    facts = _facts(version=found.version, path=found.path, reason=found.reason, what_to_do=found.hint)
    return Fragment("Program", [facts], badge=_here(found))


def _here(found: Availability) -> tuple[str, str]:
    return ("here", "good") if found.available else ("missing", "open")


def _backend(backend: BackendInfo) -> Fragment:
    facts = _facts(version=backend.version, path=backend.path, reason=backend.reason, what_to_do=backend.hint)
    methods = [_methods(backend.methods, backend.default_method)] if backend.methods else []
    return Fragment(f"Backend {backend.name}", [facts, *methods], badge=_here(backend.availability))


def _backends(backends: BackendList) -> Fragment:
    rows = []
    for one in backends:
        state = one.version or "here" if one.available else "missing"
        names = ", ".join(method.name for method in one.methods)
        rows.append((one.name, _line(state, 60), _line(names, 300), _line(one.path or one.hint, 200)))
    head = ("backend", "version", "methods", "where, or what to do")
    return Fragment("Backends", [Table(rows, head, "backends", label="backends")])


def _limits(limits: Limits) -> Fragment:
    seconds = None if limits.seconds is None else f"{limits.seconds:g} s"
    facts = _facts(time=seconds, memory=_bytes(limits.memory), answers=limits.limit)
    return Fragment("Limits", [facts if facts.rows else Text("no limits")])


# -- comparisons ------------------------------------------------------------------------------------------------------

_KINDS = {VerdictKind.AGREE: "good", VerdictKind.CONSISTENT: "good", VerdictKind.DISAGREE: "bad"}


def _witness_table(witness: Witness, names: Sequence[str]) -> list[Part]:
    rows: list[_Row] = [
        ("fault", _line(witness.fault)),
        ("whose answer", _line(witness.backend)),
        ("why", _line(witness.text)),
    ]
    if witness.polynomial is not None:
        rows.append(("polynomial", Markup(formula(witness.polynomial))))
    if witness.value:
        rows.append(("its value there", _line(witness.value, 120)))
    if witness.chain is not None:
        rows.append(("part of the zeros", _polynomials(witness.chain)))
    if witness.factors is not None:
        rows.append(("factors", _polynomials(witness.factors)))
    if witness.power is not None:
        rows.append(("power", str(witness.power)))
    if witness.extension is not None:
        rows.append(("where a is a root of", _line(witness.extension.minimal, 200)))
    if witness.grid:
        rows.append(("as a grid", _line(witness.grid, 200)))
    parts: list[Part] = [Table(rows, members="facts")]
    point: Sequence[Any] | None = witness.point if witness.extension is None else witness.extension.coordinates
    if point is None and witness.approximation:
        point = witness.approximation
    if point is not None:
        named = names if len(names) == len(point) else [f"coordinate {n}" for n in range(1, len(point) + 1)]
        values = (
            (_line(name, 60), _line(value if isinstance(value, str) else short_number(value), 120))
            for name, value in zip(named, point, strict=True)
        )
        parts.append(_table(values, len(point), ("variable", "value at the point"), "coordinates"))
    return parts


def _witness(witness: Witness) -> Fragment:
    polynomials = (witness.polynomial, *(witness.chain or ()), *(witness.factors or ()))
    ring = next((one.ring for one in polynomials if one is not None), None)
    names = () if ring is None else ring.variables
    return Fragment("Witness", _witness_table(witness, names), badge=(str(witness.fault), "bad"))


def _verdict(verdict: AnyVerdict) -> Fragment:
    parts: list[Part] = [Text(_line(verdict.reason, 2_000))]
    if isinstance(verdict, Verdict):
        parts += [_checked_table(verdict)]
        if verdict.witness is not None:
            parts += [Text("The witness, which anyone can check by substitution:")]
            parts += _witness_table(verdict.witness, verdict.variables)
        if verdict.rests_on:
            parts.append(_facts(rests_on="; ".join(verdict.rests_on)))
    badge = (str(verdict.kind), _KINDS.get(verdict.kind, "open"))
    return Fragment("Verdict", parts, badge=badge)


def _checked_table(verdict: Verdict) -> Table:
    names = verdict.names or [one.result.name for one in verdict.checked]
    rows = [
        (
            _line(name, 80),
            _line(one.result.version, 40),
            _line(one.result.status),
            "" if one.judgement is None else str(one.judgement.word),
            "" if one.count is None else str(one.count),
            f"{one.result.wall_seconds:.3f} s",
            _line(one.result.reason or _kinds_in_words(one) or one.note, 200),
        )
        for name, one in zip(names, verdict.checked, strict=True)
    ]
    head = ("backend", "version", "status", "judgement", "zeros or components", "time", "remarks")
    return Table(rows, head, "backends", label="backends")


def _kinds_in_words(one: CheckedResult) -> str:
    kinds = Counter(str(fault.fault) for fault in one.faults)
    return "; ".join(kind if number == 1 else f"{number} × {kind}" for kind, number in kinds.items())


def _checked(one: CheckedResult) -> Fragment:
    size = None if one.size is None else one.size.text
    facts = _facts(
        status=one.result.status,
        count=one.count,
        size=size,
        redundant=one.redundant or None,
        note=one.note,
        judgement=None if one.judgement is None else one.judgement.why,
    )
    parts: list[Part] = [facts]
    for fault in one.faults[:3]:
        parts += _witness_table(fault, ())
    word = None if one.judgement is None else one.judgement.word
    badge = ("not judged" if one.answered else "no answer", "open")
    if word is not None:
        badge = (str(word), {Judged.RIGHT: "good", Judged.WRONG: "bad"}.get(word, "open"))
    return Fragment(f"Checked result of {one.result.name}", parts, badge=badge)


def _verification(found: Verification) -> Fragment:
    good = {Proof.HOLDS: "good", Proof.REFUTED: "bad"}.get(found.proof, "open")
    facts = _facts(reason=found.reason, about=found.about, system=found.system, version=found.version)
    checks = [(str(n), _line(check)) for n, check in enumerate(found.checks[:MOST_ROWS], 1)]
    table = [Table(checks, ("no.", "check"), "checks", len(found.checks) - len(checks))] if checks else []
    witness = [Table([(_line(a, 60), _line(b)) for a, b in found.witness.items()])] if found.witness else []
    return Fragment("Verification", [facts, *table, *witness], badge=(str(found.proof), good))


def _measure(size: Measure) -> Fragment:
    facts = _facts(
        components=size.components,
        dimension=size.dimension,
        different_zeros=size.degree,
        with_multiplicity=size.multiplicity,
        in_the_field=size.rational,
        real=size.real,
        not_measured=size.reason,
    )
    return Fragment("Measure", [facts])


# -- steps of deduction ------------------------------------------------------------------------------------------------


def _step(step: Step) -> Fragment:
    """A step in numbers. It has no layout, so its cells have no rows and columns."""
    placement = step.placement and f"cell {step.placement.cell} is {step.placement.digit}"
    removed: dict[int, list[int]] = {}
    for removal in step.removals:
        removed.setdefault(removal.cell, []).append(removal.digit)
    removals = "; ".join(f"cell {cell}: {', '.join(map(str, digits))}" for cell, digits in removed.items())
    facts = _facts(
        value=placement,
        removed=removals,
        cells=_numbers(step.cells),
        digits=_numbers(step.digits),
        units=_numbers(step.units),
        differ=brief(step.differ) if step.differ else None,
        occurs=brief(step.occurs) if step.occurs else None,
        relations=_numbers(step.relations),
        links=len(step.links) or None,
        steps_within=len(step.nested) or None,
    )
    note = (
        "Cells count from 0, row by row, and units as in layout.units. "
        "casbridge.logic.describe(layout, step) says the step in words."
    )
    return Fragment(f"Step: {step.name}", [facts, Text(note)], f"Theorem {step.theorem.number}")


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _state(state: State) -> Fragment:
    known = sum(1 for value in state.values if value)
    about = f"after {_many(state.taken, 'step')}: {known} of {len(state.values)} values"
    return Fragment("State", [Pictures([Markup(drawing(state, "svg"))])], about)


# -- puzzles ----------------------------------------------------------------------------------------------------------


def _grid(value: Any) -> Pictures:
    return Pictures([Markup(drawing(value, "html"))])


def _encoded(encoded: EncodedPuzzle) -> Fragment:
    system = encoded.system
    sized = f"{_many(len(system), 'equation')} in {_many(len(system.ring.unknowns), 'variable')}"
    facts = _facts(encoding=encoded.encoding, field=system.ring.field_name, values=brief(encoded.values, 160))
    return Fragment("Encoded puzzle", [_grid(encoded.puzzle), facts], sized)


def _solutions(found: Solutions) -> Fragment:
    parts: list[Part] = []
    if found:
        parts.append(Pictures([Markup(drawing(one, "html")) for one in found[:_MOST_GRIDS]]))
    else:
        parts.append(_grid(found.puzzle))
    if len(found) > _MOST_GRIDS:
        rows = ((str(number), _line(one.line, 200)) for number, one in enumerate(found, 1))
        parts.append(_table(rows, len(found), ("no.", "solution"), "solutions")._replace(first=_MOST_GRIDS))
    if found.not_solutions:
        why = found.not_solutions[0][1]
        parts.append(Text(f"The encoding allows zeros that are no solutions, such as: {_line(why, 200)}"))
    badge = ("all", "good") if found.complete else (str(found.status), "open")
    about = f"{found.backend} {found.version}, {found.seconds:.3f} s"
    return Fragment(f"Solutions: {found.text}", parts, about, badge)


def _made(made: Made) -> Fragment:
    needed = {True: "yes", False: "no", None: "not known"}[made.minimal]
    facts = _facts(clues=made.puzzle.clues, difficulty=made.level, every_clue_is_needed=needed, seed=made.seed)
    solution = Code("the solution, in one line", made.solution.line)
    return Fragment(f"Puzzle {made.number}", [_grid(made.puzzle), facts, solution])


def _counted(counted: Counted) -> Fragment:
    size = None if counted.size is None else counted.size.text
    facts = _facts(reason=counted.reason, counted_by=counted.backend, how=counted.method, size=size)
    good = "good" if counted.status is Status.COMPLETE else "open"
    return Fragment(_line(counted), [facts], _seconds(counted.seconds) or "", (str(counted.status), good))


def _derivation(found: Derivation) -> Fragment:
    rows = [(step.name, _line(step.value), _line(step.explanation)) for step in found.steps]
    return Fragment(f"{found.total} grids", [_table(rows, len(rows), ("number", "value", "what"), "steps")])


def _essentially_different(found: EssentiallyDifferent) -> Fragment:
    rows = ((_line(one.conjugacy_class.name), str(one.conjugacy_class.size), _line(one.fixed)) for one in found.classes)
    facts = _facts(shape=found.shape, symmetries=found.order)
    classes = _table(rows, len(found.classes), ("class", "size", "grids that are fixed"), "classes")
    return Fragment(f"{found.number} essentially different grids", [facts, classes])


def _group_script(script: GroupScript) -> Fragment:
    facts = _facts(shape=script.shape, representatives=script.representatives)
    return Fragment("Script about a group of symmetries", [facts, _code("the script", script.text)])


_Form = Callable[[Any], Fragment]
_FORMS: dict[type, _Form] = {
    Answer: _answer,
    AnyResult: _result,
    AnyVerdict: _verdict,
    Availability: _availability,
    BackendInfo: _backend,
    BackendList: _backends,
    Chain: _chain,
    CheckedResult: _checked,
    Counted: _counted,
    Derivation: _derivation,
    EncodedPuzzle: _encoded,
    Equation: _equation,
    EssentiallyDifferent: _essentially_different,
    Field: _field,
    GroupScript: _group_script,
    Job: _job,
    Limits: _limits,
    Made: _made,
    Measure: _measure,
    Method: _method,
    PointChain: _chain,
    Polynomial: _polynomial,
    PolynomialSystem: _system,
    Ring: _ring,
    Script: _script,
    Series: _series,
    Solutions: _solutions,
    State: _state,
    Step: _step,
    Target: _target,
    TriangularSet: _triangular,
    Verification: _verification,
    Witness: _witness,
}
