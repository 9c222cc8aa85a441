"""The tree of a decomposition: what it says, and that text, picture and data say the same."""

from __future__ import annotations

import json
import re
from math import prod
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings, strategies as st

from casbridge.algebra import Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.charset.definitions.chains import Chain
from casbridge.charset.definitions.ranks import initial
from casbridge.charset.general.method import GeneralSeries
from casbridge.charset.general.trace import OPEN, DecompositionTree, TreeCollector, shortened, trace_series
from casbridge.limits import NEVER, Deadline
from tests.charset.deadlines import AfterChecks
from tests.effort import examples

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"

x, y, z = variables(Ring.of("x y z"))
a, b, c, t = variables(Ring.of("a b c t"))
long = variables(Ring.of(["a_rather_long_name_" + "for_a_variable" * 4, "another_one" * 5]))
u, v = variables(Ring.of("u v", Field(5)))

SYSTEMS = [
    [x * y**2 + y + 1],
    [x * (y**2 - x**2), z**2 - x * y],
    [x**2 - 2, y**2 - 8],
    [x**2 + y**2 + z**2 - 1, x * y * z - 1, x + y + z],
    [a * t**2 + b * t + c],
    [x * y, y * z, z * x],
    [x * y - 1, x],
    [x - x + 1],
    [x],
    [long[0] ** 7 * long[1] - 1, long[0] ** 3 * long[1] ** 3 - long[0] * long[1]],
    [u * v**2 + u, u**5 - u],
]


def traced(polynomials: list[Polynomial], deadline: Deadline = NEVER) -> tuple[list[Chain], DecompositionTree]:
    return trace_series(PolynomialSystem.of(polynomials[0].ring, polynomials), deadline)


def check(tree: DecompositionTree, chains: list[Chain]) -> None:
    """What holds for every tree."""
    assert tree.chains == tuple(chains)
    root = tree.nodes[0]
    assert (root.number, root.parent, root.cause, root.by, root.of) == (0, None, "start", None, None)
    for node in tree.nodes[1:]:
        assert node.parent is not None
        assert node.number > node.parent
        assert node.number in tree.node(node.parent).children
        assert node.by is not None
        assert node.of is not None
        if node.cause == "factor":
            assert node.of.quotient(node.by) is not None
        if node.cause == "initial":
            assert initial(node.of).quotient(node.by) is not None
        assert node.by not in node.nonzero
    assert sorted(number for node in tree.nodes for number in node.children) == [n.number for n in tree.nodes[1:]]
    # A split has branches; every chain of the series is where exactly one branch ended.
    for chain in chains:
        (node,) = [node for node in tree.nodes if node.chain == chain]
        assert node.end == "chain"
        assert chains[(tree.chain_number(node) or 0) - 1] == chain
    assert all((node.chain is not None) == (node.end == "chain") for node in tree.nodes)
    assert tree.complete == all(node.end != OPEN for node in tree.nodes)
    # Disjoint: what is 0 in one branch is not 0 in those that are split off after it.
    for node in tree.nodes:
        earlier: list[Polynomial] = []
        for child in tree.children(node):
            assert set(earlier) <= set(child.nonzero)
            assert child.by is not None
            earlier.append(child.by)
    drawn = check_svg(tree)
    assert drawn == ends(tree) + sum(bool(node.children) for node in tree.nodes[1:]) + 1
    assert json.loads(json.dumps(tree.as_dict())) == tree.as_dict()
    assert len(tree.text(full=True).splitlines()) == len(tree.text().splitlines())


def ends(tree: DecompositionTree) -> int:
    """How many ways there are to an end."""
    return sum(not node.children or tree.has_rest(node) for node in tree.nodes)


def check_svg(tree: DecompositionTree) -> int:
    """The number of boxes of a well-formed picture in which all is inside."""
    document = ElementTree.fromstring(tree.svg())
    width, height = float(document.get("width", "")), float(document.get("height", ""))
    boxes = [r for r in document.iter(f"{SVG}rect") if r.get("x")]
    places = []
    for box in boxes:
        left, top, wide, high = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        assert 0 <= left < left + wide <= width
        assert 0 <= top < top + high <= height
        places.append((left, top, left + wide, top + high))
    for number, (left, top, right, bottom) in enumerate(places):
        for other in places[:number]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    assert all(len(text.text or "") <= 60 for text in document.iter(f"{SVG}text"))
    return len(boxes)


@pytest.mark.parametrize("polynomials", SYSTEMS, ids=str)
def test_trees(polynomials: list[Polynomial]) -> None:
    chains, tree = traced(polynomials)
    check(tree, chains)
    system = PolynomialSystem.of(polynomials[0].ring, polynomials)
    collector = TreeCollector(system.ring, polynomials)
    assert list(GeneralSeries(system, trace=collector)) == chains
    assert collector.tree(chains) == tree
    for number, chain in enumerate(chains, 1):
        assert f"chain {number}: {chain}" in tree.text(full=True)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.dictionaries(st.tuples(*[st.integers(0, 2)] * 3), st.integers(-2, 2), max_size=3), max_size=3))
def test_random_trees(terms: list[dict[tuple[int, ...], int]]) -> None:
    ring = x.ring
    chains, tree = trace_series(PolynomialSystem.of(ring, [Polynomial(ring, one) for one in terms]))
    check(tree, chains)


def test_the_words() -> None:
    _, tree = traced([a * t**2 + b * t + c])
    assert tree.text() == (
        "a*t**2 + b*t + c = 0\n"
        "├─ a = 0 (initial of a*t**2 + b*t + c)\n"
        "│  ├─ b = 0 (initial of b*t + c)\n"
        "│  │  └─ c = 0 (remainder) → chain 3: [a, b, c]\n"
        "│  └─ b ≠ 0 (otherwise) → chain 2: [a, b*t + c]\n"
        "└─ a ≠ 0 (otherwise) → chain 1: [a*t**2 + b*t + c]"
    )
    assert [node.end for node in tree.nodes] == ["chain", "chain", "split", "chain"]
    _, tree = traced([x**2 - 2, y**2 - x * y - 4])
    assert "(factor, over the chain, of y**2 - x*y - 4)" in tree.text()
    _, tree = traced([x * y * z - 1])
    assert "x = 0 (factor of the initial of x*y*z - 1) → no zeros" in tree.text()
    assert traced([x])[1].text() == "x = 0 → chain 1: [x]"
    assert traced([x - x + 1])[1].text() == "1 = 0 → no zeros"
    assert trace_series(PolynomialSystem.of(x.ring, []))[1].text() == "0 = 0 → chain 1: []"


def test_long_polynomials_are_shortened_and_have_titles() -> None:
    chains, tree = traced(SYSTEMS[9])
    assert max(map(len, tree.text().splitlines())) < 180
    svg = tree.svg()
    (start, *_) = re.findall(r"<title>([^<]*)</title>\n?<rect x", svg)
    assert start == "\n".join(f"{polynomial} = 0" for polynomial in tree.equations)
    assert all(repr(chain) in svg for chain in chains)
    assert shortened("x" * 100, 21) == "x" * 9 + " … " + "x" * 9


def test_interrupted_trees_can_be_drawn() -> None:
    n = 8
    w = variables(Ring.of([f"x{i}" for i in range(n)]))
    cyclic = [
        sum((prod([w[(i + j) % n] for j in range(1, k)], start=w[i]) for i in range(1, n)), prod(w[1:k], start=w[0]))
        for k in range(1, n)
    ]
    cyclic.append(prod(w[1:], start=w[0]) - 1)
    chains, tree = traced(cyclic, AfterChecks(100))
    assert not tree.complete
    assert any(node.end == OPEN for node in tree.nodes)
    check(tree, chains)
    assert tree.text().endswith("(not finished)")
    assert "not finished" in tree.svg()
    nothing, tree = traced(cyclic, Deadline.after(0))
    assert (nothing, [node.end for node in tree.nodes]) == ([], [OPEN])
    assert "not finished" in tree.svg()


def test_closures() -> None:
    chains, tree = trace_series(PolynomialSystem.of(x.ring, [x * y**2 + y + 1]), closure=True)
    assert len(chains) == 1
    check(tree, chains)
    assert "only a part of a closure" in tree.text() or "a part of another chain" in tree.text()


def test_the_picture_of_the_guide_is_this_one() -> None:
    """To draw it anew: write `tree.svg()` there. The order of factors, and so of branches, is the library's."""
    _, tree = traced(SYSTEMS[1])
    pictures = (PICTURES / "decomposition.svg").read_text(encoding="utf-8"), tree._repr_svg_()
    titles, again = (sorted(re.findall(r"<title>([^<:,]+ = 0)", picture)) for picture in pictures)
    assert titles == again != []
