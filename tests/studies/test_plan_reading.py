"""Study files: what they mean, and what is told of those with a mistake: file, line, column, key."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from casbridge.algebra.answers import OWN_COMPARISON, Task
from casbridge.backends import registry
from casbridge.chance import Chance
from casbridge.errors import InputError
from casbridge.limits import Limits
from casbridge.studies import reading
from casbridge.studies.filters import Filter
from casbridge.studies.plan import MOST_JOBS, InputSpec
from casbridge.studies.reading import read_plan

WHOLE = """\
[study]
name = "katsura, noon and Sudoku"

[[inputs]]
files = "systems/**/*.xml"                     # any format that casbridge reads
[[inputs]]
puzzles = "top95.txt"                          # one puzzle a line
encoding = ["colouring", "symmetric"]
first = 2
[[inputs]]
family = "cyclic"
n = [4, 5, 6]

[matrix]
backends = ["reference", "singular:std", "singular@4.4:char_series", "sympy:groebner"]
field = ["QQ", "GF(32003)"]
variable_order = ["given", "auto"]
exclude = [{ backends = "sympy:groebner", inputs = "cyclic-6" }]

[limits]
seconds = 60
memory = "2G"
[run]
repeat = 3
seed = 1
crosscheck = true
"""
#: The tables that most mistakes need around them.
FAMILY = '[[inputs]]\nfamily = "cyclic"\nn = [4, 5]\n'
MATRIX = '[matrix]\nbackends = ["reference", "singular:std"]\n'
SMALL = FAMILY + MATRIX
PUZZLES = "[[inputs]]\npuzzles = 'top95.txt'\n"
CYCLIC, NOON = "[[inputs]]\nfamily = 'cyclic'\n", "[[inputs]]\nfamily = 'noon'\nn = 3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with inputs."""
    (tmp_path / "systems" / "sub").mkdir(parents=True)
    (tmp_path / "systems" / "caprasse.xml").touch()
    (tmp_path / "systems" / "sub" / "noon.xml").touch()
    (tmp_path / "top95.txt").write_text("1...............\n" * 3)
    return tmp_path


def plan_of(folder: Path, text: str) -> reading.Plan:
    file = folder / "study.toml"
    file.write_text(text, encoding="utf-8")
    return read_plan(file)


def test_a_whole_study(folder: Path) -> None:
    plan = plan_of(folder, WHOLE)
    assert plan.name == "katsura, noon and Sudoku"
    assert plan.specs == (
        InputSpec("files", ("systems/**/*.xml",)),
        InputSpec("puzzles", ("top95.txt",), encodings=("colouring", "symmetric"), first=2),
        InputSpec("family", family="cyclic", n=(4, 5, 6)),
    )
    assert plan.backends == ("reference", "singular:std", "singular@4.4:char_series", "sympy:groebner")
    assert plan.fields == ("QQ", "GF(32003)")
    assert plan.variable_orders == ("given", "auto")
    assert plan.exclude == (Filter((("backends", ("sympy:groebner",)), ("inputs", ("cyclic-6",)))),)
    assert plan.limits == Limits(60, 2 << 30, None)
    assert (plan.repeat, plan.seed, plan.crosscheck) == (3, 1, True)
    assert (plan.text, plan.path, plan.folder) == (WHOLE, folder / "study.toml", folder)


def test_the_defaults(folder: Path) -> None:
    plan = plan_of(folder, SMALL)
    assert (plan.name, plan.fields, plan.variable_orders, plan.exclude) == ("study", (), ("given",), ())
    assert plan.limits == Limits()
    assert (plan.repeat, plan.seed, plan.crosscheck) == (1, 0, True)
    assert plan.specs[0].encodings == ("colouring",)


def test_one_value_stands_for_a_list(folder: Path) -> None:
    text = '[[inputs]]\nfamily = "Cyclic"\nn = 4\n[matrix]\nbackends = "reference"\nfield = 7\n'
    plan = plan_of(folder, text + 'exclude = { n = 4, backends = ["reference"], repeat = 2 }\n[run]\nrepeat = 2\n')
    assert (plan.specs[0].family, plan.specs[0].n, plan.backends, plan.fields) == (
        "cyclic",
        (4,),
        ("reference",),
        ("GF(7)",),
    )
    assert str(plan.exclude[0]) == "n=4, backends=reference, repeat=2"


def test_tables_of_exclude(folder: Path) -> None:
    plan = plan_of(folder, SMALL + '[[matrix.exclude]]\nn = 4\n[[matrix.exclude]]\nn = 5\nbackends = "singular"\n')
    assert [str(one) for one in plan.exclude] == ["n=4", "n=5, backends=singular"]


def test_the_own_field_and_times_in_words(folder: Path) -> None:
    plan = plan_of(folder, SMALL + 'field = ["own", "F_7"]\n[limits]\nseconds = "5m"\nmemory = 1048576\nlimit = 10\n')
    assert plan.fields == ("", "GF(7)")
    assert plan.limits == Limits(300, 1 << 20, 10)


def test_a_family_with_parameters_and_seeds(folder: Path) -> None:
    plan = plan_of(folder, '[[inputs]]\nfamily = "noon"\nn = 3\nc = "1/2"\nname = "half"\n' + MATRIX)
    assert plan.specs[0].parameters == (("c", "1/2"),)
    assert plan.specs[0].name == "half"
    plan = plan_of(folder, '[[inputs]]\nfamily = "random"\nn = [3, 4]\nseed = [1, 2]\nterms = 5\n' + MATRIX)
    assert (plan.specs[0].seeds, plan.specs[0].parameters) == ((1, 2), (("terms", 5),))


def test_a_family_of_puzzles_has_encodings(folder: Path) -> None:
    text = '[[inputs]]\nfamily = "queens"\nn = [3, 4]\ncolours = 5\nencoding = ["colouring", "indicators"]\n'
    (spec,) = plan_of(folder, text + MATRIX).specs
    assert (spec.encodings, spec.parameters) == (("colouring", "indicators"), (("colours", 5),))


def test_each_encoding_is_taken_after_each_deduction(folder: Path) -> None:
    table = (
        "[[inputs]]\npuzzles = 'top95.txt'\nencoding = ['colouring', 'indicators']\nsimplify = ['none', 'singles']\n"
    )
    (spec,) = plan_of(folder, table + MATRIX).specs
    names = ("colouring", "colouring after singles", "indicators", "indicators after singles")
    assert spec.encodings == names


def test_each_encoding_is_taken_with_its_options(folder: Path) -> None:
    table = PUZZLES + "encoding = ['sum-product', 'symmetric']\ndomains = [true, false]\n"
    (spec,) = plan_of(folder, table + "values = '1-3, -1'\n" + MATRIX).specs
    assert spec.encodings == (
        "sum-product with 1,2,3,-1",
        "sum-product with 1,2,3,-1 without domains",
        "symmetric with 1,2,3,-1",
        "symmetric with 1,2,3,-1 without domains",
    )
    table = PUZZLES + "encoding = 'sum-product'\nvalues = '1-9'\naudit = false\n"
    (spec,) = plan_of(folder, table + MATRIX).specs
    assert spec.encodings == ("sum-product with 1,2,3,4,5,6,7,8,9 without audit",)


def test_files_with_options(folder: Path) -> None:
    text = '[[inputs]]\nfiles = ["top95.txt", "systems/*"]\nbox = [2, 8]\nlayout = "latin"\ncolours = 3\nlines = true\n'
    spec = plan_of(folder, text + MATRIX).specs[0]
    assert (spec.patterns, spec.box, spec.layout, spec.colours, spec.lines) == (
        ("top95.txt", "systems/*"),
        (2, 8),
        "latin",
        3,
        True,
    )


def test_the_same_file_in_two_patterns_of_one_table(folder: Path) -> None:
    assert plan_of(folder, '[[inputs]]\nfiles = ["systems/*.xml", "systems/**"]\n' + MATRIX).specs


def test_a_name_makes_the_same_file_two_inputs(folder: Path) -> None:
    text = (
        '[[inputs]]\npuzzles = "top95.txt"\n[[inputs]]\npuzzles = "top95.txt"\nname = "all"\nencoding = "symmetric"\n'
    )
    assert len(plan_of(folder, text + MATRIX).specs) == 2


def test_a_path_relative_to_another_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_of(folder, WHOLE)
    monkeypatch.chdir(folder / "systems")
    assert read_plan("../study.toml").folder == Path(os.path.abspath("..")) == folder


#: A study with a mistake: the text, the place, what the message says.
MISTAKES = {
    # the document
    "nothing": ("", "", "nothing in it; expected a study"),
    "a comment only": ("# later", "", "no inputs; expected at least one table [[inputs]]"),
    "no TOML": ("[study", ":1:7", "bad TOML"),
    "a key twice": ("[study]\nname = 'a'\nname = 'b'", ":3:", "bad TOML: the key 'name' stands twice"),
    "prose": ("a study of cyclic", ":1:3", "bad TOML"),
    "an unknown table": (SMALL + "[limit]\nseconds = 1", ":6:2", "unknown key 'limit'; expected one of study, inputs"),
    "a near table": (SMALL + "[limit]", ":6:2", "(did you mean 'limits'?)"),
    "a key outside": ("backends = 'reference'\n" + SMALL, ":1:1", "unknown key 'backends'"),
    "a table that is a value": ("limits = 60\n" + SMALL, ":1:1", "limits = 60; expected a table [limits]"),
    "a control character": ('[study]\nname = "\x01"\n' + SMALL, ":2:9", "a control character '\\\\x01'"),
    # [study]
    "an unknown key": ("[study]\nnam = 'x'\n" + SMALL, ":2:1",
     "unknown key 'nam' in [study]; expected name (did you mean 'name'?)"),
    "a name with an escape": ('[study]\nname = "a\\u001b[31m"\n' + SMALL, ":2:1",
     "expected printable characters in one line"),
    "a name with NUL": ('[study]\nname = "\\u0000"\n' + SMALL, ":2:1", "expected printable characters"),
    "an empty name": ("[study]\nname = ' '\n" + SMALL, ":2:1", "name is empty; expected a text"),
    "a name that is a number": ("[study]\nname = 3\n" + SMALL, ":2:1", "name = 3; expected a text"),
    "a date": (SMALL + "[run]\nseed = 1979-05-27", ":7:1", "seed = 1979-05-27; expected a whole number"),
    "a table twice": (SMALL + "[[run]]\nrepeat = 2", ":6:3", "expected a table [run], once"),
    "dotted keys": ("limits.seconds = 'x'\n" + SMALL, ":1:8", "time 'x'; expected a positive number"),
    "an inline table": ("inputs = [{family = 'noon', n = 3}, {family = 'noon', n = 'q'}]\n" + MATRIX, ":1:55",
     "n = 'q'; expected a whole number"),
    "quoted keys": ('[[inputs]]\n"family" = "cyclic"\n"n" = ["a"]\n' + MATRIX, ":3:8", "n = 'a'; expected a whole"),
    "text from right to left": ('[study]\nname = "a\\u202eb"\n' + SMALL, ":2:1", "expected printable characters"),
    "members without end": (
     f"[[inputs]]\nfamily = 'random'\nn = {[*range(2, 101)]}\nseed = {[*range(2000)]}\n" + MATRIX, ":3:1",
     "198000 members of families or more; expected at most 100000 (make several studies of it)"),
    "the study itself": ("[[inputs]]\nfiles = 'study.toml'\n" + MATRIX, ":2:1", "files = 'study.toml' matches no file"),
    "backends with a comma": (FAMILY + "[matrix]\nbackends = 'reference,sympy'", ":5:1",
     '(write a list, backends = ["reference", "sympy"])'),
    "filters without end": (SMALL + "exclude = [" + "{n = 4}, " * 1001 + "]", ":6:9012",
     "more than 1000 tables of exclude"),
    # [[inputs]]
    "inputs in one bracket": ("[inputs]\nfamily = 'cyclic'\nn = 4\n" + MATRIX, ":1:2", "expected tables [[inputs]]"),
    "inputs that are texts": ("inputs = ['a.xml']\n" + MATRIX, ":1:1",
     "inputs = ['a.xml']; expected tables [[inputs]]"),
    "no kind": ("[[inputs]]\nn = 4\n" + MATRIX, ":1:3", "inputs without files, puzzles or family"),
    "a near kind": ("[[inputs]]\nfile = 'a.xml'\n" + MATRIX, ":1:3", "(did you mean 'files'?)"),
    "two kinds": (FAMILY + "files = 'systems/*'\n" + MATRIX, ":4:1",
     "files beside family; expected one of files, puzzles, family"),
    "a mistake in the second": (FAMILY + "[[inputs]]\nfamily = 'noon'\nn = 'x'\n" + MATRIX, ":6:1",
     "n = 'x'; expected a whole number"),
    "no such family": ("[[inputs]]\nfamily = 'cyclik'\nn = 4\n" + MATRIX, ":2:1",
     "no family 'cyclik'; expected one of cyclic"),
    "a near family": ("[[inputs]]\nfamily = 'cyclik'\nn = 4\n" + MATRIX, ":2:1", "(did you mean cyclic?)"),
    "a family without n": (CYCLIC + MATRIX, ":2:1", "the family cyclic without n; expected n = [2, …]"),
    "a huge n": (CYCLIC + "n = 1000000000\n" + MATRIX, ":3:1", "cyclic of size 1000000000; expected n from"),
    "an n of 5000 digits": (CYCLIC + f"n = {'9' * 5000}\n" + MATRIX, ":", "a number with too many digits"),
    "a bad n among others": (CYCLIC + "n = [4,\n  5,\n  0]\n" + MATRIX, ":5:3", "cyclic of size 0; expected n from"),
    "n twice": (CYCLIC + "n = [4, 5, 4]\n" + MATRIX, ":3:12", "n has 4 twice; expected it once"),
    "no n": (CYCLIC + "n = []\n" + MATRIX, ":3:1", "n with 0 numbers; expected 1 to 10000 of them"),
    "n true": (CYCLIC + "n = true\n" + MATRIX, ":3:1", "n = true; expected a whole number"),
    "a seed that is not needed": (FAMILY + "seed = 1\n" + MATRIX, ":4:1", "(cyclic has no random choices)"),
    "a negative seed": ("[[inputs]]\nfamily = 'random'\nn = 3\nseed = -1\n" + MATRIX, ":4:1",
     "the seed -1; expected 0 to"),
    "an unknown parameter": (NOON + "d = 1\n" + MATRIX, ":4:1", "unknown key 'd' in [inputs]"),
    "a parameter that is no number": (NOON + "c = 'x'\n" + MATRIX, ":4:1", "c = x; expected a number such as"),
    "a parameter that is a list": (NOON + "c = [1]\n" + MATRIX, ":4:1", "c = [1]; expected a number such as"),
    "an encoding for systems": (FAMILY + "encoding = 'colouring'\n" + MATRIX, ":4:1", "encoding for the family cyclic"),
    "a deduction for systems": (FAMILY + "simplify = 'singles'\n" + MATRIX, ":4:1", "simplify for the family cyclic"),
    "values for systems": (FAMILY + "values = '1-4'\n" + MATRIX, ":4:1", "values for the family cyclic"),
    "values that are none": (PUZZLES + "values = ['1-4', '4-1']\n" + MATRIX, ":3:18",
     "digits '4-1' at column 1; expected numbers and rising ranges"),
    "the same values": (PUZZLES + "values = ['1-3', '1,2,3']\n" + MATRIX, ":3:", "twice"),
    "values of indicators": (PUZZLES + "encoding = 'indicators'\nvalues = '1-4'\n" + MATRIX, ":4:1",
     "values for the encoding indicators"),
    "domains that are no boolean": (PUZZLES + "encoding = 'symmetric'\ndomains = [true, 'no']\n" + MATRIX, ":4:18",
     "domains = 'no'; expected true, false or"),
    "no domains in the colouring": (PUZZLES + "encoding = ['symmetric', 'colouring']\ndomains = false\n" + MATRIX,
     ":4:1", "domains = false for the encoding colouring; expected the encodings sum-product and symmetric alone"),
    "an unknown deduction": (PUZZLES + "simplify = 'single'\n" + MATRIX, ":3:1",
     "simplify = 'single'; expected one of none, singles, intersections"),
    "a near deduction among several": (PUZZLES + "simplify = ['none', 'subset']\n" + MATRIX, ":3:21",
     "did you mean 'subsets'?"),
    "no such file": ("[[inputs]]\nfiles = 'systems/capras.xml'\n" + MATRIX, ":2:1",
     "files = 'systems/capras.xml' matches no file"),
    "a near file": ("[[inputs]]\nfiles = 'systems/capras.xml'\n" + MATRIX, ":2:1", "(did you mean 'caprasse.xml'?)"),
    "a pattern for nothing": ("[[inputs]]\nfiles = ['systems/*.xml', '*.ms']\n" + MATRIX, ":2:27",
     "files = '*.ms' matches no file"),
    "a folder": ("[[inputs]]\nfiles = 'systems/'\n" + MATRIX, ":2:1",
     "systems is a folder; expected a file (write systems/**)"),
    "NUL in a path": ('[[inputs]]\nfiles = "a\\u0000b"\n' + MATRIX, ":2:1",
     "expected printable characters in one line"),
    "an empty path": ("[[inputs]]\nfiles = ''\n" + MATRIX, ":2:1", "files = ''; expected a text or a list of texts"),
    "no paths": ("[[inputs]]\nfiles = []\n" + MATRIX, ":2:1", "files = []; expected at least one"),
    "a path that is a number": ("[[inputs]]\nfiles = ['systems/*', 3]\n" + MATRIX, ":2:23",
     "files = 3; expected a text"),
    "a long path": (f"[[inputs]]\nfiles = '{'a' * 5000}'\n" + MATRIX, ":2:1", "a pattern of 5000 characters"),
    "only a slash": ("[[inputs]]\nfiles = '/'\n" + MATRIX, ":2:1", "'/' is a folder"),
    "a file in two tables": ("[[inputs]]\nfiles = 'systems/*.xml'\n[[inputs]]\nfiles = '**/*.xml'\n" + MATRIX, ":4:1",
     "systems/caprasse.xml is in inputs 1 and in inputs 2"),
    "a member in two tables": (FAMILY + CYCLIC + "n = [5, 6]\n" + MATRIX, ":5:1",
     "cyclic-5 is in inputs 1 and in inputs 2; expected each input once"),
    "a pattern twice": ("[[inputs]]\nfiles = ['systems/*', 'systems/*']\n" + MATRIX, ":2:23",
     "files has 'systems/*' twice"),
    "n for files": ("[[inputs]]\nfiles = 'systems/*'\nn = 3\n" + MATRIX, ":3:1", "(a size is for a family)"),
    "no such encoding": (PUZZLES + "encoding = ['colouring', 'colourings']\n" + MATRIX, ":3:26",
     "encoding 'colourings'; expected one of colouring"),
    "an encoding twice": (PUZZLES + "encoding = ['colouring', 'colouring']\n" + MATRIX, ":3:26",
     "encoding has 'colouring' twice"),
    "first = 0": (PUZZLES + "first = 0\n" + MATRIX, ":3:1", "first = 0; expected a whole number from 1"),
    "a box": (PUZZLES + "box = '4'\n" + MATRIX, ":3:1", "box = '4'; expected rows and columns"),
    "a layout": (PUZZLES + "layout = 'jigsaw'\n" + MATRIX, ":3:1", "layout = 'jigsaw'; expected sudoku or latin"),
    # [matrix]
    "no matrix": (FAMILY, "", "no backends in [matrix]; expected backends = ["),
    "no backends": (FAMILY + "[matrix]\nfield = 'QQ'", ":4:2", "no backends in [matrix]"),
    "backends is empty": (FAMILY + "[matrix]\nbackends = []", ":5:1", "backends = []; expected at least one"),
    "no such backend": (FAMILY + "[matrix]\nbackends = ['reference', 'singulr:std']", ":5:26", "no backend 'singulr'"),
    "a near backend": (FAMILY + "[matrix]\nbackends = 'singulr'", ":5:1", "(did you mean singular?)"),
    "no such method": (FAMILY + "[matrix]\nbackends = ['singular:stdd']", ":5:13", "no method 'stdd' of singular"),
    "a version that is none": (FAMILY + "[matrix]\nbackends = ['singular@new:std']", ":5:13",
     "version 'new' of singular"),
    "a version of the reference": (FAMILY + "[matrix]\nbackends = ['reference@1']", ":5:13",
     "reference has no versions to choose from"),
    "a backend twice": (FAMILY + "[matrix]\nbackends = ['reference', 'reference']", ":5:26",
     "backends has 'reference' twice"),
    "a method by two names": (FAMILY + "[matrix]\nbackends = ['sympy', 'sympy:groebner']", ":5:22",
     "sympy:groebner beside sympy, which is the same method"),
    "no such field": (SMALL + "field = ['QQ', 'GF(4)']", ":6:16", "GF(2^2)"),
    "a field twice": (SMALL + "field = ['GF(7)', 7]", ":6:19", "field has 'GF(7)' twice"),
    "a field that is a table": (SMALL + "field = {}", ":6:1", 'field = {}; expected "QQ"'),
    "no fields": (SMALL + "field = []", ":6:1", "field = []; expected at least one"),
    "no such order": (SMALL + "variable_order = ['given', 'automatic']", ":6:28",
     "variable_order = 'automatic'; expected given or auto"),
    "workers in the file": (SMALL + "workers = 4", ":6:1", "(give --workers to casbridge run)"),
    "an empty exclude": (SMALL + "exclude = [{}]", ":6:12", "an empty table in exclude, which leaves out each job"),
    "exclude is a text": (SMALL + "exclude = 'cyclic-4'", ":6:1", "exclude = 'cyclic-4'; expected a list of tables"),
    "an unknown key of exclude": (SMALL + "exclude = [{ n = 4 }, { backnds = 'sympy' }]", ":6:25",
     "unknown key 'backnds'"),
    "exclude of nothing": (SMALL + "exclude = [{ inputs = 'cyclic-6' }]", ":6:14",
     "inputs=cyclic-6 matches nothing; expected one of cyclic-4, cyclic-5"),
    "exclude of a backend": (SMALL + "exclude = [{ n = 4,\n backends = 'sympy' }]", "", "bad TOML"),
    "exclude of no backend": (SMALL + "exclude = [{ n = 4, backends = 'sympy' }]", ":6:21",
     "backends=sympy matches nothing; expected one of reference, singular:std"),
    "exclude of a field": (SMALL + "exclude = [{ field = 'QQ' }]", ":6:14", "field=QQ matches nothing; expected own"),
    "exclude of a repeat": (SMALL + "exclude = [{ repeat = 2 }]", ":6:14", "repeat=2 matches nothing; expected 1"),
    "exclude of everything": (SMALL + "exclude = [{ backends = 'ref*' }, { backends = 'singular' }]", ":6:1",
     "exclude leaves no job"),
    # [limits]
    "no seconds": (SMALL + "[limits]\nseconds = 0", ":7:1", "seconds = 0; expected a positive number"),
    "seconds nan": (SMALL + "[limits]\nseconds = nan", ":7:1", "seconds = nan; expected a positive number"),
    "seconds in words": (SMALL + "[limits]\nseconds = 'five'", ":7:1",
     "time 'five'; expected a positive number of seconds, or 90s, 5m, 1h"),
    "little memory": (SMALL + "[limits]\nmemory = 2", ":7:1",
     "memory = 2; expected a number of bytes, at least 1048576"),
    "memory in words": (SMALL + "[limits]\nmemory = '2 apples'", ":7:1", "size '2 apples'; expected at least 1M"),
    "a limit": (SMALL + "[limits]\nlimit = 1.5", ":7:1", "limit = 1.5; expected a whole number from 1"),
    "a timeout": (SMALL + "[limits]\ntimeout = 60", ":7:1", "(write seconds)"),
    # [run]
    "no repeat": (SMALL + "[run]\nrepeat = 0", ":7:1", "repeat = 0; expected a whole number from 1 to 10000"),
    "many repeats": (SMALL + "[run]\nrepeat = 1000000000", ":7:1", "repeat = 1000000000"),
    "a seed": (SMALL + "[run]\nseed = -1", ":7:1", "seed = -1; expected a whole number from 0"),
    "a crosscheck": (SMALL + "[run]\ncrosscheck = 'yes'", ":7:1", "crosscheck = 'yes'; expected true or false"),
    "a near key": (SMALL + "[run]\nrepeats = 2", ":7:1",
     "unknown key 'repeats' in [run]; expected one of repeat, seed, crosscheck, generic (did you mean 'repeat'?)"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_line(text: str, place: str, message: str, folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        plan_of(folder, text)
    said = str(caught.value)
    assert said.startswith(f"{folder / 'study.toml'}{place}"), said
    assert message.replace("\\\\", "\\") in said
    assert "\n" not in said
    assert said.isprintable()
    assert caught.value.exit_code == 2
    if place.count(":") == 2 and not place.endswith(":"):
        assert f"{caught.value.line}:{caught.value.column}" == place[1:]


_TOKENS = [
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "\n",
    "#",
    ".",
    "0",
    "-1",
    "nan",
    "true",
    '""',
    "[]",
    "\x00",
    "*",
    "/",
]
_TOKENS += ["files", "family", "n", "exclude", "1979-05-27", "[[inputs]]", "[matrix]", '"""', "own", "QQ"]


def test_a_study_with_a_token_anywhere_is_read_or_refused_with_its_place(folder: Path) -> None:
    chance = Chance(5)
    refused: list[InputError] = []
    for _ in range(150):
        place = chance.below(len(WHOLE))
        text = WHOLE[:place] + chance.pick(_TOKENS) + WHOLE[place + chance.pick((0, 0, 1, 5, 20)) :]
        try:
            plan_of(folder, text)
        except InputError as error:
            refused.append(error)
    assert len(refused) > 120
    for one in refused:
        assert str(one).startswith(f"{folder / 'study.toml'}:{one.line}:{one.column}: ")
        assert str(one).isprintable()


# -- files that are no study ------------------------------------------------------------------------------------------


def refused(path: Path | str) -> str:
    started = time.monotonic()
    with pytest.raises(InputError) as caught:
        read_plan(path)
    assert time.monotonic() - started < 10
    assert len(str(caught.value)) < 1000
    return str(caught.value)


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "link.toml").symlink_to("nowhere")
    assert "no such file" in refused(tmp_path / "none.toml")
    assert "a folder; expected a file" in refused(tmp_path)
    assert "a pipe; expected a file" in refused(tmp_path / "pipe.toml")
    assert "a link to nothing" in refused(tmp_path / "link.toml")
    assert "a device; expected a file" in refused("/dev/zero")
    assert "no such file" in refused("a\0b")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\xfa" * 1000, "bad TOML: Invalid statement"),
        (b"\xff" * 1000, "byte 0xff, which is no UTF-8"),
        (bytes(1000), "a control character"),
        (b"a = [" + b"[" * 100_000, "nested too deeply"),
        (b"a = " + b"{a = " * 100_000, "nested too deeply"),
        (b".".join([b"a"] * 10_000) + b" = 1", "dots"),
        (b"x" * 5_000_000, "more than 4 MB"),
        (os.urandom(5_000_000), "more than 4 MB"),
        (b"a = 1\n" * 100_000, "bad TOML: the key 'a' stands twice"),
        (b'x = "' + b"y" * 1_000_000, "bad TOML"),
        ((SMALL + "x = " + "[1], " * 5).encode(), "bad TOML"),
        (("[[inputs]]\nfamily = 'cyclic'\nn = " + repr([*range(4, 20_000)]) + "\n" + MATRIX).encode(), "n with 19996"),
        (b"[[inputs]]\n" * 20_000, "inputs without files"),
    ],
    ids=range(13),
)
def test_a_hostile_file_ends_in_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_bytes(content)
    said = refused(tmp_path / "study.toml")
    assert message in said
    assert said.isprintable()


def test_an_absurd_number_of_jobs_is_told(folder: Path) -> None:
    text = f"[[inputs]]\nfamily = 'random'\nn = 3\nseed = {[*range(10_000)]}\n{MATRIX}[run]\nrepeat = 10000\n"
    (folder / "study.toml").write_text(text)
    said = refused(folder / "study.toml")
    assert f"200000000 jobs or more (10000 cases with 20000 jobs each); expected at most {MOST_JOBS}" in said
    assert said.startswith(f"{folder}/study.toml:8:1: ")


def test_a_pattern_for_the_whole_disk_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from casbridge.studies import globbing

    monkeypatch.setattr(reading, "Budget", lambda: globbing.Budget(entries=500))
    (folder / "study.toml").write_text("[[inputs]]\nfiles = '/**'\n" + MATRIX)
    said = refused(folder / "study.toml")
    assert "study.toml:2:1: '/**' means more than 500 files; expected a narrower pattern" in said


def test_a_pattern_stands_for_each_method_that_gives_zeros(tmp_path: Path) -> None:
    def backends(listed: str) -> tuple[str, ...]:
        (tmp_path / "study.toml").write_text(f"{FAMILY}[matrix]\nbackends = {listed}\n")
        plan = read_plan(tmp_path / "study.toml")
        assert all(map(registry.is_pattern, plan.patterns))
        return plan.backends

    zeros = {
        f"{name}:{method.name}"
        for name in registry.OWN_BACKENDS
        if not registry.is_script_only(registry.get(name))
        for method in registry.get(name).methods
        if method.task not in OWN_COMPARISON | {Task.NUMBER}
    }
    assert {one for one in backends('"*"') if one.partition(":")[0] in registry.OWN_BACKENDS} == zeros
    assert backends('"reference:s*"') == ("reference:series", "reference:split")
    # What is named in full stays as it is named, and is not repeated. The order is that of the list.
    assert backends('["reference:*s", "reference", "sympy:g*"]') == (
        "reference:basis",
        "reference:primes",
        "reference",
        "sympy:groebner",
    )
    assert backends('["singular@4.4:std*", "singular:std"]')[0] == "singular@4.4:std"
    assert backends('["singular:*", "singular:radical"]')[-1] == "singular:radical"
    assert "singular:radical" not in backends('"singular:*"')


@pytest.mark.parametrize("pattern", ["singulr:*", "singular:nothing*", "*:radical", "[", "*:*:*"])
def test_a_pattern_that_matches_no_method_is_a_mistake(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "study.toml").write_text(f'{FAMILY}[matrix]\nbackends = ["reference", "{pattern}"]\n')
    with pytest.raises(InputError, match=r":5:\d+: .*matches no method that gives zeros"):
        read_plan(tmp_path / "study.toml")


def test_a_pattern_with_a_version_for_a_backend_without_versions_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(f'{FAMILY}[matrix]\nbackends = "reference@1:*"\n')
    with pytest.raises(InputError, match="reference has no versions to choose from"):
        read_plan(tmp_path / "study.toml")


def test_the_time_of_a_comparison(tmp_path: Path) -> None:
    def comparison(value: str) -> float | None:
        (tmp_path / "study.toml").write_text(f"{SMALL}[limits]\nseconds = 5\n{value}\n")
        return read_plan(tmp_path / "study.toml").comparison

    assert (comparison(""), comparison("comparison = 60"), comparison('comparison = "2m"')) == (None, 60, 120)
    with pytest.raises(InputError, match=r"study.toml:8:1: comparison = 0; expected a positive number"):
        comparison("comparison = 0")
