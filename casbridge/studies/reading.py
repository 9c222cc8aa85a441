"""Reading a study file: TOML in, a `Plan` out. Everything is checked before anything runs.

A mistake is an InputError with file, line, column and key, what was expected, and what is close.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any, cast

from casbridge import files
from casbridge.algebra.fields import Field
from casbridge.algebra.members import chosen
from casbridge.backends import registry
from casbridge.chance import LARGEST_SEED
from casbridge.encodings.auditing import parse_digits
from casbridge.encodings.names import Encoding
from casbridge.errors import BackendError, CasbridgeError, InputError, UsageError, printable
from casbridge.limits import Deadline, Limits, bytes_of, seconds_of
from casbridge.logic.theorems.catalogue import LEVELS
from casbridge.processes.apart import call
from casbridge.puzzles.families import FAMILIES, PUZZLE_FAMILIES, known_family
from casbridge.puzzles.parsing import parse_box
from casbridge.puzzles.reading import decoded
from casbridge.puzzles.toml import toml_table
from casbridge.puzzles.toml_tables import TomlTable, did_you_mean, shown
from casbridge.studies.filters import ALL_JOBS, OWN_FIELD, Filter, filter_of
from casbridge.studies.globbing import Budget
from casbridge.studies.inputs import check_filter, sources_of
from casbridge.studies.plan import MOST_JOBS, MOST_REPEATS, InputSpec, Plan
from casbridge.studies.stating import AS_IT_IS, stated_by
from casbridge.studies.values import VARIABLE_ORDERS

_LARGEST_PLAN = 4 << 20
_LONGEST_HERE = 1 << 16
_PARSING_SECONDS = 20.0
_MOST_SEEDS = 10_000
_MOST_COLOURS = 1000
_LARGEST_MEMORY = 1 << 50
_LARGEST_SECONDS = 1e9
_LARGEST_LIMIT = 10**12
_MOST_CLOSE = 5000
_MOST_MEMBERS = 100_000
_MOST_TABLES = 10_000
_MOST_FILTERS = 1000
_MOST_WAYS = 100_000

_TABLES = ("study", "inputs", "matrix", "limits", "run")
_KINDS = ("files", "puzzles", "family")
_ENCODING_KEYS = ("encoding", "values", "domains", "audit", "simplify")
_FILE_KEYS = ("name", "first", *_ENCODING_KEYS, "colours", "box", "layout")
_MATRIX_KEYS = ("backends", "field", "variable_order", "exclude")
_RUN_KEYS = ("repeat", "seed", "crosscheck", "generic")
_ON_THE_COMMAND_LINE = {
    "workers": "give --workers to casbridge run",
    "dask": "give --dask to casbridge run",
    "sample": "give --sample to casbridge run",
    "timeout": "write seconds in [limits]",
}


def read_plan(path: str | os.PathLike[str]) -> Plan:
    """The plan in a study file.

    Raises InputError, with line, column and key, for each mistake: unknown keys and tables, values of another kind,
    backends, fields, encodings and families that do not exist, patterns and filters that match nothing, what is listed
    twice, and more jobs than `MOST_JOBS`.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "small.toml")
    ...     text = '[[inputs]]\\nfamily = "cyclic"\\nn = [4, 5]\\n[matrix]\\nbackends = ["reference", "sympy"]\\n'
    ...     _ = file.write_text(text)
    ...     plan = read_plan(file)
    >>> plan.name, plan.backends, [spec.n for spec in plan.specs]
    ('small', ('reference', 'sympy'), [(4, 5)])
    """
    source = printable(os.fspath(path), 200)
    if "\0" in os.fspath(path) or not os.fspath(path):
        raise InputError(f"no such file: {source!r}", expected="a study file, such as study.toml")
    content = files.read(path, source, most=_LARGEST_PLAN)
    return plan_of_text(decoded(content, source, "a study"), Path(path))


def plan_of_text(text: str, path: Path) -> Plan:
    """The plan that the text of a study file states.

    path: of the file, which need not exist; relative paths in the text begin in its folder. Errors as in `read_plan`.

    >>> text = '[[inputs]]\\nfamily = "cyclic"\\nn = 4\\n[matrix]\\nbackends = "reference"\\n'
    >>> plan_of_text(text, Path("small.toml")).backends
    ('reference',)
    """
    source = printable(os.fspath(path), 200)
    values = _parsed(text, source)
    return _Reader(TomlTable(values, text, source), text, path).plan()


def name_in(path: str | os.PathLike[str]) -> str | None:
    """The name of the study that a study file states; None where the file does not say it in TOML.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "small.toml")
    ...     _ = file.write_text("[matrix]")
    ...     before = name_in(file)
    ...     _ = file.write_text('[study]\\nname = "two methods"')
    ...     before, name_in(file)
    ('small', 'two methods')
    """
    source = printable(os.fspath(path), 200)
    try:
        text = decoded(files.read(path, source, most=_LARGEST_PLAN), source, "a study")
        return _name(TomlTable(_parsed(text, source), text, source).table("study"), Path(path))
    except CasbridgeError:
        return None


def _name(study: TomlTable, path: Path) -> str:
    return study.text("name", printable(path.stem, 200) or "study")


def _parsed(text: str, source: str) -> dict[str, Any]:
    if len(text) <= _LONGEST_HERE:
        return toml_table(text, source, "a study")
    deadline = Deadline.after(_PARSING_SECONDS)  # tomllib knows no deadline
    try:
        return cast(dict[str, Any], call(toml_table, text, source, "a study", deadline=deadline))
    except MemoryError:
        raise InputError("a study that fills the memory", source=source, expected="a smaller one") from None


class _Reader:
    def __init__(self, top: TomlTable, text: str, path: Path) -> None:
        self._top, self._text, self._path = top, text, path

    def plan(self) -> Plan:
        top = self._top
        top.check_keys(_TABLES)
        tables = {key: top.table(key) for key in _TABLES if key != "inputs"}
        tables["study"].check_keys(("name",))
        name = _name(tables["study"], self._path)
        specs = tuple(map(self._spec, self._at_most(top.tables("inputs"), "inputs", _MOST_TABLES)))
        if not specs:
            top.fail(
                "inputs", found="no inputs", expected="at least one table [[inputs]] with files, puzzles or family"
            )
        matrix, run = tables["matrix"], tables["run"]
        matrix.check_keys(_MATRIX_KEYS, _ON_THE_COMMAND_LINE)
        run.check_keys(_RUN_KEYS, _ON_THE_COMMAND_LINE)
        plan = Plan(
            name=name,
            specs=specs,
            backends=self._backends(matrix),
            fields=self._fields(matrix),
            variable_orders=self._variable_orders(matrix),
            exclude=tuple(map(self._filter, self._at_most(_one_or_more(matrix, "exclude"), "exclude", _MOST_FILTERS))),
            limits=self._limits(tables["limits"]),
            repeat=run.number("repeat", 1, MOST_REPEATS, 1),
            seed=run.number("seed", 0, LARGEST_SEED, 0),
            crosscheck=run.boolean("crosscheck", True),
            generic=run.boolean("generic", False),
            comparison=self._seconds(tables["limits"], "comparison"),
            patterns=tuple(filter(registry.is_pattern, matrix.texts("backends"))),
            text=self._text,
            path=self._path,
            folder=Path(os.path.abspath(self._path)).parent,
        )
        self._check_members(plan)
        names = self._names(plan)
        self._check_number(plan, names)
        self._check_exclude(plan, names)
        return plan

    def _at_most(self, tables: Iterator[TomlTable], key: str, most: int) -> Iterator[TomlTable]:
        for number, table in enumerate(tables, 1):
            if number > most:
                table.fail(found=f"more than {most} tables of {key}", expected=f"at most {most}")
            yield table

    # -- inputs

    def _spec(self, table: TomlTable) -> InputSpec:
        kinds = [key for key in table.values if key in _KINDS]
        if len(kinds) != 1:
            found = f"{kinds[1]} beside {kinds[0]}" if kinds else "inputs without files, puzzles or family"
            near = did_you_mean(next(iter(table.values), ""), _KINDS) if not kinds else None
            table.fail(*kinds[1:2], found=found, expected="one of files, puzzles, family", hint=near)
        return self._family(table) if kinds == ["family"] else self._files(table, kinds[0])

    def _files(self, table: TomlTable, kind: str) -> InputSpec:
        keys = (kind, *_FILE_KEYS, *(["lines", "ideal"] if kind == "files" else []))
        table.check_keys(keys, {"n": "a size is for a family", "seed": "a seed is for a family"})
        layout = table.text("layout", "") or None
        if layout not in (None, "sudoku", "latin"):
            expected, hint = "sudoku or latin", "jigsaws and graphs say it in their files"
            table.fail("layout", found=f"layout = {shown(layout)}", expected=expected, hint=hint)
        return InputSpec(
            kind,
            patterns=table.texts(kind),
            encodings=self._encodings(table),
            name=self._prefix(table),
            first=table.number("first", 1, _LARGEST_LIMIT) if "first" in table else None,
            colours=table.number("colours", 1, _MOST_COLOURS) if "colours" in table else None,
            box=self._box(table),
            layout=layout,
            lines=table.boolean("lines", False),
            ideal=table.text("ideal", ""),
        )

    def _family(self, table: TomlTable) -> InputSpec:
        try:
            family = known_family(table.text("family"))
        except UsageError as error:
            raise table.placed(error, "family") from None
        name = family.name
        parameters = [*family.parameters]
        keys = ("family", "n", "name", *(["seed"] if family.seeded else []), *parameters)
        no_seed = {"seed": f"{name} has no random choices"}
        table.check_keys((*keys, *_ENCODING_KEYS), no_seed)
        if "n" not in table:
            table.fail("family", found=f"the family {name} without n", expected=f"n = [{family.least}, …]")
        spec = InputSpec(
            "family",
            family=name,
            n=self._numbers(table, "n"),
            seeds=self._numbers(table, "seed") if "seed" in table else (0,),
            parameters=tuple((key, table.values[key]) for key in parameters if key in table),
            encodings=self._encodings(table),
            name=self._prefix(table),
        )
        for key, value in spec.parameters:
            if type(value) not in (int, float, str):
                table.fail(key, found=f"{key} = {shown(value)}", expected=family.parameters[key].expected)
        for number, n in enumerate(spec.n):
            for other, seed in enumerate(spec.seeds[:1] if number else spec.seeds):
                self._check_member(table, spec, (n, number), (seed, other))
        for key in _ENCODING_KEYS:
            if key in table and name not in PUZZLE_FAMILIES:
                table.fail(key, found=f"{key} for the family {name}", expected="none: its members are systems")
        return spec

    def _check_member(self, table: TomlTable, spec: InputSpec, n: tuple[int, int], seed: tuple[int, int]) -> None:
        try:
            chosen(FAMILIES, spec.family, n[0], seed[0], dict(spec.parameters))
        except UsageError as error:
            wrong = [key for key, _ in spec.parameters if error.found.startswith(f"{key} =")]
            path = (wrong[0],) if wrong else ("seed", seed[1]) if error.found.startswith("the seed") else ("n", n[1])
            raise table.placed(error, *path) from None

    def _numbers(self, table: TomlTable, key: str) -> tuple[int, ...]:
        """A whole number, or a list of different ones."""
        value = table.values[key]
        numbers = value if isinstance(value, list) else [value]
        if not numbers or len(numbers) > _MOST_SEEDS:
            table.fail(key, found=f"{key} with {len(numbers)} numbers", expected=f"1 to {_MOST_SEEDS} of them")
        for place, one in enumerate(numbers):
            if type(one) is not int:
                path = (key, place) if isinstance(value, list) else (key,)
                example = f"a whole number or a list of them, such as {key} = [4, 5, 6]"
                table.fail(*path, found=f"{key} = {shown(one)}", expected=example)
        table.check_once(key, numbers)
        return tuple(numbers)

    def _encodings(self, table: TomlTable) -> tuple[str, ...]:
        """The encodings, each as it is and after the deductions that `simplify` names."""
        names = table.texts("encoding", (str(Encoding.COLOURING),))
        for number, name in enumerate(names):
            try:
                Encoding.from_name(name)
            except UsageError as error:
                raise table.placed(error, "encoding", number, hint=did_you_mean(name, [*map(str, Encoding)])) from None
        levels = table.texts("simplify", (AS_IT_IS,))
        for number, level in enumerate(levels):
            if level not in (known := (AS_IT_IS, *LEVELS)):
                expected, hint = f"one of {', '.join(known)}", did_you_mean(level, known)
                table.fail("simplify", number, found=f"simplify = {shown(level)}", expected=expected, hint=hint)
        values, domains, audit = self._values(table, names), self._domains(table, names), table.boolean("audit", True)
        return tuple(
            stated_by(name, level, some, domains=has, audit=audit)
            for name, some, has, level in product(names, values, domains, levels)
        )

    def _values(self, table: TomlTable, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """The values of the digits: () for the encoding's own."""
        found: list[tuple[int, ...]] = []
        for number, text in enumerate(table.texts("values", ("",))):
            try:
                found.append(parse_digits(text) if text else ())
            except InputError as error:
                raise table.placed(error, "values", number) from None
        if "values" in table and Encoding.INDICATORS in names:
            table.fail("values", found="values for the encoding indicators", expected="another encoding")
        table.check_once("values", found)
        return tuple(found)

    def _domains(self, table: TomlTable, names: tuple[str, ...]) -> tuple[bool, ...]:
        """Whether sum-product and symmetric have domain polynomials."""
        value = table.values.get("domains", True)
        given = value if isinstance(value, list) else [value]
        for number, one in enumerate(given):
            if type(one) is not bool:
                path = ("domains", number) if isinstance(value, list) else ("domains",)
                table.fail(*path, found=f"domains = {shown(one)}", expected="true, false or [true, false]")
        if not given:
            table.fail("domains", found="domains = []", expected="at least one")
        table.check_once("domains", given)
        wrong = [name for name in names if name not in (Encoding.SUM_PRODUCT, Encoding.SYMMETRIC)]
        if not all(given) and wrong:
            found = f"domains = false for the encoding {wrong[0]}"
            table.fail("domains", found=found, expected="the encodings sum-product and symmetric alone")
        return tuple(given)

    def _prefix(self, table: TomlTable) -> str:
        return table.text("name", "").strip().rstrip("/")

    def _box(self, table: TomlTable) -> tuple[int, int] | None:
        if "box" not in table:
            return None
        value = table.values["box"]
        box = parse_box(value) if isinstance(value, str) else None
        if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
            box = (value[0], value[1])
        if box is None or not all(1 <= one <= 64 for one in box):
            table.fail("box", found=f"box = {shown(value)}", expected='rows and columns of a box, "2x3" or [2, 3]')
        return box

    # -- matrix

    def _backends(self, matrix: TomlTable) -> tuple[str, ...]:
        if "backends" not in matrix:
            expected = 'backends = ["reference", "singular:std", …]'
            matrix.fail(found="no backends in [matrix]", expected=expected)
        given = matrix.texts("backends")
        seen: dict[tuple[str, str], str] = {}
        for number, name in enumerate(given):
            if registry.is_pattern(name):
                continue
            method = self._method(matrix, number, name)
            first = seen.setdefault(method, name)
            if first != name:
                said = f"{name} beside {first}, which is the same method"
                matrix.fail("backends", number, found=said, expected="each method once")
        for number, name in enumerate(given):
            try:
                registry.expanded([name] if registry.is_pattern(name) else [])
            except UsageError as error:
                raise matrix.placed(error, "backends", number) from None
        return tuple(dict.fromkeys(registry.expanded(given)))

    def _method(self, matrix: TomlTable, number: int, name: str) -> tuple[str, str]:
        """The names of the backend and of the method that a whole name means."""
        try:
            backend, method = registry.split_name(name)
        except UsageError as error:
            listed = ", ".join(f'"{one.strip()}"' for one in name.split(",") if one.strip())
            hint = f"write a list, backends = [{printable(listed, 60)}]"
            raise matrix.placed(error, "backends", number, hint=hint if "," in name else None) from None
        except BackendError as error:
            matrix.fail("backends", number, found=f"backend {name}: {error}", expected="one that can be loaded")
        return backend.name, method

    def _fields(self, matrix: TomlTable) -> tuple[str, ...]:
        if "field" not in matrix:
            return ()
        value = matrix.values["field"]
        given = value if isinstance(value, list) else [value]
        names: list[str] = []
        for number, one in enumerate(given):
            if type(one) not in (str, int) or not str(shown(one)):
                expected = '"QQ", "GF(32003)", "own" or a list of them'
                matrix.fail("field", number, found=f"field = {shown(one)}", expected=expected)
            try:
                names.append("" if one == OWN_FIELD else Field.from_name(_digits(one)).name)
            except InputError as error:
                raise matrix.placed(error, "field", number, hint=did_you_mean(_digits(one), [OWN_FIELD])) from None
        if not names:
            matrix.fail("field", found="field = []", expected="at least one, or no key field")
        matrix.check_once("field", [name or OWN_FIELD for name in names])
        return tuple(names)

    def _variable_orders(self, matrix: TomlTable) -> tuple[str, ...]:
        names = matrix.texts("variable_order", VARIABLE_ORDERS[:1])
        for number, name in enumerate(names):
            if name not in VARIABLE_ORDERS:
                found, hint = f"variable_order = {shown(name)}", did_you_mean(name, VARIABLE_ORDERS)
                matrix.fail("variable_order", number, found=found, expected=" or ".join(VARIABLE_ORDERS), hint=hint)
        return names

    def _filter(self, table: TomlTable) -> Filter:
        for key in table.values:
            try:
                filter_of({key: table.values[key]})
            except UsageError as error:
                raise table.placed(error, key) from None
        try:
            found = filter_of(table.values)
        except UsageError as error:
            raise table.placed(error) from None
        if found == ALL_JOBS:
            table.fail(found="an empty table in exclude, which leaves out each job", expected="at least one key")
        return found

    # -- limits

    def _limits(self, table: TomlTable) -> Limits:
        table.check_keys(("seconds", "memory", "limit", "comparison"), {"timeout": "write seconds"})
        limit = table.number("limit", 1, _LARGEST_LIMIT) if "limit" in table else None
        return Limits(self._seconds(table), self._memory(table), limit)

    def _seconds(self, table: TomlTable, key: str = "seconds") -> float | None:
        value = table.values.get(key)
        if isinstance(value, str):
            try:
                return seconds_of(value)
            except InputError as error:
                raise table.placed(error, key) from None
        if key in table and (type(value) not in (int, float) or not 0 < cast(float, value) < _LARGEST_SECONDS):
            expected = 'a positive number, or a text such as "5m"'
            table.fail(key, found=f"{key} = {shown(value)}", expected=expected)
        return cast("float | None", value)

    def _memory(self, table: TomlTable) -> int | None:
        value = table.values.get("memory")
        if isinstance(value, str):
            try:
                return bytes_of(value)
            except InputError as error:
                raise table.placed(error, "memory") from None
        if "memory" in table and (type(value) is not int or not 2**20 <= value < _LARGEST_MEMORY):
            expected = 'a number of bytes, at least 1048576, or a text such as "2G"'
            table.fail("memory", found=f"memory = {shown(value)}", expected=expected)
        return cast("int | None", value)

    # -- all together

    def _check_members(self, plan: Plan) -> None:
        members = 0
        for spec, table in zip(plan.specs, self._top.tables("inputs"), strict=True):
            members += len(spec.n) * len(spec.seeds)
            if members > _MOST_MEMBERS:
                found, hint = f"{members} members of families or more", "make several studies of it"
                table.fail("n", found=found, expected=f"at most {_MOST_MEMBERS}", hint=hint)

    def _names(self, plan: Plan) -> dict[str, InputSpec]:
        """The name of each file and each member, different from all others."""
        names: dict[str, InputSpec] = {}
        budget = Budget()
        for number, (spec, table) in enumerate(zip(plan.specs, self._top.tables("inputs"), strict=True), 1):
            key = "family" if spec.kind == "family" else spec.kind
            for place, pattern in enumerate(spec.patterns or ("",)):
                some = replace(spec, patterns=(pattern,) if pattern else ())
                path = (key, place) if isinstance(table.values[key], list) else (key,)
                count = 0
                try:
                    for source in sources_of(plan, some, budget):
                        count += 1
                        if os.path.isdir(source.path):
                            hint = f"write {printable(pattern, 60).rstrip('/')}/**"
                            raise InputError(f"{source.name} is a folder", expected="a file", hint=hint)
                        other = names.get(source.name)
                        if other is not None and other is not spec:
                            earlier = plan.specs.index(other) + 1
                            found = f"{source.name} is in inputs {earlier} and in inputs {number}"
                            hint = 'or give one of them a name = "…", which is put before the names'
                            raise InputError(found, expected="each input once", hint=hint)
                        names[source.name] = spec
                except InputError as error:
                    raise table.placed(error, *path) from None
                if not count:
                    self._no_files(plan, table, pattern, path)
        return names

    def _no_files(self, plan: Plan, table: TomlTable, pattern: str, path: tuple[str | int, ...]) -> None:
        folder = plan.folder / os.path.dirname(pattern)
        near: str | None = None
        try:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in islice(entries, _MOST_CLOSE)]
            name = os.path.basename(pattern)
            near = did_you_mean(name, [printable(one) for one in names if one != name])
        except (OSError, ValueError):
            pass
        place = printable(str(plan.folder), 120)
        found = f"{path[0]} = {shown(pattern)} matches no file"
        table.fail(*path, found=found, expected=f"the name of a file or a pattern, relative to {place}", hint=near)

    def _check_exclude(self, plan: Plan, names: Mapping[str, InputSpec]) -> None:
        for table in _one_or_more(self._top.table("matrix"), "exclude"):
            for key in table.values:
                try:
                    check_filter(plan, filter_of({key: table.values[key]}), [*names])
                except UsageError as error:
                    raise table.placed(error, key) from None
        if plan.exclude and not _leaves_jobs(plan):
            self._top.table("matrix").fail("exclude", found="exclude leaves no job", expected="a filter for some jobs")

    def _check_number(self, plan: Plan, names: Mapping[str, InputSpec]) -> None:
        cases = sum(_encodings_of(spec) for spec in names.values()) * len(plan.used_fields)
        jobs = cases * plan.jobs_a_case
        if jobs > MOST_JOBS:
            found = f"{jobs} jobs or more ({cases} cases with {plan.jobs_a_case} jobs each)"
            hint = "make several studies of it"
            self._top.fail("run", "repeat", found=found, expected=f"at most {MOST_JOBS}", hint=hint)


def _encodings_of(spec: InputSpec) -> int:
    return len(spec.encodings) if spec.kind != "files" else 1


def _one_or_more(table: TomlTable, key: str) -> Iterator[TomlTable]:
    """The tables of a list; a table alone is one of them."""
    return iter([table.table(key)]) if isinstance(table.values.get(key), dict) else table.tables(key)


def _digits(value: object) -> str:
    try:
        return str(value)
    except ValueError:
        return "9" * 5000


def _leaves_jobs(plan: Plan) -> bool:
    """Whether exclude leaves a way to ask about an input that only filters for all inputs mean."""
    from casbridge.studies.jobs import JobSpec
    from casbridge.studies.values import Case, Input

    ways = {"field", "variable_order", "backends", "repeat"}
    filters = [one for one in plan.exclude if {key for key, _ in one.patterns} <= ways]
    one = Input("", "system", "")
    jobs = (
        JobSpec(Case(one, field=field), order, backend, repeat)
        for field, order, backend, repeat in product(
            plan.used_fields, plan.variable_orders, plan.backends, range(1, plan.repeat + 1)
        )
    )
    none = all(any(one.matches(job) for one in filters) for job in islice(jobs, _MOST_WAYS))
    return not none or next(jobs, None) is not None
