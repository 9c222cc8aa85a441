"""Answers over fields with parameters: real systems agree, and lies are found."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from script_cases import counted

from casbridge import char_series, crosscheck
from casbridge.algebra import QQ, Field, Polynomial, PolynomialSystem, Ring, variables
from casbridge.algebra.answers import Answer, Task
from casbridge.algebra.formats import read_system
from casbridge.backends import registry
from casbridge.backends.gap import GAP
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.sage import SAGE
from casbridge.backends.singular import SINGULAR
from casbridge.backends.sympy import SYMPY
from casbridge.backends.transcripts import parse
from casbridge.crosscheck.certificates import certificate
from casbridge.crosscheck.checking import check_all
from casbridge.crosscheck.division import Divisor, failing_pair, redundant_term, standard_monomials
from casbridge.crosscheck.judging import judge_checked
from casbridge.crosscheck.metamorphic import reordered
from casbridge.crosscheck.provers.covering import Covering
from casbridge.crosscheck.provers.reference import Inclusion
from casbridge.crosscheck.repeats import shuffled
from casbridge.crosscheck.verdicts import Fault, Verdict, VerdictKind
from casbridge.crosscheck.verification import Proof, verify
from casbridge.errors import InputError, UnsupportedError
from casbridge.scripts import render

CURVES = "parameters: a b\nvariables: x y z\na*x^2 - b*x + (a+1)*y\nx*y = b/a\nz^2 = a"
LINE = "parameters: a\nvariables: x y\n(a*x-1)*(y^2-a)\n(a*x-1)*(x-y)"
MODULO_7 = "field: GF(7)\nparameters: a\nvariables: x y\nx^7 - a\ny^2 - x*y + a"
NO_ZEROS = "parameters: a\nvariables: x\nx^2 - a\nx - 1"


_SLOW = pytest.mark.slow


@pytest.mark.singular
@pytest.mark.parametrize("text", [CURVES, *(pytest.param(one, marks=_SLOW) for one in (LINE, MODULO_7, NO_ZEROS))])
def test_singular_sympy_and_the_reference_agree(text: str) -> None:
    backends = [f"singular:{one}" for one in ("std", "slimgb", "minAssGTZ", "facstd", "char_series")]
    verdict = crosscheck(read_system(text), ["reference", "sympy:groebner", *backends])
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
    assert all(one.answered for one in verdict.checked)


@pytest.mark.sage
@pytest.mark.slow
def test_sage_agrees() -> None:
    for text in (CURVES, LINE, NO_ZEROS):
        verdict = crosscheck(read_system(text), "reference,sage:groebner_basis,sage:minimal_associated_primes")
        assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason
        assert all(one.answered for one in verdict.checked)


@pytest.mark.singular
@pytest.mark.slow
@pytest.mark.parametrize("text", [CURVES, LINE, MODULO_7, NO_ZEROS])
def test_singular_certifies_the_series_of_the_reference(text: str) -> None:
    system = read_system(text)
    assert verify(certificate(system, char_series(system), wu=True)).proof is Proof.HOLDS
    if text == LINE:
        assert verify(certificate(system, char_series(system)[:1])).proof is Proof.REFUTED


@pytest.mark.parametrize("name", ["sympy:solve", "reference:split"])
def test_who_takes_no_parameters_says_so(name: str) -> None:
    backend, method = registry.split_name(name)
    result = backend.run(Job(read_system(CURVES), method))
    assert result.status is Status.UNSUPPORTED
    assert "parameters" in result.reason


def test_scripts_have_the_field() -> None:
    system = read_system(CURVES)
    assert "ring casbridge_ring = (0, a, b), (z, y, x), dp;" in render(system, SINGULAR, "std").text
    assert "domain=field" in (text := render(system, SYMPY).text)
    assert "field = QQ.frac_field(*parameters)" in text
    assert 'field = Frac(PolynomialRing(QQ, 2, "a,b"))' in render(system, SAGE).text
    with pytest.raises(UnsupportedError, match="gap:ReducedGroebnerBasis takes no parameters"):
        render(system, GAP)
    with pytest.raises(UnsupportedError, match="sympy:solve takes no parameters"):
        render(system, SYMPY, "solve")
    over_7 = read_system(MODULO_7)
    assert "(7, a), (y, x)" in render(over_7, SINGULAR, "std").text
    assert "GF(7).frac_field" in render(over_7, SYMPY).text


def test_a_parameter_whose_name_is_taken_is_renamed() -> None:
    system = read_system("parameters: std system\nvariables: x\nstd*x - system")
    script = render(system, SINGULAR, "std")
    assert "(0, v1, v2), (x)" in script.text
    begin, end = f"casbridge:begin {script.job}", f"casbridge:end {script.job} 1"
    head = "task: groebner basis\nfield: 0\nparameters: v1 v2\nvariables: x\nname: v1 = std\nname: v2 = system"
    answer = parse(counted(f"{begin}\n{head}\norder: degrevlex\ncomponent:\nx+(-v2)/(v1)\n{end}"), script)
    assert answer.ring == system.ring
    assert str(answer.components[0][0]) == "std*x - system"


def test_an_answer_without_the_parameters_is_refused() -> None:
    script = render(read_system("parameters: a\nvariables: x\nx - a"), SINGULAR, "std")
    text = f"casbridge:begin {script.job}\ntask: groebner basis\nfield: 0\nvariables: x\norder: degrevlex\n"
    with pytest.raises(Exception, match=r"an answer over QQ; expected QQ\(a\)"):
        parse(counted(f"{text}component:\nx\ncasbridge:end {script.job} 1"), script)


def verdict_of(text: str, *answers: Answer) -> Verdict:
    system = read_system(text)
    names = [f"cas{number}" for number, _ in enumerate(answers)]
    results = [Result(name, "", Status.COMPLETE, answer) for name, answer in zip(names, answers, strict=True)]
    return judge_checked(check_all(results, system), system)


_A, _X, _Y = variables(Ring.of("x y", parameters="a"))
_RING = _A.ring
_PRIMES = Answer(Task.PRIMES, _RING, ((_A * _X - 1,), (_Y**2 - _A, _X - _Y)))


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer(Task.PRIMES, _RING, ((_A * _X - 1,),)), Fault.MISSING_ZERO),
        (Answer(Task.PRIMES, _RING, (*_PRIMES.components, (_X, _Y))), Fault.FALSE_ZERO),
        (Answer(Task.SERIES, _RING, ((_A * _X - 1,),)), Fault.MISSING_ZERO),
        (Answer(Task.COMPONENTS, _RING, ((_X - 1,), *_PRIMES.components)), Fault.FALSE_ZERO),
        (Answer(Task.BASIS, _RING, ((_A * _X - 1,),), "lex"), Fault.MISSING_ZERO),
        (Answer(Task.BASIS, _RING, ((_A * _X * _Y - _Y - (_A * _X - 1) * _X,),), "lex"), Fault.NOT_IN_IDEAL),
        (Answer(Task.BASIS, _RING, (), "lex"), Fault.MISSING_ZERO),
    ],
)
def test_lies_are_found(answer: Answer, fault: Fault) -> None:
    verdict = verdict_of(LINE, _PRIMES, answer)
    assert verdict.kind is VerdictKind.DISAGREE, verdict.reason
    assert verdict.witness is not None
    assert verdict.witness.backend == "cas1"
    assert fault in {one.fault for one in verdict.checked[1].faults}


def test_a_missing_zero_is_shown_at_values_of_the_parameters() -> None:
    witness = verdict_of(LINE, _PRIMES, Answer(Task.PRIMES, _RING, ((_A * _X - 1,),))).witness
    assert witness is not None
    assert witness.point is not None
    system = read_system(LINE)
    assert system.first_violated(witness.point) is None
    assert (_A * _X - 1).evaluate(witness.point) != 0


@pytest.mark.parametrize("unit", [_A, _A + 1, 7 * _A**2 - 3])
def test_units_change_nothing(unit: Polynomial) -> None:
    components = tuple(tuple(unit * f for f in component) for component in _PRIMES.components)
    verdict = verdict_of(LINE, _PRIMES, Answer(Task.PRIMES, _RING, components))
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason


def test_a_component_with_a_unit_has_no_zeros() -> None:
    components = (*_PRIMES.components, (_A, _X))
    verdict = verdict_of(LINE, _PRIMES, Answer(Task.COMPONENTS, _RING, components))
    assert verdict.kind in (VerdictKind.AGREE, VerdictKind.CONSISTENT), verdict.reason


_coefficients = st.dictionaries(st.tuples(*[st.integers(0, 2)] * 3), st.integers(-3, 3), max_size=4)


@given(st.lists(_coefficients, min_size=1, max_size=3), _coefficients, st.sampled_from([QQ, Field(5)]))
def test_a_remainder_is_the_polynomial_modulo_the_basis(
    basis: list[dict[tuple[int, ...], int]], terms: dict[tuple[int, ...], int], field: Field
) -> None:
    ring = Ring.of("x y", field, parameters="a")
    polynomials = [Polynomial(ring, one) for one in basis]
    polynomial = Polynomial(ring, terms)
    divisor = Divisor(polynomials, "degrevlex")
    left = divisor.remainder(polynomial)
    assert divisor.remainder(left) == left
    for one in polynomials:
        # Multiples of a Gröbner basis of one polynomial leave nothing.
        assert not Divisor([one], "lex").remainder(one * polynomial)
        assert failing_pair([one], "lex") is None
    if not any(polynomials):
        assert left == polynomial.normal()


def test_a_groebner_basis_is_told_from_another_list() -> None:
    basis = (_A * _X**2 - 1, _Y - _A * _X)
    assert failing_pair(basis, "lex") is None
    assert failing_pair((_X * _Y - 1, _Y**2 - _A), "lex") is not None
    assert standard_monomials(Answer(Task.BASIS, _RING, (basis,), "lex"), 10) == 2


def test_a_system_that_forces_a_value_of_a_parameter_has_no_zeros() -> None:
    system = PolynomialSystem.of(_RING, [_A**2 - 1, _X - 1])
    assert char_series(system) == []
    assert [str(chain) for chain in char_series(PolynomialSystem.of(_RING, [(_A - 1) * (_X - 1)]))] == ["[x - 1]"]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(Task.SERIES, _RING, ((_A * _X - 1,),)),
        Answer(Task.SERIES, _RING, ((_Y**2 - _A, _X - _Y),)),
        Answer(Task.PRIMES, _RING, ((_A * _X - 1,),)),
        Answer(Task.PRIMES, _RING, ()),
        Answer(Task.BASIS, _RING, ((_A * _X - 1,),), "degrevlex"),
    ],
)
def test_two_equal_lies_do_not_agree(answer: Answer) -> None:
    verdict = verdict_of(LINE, answer, answer)
    assert verdict.kind is VerdictKind.DISAGREE, verdict.reason


def test_no_zeros_is_proved_where_a_value_of_the_parameter_has_some() -> None:
    """At a = 1 there is a zero; over QQ(a) there is none."""
    ring = Ring.of("x", parameters="a")
    verdict = verdict_of(NO_ZEROS, Answer(Task.PRIMES, ring, ()), Answer(Task.SERIES, ring, ()))
    assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert verdict.reason.startswith("over QQ(a): cas0, cas1 have no zeros")


@given(st.lists(_coefficients, min_size=1, max_size=2))
def test_no_lost_chain_agrees(equations: list[dict[tuple[int, ...], int]]) -> None:
    """The series without one chain, given twice, ends in agree only if the chain is in the others' closures."""
    ring = Ring.of("x y", Field(5), parameters="a")
    system = PolynomialSystem.of(ring, [Polynomial(ring, one) for one in equations])
    covering = Covering(system)
    chains = [chain.polynomials for chain in char_series(system)]
    for lost in range(len(chains)):
        left = Answer(Task.PRIMES, ring, tuple(chain for place, chain in enumerate(chains) if place != lost))
        try:
            proof = covering.of_components(left)
        except UnsupportedError:
            continue
        assert not proof or Inclusion(system).judge("it", Answer(Task.COMPONENTS, ring, left.components)).proved


def test_permuted_systems_keep_their_parameters() -> None:
    system = read_system(CURVES)
    for number in range(1, 5):
        ring = shuffled(system, number).system.ring
        assert sorted(ring.variables) == sorted(system.ring.variables)
        assert len(ring.parameters) == 2
    with pytest.raises(InputError, match="expected the parameters first"):
        reordered(system, [2, 1, 0, 3, 4])


def test_what_singular_4_4_1_says_is_wrong() -> None:
    """Oscar.jl's issue 5571: over QQ(a) its lexicographical basis of x + a*y and x + y is x + y alone."""
    text = "parameters: a\nvariables: y x\nx + a*y\nx + y"
    script = render(read_system(text), SINGULAR, "std_lp")
    assert "(0, a), (x, y), lp;" in script.text
    head = "task: groebner basis\nfield: QQ\nparameters: a\nvariables: y x\norder: lex"
    said = f"casbridge:begin {script.job}\n{head}\ncomponent:\nx+y\ncasbridge:end {script.job} 1"
    _, y, x = variables(script.system.ring)
    verdict = verdict_of(text, Answer(Task.PRIMES, x.ring, ((y, x),)), parse(counted(said), script))
    assert verdict.kind is VerdictKind.DISAGREE
    assert verdict.witness is not None
    assert verdict.witness.backend == "cas1"
    assert Fault.NOT_IN_IDEAL in {one.fault for one in verdict.checked[1].faults}


@pytest.mark.macaulay2
@pytest.mark.slow
def test_macaulay2_agrees() -> None:
    for text in (CURVES, MODULO_7, NO_ZEROS):
        verdict = crosscheck(read_system(text), "reference,macaulay2:gb")
        assert verdict.kind is VerdictKind.AGREE, verdict.reason
    assert (
        "takes no parameters"
        in crosscheck(read_system(NO_ZEROS), "macaulay2:decompose,reference").checked[0].result.reason
    )


@pytest.mark.parametrize(
    ("head", "equations", "components", "fault"),
    [
        ("parameters: a\nvariables: x", ["x^2 - a"], [["x^2 - a"]], None),
        ("parameters: a\nvariables: x", ["x^2 - a"], [["a*x^2 - a^2"]], None),
        ("parameters: a\nvariables: x", ["x^2 - a^2"], [["x^2 - a^2"]], Fault.NOT_PRIME),
        ("parameters: a\nvariables: x y", ["x^2 - a", "y^2 - a"], [["x^2 - a", "y^2 - a"]], Fault.NOT_PRIME),
        ("parameters: a\nvariables: x y", ["x^2 - a", "y^2 - a"], [["x^2 - a", "y - x"], ["x^2 - a", "y + x"]], None),
        ("parameters: a b\nvariables: x y", ["a*x*y - b*x"], [["x"], ["a*y - b"]], None),
        ("parameters: a b\nvariables: x y", ["x*y^2 - a*x"], [["x"], ["b*y^2 - a*b"]], None),
        ("parameters: a\nvariables: x y", ["x^2 - a"], [["x^2 - a"], ["x^2 - a", "y"]], Fault.REDUNDANT_COMPONENT),
        (
            "field: GF(2)\nparameters: a\nvariables: x y",
            ["x^2 + a", "y^2 + a"],
            [["x^2 + a", "y^2 + a"]],
            Fault.NOT_PRIME,
        ),
    ],
)
def test_primes_with_parameters_are_judged(
    head: str, equations: list[str], components: list[list[str]], fault: Fault | None
) -> None:
    def read(polynomials: list[str]) -> PolynomialSystem:
        return read_system("\n".join([head, *polynomials]))

    system = read(equations)
    answer = Answer(Task.PRIMES, system.ring, tuple(tuple(read(one).polynomials()) for one in components))
    verdict = judge_checked(check_all([Result("it", "", Status.COMPLETE, answer)], system), system)
    judgement = verdict.checked[0].judgement
    assert judgement is not None
    assert {one.fault for one in judgement.faults} == {fault} - {None}
    assert judgement.word == ("wrong" if fault else "right"), judgement.why
    assert all(f.ring == system.ring for one in judgement.faults for f in (one.polynomial, *(one.factors or ())) if f)


def test_a_reduced_basis_over_parameters_is_not_accused() -> None:
    """The parameters are no part of a monomial: a*y in one polynomial, y in the other one's tail."""
    a, x, y, z = variables(Ring.of("x y z", parameters="a"))
    assert redundant_term([z + a * x, y + a * x], "lex") is None
    assert redundant_term([z + a * y, y + a * x], "lex") == (z + a * y, y + a * x)
