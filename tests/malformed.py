"""Malformed inputs of every form: each must end with one clear line. Deterministic, so that a failure has a name."""

from __future__ import annotations

import random
from collections.abc import Iterator

LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
GRID = """\
+-------+-------+-------+
| 4 . . | . . . | 8 . 5 |
| . 3 . | . . . | . . . |
| . . . | 7 . . | . . . |
+-------+-------+-------+
| . 2 . | . . . | . 6 . |
| . . . | . 8 . | 4 . . |
| . . . | . 1 . | . . . |
+-------+-------+-------+
| . . . | 6 . 3 | . 7 . |
| 5 . . | 2 . . | . . . |
| 1 . 4 | . . . | . . . |
+-------+-------+-------+
"""
TOML = """\
family = "jigsaw"
name = "four"
diagonals = true
regions = \"\"\"
AABB
ABBC
ADCC
DDDC
\"\"\"
grid = \"\"\"
1...
....
..3.
....
\"\"\"
"""
GRAPH_TOML = """\
family = "graph"
vertices = 4
colours = 3
edges = [[1, 2], [2, 3], [3, 4]]
given = { v1 = 2 }
"""
DIMACS = "c a path\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"
XML = """\
<?xml version="1.0"?>
<INTPS>
  <vars>x,y</vars>
  <basis>
    <poly>x^2*y-1</poly>
    <poly>x+y</poly>
  </basis>
</INTPS>
"""
MODULAR_XML = XML.replace("INTPS", "ModPS").replace("  <vars>", "  <basedomain>GF(31991)</basedomain>\n  <vars>")
MSOLVE = "x,y\n0\nx^2*y-1,\nx+y\n"
PLAIN = "field: GF(11)\nvariables: x y\nx^2*y - 1\nx + y = 3\n"

FORMS = {
    "line": LINE,
    "grid": GRID,
    "toml": TOML,
    "graph-toml": GRAPH_TOML,
    "dimacs": DIMACS,
    "xml": XML,
    "modular-xml": MODULAR_XML,
    "msolve": MSOLVE,
    "plain": PLAIN,
}

BILLION_LAUGHS = (
    '<?xml version="1.0"?>\n<!DOCTYPE INTPS [\n<!ENTITY a0 "x">\n'
    + "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">\n' for i in range(10))
    + "]>\n<INTPS><vars>x</vars><basis><poly>&a10;</poly></basis></INTPS>\n"
)
EXTERNAL_ENTITY = (
    '<!DOCTYPE INTPS [<!ENTITY file SYSTEM "file:///etc/passwd">]>\n'
    "<INTPS><vars>x</vars><basis><poly>&file;</poly></basis></INTPS>\n"
)

BAD_POLYNOMIALS = [
    "x y",
    "2x",
    "x(y + 1)",
    "(x)(y)",
    "x 2",
    "x ** ** 2",
    "x^",
    "x^(-1/2)",
    "x^y",
    "x^(1/2)",
    "x^2^",
    "(x^2)^2^-1*y",
    "x^99999999999",
    "x^(10^9*10)",
    "(x^1000000000)^1000000000",
    "x/0",
    "x/(1-1)",
    "x/(y-y)",
    "x/(x-x)",
    "1/",
    "x+",
    "x*",
    "*x",
    "/x",
    "^x",
    "x++*y",
    "(x",
    "x)",
    "((x+y)",
    "()",
    "x*()",
    "x = y = 1",
    "x == 1",
    "= x",
    "x =",
    "x <= 1 + y",
    "1.5*x",
    "x!",
    "x@y + 1",
    "x' - 1",
    "x[1] - 1",
    "x ÷ y + z^2",
    "√x + y^2",
    "x + $y",
    "x & y + 1",
    "x; y + 1",
    "x, y + 1",
    "{x + y}",
    "x + 'y'",
    "x - \\y",
    "__import__('os').system('true') + x",
    "exec('x') + y",
    "(lambda x: x)(1)",
    "x if y else 1 + z",
    "x + y for y in z",
    "(" * 10_000 + "x" + ")" * 10_000,
    "(" * 101 + "x" + ")" * 101,
    "x^" + "2^" * 5_000 + "2",
    "x^" + "(" * 5_000 + "2",
    "-" * 5_000 + "(x",
    "x + " + "9" * 100_001,
    "x + 9^9^9^9",
    "x + 10^1000000",
    "x*(10^90000)^90000",
    "(x + y)^1000000",
    "(x + y)^99999999999999999999",
    "((x + y)^1000)^1000",
    "(x+y+z)^100*(x+y+z+1)^100",
    "(" * 50 + "x" + "^9)" * 50,
    "x + " + "*".join(["9" * 1_000] * 1_000),
    "x" * 101 + " + 1",
]

BAD_TOML = [
    'family = "sudoko"\ngrid = "1234............"',
    'famly = "sudoku"\ngrid = "1234............"',
    'family = "sudoku"',
    'family = ["sudoku"]\ngrid = "1..."',
    "family = true\nside = 4",
    'family = "sudoku"\nside = 0',
    'family = "sudoku"\nside = -4',
    'family = "sudoku"\nside = 4.0',
    'family = "sudoku"\nside = 65',
    'family = "sudoku"\nside = "four"',
    'family = "sudoku"\nside = 99999999999999999999',
    f'family = "sudoku"\nside = {"9" * 5_000}',
    f'family = "sudoku"\nside = 0x{"f" * 5_000}',
    'family = "sudoku"\nside = 1979-05-27',
    'family = "sudoku"\nbox = "2x2"\nside = 9',
    'family = "sudoku"\nbox = "2 by 2"',
    'family = "sudoku"\nbox = [2]',
    'family = "sudoku"\nbox = [2, 2, 2]',
    'family = "sudoku"\nbox = [2, "2"]',
    'family = "sudoku"\nbox = [0, 4]',
    'family = "sudoku"\nbox = [-2, -2]',
    'family = "sudoku"\nbox = [99999999, 99999999]',
    'family = "sudoku"\nbox = 4',
    'family = "sudoku"\nside = 4\ndiagonals = 1',
    'family = "sudoku"\nside = 4\ndiagonals = "yes"',
    'family = "sudoku"\nside = 4\nname = 4',
    'family = "sudoku"\nside = 4\nregions = "1111222233334444"',
    'family = "sudoku"\nside = 4\nedges = [[1, 2]]',
    'family = "sudoku"\nside = 4\ncolours = 4',
    'family = "sudoku"\ngrid = ""',
    'family = "sudoku"\ngrid = "   "',
    'family = "sudoku"\ngrid = 1234',
    'family = "sudoku"\ngrid = "123"',
    'family = "sudoku"\ngrid = "12345..........."',
    'family = "sudoku"\ngrid = """\n12..\n....\n...\n....\n"""',
    'family = "sudoku"\ngrid = """\n12..\n....\n..!.\n....\n"""',
    'family = "sudoku"\ngrid = "1..............."\ngivens = "1..............."',
    'family = "sudoku"\nside = 4\ngiven = { r1c5 = 1 }',
    'family = "sudoku"\nside = 4\ngiven = { r0c1 = 1 }',
    'family = "sudoku"\nside = 4\ngiven = { r1c1 = 5 }',
    'family = "sudoku"\nside = 4\ngiven = { r1c1 = 0 }',
    'family = "sudoku"\nside = 4\ngiven = { r1c1 = "1" }',
    'family = "sudoku"\nside = 4\ngiven = { a1 = 1 }',
    'family = "sudoku"\nside = 4\ngiven = [1]',
    'family = "sudoku"\ngrid = "1..............."\ngiven = { r1c1 = 2 }',
    'family = "latin"\nbox = "2x2"',
    'family = "latin"\nside = 3\nregions = "111222333"',
    'family = "jigsaw"\nside = 4',
    'family = "jigsaw"\nbox = "2x2"\nregions = "1111222233334444"',
    'family = "jigsaw"\nregions = "1111222233334445"',
    'family = "jigsaw"\nregions = "1111222233333333"',
    'family = "jigsaw"\nregions = "111122223333"',
    'family = "jigsaw"\nregions = "1111222233334444"\ngrid = "123456789"',
    'family = "graph"',
    'family = "graph"\nvertices = 3',
    'family = "graph"\nvertices = 3\ncolours = 0',
    'family = "graph"\nvertices = 3\ncolours = "three"',
    'family = "graph"\nvertices = -3\ncolours = 3',
    'family = "graph"\nvertices = 999999\ncolours = 3',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [[1, 4]]',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [[0, 1]]',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [[1, 1]]',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [[1]]',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [1, 2]',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = "1-2"',
    'family = "graph"\nvertices = 3\ncolours = 3\nedges = [["a", "b"]]',
    f'family = "graph"\nvertices = 3\ncolours = 3\nedges = [[1, 0x{"f" * 5_000}]]',
    'family = "graph"\nvertices = 3\ncolours = 3\ngiven = { v4 = 1 }',
    'family = "graph"\nvertices = 3\ncolours = 3\ngiven = { v1 = 4 }',
    'family = "graph"\nvertices = 3\ncolours = 3\ngrid = "..."',
    "[puzzle]\nside = 4",
    "[[puzzle]]\nside = 4",
    'family = "sudoku',
    'family = "sudoku"\nfamily = "latin"\nside = 4',
    'family = "sudoku"\ngrid = """\n1...\n',
    'family = "sudoku" side = 4',
    'family = "\\q"\nside = 4',
    "grid = " + "[" * 10_000,
    "a." * 500_000 + "a = 1\nside = 4",
    "grid = " + "{a = " * 10_000,
    "grid = [" + "'1', " * 1_000,
]

BAD_DIMACS = [
    "p edge 4\ne 1 2\n",
    "p edge four 3\ne 1 2\n",
    "p edge 4 three\ne 1 2\n",
    "p edge -4 3\ne 1 2\n",
    "p edge 4 1 1\ne 1 2\n",
    "p col\n",
    "p edge 4 1\n",
    "p edge 4 2\ne 1 2\n",
    "p edge 4 1\ne 1 2\ne 2 3\n",
    "p edge 4 1\ne 1 5\n",
    "p edge 4 1\ne 0 1\n",
    "p edge 4 1\ne 1 1\n",
    "p edge 4 1\ne 1\n",
    "p edge 4 1\ne 1 2 3\n",
    "p edge 4 1\ne a b\n",
    "p edge 4 1\ne 1.5 2\n",
    "p edge 4 1\ne 1 -2\n",
    "e 1 2\np edge 4 1\n",
    "e 1 2\ne 2 3\n",
    "p edge 4 1\np edge 4 1\ne 1 2\n",
    "p edge 4 1\nx 1 2\n",
    "p edge 4 1\nedge 1 2\n",
    "p edge 99999999 1\ne 1 2\n",
    f"p edge {'9' * 5_000} 1\ne 1 2\n",
    f"p edge 4 1\ne 1 {'9' * 5_000}\n",
    "p edge 4 1\ne 1 2\n",  # no --colours
    "c only\np col 3 0\n",
]

BAD_XML = [
    "<",
    "<>",
    "< INTPS>",
    "<INTPS>",
    "<INTPS/>",
    "<INTPS></INTPS>",
    "<INTPS></MODPS>",
    "<html><body>no puzzle</body></html>",
    "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "<intps><vars>x</vars><basis><poly>x</poly></basis></intps>",
    "<INTPS><vars>x</vars></INTPS>",
    "<INTPS><vars>x</vars><basis/></INTPS>",
    "<INTPS><basis><poly>x</poly></basis></INTPS>",
    "<INTPS><vars>x</vars><vars>y</vars><basis><poly>x</poly></basis></INTPS>",
    "<INTPS><vars>x,x</vars><basis><poly>x</poly></basis></INTPS>",
    "<INTPS><vars>1x</vars><basis><poly>x</poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly></poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly>y</poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly>x<b>2</b></poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly>x &amp; 2</poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly>x &undefined; 2</poly></basis></INTPS>",
    "<INTPS><vars>x</vars><basis><poly>x</poly></basis></INTPS><INTPS/>",
    "<INTPS><vars>x</vars><basis><poly>x</poly></basis></INTPS> and more",
    "<INTPS a='1' a='2'><vars>x</vars><basis><poly>x</poly></basis></INTPS>",
    "<INTPS a=1><vars>x</vars><basis><poly>x</poly></basis></INTPS>",
    "<ModPS><vars>x</vars><basis><poly>x</poly></basis></ModPS>",
    "<ModPS><basedomain>GF(12)</basedomain><vars>x</vars><basis><poly>x</poly></basis></ModPS>",
    "<ModPS><basedomain>GF(99999999999999)</basedomain><vars>x</vars><basis><poly>x</poly></basis></ModPS>",
    "<ModPS><basedomain>RR</basedomain><vars>x</vars><basis><poly>x</poly></basis></ModPS>",
    "<ModPS><basedomain/><vars>x</vars><basis><poly>x</poly></basis></ModPS>",
    "<ModPS><basedomain>GF(7)</basedomain><vars>x</vars><basis><poly>x/7</poly></basis></ModPS>",
    "<INTPS>" + "<a>" * 10_000,
    "<INTPS>" + "<a>" * 1_000 + "</a>" * 1_000 + "</INTPS>",
    "<!DOCTYPE INTPS><INTPS><vars>x</vars><basis><poly>x</poly></basis></INTPS>",
    "<!DOCTYPE INTPS SYSTEM 'http://localhost/x.dtd'><INTPS><vars>x</vars></INTPS>",
    "<?xml version='1.0' encoding='nonsense'?><INTPS/>",
    "<?xml version='9'?><INTPS/>",
    BILLION_LAUGHS,
    EXTERNAL_ENTITY,
]

BAD_MSOLVE = [
    "x,y\n0\n",
    "x,y\n0",
    "x,y\n12\nx+y\n",
    "x,y\n-7\nx+y\n",
    "x,y\n1\nx+y\n",
    "x,y\n99999999999\nx+y\n",
    f"x,y\n{'9' * 5_000}\nx+y\n",
    "x,x\n0\nx+1\n",
    "x,y\n0\nx+z\n",
    "x,y\n0\nx+y,,\nx\n",
    "x,y\n0\n,x+y\n",
    "x,y\n0\nx+y\nx-y\n",
    "x,y\nx+y,\nx-y\n",
    "x y\n0\nx+y\n",
    "0\nx,y\nx+y\n",
    "x,y\n7\nx/7+y\n",
]

BAD_PLAIN = [
    "field: GF(12)\nx + 1",
    "field: GF(1)\nx + 1",
    "field: RR\nx + 1",
    "field:\nx + 1",
    f"field: {'9' * 5_000}\nx + 1",
    "field: QQ\nfield: QQ\nx + 1",
    "variables: x\nvariables: x\nx + 1",
    "variables: x x\nx + 1",
    "variables: 1x\nx + 1",
    "variables: x-y\nx + 1",
    "variables: x\ny + 1",
    "variables:\nx + 1",
    "variables: x",
    "field: QQ",
    "variable: x\nx + 1",
    "order: lex\nx + 1",
    "x + 1\nvariables: x",
    "x + 1\nfield: GF(7)",
    "field: GF(7)\nx/7 + 1",
    "field: GF(7)\nx/(3 + 4)",
    "x + 1\n\n\nx + +\n",
    "x + 1\r\nx + @\r\n",
    "x + 1 # fine\nx + # not fine\n",
]

BAD_GRIDS = [
    "1" * 80,
    "." * 82,
    "...",
    "12345",
    "1234567890123456",
    "5" + "." * 15,
    "A" + "." * 80,
    "z" + "." * 255,
    "?" + "." * 80,
    "-" * 81 + "1",
    LINE + "\n" + LINE[:-1],
    LINE + "\n" + LINE + "x",
    LINE + "\n\n\n" + LINE[:40] + "!" + LINE[41:],
    LINE[:40],
    LINE + LINE,
    LINE.replace(".", ". ") + ".",
    GRID.replace("| 4 . .", "| 4 ."),
    GRID.replace("| 4 . .", "| 4 . . ."),
    GRID.replace("| 4 . .", "| 4 . ?"),
    GRID.replace("| 4 . .", "| 4 . 10"),
    GRID.replace("| 4 . .", "| 4 . A"),
    GRID.replace("| 5 . . | 2 . . | . . . |\n", ""),
    GRID.replace("| 5 . . | 2 . . | . . . |\n", "| 5 . . | 2 . . | . . . |\n" * 2),
    GRID.replace("| 4 . . | . . . |", "| 4 . | . . . . |"),
    GRID.replace("+-------+-------+-------+\n| . 2 .", "| . 2 ."),
    "12..\n..12\n2.3.\n",
    "12..\n..12\n2.3.\n4..",
    "12..\n..12\n2.3.\n4....",
    "12..\n..12\n2.3.\n5...",
    "12..\n..12\n2.3.\n4..é",
    "12..\n..12\n2.3.\n4..٣",
    "12..\n..12\n2.3.\n4..\N{MATHEMATICAL BOLD DIGIT ONE}",
    "1 2 3\n2 3 1\n3 1\n",
    "1 2 3\n2 3 1\n3 1 4\n",
    "1 2 3 4\n" * 5,
    "10 11 12\n1 2 3\n4 5 6\n",
    "1,2,3",
    "1,2,3,5",
    f"1,2,3,{'9' * 5_000}",
    ",,,,",
    "|||",
    "+---+---+",
    "# only a comment",
    "#",
    "┌─┐\n└─┘",
    "0x0",
    "0x5",
    "99x99",
    "9999x9999",
    "100x1",
    "hello",
    "hello world",
    "the quick brown fox jumps over the lazy dog",
    "%PDF-1.7\n%%EOF",
    "{}",
    "[]",
    '{"grid": [[1, 2], [2, 3]]}',
    "[[1, 2], [2]]",
    "null",
    "True",
    ("." * 65 + "\n") * 65,
    "." * 4_225,
    "1" * 1_000_000,
    "x" * 1_000_000,
    "\n".join("x" * 1_000),
]

BAD_BYTES = {
    "empty": b"",
    "blank": b" \n\t\n",
    "byte order mark only": b"\xef\xbb\xbf",
    "utf-16 mark only": b"\xff\xfe",
    "odd utf-16": b"\xff\xfe1",
    "utf-32": "1...".encode("utf-32"),
    "latin-1": b"# caf\xe9\n1234............",
    "nul": b"\0",
    "nul inside": LINE.encode()[:40] + b"\0" + LINE.encode()[41:],
    "escape": b"\x1b[31m" + LINE.encode(),
    "bell": LINE.encode() + b"\x07",
    "delete": LINE.encode() + b"\x7f",
    "surrogate": b"\xed\xa0\x80",
    "overlong": b"\xc0\xaf",
    "next line": "1234\x85............".encode(),
    "png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "gzip": b"\x1f\x8b\x08\0\0\0\0\0",
    "zip": b"PK\x03\x04\x14\0\0\0",
    "elf": b"\x7fELF\x02\x01\x01\0",
    "ten megabytes of one digit": b"1" * 10**7,
    "ten megabytes of one letter": b"x" * 10**7,
    "a million products": b"x*" * 10**6,
    "ten megabytes of parentheses": b"x+" + b"(" * 10**7,
}


def malformed_inputs() -> list[tuple[str, bytes]]:
    """Named inputs; reading any of them raises InputError."""
    inputs = list(BAD_BYTES.items())
    inputs += [(name, text.encode()) for name, text in _written()]
    inputs += _mutated()
    return inputs


def _written() -> Iterator[tuple[str, str]]:
    lists = {
        "toml": BAD_TOML,
        "dimacs": BAD_DIMACS,
        "xml": BAD_XML,
        "msolve": BAD_MSOLVE,
        "plain": BAD_PLAIN,
        "grid": BAD_GRIDS,
        "polynomial": [f"variables: x y z\n{text}" for text in BAD_POLYNOMIALS],
    }
    for form, texts in lists.items():
        for number, text in enumerate(texts):
            yield f"{form} {number}: {text[:30]!r}", text


def _mutated() -> Iterator[tuple[str, bytes]]:
    """Every form with control characters, broken UTF-8, a foreign sign or a cut in the middle of something."""
    chance = random.Random(2019)
    for form, text in FORMS.items():
        data = text.encode()
        for kind, noise in (("control", b"\x01"), ("nul", b"\0"), ("bad utf-8", b"\xff"), ("escape", b"\x1b[2J")):
            for _ in range(3):
                at = chance.randrange(len(data))
                yield f"{form} with {kind} at {at}", data[:at] + noise + data[at:]
        yield f"{form} after noise", bytes(chance.randrange(128, 256) for _ in range(200)) + data
    for at in range(1, 81, 8):
        yield f"line cut at {at}", LINE[: at if int(at**0.5) ** 2 != at else at + 1].encode()
        yield f"line with a foreign sign at {at}", (LINE[:at] + "?" + LINE[at + 1 :]).encode()
        yield f"line with a letter at {at}", (LINE[:at] + "k" + LINE[at + 1 :]).encode()
    rows = [i for i, character in enumerate(GRID) if character in ".123456789"]
    for at in rows[::6]:
        yield f"grid with a foreign sign at {at}", (GRID[:at] + "$" + GRID[at + 1 :]).encode()
        yield f"grid without the cell at {at}", (GRID[:at] + " " + GRID[at + 1 :]).encode()
    for form in ("xml", "modular-xml"):
        text = FORMS[form]
        for at in range(30, len(text) - 12, 11):
            yield f"{form} cut at {at}", text[:at].encode()
    for form in ("toml", "graph-toml"):
        for at in (8, 12):
            yield f"{form} cut at {at}", FORMS[form][:at].encode()
        yield f"{form} twice", (FORMS[form] * 2).encode()
    for form in ("xml", "modular-xml"):
        yield f"{form} twice", (FORMS[form] * 2).encode()
    yield "dimacs twice", (DIMACS * 2).encode()
    yield "plain twice", (PLAIN * 2).encode()
    yield "msolve twice", (MSOLVE * 2).encode()
    names = list(FORMS)
    for first in names:
        for second in names:
            if first != second and {first, second} != {"toml", "graph-toml"} and {first, second} != {"line", "grid"}:
                yield f"{first} after {second}", (FORMS[second] + FORMS[first]).encode()
