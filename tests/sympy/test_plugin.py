"""The plug-in for SymPy: the same results as SymPy's own, by another engine; and what happens where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sympy
from hypothesis import given, settings, strategies as st
from sympy import GF, QQ, Poly, Rational, S, sin, sqrt
from sympy.abc import a, t, x, y, z
from sympy.polys.polyerrors import ComputationFailed, GeneratorsNeeded, PolynomialError, UnsolvableFactorError

from casbridge.algebra.answers import Answer, Task
from casbridge.backends import registry
from casbridge.backends.protocol import Job, Result, Status
from casbridge.backends.singular import SingularBackend
from casbridge.errors import BackendError, LimitError, UsageError
from casbridge.processes.locate import Availability
from casbridge.scripts import Method
from casbridge.sympy import (
    Call,
    CannotError,
    DisagreementError,
    dimension,
    eliminate,
    groebner,
    ideal_contains,
    is_zero_dimensional,
    minimal_primes,
    primary_decomposition,
    radical,
    solve_poly_system,
    solve_triangulated,
    solving,
    using,
)
from tests.effort import examples

F = [x**2 + y**2 + z**2 - 1, x * y - z, x - y + 2 * z]

terms = st.tuples(st.integers(-4, 4), st.integers(0, 2), st.integers(0, 2), st.integers(0, 1))
polynomials = st.lists(terms, min_size=1, max_size=3).map(
    lambda found: sum((c * x**i * y**j * z**k for c, i, j, k in found), S(0))
)
systems = st.lists(polynomials, min_size=1, max_size=3).map(lambda fs: [f / 2 if n else f for n, f in enumerate(fs)])


class Liar:
    """A backend that says that the ideal is that of the variables."""

    name = "liar"
    target = None
    default_method = "basis"
    methods = (
        Method("basis", Task.BASIS, "a lie", order="lex"),
        Method("dim", Task.DIMENSION, "a lie"),
        Method("radical", Task.RADICAL, "a lie"),
    )

    def availability(self) -> Availability:
        return Availability(True)

    def run(self, job: Job) -> Result:
        task = next(method.task for method in self.methods if method.name == job.method)
        ring = job.system.ring
        if task is Task.DIMENSION:
            return Result(self.name, job.method, Status.COMPLETE, Answer(task, ring, (), dimension=7))
        from casbridge.algebra import variables

        order = "lex" if task is Task.BASIS else ""
        return Result(self.name, job.method, Status.COMPLETE, Answer(task, ring, (variables(ring),), order))


class PartsLiar(Liar):
    """A backend that only decomposes, and lies."""

    name = "parts-liar"
    default_method = "parts"
    methods = (Method("parts", Task.PRIMARY, "a lie"),)


class Late(Liar):
    """A backend that never comes to an end."""

    name = "late"

    def run(self, job: Job) -> Result:
        return Result(self.name, job.method, Status.TIMEOUT, reason="stopped after 5 s")


@pytest.fixture(autouse=True)
def fakes() -> Iterator[None]:
    made: list[Any] = [Liar(), PartsLiar(), Late(), SingularBackend("/nowhere/Singular", name="absent")]
    for backend in made:
        registry.register(backend)
    yield
    for backend in made:
        registry.unregister(backend.name)


def same(ours: Any, theirs: Any) -> bool:
    """Whether two Gröbner bases are equal in all that SymPy shows of them."""
    facts = ("exprs", "polys", "gens", "domain", "order", "args", "is_zero_dimensional")
    assert [getattr(ours, fact) for fact in facts] == [getattr(theirs, fact) for fact in facts]
    assert type(ours) is type(theirs)
    assert str(ours) == str(theirs)
    return bool(ours == theirs and len(ours) == len(theirs))


@pytest.mark.singular
class TestGroebner:
    @settings(max_examples=examples(25))
    @given(systems, st.sampled_from(["lex", "grlex", "grevlex"]), st.permutations([x, y, z]))
    def test_the_basis_is_sympys_own(self, F: list[Any], order: str, gens: list[Any]) -> None:
        assert same(groebner(F, *gens, order=order), sympy.groebner(F, *gens, order=order))

    @settings(max_examples=examples(20))
    @given(systems, st.sampled_from([2, 3, 7, 101]), st.sampled_from(["lex", "grevlex"]), st.booleans())
    def test_the_basis_over_a_prime_field_is_sympys_own(self, F: list[Any], p: int, order: str, signed: bool) -> None:
        F = [sympy.numer(sympy.together(f)) for f in F]
        options: dict[str, Any] = {"order": order, "modulus": p, "symmetric": signed}
        assert same(groebner(F, x, y, z, **options), sympy.groebner(F, x, y, z, **options))

    @pytest.mark.parametrize(
        ("given", "gens", "options"),
        [
            (F, (), {}),
            (F, (z, x, y), {"polys": True}),
            (F, (x, y, z), {"domain": QQ}),
            (F, (x, y, z), {"field": True, "order": "grevlex"}),
            (F, (x, y, z), {"method": "f5b"}),
            ([sympy.Eq(x**3, 1), sympy.Eq(x**2, 1)], (), {}),
            ([Poly(x**2 + y, x, y), Poly(x - y, x, y)], (), {"order": "grlex"}),
            ([Poly(x**2 + 2, x, domain=GF(7)), Poly(x + 4, x, domain=GF(7))], (), {}),
            ([sin(x) ** 2 - y, sin(x) * y - 1], (), {}),
            ([1], (x,), {}),
            ([x, x - 1], (x, y), {}),
        ],
        ids=str,
    )
    def test_arguments_are_sympys(self, given: Any, gens: Any, options: Any) -> None:
        with using() as calls:
            ours = groebner(given, *gens, **options)
        assert same(ours, sympy.groebner(given, *gens, **options))
        assert [call.engine.partition(":")[0] for call in calls] == ["singular"]

    @pytest.mark.parametrize(
        "gens",
        [
            (sympy.Dummy("x"), sympy.Dummy("x"), x),
            (sympy.Symbol("x", positive=True), sympy.Symbol("x", real=True), x),
            sympy.symbols("E I S"),
            sympy.symbols("N pi Q"),
            sympy.symbols("v2 a' v3"),
            sympy.symbols("basering poly i"),
            tuple(map(sympy.Symbol, ("", ";", "α β"))),
            (sympy.Function("f")(x), sympy.IndexedBase("a")[0], sin(y)),
            (1 / x, x, y),
        ],
        ids=str,
    )
    def test_generators_of_any_kind(self, gens: Any) -> None:
        choices: list[dict[str, Any]] = [{"order": "grevlex"}, {"modulus": 2}, {"modulus": 7, "symmetric": False}]
        u, v, w = gens
        F = [6 * u**2 - v + 3, u * v - w, v * w**2 - u]
        for options in choices:
            ours, theirs = groebner(F, *gens, **options), sympy.groebner(F, *gens, **options)
            assert same(ours, theirs)
            assert ours.reduce(u**3 * v) == theirs.reduce(u**3 * v)

    def test_what_follows_from_a_basis_is_sympys(self) -> None:
        ours, theirs = groebner(F, x, y, z, order="grevlex"), sympy.groebner(F, x, y, z, order="grevlex")
        assert same(ours.fglm("lex"), theirs.fglm("lex"))
        assert ours.reduce(x**5 + z) == theirs.reduce(x**5 + z)
        assert ours.contains(F[0] * x - y * F[1])
        assert not ours.contains(x)

    def test_large_coefficients(self) -> None:
        F = [x**2 - 10**50 * y - Rational(3, 10**40), x * y - 7**90]
        assert same(groebner(F, x, y), sympy.groebner(F, x, y))

    def test_names_that_singular_has_taken(self) -> None:
        names = sympy.symbols("I1 E S ideal _x x' %")
        F = [names[0] ** 2 - names[1], names[2] * names[3] - names[4], names[5] - names[6], names[4] - names[6] ** 2]
        assert same(groebner(F, *names), sympy.groebner(F, *names))

    def test_is_zero_dimensional(self) -> None:
        for F, gens in (([x, y], (x, y)), ([x**3 + y**2], (x, y)), ([x, x - 1], (x,)), ([x, y, z], (x, y, z, t))):
            assert is_zero_dimensional(F, *gens) == sympy.is_zero_dimensional(F, *gens)

    def test_ideal_contains(self) -> None:
        assert ideal_contains(F, x * F[0] + (z - 1) * F[2], x, y, z)
        assert not ideal_contains(F, x * y, x, y, z)
        assert ideal_contains([3 * x], x / 7, x)
        assert ideal_contains([x * y - 1], sympy.Eq(x * y, 1), x, y)
        assert ideal_contains([x], "x**2 - x", x)
        assert ideal_contains([x], Poly(x * y / 3, x, y), x, y)
        assert ideal_contains([Poly(x**2 + 1, x, modulus=5)], x**2 - 4)
        assert not ideal_contains([Poly(x**2 + 1, x, modulus=5)], x - 2)

    def test_ideal_contains_takes_a_basis_with_its_domain_and_generators(self) -> None:
        over_5 = sympy.groebner([x**2 + 1], x, modulus=5)
        assert ideal_contains(over_5, x**2 - 4)
        assert not ideal_contains(over_5, x - 2)
        assert ideal_contains(sympy.groebner([x], x, y), x * y)
        assert not ideal_contains(sympy.groebner([x], x, y), y)

    def test_a_lexicographical_basis_of_many_zeros(self) -> None:
        basis = groebner([x**40000 - y, y**2 - 1], x, y, seconds=10)
        assert basis == [x**40000 - y, y**2 - 1]


class TestSymPyItself:
    """Errors are SymPy's own; what no backend does SymPy does itself."""

    @pytest.mark.parametrize(
        ("arguments", "options", "error"),
        [
            (([1],), {}, ComputationFailed),
            (([1 / x], x), {}, PolynomialError),
            (([x, y],), {"method": "unknown"}, ValueError),
            (([x, y],), {"order": "best"}, ValueError),
            (([x, y],), {"wrong": 1}, sympy.polys.polyerrors.OptionError),
            (([x, y], x, x), {}, sympy.polys.polyerrors.GeneratorsError),
        ],
    )
    def test_errors_are_sympys(self, arguments: Any, options: Any, error: type[Exception]) -> None:
        with pytest.raises(error) as theirs:
            sympy.groebner(*arguments, **options)
        with pytest.raises(error) as ours:
            groebner(*arguments, **options)
        assert str(ours.value) == str(theirs.value)

    @pytest.mark.parametrize(
        ("F", "gens", "options", "reason"),
        [
            ([], (x, y), {}, "no equations"),
            ([0], (x, y), {}, "no equations"),
            ([x**2 + 2.0 * y], (x, y), {}, "coefficients in RR"),
            ([x**2 - a], (x,), {}, "coefficients in ZZ[a]"),
            ([x**2 - sqrt(2) * x], (x,), {"extension": True}, "coefficients in QQ<sqrt(2)>"),
            ([x**2 - y], (x, y), {"order": "ilex"}, "the order ilex"),
            ([x**2 - y, y * x], (x, y), {"domain": "EX"}, "coefficients in EX"),
            ([x**2 - S.ImaginaryUnit * y], (x, y), {}, "coefficients in ZZ_I"),
            ([x / a - y], (x, y), {}, "coefficients in ZZ(a)"),
            ([x**2 - y], (x, y), {"modulus": 2**61 - 1}, "coefficients in GF(2305843009213693951): characteristic"),
        ],
    )
    def test_what_no_backend_does(self, F: Any, gens: Any, options: Any, reason: str) -> None:
        with using() as calls:
            assert same(groebner(F, *gens, **options), sympy.groebner(F, *gens, **options))
        assert [(call.function, call.engine) for call in calls] == [("groebner", "sympy")]
        assert calls[0].reason.startswith(reason)
        with pytest.raises(CannotError):
            groebner(F, *gens, **options, fallback=False)

    def test_an_order_that_a_backend_lacks(self) -> None:
        with using(backend="reference") as calls:
            assert groebner(F, x, y, z) == sympy.groebner(F, x, y, z)
            assert groebner(F, x, y, z, order="grevlex") == sympy.groebner(F, x, y, z, order="grevlex")
        assert [call.engine for call in calls] == ["sympy", "reference:basis"]
        assert calls[0].reason == "reference has no method for groebner basis in the order lex"

    def test_a_missing_program_is_an_error(self) -> None:
        with pytest.raises(
            BackendError,
            match=r"absent: /nowhere/Singular: no such file.*backend=\['absent', 'sympy'\] lets SymPy compute",
        ):
            groebner(F, x, y, z, backend="absent")

    def test_the_first_backend_of_a_list_that_is_here(self) -> None:
        with using(backend=["absent", "sympy"]) as calls:
            assert groebner(F, x, y, z) == sympy.groebner(F, x, y, z)
            assert solve_poly_system([x**2 - 1, y - x], x, y) == [(-1, -1), (1, 1)]
        assert {call.engine for call in calls} == {"sympy"}
        with using(backend=["absent", "reference"]) as calls:
            groebner(F, x, y, z, order="grevlex")
        assert [call.engine for call in calls] == ["reference:basis"]

    @pytest.mark.parametrize(
        "changes",
        [{"backend": ""}, {"backend": []}, {"backend": None}, {"checked": 3}, {"fallback": 3}, {"backnd": "x"}],
    )
    def test_wrong_settings(self, changes: Any) -> None:
        with pytest.raises(UsageError), using(**changes):
            pass

    def test_settings_end_with_their_block(self) -> None:
        with using(backend="sympy") as outer:
            with using(fallback=True) as inner:
                groebner([x, y], x, y)
            groebner([x, y], x, y)
        assert (len(outer), len(inner)) == (2, 1)

    def test_an_unknown_backend(self) -> None:
        with pytest.raises(UsageError, match="no backend 'singluar'"):
            groebner(F, x, y, z, backend="singluar")

    def test_a_limit_on_time(self) -> None:
        with pytest.raises(LimitError, match="late:basis: stopped after 5 s"):
            groebner(F, x, y, z, backend="late")


class TestChecked:
    def test_a_lie_is_found(self) -> None:
        with pytest.raises(DisagreementError, match="reference:basis"):
            groebner(F, x, y, z, backend="liar", checked=True)
        assert groebner(F, x, y, z, backend="liar") == [x, y, z]

    def test_a_lie_of_the_second_is_found(self) -> None:
        with pytest.raises(DisagreementError):
            groebner(F, x, y, z, order="grevlex", backend="reference", checked="liar")

    @pytest.mark.parametrize(
        ("backend", "checked"),
        [("reference", True), ("reference", "reference:basis"), (["absent", "reference"], True)],
    )
    def test_no_method_checks_itself(self, backend: Any, checked: Any) -> None:
        with pytest.raises(UsageError, match="would check itself; expected another backend, such as checked="):
            groebner(F, x, y, z, order="grevlex", backend=backend, checked=checked)

    def test_no_method_for_ideals_checks_itself(self) -> None:
        for function in (dimension, radical, primary_decomposition):
            with pytest.raises(UsageError, match=r"reference:[a-z]+ would check itself"):
                function([x * y], x, y, backend="reference", checked=True, order="grevlex")

    @pytest.mark.singular
    def test_another_method_of_the_same_backend_may_check(self) -> None:
        with using(backend="singular:std_lp", checked="singular:fglm") as calls:
            assert groebner([x**2 - y, y**3 - 1], x, y) == sympy.groebner([x**2 - y, y**3 - 1], x, y)
            assert solve_poly_system([x**2 - 4, y - x], x, y) == [(-2, -2), (2, 2)]
        assert {call.engine for call in calls} >= {"singular:std_lp", "singular:fglm"}
        with using(backend="singular:minAssGTZ", checked="singular:minAssChar"):
            assert [tuple(prime) for prime in minimal_primes([x * y], x, y)] == [(x,), (y,)]

    def test_lies_about_ideals_are_found(self) -> None:
        with pytest.raises(DisagreementError, match="dimension 7, and 1 by reference:dimension"):
            dimension([x * y], x, y, backend="liar", checked=True)
        with pytest.raises(DisagreementError, match="reference:basis"):
            radical([x * y], x, y, backend="liar", checked=True, order="lex")

    def test_a_wrong_decomposition_is_found(self) -> None:
        for options in ({"backend": "parts-liar", "checked": True}, {"backend": "reference", "checked": "parts-liar"}):
            with pytest.raises(DisagreementError, match="disagree: parts-liar:parts lacks") as error:
                primary_decomposition([x**2, x * y], x, y, order="grevlex", **options)
            assert "which is not in the ideal of the equations" in str(error.value)

    @pytest.mark.singular
    def test_named_methods_are_for_their_task(self) -> None:
        with using(backend="singular:primdecSY", checked="reference:primary", fallback=False) as calls:
            assert len(primary_decomposition([x**2, x * y], x, y, order="grevlex")) == 2
        assert calls[0].engine == "singular:primdecSY"
        assert {call.engine for call in calls[1:]} == {"reference:primary", "singular:std", "reference:basis"}

    @pytest.mark.singular
    def test_right_decompositions_may_differ(self) -> None:
        F = [(x**2 - y) ** 2, x * z**2 * (x**2 - y)]
        found = {name: primary_decomposition(F, x, y, z, order="grevlex", backend=name) for name in BOTH}
        assert {tuple(part) for part in found["singular"]} != {tuple(part) for part in found["reference"]}
        with using(checked=True) as calls:
            assert primary_decomposition(F, x, y, z, order="grevlex") == found["singular"]
        assert {call.engine.partition(":")[0] for call in calls} == set(BOTH)

    @pytest.mark.singular
    @settings(max_examples=examples(10))
    @given(systems, st.sampled_from(["lex", "grlex", "grevlex"]))
    def test_what_is_right_is_confirmed(self, F: list[Any], order: str) -> None:
        with using(checked=True) as calls:
            assert groebner(F, x, y, z, order=order) == sympy.groebner(F, x, y, z, order=order)
        assert [call.engine.partition(":")[0] for call in calls] in (["singular", "reference"], ["sympy"])

    @pytest.mark.singular
    def test_ideals_are_confirmed(self) -> None:
        F = [x**2 * y - x * y, x * z]
        with using(checked=True):
            assert dimension(F, x, y, z) == 2
            assert len(minimal_primes(F, x, y, z)) == 3
            assert radical(F, x, y, z).exprs == F
            assert eliminate(F, y, x, y, z).exprs == [x * z]


BOTH = ("singular", "reference")
IDEALS = [pytest.param("singular", marks=pytest.mark.singular), "reference"]


@pytest.mark.parametrize("backend", IDEALS)
class TestIdeals:
    def test_dimension(self, backend: str) -> None:
        with using(backend=backend):
            assert dimension([x * z, y * z], x, y, z) == 2
            assert dimension([x**2 - 2, y**2 - x], x, y) == 0
            assert dimension([x, x - 1], x) == -1
            assert dimension([0], x, y) == 2
            assert dimension([x**2 + x], x, y, modulus=2) == 1

    def test_radical(self, backend: str) -> None:
        with using(backend=backend):
            assert radical([x**3 * y**2, x * y**4], x, y).exprs == [x * y]
            assert radical([x**2 + 2 * x * y + y**2], y, x, polys=True).polys == [Poly(y + x, y, x)]
            assert radical([x, x - 1], x).exprs == [1]

    def test_minimal_primes(self, backend: str) -> None:
        with using(backend=backend):
            found = minimal_primes([x**2 * y, y * (y**2 - 2)], x, y)
            assert {tuple(prime) for prime in found} == {(y,), (x, y**2 - 2)}
            assert minimal_primes([x, x - 1], x) == []
            over_5 = minimal_primes([x**2 + 1], x, modulus=5)
            assert {tuple(prime) for prime in over_5} == {(x + 2,), (x - 2,)}
            (whole,) = minimal_primes([0], x, y)
            assert whole.exprs == []

    def test_one_polynomial_and_the_domain_of_a_poly(self, backend: str) -> None:
        with using(backend=backend):
            for modulus in (2, 5):
                f = Poly(x**2 + 1, x, modulus=modulus)
                for given in (f, [f], [f, f, f], (g for g in [f, f**2])):
                    (prime, *others) = minimal_primes(given)
                    assert prime.domain == f.domain
                    assert len(others) == (modulus == 5)
            assert dimension(x**2 - 2, x) == dimension("x**2 - 2") == dimension(sympy.Eq(x**2, 2)) == 0

    def test_primary_decomposition(self, backend: str) -> None:
        with using(backend=backend):
            found = primary_decomposition([x**2, x * y], x, y, order="grevlex")
            assert len(found) == 2
            assert [x] in [part.exprs for part in found]
            for part in found:
                assert all(part.contains(f) for f in (x**2, x * y))

    def test_elimination(self, backend: str) -> None:
        with using(backend=backend):
            assert eliminate([x - t**2, y - t**3], t, x, y, t).exprs == [x**3 - y**2]
            assert eliminate([x - t, y - t**2, z - t**3], [t, x], x, y, z, t).gens == (y, z)
            assert eliminate([x * t - 1], t, x, t).exprs == []
            for removed in (sympy.Tuple(t), iter([t]), "t", {t}):
                assert eliminate([x - t**2, y - t**3], removed, x, y, t).exprs == [x**3 - y**2]
            assert eliminate([x, x - 1], [y], x, y).exprs == [1]
            with pytest.raises(UsageError, match="z to eliminate"):
                eliminate([x * y], z, x, y)
            with pytest.raises(UsageError, match="no generator is left"):
                eliminate([x * y], [x, y], x, y)

    def test_a_basis_as_the_ideal(self, backend: str) -> None:
        basis = sympy.groebner([x**2 * y, y**2], y, x, order="grevlex")
        with using(backend=backend):
            assert radical(basis).exprs == [y]
            assert radical(basis).order == basis.order
            assert dimension(basis) == 1

    def test_errors_are_sympys(self, backend: str) -> None:
        with using(backend=backend):
            with pytest.raises(ComputationFailed):
                dimension([1])
            with pytest.raises(PolynomialError):
                radical([1 / x], x)
            with pytest.raises(NotImplementedError, match="coefficients in RR"):
                minimal_primes([0.5 * x], x)
            with pytest.raises(CannotError, match=r"ZZ\[a\]; expected those of ZZ, QQ .*\(name symbols"):
                dimension([a * x - 1], x)

    def test_sympy_itself_has_no_such_function(self, backend: str) -> None:
        with using(backend=["absent", "sympy"]), pytest.raises(CannotError, match="SymPy has no function for radical"):
            radical([x], x)


@pytest.mark.singular
class TestSolving:
    @pytest.mark.parametrize(
        "arguments",
        [
            ([x * y - 2 * y, 2 * y**2 - x**2], x, y),
            ([x**2 - y, y**2 - x], x, y),
            pytest.param(([x**2 + y + z - 1, x + y**2 + z - 1, x + y + z**2 - 1], x, y, z), marks=pytest.mark.slow),
            ([x - 1, x], x),
            ([x**5 - x + 1], x),
        ],
    )
    def test_zeros_are_sympys(self, arguments: Any) -> None:
        assert solve_poly_system(*arguments) == sympy.solve_poly_system(*arguments)

    def test_triangulated(self) -> None:
        F = [x**2 + y + z - 1, x + y**2 + z - 1, x + y + z**2 - 1]
        assert solve_triangulated(F, x, y, z) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]

    def test_errors_are_sympys(self) -> None:
        with pytest.raises(NotImplementedError, match="only zero-dimensional systems"):
            solve_poly_system([x * y, y * z], x, y, z)
        with pytest.raises(UnsolvableFactorError):
            solve_poly_system([x**5 - x + 1], x, strict=True)
        with pytest.raises(PolynomialError):
            solve_poly_system([1 / x], x)

    @pytest.mark.parametrize("F", [[x**5 - x + 1, y - x], [2 - x * y - 2 * y**2, x * y**2 + y**2 - 2 * x**2]])
    def test_zeros_without_radicals_are_left_out_in_silence_by_default_only(self, F: list[Any]) -> None:
        assert solve_poly_system(F, x, y) == sympy.solve_poly_system(F, x, y) == []
        with pytest.raises(UnsolvableFactorError, match="Strict mode"):
            solve_poly_system(F, x, y, strict=True)
        with pytest.raises(UnsolvableFactorError, match=r"^some zeros cannot be written in radicals.*real_roots finds"):
            solve_poly_system(F, x, y, checked=True)

    def test_zeros_are_confirmed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with using(checked=True) as calls:
            assert solve_poly_system([x**2 - 2, y**2 - x**2], x, y) == sympy.solve_poly_system([x**2 - 2, y**2 - x**2])
            assert solve_poly_system([x - 1, x], x) is None
            assert solve_poly_system([y - 2 * x**2, x**2 * y], x, y) == [(0, 0), (0, 0)]
            assert solve_poly_system([x**2 - a], x) == [(-sqrt(a),), (sqrt(a),)]
        assert {call.engine for call in calls} == {"singular:fglm", "reference:basis"}
        with pytest.raises(DisagreementError, match="SymPy has 2 zeros, and the basis of liar:basis has 1"):
            solve_poly_system([x**2 - 2, y - x], x, y, backend="sympy", checked="liar")
        monkeypatch.setitem(solving._STRICT, "solve_poly_system", lambda *_, **__: [(S(7), S(7))])
        with pytest.raises(DisagreementError, match=r"x\*\*2 - 7 is not 0 at SymPy's zero \(7, 7\)"):
            solve_poly_system([x**2 - 7, y - x], x, y, checked=True)

    def test_the_calls_are_those_of_the_function(self) -> None:
        with using() as calls:
            solve_poly_system([x**2 - 2, y**2 - x], x, y)
        assert {call.function for call in calls} == {"solve_poly_system"}
        assert calls[0].engine == "singular:fglm"


def test_sympys_modules_are_not_changed() -> None:
    from sympy.polys import polytools
    from sympy.solvers import polysys

    assert polytools._groebner.__module__ == "sympy.polys.groebnertools"
    assert polysys.groebner is sympy.groebner
    assert GeneratorsNeeded.__module__.startswith("sympy")


def test_wrong_arguments_are_named() -> None:
    for call in (groebner, solve_poly_system, dimension, radical, minimal_primes):
        with pytest.raises(UsageError):
            call()
    for wrong in (("singular",), (None,)):
        with pytest.raises(UsageError, match="by name"):
            using(*wrong)
    for changes in ({"seconds": "5"}, {"seconds": -1}, {"memory": "2G"}, {"timeout": 5}):
        with pytest.raises(UsageError):
            using(**changes)
    with pytest.raises(UsageError):
        dimension({}, x)


@pytest.mark.singular
@pytest.mark.parametrize("wrong", [{}, {1: 2}, None, object(), [object()]])
def test_what_is_no_polynomial_is_refused(wrong: Any) -> None:
    for call in (
        lambda: ideal_contains(wrong, x),
        lambda: ideal_contains([x], wrong),
        lambda: eliminate(wrong, x),
        lambda: eliminate([x - y], wrong),
    ):
        with pytest.raises(UsageError):
            call()


def test_calls_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UsageError):
        eliminate([x - y], 3, backend="reference")
    with pytest.raises(UsageError):
        Call()  # type: ignore[call-arg]
