"""`encode`: a puzzle as a polynomial system; `decode`: an answer as grids.

Four encodings, for the digits 1 … n with the values v1 … vn (their own numbers unless told otherwise):

colouring     F(x) = ∏ (x − v) for a blank cell, x − v for a given; G(x, y) = (F(x) − F(y))/(x − y) for every pair
              of cells that must differ. Xu Xiaoning 2019 ("The Application of Wu's Method of Characteristic Set in
              Solving Sudoku Problem", Pure Mathematics 9, 403–409), after Adams and Loustaunau 1994 and
              Gago-Vargas, Hartillo-Hermoso and Ucha-Enríquez 2006 (CASC, LNCS 4194, 155–165).
sum-product   the sum and the product of every unit are those of the values. Arnold, Lucas and Taalman 2010 ("Gröbner
              basis representations of Sudoku", College Mathematics Journal 41, 101–112) for 4×4; with 8 → −1, 9 → −2
              for 9×9. `casbridge.encodings.auditing` says where this is enough.
symmetric     all elementary symmetric functions e1 … en of every unit are those of the values: by Vieta the cells are
              the roots of ∏ (x − v), a permutation of the values.
indicators    a variable 0 or 1 for every cell and digit; exactly one digit a cell, and every digit exactly once in a
              unit that is a permutation; in other units no digit twice.

The variables are x1 … xN, one a cell, row by row; for indicators x1_1, x1_2, … xN_n (cell, digit). The roles are
F, G, given; sum, product, domain; e1 … en; bit, zero, one, pair. All equations of a role share one pattern, but for
`given`, which has one a digit. The equations of variants (killer cages, thermometers, …) follow the units in every
encoding: `casbridge.encodings.relations` has them; R and P are their roles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from casbridge.algebra import QQ, Coefficient, Field, PolynomialSystem
from casbridge.algebra.answers import Answer
from casbridge.algebra.fields import field_of
from casbridge.arguments import whole_numbers, wrong
from casbridge.calls import with_hints
from casbridge.charset.finite import zeros
from casbridge.drawings import Shown
from casbridge.encodings.digit_values import default_values, least_field, require_different, require_enough
from casbridge.encodings.frames import frame_of, require_fit
from casbridge.encodings.names import Encoding
from casbridge.encodings.relations import least_exact
from casbridge.errors import EncodingError, printable
from casbridge.limits import NEVER, Deadline
from casbridge.puzzles.layouts import Layout
from casbridge.puzzles.puzzle import Puzzle, Solution, format_line

_NO_PUZZLES = {
    "text": "read_puzzle(text) makes one of a text",
    "bytes": "read_puzzle(data) makes one of a text",
    "path": "read_puzzle(path) reads one",
    "texts": "read_puzzles(text) reads several",
    "puzzle": "made.puzzle is one",
    "puzzles": "[encode(puzzle) for puzzle in puzzles] encodes each",
    "solution": "solution.puzzle is its puzzle",
    "encoded": "it is encoded already",
    "explanation": "explanation.puzzle is its puzzle; casbridge.logic.encode_simplified uses its steps",
    "system": "a system needs no encoding",
    "layout": "Puzzle(layout, givens) is one",
}


@dataclass(frozen=True, repr=False)
class EncodedPuzzle(Shown):
    """A puzzle with its polynomial system, and the way back from zeros.

    values: the value of the digits 1 … n in the field, as integers; for indicators the digits themselves.
    domains: whether every cell has a polynomial that lists its values.
    is_exact: whether the zeros in the field are known to be exactly the solutions. Sums and products may allow more.
    """

    puzzle: Puzzle
    encoding: Encoding
    system: PolynomialSystem = field(repr=False)
    values: tuple[int, ...]
    domains: bool
    is_exact: bool = True

    def __repr__(self) -> str:
        sized = f"{len(self.system)} equations over {printable(repr(self.system.ring), 100)}"
        return f"<EncodedPuzzle, {self.encoding}, {sized}: {printable(repr(self.puzzle)[1:-1], 240)}>"

    def point(self, digits: Sequence[int]) -> tuple[Coefficient, ...]:
        """The zero of a solution, given as the digit of each cell.

        >>> from casbridge.puzzles import sudoku
        >>> encode(Puzzle(sudoku(1, 2), (1, 0, 0, 0)), "indicators").point((1, 2, 2, 1))
        (1, 0, 0, 1, 0, 1, 1, 0)
        """
        if self.encoding is Encoding.INDICATORS:
            every = range(1, self.puzzle.layout.digits + 1)
            return tuple([int(digit == one) for digit in digits for one in every])
        element = self.system.ring.field.element
        value_of = [element(value) for value in self.values]
        return tuple([value_of[digit - 1] for digit in digits])

    def decode(self, point: Sequence[Coefficient]) -> tuple[int, ...]:
        """The digits of a zero, cell by cell. Over GF(p) any representative of a residue will do.

        Raises EncodingError, with the cell and the value, where a coordinate is no digit.

        >>> from casbridge.puzzles import sudoku
        >>> encoded = encode(Puzzle(sudoku(1, 2), (1, 0, 0, 0)))
        >>> encoded.decode([1, 2, -9, 12])
        (1, 2, 2, 1)
        >>> encoded.decode([1, 2, 2, 3])
        Traceback (most recent call last):
        casbridge.errors.EncodingError: the zero has 3 in r2c2, which is no digit; expected 1 or 2
        """
        ring = self.system.ring
        if len(point) != ring.size:
            raise EncodingError(f"a zero with {len(point)} coordinates", expected=f"{ring.size}, one a variable")
        if self.encoding is Encoding.INDICATORS:
            return self._decode_indicators([ring.field.element(coordinate) for coordinate in point])
        digit_of = _digit_of(ring.field, self.values)
        try:
            return tuple([digit_of[coordinate] for coordinate in point])
        except KeyError:
            pass  # another representative of a residue, or no digit
        values = [ring.field.element(coordinate) for coordinate in point]
        for cell, value in enumerate(values):
            if value not in digit_of:
                found = f"the zero has {value} in {self.puzzle.layout.cell_name(cell)}, which is no digit"
                *others, last = map(str, digit_of)
                raise EncodingError(found, expected=f"{', '.join(others)} or {last}" if others else last)
        return tuple([digit_of[value] for value in values])

    def _decode_indicators(self, point: list[Coefficient]) -> tuple[int, ...]:
        layout = self.puzzle.layout
        digits = []
        for cell in range(layout.cells):
            row = point[cell * layout.digits : (cell + 1) * layout.digits]
            name = layout.cell_name(cell)
            for digit, value in enumerate(row, 1):
                if value not in (0, 1):
                    raise EncodingError(f"the zero has {value} for {name} = {digit}", expected="0 or 1")
            present = [digit for digit, value in enumerate(row, 1) if value]
            if len(present) != 1:
                found = f"the digits {', '.join(map(str, present))}" if present else "no digit"
                raise EncodingError(f"the zero has {found} in {name}", expected="exactly one")
            digits += present
        return tuple(digits)

    def spurious(self, point: Sequence[Coefficient]) -> str | None:
        """Why a zero of the system is no solution of the puzzle, in words, or None when it is one.

        Such a zero is the fault of the encoding, not of the backend.

        >>> from casbridge.puzzles import sudoku
        >>> encode(Puzzle(sudoku(1, 2), (1, 0, 0, 0))).spurious([1, 1, 2, 2])
        'row 1: r1c1 and r1c2 are both 1'
        """
        try:
            return self.puzzle.violation(self.decode(point))
        except EncodingError as error:
            return str(error)


@with_hints
def encode(
    puzzle: Puzzle,
    encoding: str | Encoding = Encoding.COLOURING,
    field: Field | str | None = None,
    *,
    values: Sequence[int] | None = None,
    domains: bool = True,
    audit: bool = True,
    deadline: Deadline = NEVER,
) -> EncodedPuzzle:
    """The puzzle's polynomial system in one of the four encodings that this module's docstring defines.

    field: any in which the values differ. The default is QQ for sum-product. Else it is GF(11) up to 10 digits, as in
        the paper, and beyond the smallest prime above the largest value's size. Where a layout states sums, it is the
        smallest prime from there on modulo which no other sum is the same. For indicators any field will do:
        where p < n, p + 1 bits may also have the sum 1, so the system has the products of pairs too.
    values: the value of every digit, all different. The default is the digits themselves; for sum-product it is values
        for which sum and product are enough (`default_values`).
    domains: whether sum-product and symmetric have ∏ (x − v) for every blank cell too. In sum-product they exclude
        zeros that are no digits. In symmetric they add nothing, but let a solver see what a cell can be. A cell in no
        unit always has its polynomial, and so has every blank cell in colouring and indicators.
    audit: whether values for sum-product with domains are refused unless they are proved enough. Without audit the
        system may have zeros that are no solutions: `casbridge.solve` leaves these out and lists them, `decode` raises.
    Raises EncodingError, with a hint, where the encoding cannot state the puzzle, and LimitError after the deadline.

    >>> from casbridge.puzzles import sudoku
    >>> example = Puzzle(sudoku(2, 2), (0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 2, 0, 0, 0))
    >>> encoded = encode(example)
    >>> len(encoded.system), encoded.system.ring.field
    (72, GF(11))
    >>> equation = encoded.system.equations[1]
    >>> equation.text(encoded.system.ring.variables), equation.origin
    ('x2 - 4', 'r1c2 = 4 is given')
    >>> len(encode(example, "sum-product", domains=False).system)
    28
    """
    if not isinstance(puzzle, Puzzle):
        raise wrong(puzzle, "a Puzzle", _NO_PUZZLES)
    chosen, field, deadline = Encoding.from_name(encoding), field_of(field), Deadline.checked(deadline)
    values = None if values is None else whole_numbers(values, "the value of each digit")
    layout = puzzle.layout
    if not domains and chosen in (Encoding.COLOURING, Encoding.INDICATORS):
        found = f"the encoding {chosen} without domain polynomials, which are a part of it"
        raise EncodingError(found, expected="the encoding sum-product or symmetric")
    if values is not None and chosen is Encoding.INDICATORS:
        raise EncodingError("values of digits for the encoding indicators", expected="none: a digit is a place there")
    require_fit(layout, chosen, field, domains)
    if field is None and layout.relations:
        field = default_field(layout.digits, chosen, values, layout)
    used_field, used_values = _settle(layout.digits, chosen, field, values)
    if audit and domains and values is not None and chosen is Encoding.SUM_PRODUCT:
        require_enough(used_values, used_field, deadline)
    frame = frame_of(layout, chosen, used_field, used_values, domains, deadline)
    facts = (("puzzle", puzzle_text(puzzle)), *_facts(layout, chosen, used_field, used_values, domains))
    system = PolynomialSystem(frame.ring, frame.equations(puzzle.givens), puzzle.name, facts)
    proved = (domains and (audit or values is None)) or layout.digits <= 2
    return EncodedPuzzle(puzzle, chosen, system, used_values, domains, chosen is not Encoding.SUM_PRODUCT or proved)


@with_hints
def decode(encoded: EncodedPuzzle, answer: Answer, *, deadline: Deadline = NEVER) -> tuple[Solution, ...]:
    """The grids of an answer's zeros, each once, in the order of the answer.

    Each is checked against the rules of the puzzle. Whether they are all, `crosscheck` says.
    Raises EncodingError at a zero that is no solution, UnsupportedError where the zeros cannot be read off, LimitError
    after the deadline. `casbridge.solve` leaves out zeros that are no solutions, and lists them.

    >>> from casbridge.backends.registry import run
    >>> from casbridge.puzzles import sudoku
    >>> encoded = encode(Puzzle(sudoku(1, 2), (0, 2, 0, 0)))
    >>> [solution.line for solution in decode(encoded, run(encoded).answer)]
    ['1221']
    """
    if not isinstance(encoded, EncodedPuzzle):
        raise wrong(encoded, "an EncodedPuzzle", {**_NO_PUZZLES, "puzzle": "encode(puzzle) makes one"})
    if not isinstance(answer, Answer):
        hints = {"result": "result.answer is its answer", "text": "parse(text) reads the output of a script"}
        raise wrong(answer, "an Answer", hints)
    Deadline.checked(deadline)
    if answer.ring != encoded.system.ring:
        raise EncodingError(f"an answer over {answer.ring}", expected=f"one over {encoded.system.ring}")
    points = dict.fromkeys(zeros(answer, deadline, within=encoded.system))
    found = tuple(Solution(encoded.puzzle, encoded.decode(point)) for point in points)
    for solution in deadline.over(found, "the zeros were not decoded"):
        if (why := solution.violation()) is not None:
            hint = "casbridge.solve(encoded) leaves such zeros out, and lists them"
            raise EncodingError(f"a zero of the answer is no solution of the puzzle: {why}", hint=hint)
    return found


def default_field(
    digits: int, encoding: Encoding, values: tuple[int, ...] | None = None, layout: Layout | None = None
) -> Field:
    """The field that `encode` chooses for so many digits with these values, where none is asked for.

    layout: where its relations state sums, the field is large enough for them.

    >>> default_field(4, Encoding.COLOURING), default_field(9, Encoding.SUM_PRODUCT)
    (GF(11), QQ)
    """
    found = _settle(digits, encoding, None, values)[0]
    if layout is None or not layout.relations or not found.characteristic:
        return found
    prime = least_exact(layout.relations, digits, found.characteristic)
    while values is not None and encoding is not Encoding.INDICATORS and len({v % prime for v in values}) < len(values):
        prime = least_exact(layout.relations, digits, prime + 1)
    return Field(prime)


@lru_cache(maxsize=128)
def _settle(
    digits: int, encoding: Encoding, field: Field | None, values: tuple[int, ...] | None
) -> tuple[Field, tuple[int, ...]]:
    """The field and the values to use, defaults filled in; EncodingError where they do not fit together."""
    if encoding is Encoding.SUM_PRODUCT:
        field = field or QQ
        values = default_values(digits, field) if values is None else values
    elif values is None:
        values = tuple(range(1, digits + 1))
    if len(values) != digits:
        raise EncodingError(f"{len(values)} values for {digits} digits", expected="a value for every digit")
    if field is None:
        largest = max(abs(value) for value in values)
        field = least_field(values, 11 if largest <= 10 else largest + 1)
    if encoding is not Encoding.INDICATORS:
        require_different(field, values)
    return field, values


@lru_cache(maxsize=128)
def _digit_of(field: Field, values: tuple[int, ...]) -> dict[Coefficient, int]:
    return {field.element(value): digit for digit, value in enumerate(values, 1)}


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle in one line, with the shape of its boxes, as a system's facts have it.

    >>> from casbridge.puzzles import sudoku
    >>> puzzle_text(Puzzle(sudoku(1, 2), (1, 0, 0, 0)))
    '1x2 1...'
    """
    layout = puzzle.layout
    if not layout.is_grid:
        return f"{puzzle.name or 'graph'}, {puzzle.clues} given"
    shape = f"{layout.box[0]}x{layout.box[1]} " if layout.box else ""
    return shape + puzzle.line


@lru_cache(maxsize=64)
def _facts(
    layout: Layout, encoding: Encoding, field: Field, values: tuple[int, ...], domains: bool
) -> tuple[tuple[str, str], ...]:
    facts = [("layout", layout.description)]
    if layout.constraints:
        from casbridge.puzzles.variants.printing import toml_values

        facts += toml_values(layout.constraints, layout.side).items()
    if layout.regions is not None:
        facts.append(("regions", format_line([region + 1 for region in layout.regions], layout.digits)))
    facts.append(("encoding", str(encoding) + ("" if domains else " without domain polynomials")))
    facts.append(("field", field.name))
    if encoding is Encoding.INDICATORS:
        return (*facts, ("variables", "x3_4 is 1 where cell 3 is 4, else 0"))
    changed = [f"{value} is {digit}" for digit, value in enumerate(values, 1) if value != digit]
    if changed:
        facts.append(("values", ", ".join(changed) + ", others as they are"))
    printed = sorted((field.symmetric(field.element(value)), value) for value in values)
    folded = ", ".join(f"{residue} is {value}" for residue, value in printed if residue != value)
    if folded:
        facts.append(("residues", f"symmetric residues are to be read modulo {field.characteristic}: {folded}"))
    return tuple(facts)
