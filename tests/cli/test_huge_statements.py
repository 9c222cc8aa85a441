"""Short inputs that state something huge, and outputs in encodings that lack their signs."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from decimal import Decimal, localcontext
from pathlib import Path
from xml.etree import ElementTree

import pytest

from casbridge.errors import InputError
from casbridge.processes.apart import call
from casbridge.puzzles.layouts import graph
from casbridge.puzzles.reading import read

_ROOM = 2 << 30
_PUZZLE = "12....122.3.4..."
_COLOURS = 'family = "graph"\ncolours = 999999999\nedges = [[1, 2]]\n'
_COMMANDS = (
    "solve",
    "count",
    "explain --rate",
    "worksheet -o sheet.html",
    "charseries",
    "convert - --to svg",
)


def casbridge(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "casbridge", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (_ROOM, _ROOM)),
    )


@pytest.mark.parametrize("command", _COMMANDS)
def test_colours_without_end_are_refused(command: str, tmp_path: Path) -> None:
    (tmp_path / "graph.toml").write_text(_COLOURS)
    name, *further = command.split()
    run = casbridge(tmp_path, name, "graph.toml", *further, "--timeout", "2")
    assert run.returncode == 2
    assert run.stderr.decode().startswith("casbridge: graph.toml:2:")
    assert run.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        _COLOURS,
        'family = "graph"\ncolours = 3\nvertices = 999999999\n',
        'family = "graph"\ncolours = 3\nedges = [[1, 999999999]]\n',
        'family = "latin"\nside = 999999999\n',
        'box = "9999x9999"\n',
        'side = 9\ncages = [{ cells = ["r1c1", "r1c2"], sum = 999999999 }]\n',
        "side = 9\ngiven = { r1c1 = 999999999 }\n",
        "9999x9999",
        "(x + 1)^999999999\n",
        "2^999999999\n",
        "x^(9^9^9)\n",
        "x,y\n999999999999\nx - 1\n",
        "field: 999999999999999999999999999999\nx - 1\n",
        "i[999999999]=x-1\n",
        "ring r=0,x(1..999999999),dp;\nideal i=x(1);\n",
        "p edge 999999999 1\ne 1 2\n",
    ],
)
def test_a_huge_statement_is_refused_when_it_is_read(text: str) -> None:
    with pytest.raises(InputError):
        call(read, text, memory=1 << 28)


def test_as_many_colours_as_fit() -> None:
    assert graph(1000, (), 1000).digits == 1000
    with pytest.raises(InputError) as caught:
        graph(1000, (), 1001)
    assert caught.value.expected == "at most 1000 colours"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_documents_in_any_encoding_are_those_in_utf_8(encoding: str, tmp_path: Path) -> None:
    shown = ("canonical", _PUZZLE, "--json")
    other, usual = (casbridge(tmp_path, *shown, PYTHONIOENCODING=one).stdout for one in (encoding, "utf-8"))
    documents = [{**json.loads(one), "seconds": 0} for one in (other, usual)]
    assert documents[0] == documents[1]
    drawn = ("convert", _PUZZLE, "-", "--to", "svg")
    other, usual = (casbridge(tmp_path, *drawn, PYTHONIOENCODING=one).stdout for one in (encoding, "utf-8"))
    pictures = [
        [(node.tag, node.attrib, node.text) for node in ElementTree.fromstring(one).iter()] for one in (other, usual)
    ]
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", _PUZZLE, "--json"),
        ("solve", _PUZZLE, "--jsonl"),
        ("explain", _PUZZLE),
        ("count", "2x2", "--steps"),
        ("convert", _PUZZLE, "-", "--to", "toml"),
        ("render", _PUZZLE, "--to", "singular"),
        ("audit", "colouring"),
        ("backends",),
        ("--help",),
    ],
    ids=" ".join,
)
def test_no_traceback_in_the_c_locale(arguments: tuple[str, ...], tmp_path: Path) -> None:
    run = casbridge(tmp_path, *arguments, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert b"Traceback" not in run.stderr
    assert run.stdout


def test_counting_under_a_limit_on_memory(tmp_path: Path) -> None:
    run = casbridge(tmp_path, "count", _PUZZLE, "--memory", "200M")
    assert (run.returncode, run.stdout) == (0, b"1\n")


@pytest.mark.parametrize("form", ["", "--json", "--jsonl"])
def test_numbers_of_more_digits_than_python_prints(form: str, tmp_path: Path) -> None:
    (tmp_path / "graph.toml").write_text('family = "graph"\ncolours = 300\nvertices = 3000\nedges = [[1, 2]]\n')
    run = casbridge(tmp_path, "count", "graph.toml", *filter(None, [form]))
    assert run.returncode == 0
    with localcontext(prec=8000):
        number = format(Decimal(300) ** 2999 * 299, "f")
    assert number.encode() in run.stdout
