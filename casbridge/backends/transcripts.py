"""Reading what a script printed: the text between the markers, strictly; what stands around them, not at all.

The form is the one that `casbridge.scripts` describes. Nothing is evaluated: polynomials are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NoReturn

from casbridge.algebra.answers import CHAINS, ONE_COMPONENT, OWN_FORM, Answer, Component, Task
from casbridge.algebra.branches import Branch
from casbridge.algebra.expressions import parse_polynomial
from casbridge.algebra.fields import VARIABLE_NAME, Field, Ring
from casbridge.algebra.orders import ORDERS
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.radical_parsing import parse_condition, parse_expression
from casbridge.algebra.radicals import Expression
from casbridge.arguments import text_of, wrong
from casbridge.calls import with_hints
from casbridge.errors import BackendError, InputError, UnsupportedError, printable
from casbridge.scripts.values import Script

_BEGIN = re.compile(r"casbridge:begin ([0-9a-f]+)\Z")
_END = re.compile(r"casbridge:end ([0-9a-f]+) ([0-9]{1,18}) ([0-9]{1,18})\Z")
_END_IN_WORDS = "casbridge:end with the job, the number of {}, and the number of lines"
_MARKER = "casbridge:"
_HEADER = re.compile(
    r"(task|field|parameters|variables|name|order|dimension|degree|fact|unsupported|warning):(?: (.*))?\Z"
)
_MULTIPLICITY = "multiplicity:"
_NUMBER = re.compile(r"-?[0-9]{1,18}\Z")
_VALUE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*) = (.+)\Z")
_MOST_BRANCHES = 100_000
_PROMPTS = re.compile(r"(?:[>.] )+")
_ERROR_LINE = re.compile(
    # FriCAS: what erred, and how in the next line; what is unknown.
    r"(?m)^[ \t]*+(?:(?:>> Error detected within|Error signalled from)[^\n]*:[ \t]*\n[ \t]*\S.*"
    r"|(?:There are no|Cannot find a) [^\n]* (?:operations?|definition)\b.*"
    # Singular and Python. A bare "Error:" says nothing, and the next line what it is about.
    r"|\? .*|(?:Error|ERROR):[ \t]*\n\s*(?!Fast links)\S.*"
    r"|(?!Error:?[ \t]*$)[A-Za-z.]*(?:Error|Exception|Interrupt)\b.*|halt \d+.*|.*Segment fault.*"
    # Macaulay2: the file, the line, the column, depths of calls; the next lines say what it was about.
    r"|[^\s:]+:\d+:\d+:\(\d+\):\[\d+\]: error: .*(?:\n--[ \t]{2,}\S.*)*"
    # GCL: that it is lost after an error is no message. What options a program does not know.
    r"|(?:Condition in \S+ \[or a callee\]: )?[A-Z-]+-ERROR: (?!The tag \S+ is undefined).*"
    r"|\S+: (?:unrecogni[sz]ed|invalid|illegal|unknown) option\b.*"
    # Maxima: a message, and its mark in the next line; a mistake in the script. Giac: the line of the script.
    r"|\S.*(?=\n -- an error\.)|(?:\S+:\d+:\d+:)?incorrect syntax: .*|:\d+: syntax error .*)$"
)
#: The last traceback of Python: its frames are indented, and the exception's line is not.
_TRACEBACK = re.compile(r"(?ms).*^Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n)++(\S[^\n]*)")
#: A line that a CAS begins with the word, or GAP with #W. The size of PARI's stack is no warning of its answer, nor is
#: what Giac's parser says of the sign =<, which our scripts use on purpose, nor that FriCAS has no files for its pages.
_WARNING_LINE = re.compile(
    r"(?im)^(?:[ \t>*;-]*(?:\w+: +)?warning\b"
    r"(?!.*(?:increasing stack size|new PARI stack|=< is in-place|HyperTeX macro table))|#W\s).*$"
)
_WRONG_NUMBERS = re.compile(r"possible OVERFLOW|OVERFLOW in|int overflow")


@dataclass(frozen=True)
class ReadAnswer:
    """An answer with its provenance.

    facts: name → text, as the script's system had them. job: the digest that the script put into its markers.
    warnings: what the CAS itself warned of.
    """

    answer: Answer
    facts: Mapping[str, str]
    job: str
    warnings: tuple[str, ...] = ()


@with_hints
def parse(text: str, expected: Script | None = None) -> Answer:
    """The answer in the output of a script.

    expected: the script that was run; an answer to another one is refused.
    Raises BackendError, with the line, where the output is no complete answer in the right form, and UnsupportedError
    where the script says that the CAS cannot give one.

    >>> output = '''casbridge:begin 1f2e3d4c5b6a
    ... task: points
    ... field: 11
    ... variables: x y
    ... component:
    ... x-1
    ... y+4
    ... casbridge:end 1f2e3d4c5b6a 1 6'''
    >>> parse(output).components
    ((x - 1, y + 4),)
    """
    hints = {"result": "result.answer is read already", "path": "open the file, and give its text"}
    text_of(text, "the text that a script printed", hints)
    if expected is not None and not isinstance(expected, Script):
        raise wrong(expected, "the Script that was run, or None")
    return read_answer(text, expected).answer


def read_answer(text: str, expected: Script | None = None) -> ReadAnswer:
    """The answer in the output of a script, with its provenance. Raises what `parse` raises.

    An answer beside which the CAS warned does not count.

    >>> read_answer("hello")
    Traceback (most recent call last):
    casbridge.errors.BackendError: no answer in the output: no line casbridge:begin
    """
    if expected is not None and expected.target.reader is not None:
        return ReadAnswer(expected.target.reader(text, expected), expected.facts, expected.job)
    if "casbridge:begin" not in text:
        raise BackendError(f"no answer in the output: no line casbridge:begin{_quoted_error(text)}")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    lines = [_PROMPTS.sub("", line, count=1) if line[:1] in ">." else line for line in lines]
    inside = False
    for line in lines if _WRONG_NUMBERS.search(text) else ():
        if line.startswith(_MARKER):
            inside = line.startswith("casbridge:begin")
        # The header's lines may say that a number did not fit: they say what the puzzle says.
        if _WRONG_NUMBERS.search(line) and not (inside and _HEADER.match(line)):
            raise BackendError(f"the output says that a number did not fit: {printable(line.strip())}")
    begins = [number for number, line in enumerate(lines) if line.startswith("casbridge:begin")]
    if not begins:
        raise BackendError(f"no answer in the output: no line casbridge:begin{_quoted_error(text)}")
    if len(begins) > 1:
        raise BackendError(f"line {begins[1] + 1}: a second answer begins here; expected one answer")
    ends = [number for number, line in enumerate(lines) if line.startswith("casbridge:end")]
    if len(ends) > 1:
        raise BackendError(f"line {ends[1] + 1}: an answer ends here for the second time; expected one answer")
    beside = "\n".join([*lines[: begins[0]], *lines[ends[0] + 1 if ends else len(lines) :]])
    if warning := first_warning_line(beside):
        raise BackendError(f"a warning stands beside the answer: {warning}")
    return _AnswerReader(lines, begins[0], text, expected).read()


def first_error_line(text: str) -> str:
    """The line of an output that looks like a CAS's error message: the first such line; "" without one.

    A message of several lines is given as one. For Python's tracebacks, it is the exception of the last one.

    >>> first_error_line("> a;\\n   ? `a` is undefined\\n   ? error occurred in or before STDIN line 1")
    '? `a` is undefined'
    """
    raised = _TRACEBACK.match(text)
    error = None if raised else _ERROR_LINE.search(text)
    found = raised[1] if raised else error.group() if error else ""
    return printable(re.sub(r"(?<!\s)\s*?\n(?:--)?\s+", " ", found.strip()))


def first_warning_line(text: str) -> str:
    """The first line of an output in which a CAS warns; "" without one.

    >>> first_warning_line("reading\\n  *** factor: Warning: not proved.\\n")
    '*** factor: Warning: not proved.'
    >>> first_warning_line("no Warning: this is in a sentence")
    ''
    """
    found = _WARNING_LINE.search(text)
    return printable(found.group().strip()) if found else ""


def _quoted_error(text: str) -> str:
    found = first_error_line(text)
    return f"; the output says: {found}" if found else ""


#: A polynomial; its main variable, -1 for a constant; the variable x of x − a, -1 for other polynomials.
_Parsed = tuple[Polynomial, int, int]


@dataclass
class _AnswerReader:
    """A reader of one answer: it keeps the place in the lines and the content of the header."""

    _lines: list[str]
    _at: int
    _text: str
    _expected: Script | None
    _header: dict[str, str] = field(default_factory=dict)
    _renamed: dict[str, str] = field(default_factory=dict)
    _facts: dict[str, str] = field(default_factory=dict)
    _warnings: list[str] = field(default_factory=list)
    _seen: dict[str, _Parsed] = field(default_factory=dict)
    _begin: int = 0
    _multiplicities: list[int] = field(default_factory=list)

    def read(self) -> ReadAnswer:
        begin, self._begin = _BEGIN.match(self._lines[self._at]), self._at
        if not begin:
            self._fail("expected casbridge:begin and a digest")
        job = begin.group(1)
        if self._expected and job != self._expected.job:
            self._fail(f"an answer to job {job}; expected job {self._expected.job}")
        self._read_header()
        name, order = self._required("task"), self._header.get("order", "")
        if name not in [*Task]:
            self._fail(f"task {printable(name)!r}; expected one of {', '.join(Task)}")
        task, ring = Task(name), self._ring()
        if task in OWN_FORM:
            self._fail(f"an answer to {task}; expected a task whose answers have components or branches")
        if order not in ("", *ORDERS):
            self._fail(f"order {printable(order)!r}; expected {' or '.join(ORDERS)}")
        if self._expected:
            self._compare(self._expected, task, ring, order)
        dimension, degree = self._dimension(task)
        if task is Task.BRANCHES:
            answer = Answer.of_branches(ring, self._branches(ring, job))
        else:
            components = self._components(task, ring, job)
            answer = Answer(task, ring, components, order, dimension, degree, tuple(self._multiplicities))
        return ReadAnswer(answer, self._facts, job, tuple(self._warnings))

    def _dimension(self, task: Task) -> tuple[int | None, int | None]:
        """The dimension and the degree in the header, where the task has them and the script can tell them."""
        found = {key: self._header[key] for key in ("dimension", "degree") if key in self._header}
        if task is not Task.DIMENSION and found:
            self._fail(f"a line {next(iter(found))}: above; expected none for {task}")
        if task is Task.DIMENSION and "dimension" not in found and "unsupported" not in self._header:
            self._fail("expected a line dimension: before this one")
        for key, value in found.items():
            if not _NUMBER.match(value) or (key == "dimension" and int(value) < -1):
                self._fail(f"{key} {printable(value, 80)!r} above; expected a whole number")
        dimension, degree = (int(found[key]) if key in found else None for key in ("dimension", "degree"))
        return dimension, degree

    def _read_header(self) -> None:
        while "unsupported" not in self._header:
            found = _HEADER.match(self._next())
            if not found:
                self._at -= 1
                return
            key, value = found.group(1), found.group(2) or ""
            name, equals, other = value.partition(" = ")
            if key == "fact":
                self._facts[name] = other
            elif key == "warning":
                self._warnings.append(printable(value))
            elif key == "name":
                if not equals or name in self._renamed:
                    self._fail("expected name: NEW = OLD, once for a variable")
                self._renamed[name] = other
            elif key in self._header:
                self._fail(f"a second line {key}:")
            else:
                self._header[key] = value

    def _required(self, key: str) -> str:
        if key not in self._header:
            self._fail(f"expected a line {key}: before this one")
        return self._header[key]

    def _ring(self) -> Ring:
        parameters = self._header.get("parameters", "").split()
        names = [*parameters, *self._required("variables").split()]
        unknown = [new for new in self._renamed if new not in names]
        if unknown:
            self._fail(f"a name for {printable(unknown[0])}, which is not among the variables")
        try:
            over = Field.from_name(self._required("field"))
            self._script_ring = Ring(over, tuple(names), tuple(parameters))
            own = tuple(self._renamed.get(name, name) for name in names)
            return Ring(over, own, own[: len(parameters)])
        except InputError as error:
            self._fail(str(error))

    def _compare(self, script: Script, task: Task, ring: Ring, order: str) -> None:
        asked = script.system.ring
        for what, found, wanted in (
            ("an answer to", task, script.method.task),
            ("an answer over", ring.field_name, asked.field_name),
            ("an answer in", ring, asked),
            ("an answer in the names", " ".join(self._script_ring.variables), " ".join(script.names)),
            ("a basis for order", order or "(none)", script.method.order or "(none)"),
        ):
            if found != wanted:
                self._fail(f"{what} {printable(str(found), 80)}; expected {printable(str(wanted), 80)}")

    def _components(self, task: Task, ring: Ring, job: str) -> list[Component]:
        components: list[Component] = []
        current: list[_Parsed] | None = None
        while True:
            line = self._next()
            ended = _END.match(line)
            if ended or line == "component:":
                if current is not None:
                    self._check_shape(task, ring, current)
                    components.append(tuple([polynomial for polynomial, _, _ in current]))
                if ended:
                    break
                if "unsupported" in self._header:
                    self._fail("a component after unsupported:")
                if task is Task.DIMENSION:
                    self._fail("a component; expected none for the dimension and degree")
                current = []
                if task is Task.FACTORS:
                    self._multiplicities.append(self._multiplicity())
            elif current is None or line.startswith(_MARKER):
                self._fail(f"expected component: or {_END_IN_WORDS.format('components')}")
            else:
                current.append(self._seen.get(line) or self._polynomial(line, ring))
        self._end(ended, job, len(components), "components")
        if task in ONE_COMPONENT and len(components) != 1:
            self._fail(f"{len(components)} components; expected one, the {'basis' if task is Task.BASIS else task}")
        if task is Task.BASIS and not self._header.get("order"):
            self._fail("a basis without a line order:")
        return components

    def _multiplicity(self) -> int:
        """The multiplicity in the next line, if it has one; else 1."""
        here, line = self._at, self._next()
        if not line.startswith(_MULTIPLICITY):
            self._at = here
            return 1
        text = line.removeprefix(_MULTIPLICITY).strip()
        if not _NUMBER.match(text) or int(text) < 1:
            self._fail("expected multiplicity: and a whole number, at least 1")
        return int(text)

    def _end(self, ended: re.Match[str], job: str, count: int, what: str) -> None:
        """Check the last line, and raise the UnsupportedError that the header tells of."""
        if ended.group(1) != job:
            self._fail(f"the end of job {ended.group(1)}; expected {job}")
        if int(ended.group(2)) != count:
            self._fail(f"{count} {what} were read; expected {int(ended.group(2))}")
        lines = sum(bool(line.strip()) for line in self._lines[self._begin + 1 : self._at])
        if int(ended.group(3)) != lines:
            self._fail(f"{lines} lines stand in the answer; expected {int(ended.group(3))}")
        if "unsupported" in self._header:
            reason = self._in_own_names(printable(self._header["unsupported"]))
            raise UnsupportedError(reason or "the script gives no reason")

    def _in_own_names(self, text: str) -> str:
        """A text of the script, with the system's names of the variables instead of the script's."""
        return re.sub(r"\w+", lambda word: self._renamed.get(word[0], word[0]), text)

    def _branches(self, ring: Ring, job: str) -> list[Branch]:
        if ring.field.characteristic:
            self._fail(f"branches over {ring.field}; expected QQ")
        branches: list[Branch] = []
        line = self._next()
        while not (ended := _END.match(line)):
            if line.startswith("unstated:"):
                told = printable(line.removeprefix("unstated:").strip())
                raise BackendError(f"the answer holds what cannot be stated as a branch: {told}")
            if line != "branch:" or "unsupported" in self._header or len(branches) >= _MOST_BRANCHES:
                self._fail(f"expected branch: or {_END_IN_WORDS.format('branches')}")
            branch, line = self._branch(ring)
            branches.append(branch)
        self._end(ended, job, len(branches), "branches")
        return branches

    def _branch(self, ring: Ring) -> tuple[Branch, str]:
        """One branch, and the line after it."""
        names = dict(zip(self._script_ring.variables, ring.variables, strict=True))
        parameters: list[str] = []
        values: dict[str, Expression] = {}
        conditions: list[Expression] = []
        while (line := self._next()) != "branch:" and not line.startswith(("unstated:", _MARKER)):
            key, _, told = line.partition(": ")
            value = _VALUE.match(line)
            if key == "free" and not values and not parameters:
                parameters = self._parameters(told.split(), names)
            elif key == "condition":
                conditions.append(self._expression(parse_condition, told, names))
            elif value and value.group(1) in self._script_ring.index and names[value.group(1)] not in values:
                values[names[value.group(1)]] = self._expression(parse_expression, value.group(2), names)
            else:
                self._fail("expected VARIABLE = EXPRESSION, once for a variable, or condition: EXPRESSION != 0")
        given = tuple((name, values[name]) for name in ring.variables if name in values)
        return Branch(given, tuple(conditions), tuple(parameters)), line

    def _parameters(self, given: list[str], names: dict[str, str]) -> list[str]:
        """Names for the free parameters that no variable has; `names` gets them."""
        taken = {*names, *names.values()}
        for name in given:
            if name in names or not VARIABLE_NAME.match(name):
                self._fail(f"a free parameter {printable(name, 40)!r}; expected another name than a variable's")
            new = name
            while new in taken:
                new += "_"
            taken.add(new)
            names[name] = new
        return [names[name] for name in given]

    def _expression(
        self, read: Callable[[str, Mapping[str, str]], Expression], text: str, names: Mapping[str, str]
    ) -> Expression:
        try:
            return read(text, names)
        except InputError as error:
            raise BackendError(f"line {self._at + 1}, {printable(self._lines[self._at], 200)!r}: {error}") from None

    def _polynomial(self, line: str, ring: Ring) -> _Parsed:
        try:
            written = parse_polynomial(line, self._script_ring)
        except InputError as error:
            self._fail(f"{error.found}; expected {error.expected}" if error.expected else error.found)
        if not written:
            self._fail("a polynomial that is zero")
        polynomial = Polynomial(ring, written.terms)
        support = tuple(variable for variable in polynomial.support() if variable >= ring.lowest)
        is_point = len(support) == 1 and polynomial.total_degree == 1
        self._seen[line] = (polynomial, max(support, default=-1), support[0] if is_point else -1)
        return self._seen[line]

    def _check_shape(self, task: Task, ring: Ring, component: list[_Parsed]) -> None:
        mains = [main for _, main, _ in component]
        wrong = ""
        if task is Task.POINTS:
            if sorted(variable for _, _, variable in component) != list(range(ring.lowest, ring.size)):
                wrong = "is no point; expected one polynomial x - a for every variable"
        elif task in CHAINS or (task is Task.CHARSET and mains != [-1]):
            if -1 in mains or any(low >= high for low, high in pairwise(mains)):
                wrong = "is not triangular; expected ascending main variables"
        elif task is Task.FACTORS:
            if len(component) != 1:
                wrong = f"has {len(component)} polynomials; expected one, a factor"
        elif -1 in mains and (task not in ONE_COMPONENT or len(component) > 1):
            wrong = "has a constant, and so no zeros"
        if wrong:
            self._fail(f"the component that ends here {wrong}")

    def _next(self) -> str:
        """The next line that is not blank. A message of the CAS inside an answer is no part of it, and so a fault."""
        while self._at + 1 < len(self._lines):
            self._at += 1
            line = self._lines[self._at]
            if line and not line.isspace():
                return line
        wanted = f"casbridge:end; the answer was cut off{_quoted_error(self._text)}"
        raise BackendError(f"the output ends in line {len(self._lines)}; expected {wanted}")

    def _fail(self, message: str) -> NoReturn:
        raise BackendError(f"line {self._at + 1}, {printable(self._lines[self._at], 80)!r}: {message}")
