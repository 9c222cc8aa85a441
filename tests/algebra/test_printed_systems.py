"""Systems as CASs print them, products without a sign, decimal numbers, and counts that are no equations."""

from __future__ import annotations

import logging
import shutil
import subprocess
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from strategies import polynomials, rings

from casbridge import read, read_system
from casbridge.algebra import PolynomialSystem, Ring
from casbridge.algebra.formats import write_list
from casbridge.algebra.languages import read_list, read_numbered
from casbridge.algebra.notation import MOST_DIGITS, decimal_value, split_name
from casbridge.errors import CasbridgeError, InputError

CIRCLE = ["y**2 + x**2 - 1", "x*y - 1"]  # x is the lowest
TURNED = ["x**2 + y**2 - 1", "y*x - 1"]  # y is the lowest
OF_SAGE = "Ideal (x^2 + y^2 - 1, x*y - 1) of Multivariate Polynomial Ring in x, y over "

PRINTED = [
    ("[x^2+y^2-1, x*y-1]", "QQ[x, y]", CIRCLE),
    ("{x^2 + y^2 - 1,\n x*y - 1}", "QQ[x, y]", CIRCLE),
    ("(x**2 + y**2 - 1, x*y - 1)", "QQ[x, y]", CIRCLE),
    ("[ x^2+y^2-1, x*y-1, ]\n", "QQ[x, y]", CIRCLE),
    ("I = [x^2+y^2 = 1, x*y == 1];", "QQ[x, y]", CIRCLE),
    ("F := {x^2+y^2=1, x*y=1}:", "QQ[x, y]", CIRCLE),
    ("ideal(x^2+y^2-1,x*y-1)", "QQ[x, y]", CIRCLE),
    ("ideal {x^2+y^2-1,x*y-1}", "QQ[x, y]", CIRCLE),
    ("Out[3]= {-1 + x^2 + y^2 == 0, x*y == 1}", "QQ[x, y]", CIRCLE),
    ("[x**2 + y**2 - 1, Eq(x*y, 1)]", "QQ[x, y]", CIRCLE),
    ("             2    2\no2 = ideal (x  + y  - 1, x*y - 1)\n\no2 : Ideal of R\n", "QQ[x, y]", CIRCLE),
    ("o2 = ideal(x^2+y^2-1,x*y-1)", "QQ[x, y]", CIRCLE),
    ("       2    2\no4 = {x  + y  - 1, x*y - 1}\n\no4 : List", "QQ[x, y]", CIRCLE),
    ("              8 12\no13 = ideal (x y   - 3x)", "QQ[x, y]", ["x**8*y**12 - 3*x"]),
    ("             2\no11 = ideal x", "QQ[x]", ["x**2"]),
    (OF_SAGE + "Rational Field", "QQ[y, x]", TURNED),
    (OF_SAGE + "Finite Field of size 7", "GF(7)[y, x]", TURNED),
    ("Principal ideal (x^2 - 1) of Univariate Polynomial Ring in x over Rational Field", "QQ[x]", ["x**2 - 1"]),
    ("Ideal (a*x - b) of Multivariate Polynomial Ring in x, y over Fraction Field of Multivariate Polynomial Ring in "
     "a, b over Finite Field of size 5", "GF(5)(a, b)[y, x]", ["a*x - b"]),
    ("GroebnerBasis([x**2 + y**2 - 1, x*y - 1], x, y, domain='ZZ', order='lex')", "QQ[y, x]", TURNED),
    ("GroebnerBasis([x**2 + y**2 - 1, x*y - 1], x, y, domain='GF(7)', order='lex')", "GF(7)[y, x]", TURNED),
    ("GroebnerBasis([a*x - 1], x, domain='ZZ(a)', order='lex')", "QQ(a)[x]", ["a*x - 1"]),
    ("[Poly(x**2 + y**2 - 1, x, y, domain='QQ'), Poly(x*y - 1, x, y, domain='QQ')]", "QQ[y, x]", TURNED),
    ("Ideal of Polynomial ring of rank 2 over GF(7)\nOrder: Lexicographical\nVariables: x, y\nBasis:\n[\nx^2 + y^2 + 6,"
     "\nx*y + 6\n]", "GF(7)[y, x]", TURNED),
    ("i[1]=x^2+y^2-1\ni[2]=x*y-1\n", "QQ[x, y]", CIRCLE),
    ("_[1]=x2+y2-1\n_[2]=2xy-2", "QQ[x, y]", ["y**2 + x**2 - 1", "2*x*y - 2"]),
    ("// coefficients: ZZ/7\n// number of vars : 2\n//        block   1 : ordering dp\n"
     "//                  : names    x y\ni[1]=x2+y2-1\ni[2]=xy-1", "GF(7)[y, x]", TURNED),
    *[
        (f"// coefficients: {field} considered as a field\n// number of vars : 2\n//        block   1 : ordering dp\n"
         "//                  : names    x y\ni[1]=x^2+y^2-1\ni[2]=x*y-1", f"{ours}[y, x]", TURNED)
        for field, ours in (("QQ", "QQ"), ("ZZ/7", "GF(7)"), ("QQ(a)", "QQ(a)"), ("ZZ/7(a, b)", "GF(7)(a, b)"))
    ],
    ("// coefficients: QQ considered as a field\n// number of vars : 2\n//        block   1 : ordering a\n"
     "//                  : names    x y\n//                  : weights  1 2\n//        block   2 : ordering dp\n"
     "//                  : names    x y\ni[1]=x^2+y^2-1\ni[2]=x*y-1", "QQ[y, x]", TURNED),
    ("j[1]=x(1)^2-x(2)*x(3)\n", "QQ[x_1, x_2, x_3]", ["-x_2*x_3 + x_1**2"]),
    ("[1]", "QQ[]", ["1"]),
    ("ring r = 7,(x,y),dp; ideal i = x^2+y^2-1, x*y-1;", "GF(7)[y, x]", TURNED),
    ("R = ZZ/7[x,y]; I = ideal(x^2+y^2-1, x*y-1)", "GF(7)[y, x]", TURNED),
    ("GroebnerBasis[{x^2 + y^2 == 1, x*y == 1}, {x, y}]", "QQ[y, x]", TURNED),
    ("P<x,y> := PolynomialRing(Rationals(), 2);\nI := ideal<P | x^2+y^2-1, x*y-1>;", "QQ[y, x]", TURNED),
    ("with(Groebner): F:=[x^2+y^2-1,x*y-1]: Basis(F, plex(x,y));", "QQ[y, x]", TURNED),
    ('R, (x, y) = polynomial_ring(QQ, ["x", "y"])\nI = ideal(R, [x^2 + y^2 - 1, x*y - 1])', "QQ[y, x]", TURNED),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ring", "expected"), PRINTED)
def test_what_systems_print_is_read(text: str, ring: str, expected: list[str]) -> None:
    system = read_system(text)
    assert repr(system.ring) == ring
    assert [str(polynomial) for polynomial in system.polynomials()] == expected


REFUSED = [
    ("{x^2 + I == 0}", "f:1:8: I, a number of Mathematica's"),
    ("2\nx^2 + y^2 - 1\nx*y - 1", "f:1:1: the number 2 alone, like a count of polynomials; expected a polynomial"),
    ("2;\nx^2 + y^2 - 1;\nx*y - 1;", "f:1:1: the number 2 alone, like a count"),
    ("2 2\nx^2 + y^2 - 1\nx*y - 1", "f:1:1: the number 2 2 alone, like a count"),
    ("3\nx^2 - 1;\nx*y - 1;", "f:1:1: 2 polynomials with a semicolon; expected 3"),
    ("# two\n0\nx - 1", "f:2:1: the number 0 alone, like a count"),
    ("[x - 1,, y]", "f:1:8: nothing between two commas; expected a polynomial"),
    ("[[x - 1], [y]]", "f:1:2: a list inside the list; expected one list of polynomials"),
    ("[x - 1] and more", "f:1:9: found 'and more' behind the list"),
    ("[x - 1", "f:1:1: no ']' for this '['"),
    ("x - 1, y", "f:1:6: found ','; expected a number, a variable or '(', or one of + - * / ^ ) (put brackets around"),
    (OF_SAGE + "Integer Ring", "f:1:77: the ring 'Integer Ring'; expected Rational Field or Finite Field of size p"),
    (OF_SAGE + "  \n", "f:1:32: found 'of Multivariate Po... Ring in x, y over' behind"),
    ("GroebnerBasis([x], x, domain='RR', order='lex')", "f:1:23: the domain RR; expected ZZ or QQ"),
    ("[Poly(x, x, domain='QQ'), Poly(x, x, modulus=7)]", "f:1:32: a polynomial of another ring; expected the same"),
    ("[Eq(x, 1, 2)]", "f:1:2: Eq with 3 arguments"),
    ("o2 = ideal (x  + y  - 1, x*y - 1)", "f:1:14: two blanks, where Macaulay2 leaves room for an exponent"),
    ("             2   1\no6 = ideal (x  - -y)\n                 2", "f:3:1: a list in several lines, or with indices"),
    ("             2\no6 = ideal(x + y)", "f:1:14: found '2'; expected an exponent right behind its base"),
    ("i[1]=x2+y2-1\ni[2]=xy-1", "f:1:6: x2, which is a variable or, in Singular's short form, a product of powers"),
    ("i[1]=x^2\ni[3]=x", "f:2:1: found i[3]; expected i[2] here"),
    ("i[1]=x^2\nj[2]=x", "f:2:1: a second name, j; expected generators of one ideal, i[…]"),
    ("[1]:\n   _[1]=x-1\n[2]:\n   _[1]=x+1", "f:1:1: a list of ideals; expected one ideal"),
    ("| x2+y2-1 xy-1 |", "f:1:2: a matrix of Macaulay2's, where x2 is a variable, or x^2; expected the names"),
    ("x(1)^2 - 1", "f:1:2: x(1), which may be a name with an index"),
    ("2x - 1", "f:1:2: found 'x' after '2'; expected an operator (write * for a product, or read such products"),
    ("x - 0.1", "f:1:6: found '.'; expected a number, a variable or '(', or one of + - * / ^ ) (write fractions such"),
    ("x - 1e-3", "f:1:6: found 'e' after '1'; expected an operator (write * for a product, or read such products "
     "with --implicit, or --decimals exact if it is a decimal number)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_not_clear_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_system(text, source="f")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("2x y + 3(x + 1)(y - 1)", {}, "3*x*y + 2*x*y + 3*y - 3*x - 3"),
        ("1/2x", {}, "1/2*x"),
        ("x^2y(x+1)^2", {}, "x**4*y + 2*x**3*y + x**2*y"),
        ("xy - 2x", {}, "xy - 2*x"),  # no variables are stated: xy is a name
        ("xy^2 - 2x", {"variables": "x, y"}, "x*y**2 - 2*x"),
        ("variables: x1 x2\nx1x2 - 3x1", {}, "x1*x2 - 3*x1"),
        ("(1/2)a b", {}, "1/2*a*b"),
    ],
)
def test_products_without_a_sign(text: str, options: dict[str, str], expected: str) -> None:
    system = read_system(text, implicit=True, **options)  # type: ignore[arg-type]
    again = read_system(expected, variables=system.ring.variables)
    assert list(system.polynomials()) == list(again.polynomials())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 3x", "found '3' after '2'; expected an operator (a number is multiplied with a sign * before it)"),
        ("x 2", "found '2' after 'x'"),
        ("x(1) - 1", "x(1), which may be a name with an index"),
        ("sin(x) - 1", "found '(' after 'sin', as in a call of a function; expected a sign * for a product"),
        ("parameters: a\nvariables: x\nx/2a", "found 'a' after '2', which is a divisor; expected parentheses"),
        ("variables: a b ab c bc\nabc - 1", "'abc' is a*bc and a*b*c; expected a sign *"),
        ("variables: x y\nxz - 1", "unknown variable 'xz'"),
    ],
)
def test_products_that_could_be_read_in_two_ways(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_system(text, implicit=True)
    assert message in str(caught.value)


@given(
    st.from_regex(r"[0-9]{0,6}\.?[0-9]{0,6}([eE][+-]?[0-9]{1,2})?", fullmatch=True).filter(lambda t: t[:1].isdigit())
)
def test_decimals_are_exact(text: str) -> None:
    assert decimal_value(text) == Fraction(text)
    (polynomial,) = read_system(f"x - {text}*y", decimals="exact").polynomials() or [None]
    assert polynomial.terms.get((0, 1), 0) == -Fraction(text)


def test_decimals_elsewhere() -> None:
    system = read_system("2\nx^2 + 0.5*y - 2.5e-1;\nx*y - 1;\n", decimals="exact")  # e is no name here
    assert repr(system.ring) == "QQ[x, y]"
    assert str(next(system.polynomials())) == "1/2*y + x**2 - 1/4"
    assert list(read_system("field: GF(7)\nx - 0.5", decimals="exact").polynomials()) == list(
        read_system("field: GF(7)\nx - 4").polynomials()
    )
    with pytest.raises(InputError, match=r":2:5: 0\.1, a division by zero in GF\(5\)"):
        read_system("field: GF(5)\nx - 0.1", decimals="exact")
    for huge in ("1e999999999", "1e-999999999", f"0.{'1' * (MOST_DIGITS + 1)}", "1e" + "9" * 1000):
        with pytest.raises(InputError, match="at most 100000 digits"):
            read_system(f"x - {huge}", decimals="exact")
    with pytest.raises(InputError, match="decimals 'rough'; expected refuse or exact"):
        read_system("x - 1.5", decimals="rough")


@pytest.mark.parametrize("text", ["x - 1", "x", "0.5x"])
def test_options_of_a_wrong_type_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^implicit 'no'; expected True or False$"):
        read_system(text, implicit="no")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^decimals True; expected refuse or exact$"):
        read_system(text, decimals=True)  # type: ignore[arg-type]


def test_a_line_without_operators_gets_the_hint_of_a_longer_one() -> None:
    for text in ("0.5x", "0.5x - 1", "1.5"):
        with pytest.raises(InputError, match=r":1:2: found '\.'; .* with --decimals exact"):
            read_system(text)
    with pytest.raises(InputError, match=r":1:2: found 'x' after '2'; .* with --implicit"):
        read_system("2x")
    with pytest.raises(InputError, match=r":1:4: found 'x' after '0\.5'; .* with --implicit"):
        read_system("0.5x", decimals="exact")


def test_a_nonzero_constant_is_pointed_out(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.WARNING, "casbridge.reading"):
        system = read_system("x - 1\n3 = 4", source="f")
        read_system("x - 1\n3 = 3", source="g")
        read_system("field: GF(3)\nx - 1\n3 = 0", source="h")
    note = "polynomial 2 is the nonzero constant -1: the system has no zeros"
    assert caplog.messages == [f"f: {note}"]
    assert system.notes() == [note]
    assert read_system("parameters: a\nvariables: x\na + 1\nx").notes() == [
        "polynomial 1 is the nonzero constant a + 1: the system has no zeros"
    ]
    assert capfd.readouterr() == ("", "")


@given(rings(), st.data())
def test_a_list_is_read_as_it_was_written(ring: Ring, data: st.DataObject) -> None:
    system = PolynomialSystem.of(ring, data.draw(st.lists(polynomials(ring), min_size=1, max_size=3)))
    try:
        text = write_list(system)
    except InputError:
        return
    assert list(read_list(text).polynomials()) == list(system.polynomials())


ALPHABET = st.text("[](){}|;:=,-+*^/.0123xyEqPoly\n \t_idealo ringF\0", max_size=60)


@given(ALPHABET, st.booleans(), st.booleans())
def test_noise_gets_one_line(text: str, implicit: bool, decimals: bool) -> None:
    for beginning in ("", "[", "o2 = ideal (", "  2\no2 = ideal (", "i[1]=", "GroebnerBasis([x", "| x2-", "2\n"):
        try:
            read(beginning + text, implicit=implicit, decimals="exact" if decimals else "refuse", variables="x y"[:1])
        except CasbridgeError as error:
            said = str(error)
        else:
            said = ""
        assert said.isprintable()


@given(st.text("ab", max_size=12), st.sets(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=4))
def test_names_are_split_in_the_only_way(name: str, known: set[str]) -> None:
    def ways(rest: str) -> int:
        return 1 if not rest else sum(ways(rest[len(one) :]) for one in known if rest.startswith(one))

    try:
        pieces = split_name(name, known)
    except InputError:
        assert ways(name) > 1
        return
    assert ways(name) == (pieces is not None)
    assert pieces is None or "".join(pieces) == name


def run(program: str, text: str, *arguments: str) -> str:
    found = shutil.which(program)
    assert found is not None
    done = subprocess.run([found, *arguments], input=text, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


@pytest.mark.singular
def test_what_singular_prints_now() -> None:
    script = "ring r = 7,(x,y),dp; ideal i = x^2+y^2-1, 2xy-1, x*(y+1)^3; "
    expected = read_system("field: GF(7)\nvariables: y x\nx^2+y^2-1\n2*x*y-1\nx*(y+1)^3")
    for asked in ("r; i;", "short=0; r; i;"):
        found = read_system(run("Singular", script + asked, "-q", "--no-rc"))
        assert found.ring == expected.ring
        assert list(found.polynomials()) == list(expected.polynomials())
    without_ring = read_numbered(run("Singular", script + "i;", "-q", "--no-rc"))
    assert without_ring.ring.variables == ("x", "y")  # in natural order


@pytest.mark.slow
@pytest.mark.macaulay2
def test_what_macaulay2_prints_now() -> None:
    script = "R = QQ[x,y];\nI = ideal(x^2+y^2-1, 2*x*y-1, x^12*(y+1)^2-3);\n"
    expected = list(read_system("x^2+y^2-1\n2*x*y-1\nx^12*(y+1)^2-3").polynomials())
    for asked in ("I", "I_*", "toString I"):
        printed = run("M2", script + asked + "\n", "--no-readline", "--silent", "-q")
        text = "\n".join(line for line in printed.split("\n") if not line.startswith("i"))
        assert list(read_system(text).polynomials()) == expected
    printed = run("M2", script + "gens I\n", "--no-readline", "--silent", "-q")
    text = "\n".join(line for line in printed.split("\n") if not line.startswith("i"))
    assert list(read_system(text, variables="x y").polynomials()) == expected


@pytest.mark.slow
@pytest.mark.gap
def test_what_gap_prints_now() -> None:
    script = 'x:=Indeterminate(Rationals,"x");;y:=Indeterminate(Rationals,"y");;[x^2+y^2-1,x*y-1/2];'
    found = read_system(run("gap", script, "-q"))
    assert list(found.polynomials()) == list(read_system("x^2+y^2-1\nx*y-1/2").polynomials())


def test_what_sympy_prints_now() -> None:
    import sympy

    x, y, a = sympy.symbols("x y a")
    basis = sympy.groebner([a * x**2 + y**2 - 1, x * y - 1 / a], x, y)
    system = read_system(str(basis))
    assert repr(system.ring) == "QQ(a)[y, x]"
    assert len(system) == len(basis.exprs)
    printed = str([sympy.Eq(x * y, 1), x**2 / 2 + y, (x + y) ** 2])
    assert list(read_system(printed).polynomials()) == list(read_system("x*y - 1\nx^2/2 + y\n(x+y)^2").polynomials())


@pytest.mark.parametrize(
    "coefficients",
    ["QQ[a]/(a2-2) considered as a field", "ZZ considered as a non-field", "ZZ/(12) considered as a non-field",
     "Float() considered as a field", "ZZ/9[a]\n//   minpoly        : 1*a^2+2*a^1+2*a^0 considered as a field"],
)  # fmt: skip
def test_other_coefficients_of_singular_are_refused_by_name(coefficients: str) -> None:
    """Rings as Singular 4.4 prints them."""
    text = f"// coefficients: {coefficients}\n// number of vars : 1\n//                  : names    x\ni[1]=x-1"
    with pytest.raises(InputError) as refused:
        read_system(text)
    assert refused.value.found == f"the coefficients {coefficients.partition(chr(10))[0]}"
