"""Classic families of polynomial systems by name and size.

    family("cyclic", 6) ──▶ PolynomialSystem "cyclic-6"

Each definition is taken from two sources that agree. `FAMILIES` has them, with the number of zeros where it is known.
"PHC" is the demonstration database of PHCpack (J. Verschelde, https://homepages.math.uic.edu/~jan/demo.html),
"SymbolicData" is https://symbolicdata.github.io, "Groebner.jl" the examples of A. Demin's package, "HC.jl" the package
PolynomialTestSystems of HomotopyContinuation.jl.

A coefficient with a denominator is cleared: each equation has integer coefficients. A field in which a denominator is 0
is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, factorial, lcm
from types import MappingProxyType

from casbridge.algebra.fields import QQ, Field, Ring, field_of
from casbridge.algebra.members import (
    Family,
    Known,
    Member,
    Parameter,
    Value,
    chosen_or_named,
    table,
    unknown,
)
from casbridge.algebra.systems import PolynomialSystem, SparseMonomial, equation_of_terms
from casbridge.calls import with_hints
from casbridge.errors import InputError


@with_hints
def family(
    name: str, n: int | None = None, *, seed: int = 0, field: Field | str | None = None, **parameters: object
) -> PolynomialSystem:
    """A member of a classic family.

    name: of the family, one of `FAMILIES`, or of a member, such as "cyclic-3". Upper and lower case are the same.
    n: its size, if the name lacks it. The family's summary says what the size means.
    seed: for families with random choices. The same seed gives the same system, in every run.
    field: QQ, where none is given, or a prime field. A seed chooses the same system over QQ and over large fields.
    parameters: values of the family's parameters: a number, or text such as "1/2".

    Raises UsageError for a family, a size or a parameter that does not exist, and InputError for a field in which the
    system's coefficients have no value.

    >>> system = family("cyclic", 3)
    >>> system.name, list(system.polynomials())
    ('cyclic-3', [x3 + x2 + x1, x2*x3 + x1*x3 + x1*x2, x1*x2*x3 - 1])
    >>> family("cyclic-3") == system
    True
    >>> FAMILIES["cyclic"].zeros(6), FAMILIES["cyclic"].dimension(4)
    (156, 1)
    >>> family("cyclik", 3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    casbridge.errors.UsageError: no family 'cyclik'; expected one of cyclic, ... (did you mean cyclic?)
    """
    member = chosen_or_named(FAMILIES, name, n, seed, parameters, "family")
    return member.made(field_of(field) or QQ)


# -- parts ------------------------------------------------------------------------------------------------------------

_Terms = dict[SparseMonomial, Value]
#: For each equation its terms and its origin in words.
_Rows = Iterator[tuple[_Terms, str]]
_Define = Callable[[Member[PolynomialSystem], Field], _Rows]


def _sum(*terms: tuple[Value, tuple[int, ...]]) -> _Terms:
    """A sum of terms: each has a coefficient and positions of variables. An exponent of 2 is a position twice."""
    found: _Terms = {}
    for coefficient, positions in terms:
        monomial = tuple((v, positions.count(v)) for v in sorted(set(positions)))
        found[monomial] = found.get(monomial, 0) + coefficient
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def _built(
    define: _Define, names: Callable[[int], list[str]], member: Member[PolynomialSystem], field: Field
) -> PolynomialSystem:
    ring = Ring(field, tuple(names(member.n)))
    p = field.characteristic
    equations = []
    for terms, origin in define(member, field):
        multiple = lcm(*(c.denominator for c in terms.values()))
        if p and multiple % p == 0:
            found = f"{member.name} over {field}, where the denominator {multiple} of a coefficient is 0"
            raise InputError(found, expected="another field")
        whole = {m: c for m, coefficient in terms.items() if (c := field.element(int(coefficient * multiple)))}
        if whole:
            equations.append(equation_of_terms(whole, ring, origin))
    return PolynomialSystem(ring, tuple(equations), member.name, member.facts)


def _numbered(stem: str, first: int, last: int) -> list[str]:
    return [f"{stem}{i}" for i in range(first, last + 1)]


# -- definitions ------------------------------------------------------------------------------------------------------


def _cyclic(member: Member[PolynomialSystem], _: Field) -> _Rows:
    """For each k < n the sum of the products of k neighbours on a circle is 0; the product of all variables is 1."""
    n = member.n
    for k in range(1, n):
        products = [(1, tuple((i + j) % n for j in range(k))) for i in range(n)]
        yield _sum(*products), f"the products of {k} neighbours"
    yield _sum((1, tuple(range(n))), (-1, ())), "the product of all"


def _katsura(member: Member[PolynomialSystem], _: Field) -> _Rows:
    """u(m) = the sum of u(l)·u(m - l) over all integers l, for 0 ≤ m < n; all u have the sum 1."""
    n = member.n
    yield _sum(*((1, (abs(i),)) for i in range(-n, n + 1)), (-1, ())), "the sum of all"
    for m in range(n):
        products = [(1, (abs(i), abs(m - i))) for i in range(-n, n + 1) if abs(m - i) <= n]
        yield _sum(*products, (-1, (m,))), f"the spin at distance {m}"


def _noon(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n, c = member.n, member.parameters["c"]
    for i in range(n):
        others = [(1, (i, j, j)) for j in range(n) if j != i]
        yield _sum(*others, (-c, (i,)), (1, ())), f"neuron {i + 1}"


def _economy(n: int, k: int) -> list[tuple[Value, tuple[int, ...]]]:
    """The terms of x(k) + the sum of x(i)·x(i + k), where the last index is n - 1. Positions count from 0."""
    return [(1, (k - 1,)), *((1, (i, i + k)) for i in range(n - 1 - k))]


def _eco(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(1, n):
        yield _sum(*((c, (*some, n - 1)) for c, some in _economy(n, k)), (-k, ())), f"constant {k}"
    yield _sum(*((1, (i,)) for i in range(n - 1)), (1, ())), "the sum"


def _redeco(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(1, n):
        yield _sum(*_economy(n, k), (-k, (n - 1,))), f"constant {k}"
    yield _sum(*((1, (i,)) for i in range(n - 1)), (1, ())), "the sum"


def _reimer(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(2, n + 2):
        yield _sum(*((2 * (-1) ** i, (i,) * k) for i in range(n)), (-1, ())), f"the powers {k}"


def _chandra(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n, c = member.n, member.parameters["c"]
    for i in range(1, n + 1):
        kernel = [(-c * Fraction(i, i + j), (i - 1, j - 1)) for j in range(1, n)]
        yield _sum((2 * n, (i - 1,)), (-c, (i - 1,)), *kernel, (-2 * n, ())), f"the value at {i}/{n}"


def _root(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(1, n + 1):
        constant = [] if k < n else [((-1) ** n, ())]
        products: list[tuple[Value, tuple[int, ...]]] = [(1, some) for some in combinations(range(n), k)]
        yield _sum(*products, *constant), f"the elementary symmetric function {k}"


def _schwarz(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(n):
        yield _sum((1, (k,)), *((1, (i, (k - i) % n)) for i in range(n))), f"group element {k}"


def _kss(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for i in range(n):
        yield _sum((1, (i, i)), (-2, (i,)), *((1, (j,)) for j in range(n)), (1 - n, ())), f"equation {i + 1}"


def _broyden(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for i in range(n):
        neighbours: list[tuple[Value, tuple[int, ...]]] = [(-1, (i - 1,))] if i else []
        neighbours += [(-2, (i + 1,))] if i < n - 1 else []
        yield _sum((3, (i,)), (-2, (i, i)), *neighbours, (1, ())), f"equation {i + 1}"


def _chebyquad(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n

    before, now = [1], [-1, 2]  # the coefficients of the shifted Chebyshev polynomials T(0) and T(1)
    for k in range(1, n + 1):
        integral = Fraction(0) if k % 2 else Fraction(-1, k * k - 1)
        powers = [(c, (i,) * power) for i in range(n) for power, c in enumerate(now) if power]
        yield _sum(*powers, (n * (now[0] - integral), ())), f"the mean of T({k})"
        shifted, doubled = [0, *now], [*now, 0]
        after = [4 * a - 2 * b for a, b in zip(shifted, doubled, strict=True)]
        before, now = now, [a - b for a, b in zip(after, [*before, 0, 0], strict=True)]


def _gaussquad(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for k in range(2 * n):
        integral = Fraction(0) if k % 2 else Fraction(2, k + 1)
        yield _sum(*((1, (i, *[n + i] * k)) for i in range(n)), (-integral, ())), f"the integral of x^{k}"


def _minors(member: Member[PolynomialSystem], _: Field) -> _Rows:
    n = member.n
    for i in range(n - 1):
        yield _sum((1, (i, n + i + 1)), (-1, (i + 1, n + i))), f"columns {i + 1} and {i + 2}"


def _random(member: Member[PolynomialSystem], field: Field) -> _Rows:
    """Each monomial of the degree or less is equally likely, and so is each coefficient that is not 0."""
    n, chance = member.n, member.chance
    count, terms, degree, size = (int(member.parameters[key]) for key in ("equations", "terms", "degree", "size"))
    if terms > comb(n + degree, degree):
        found = f"terms = {terms} in {n} variables of degree {degree}"
        raise InputError(found, expected=f"at most {comb(n + degree, degree)} terms")

    def monomial() -> tuple[int, ...]:
        """Stars and bars: among n + degree places the chosen ones are the factors; those after n bars are 1."""
        places = sorted(chance.shuffled(range(n + degree))[:degree])
        return tuple(v for v in (place - i for i, place in enumerate(places)) if v < n)

    def coefficient() -> int:
        while True:
            found = (1 + chance.below(size)) * chance.pick((1, -1))
            if field.element(found):
                return found

    for number in range(1, count + 1):
        drawn: dict[tuple[int, ...], Value] = {}
        while len(drawn) < terms:
            new = monomial()
            if new not in drawn:
                drawn[new] = coefficient()
        yield _sum(*((c, positions) for positions, c in drawn.items())), f"random polynomial {number}"


# -- numbers of zeros -------------------------------------------------------------------------------------------------


def _finitely_many(n: int) -> int:
    return 0


def _cyclic_dimension(n: int) -> int | None:
    """For n = 9 by J.-C. Faugère 2001, Finding all the solutions of cyclic 9 using Gröbner basis techniques."""
    return {4: 1, 8: 1, 9: 2}.get(n, 0 if n <= 7 else None)


def _kss_zeros(n: int) -> int:
    """x = (1, …, 1), and one zero for each two opposite choices of the signs of x(i) - 1 whose sum is not 0."""
    return 1 + ((1 << n) - (comb(n, n // 2) if n % 2 == 0 else 0)) // 2


# -- the table --------------------------------------------------------------------------------------------------------


def _constant(default: str) -> Mapping[str, Parameter]:
    return {"c": Parameter("the constant c", Fraction(default), -(10**6), 10**6, whole=False)}


def _of(
    name: str,
    define: _Define,
    sizes: tuple[int, int],
    summary: str,
    source: str,
    zeros: Known,
    *,
    names: Callable[[int], list[str]] = lambda n: _numbered("x", 1, n),
    degree: Known | None = None,
    dimension: Known = _finitely_many,
    seeded: bool = False,
    parameters: Mapping[str, Parameter] = MappingProxyType({}),
) -> Family[PolynomialSystem]:
    build = partial(_built, define, names)
    return Family(name, summary, source, *sizes, build, parameters, seeded, zeros, degree or zeros, dimension)


_ALL = (
    _of("cyclic", _cyclic, (2, 100),
        "cyclic n-roots: for each k < n the products of k neighbours on a circle of n variables have the sum 0; the "
        "product of all is 1",
        "G. Björck, R. Fröberg 1991, J. Symbolic Computation 12, 329-336; HC.jl, SymbolicData Cyclic_7",
        table(2, 6, None, 70, 156, 924, first=2), degree=table(2, 6, 4, 70, 156, 924, 144, first=2),
        dimension=_cyclic_dimension),
    _of("katsura", _katsura, (1, 100),
        "magnetism: u(m) is the sum of u(l)*u(m - l) over all integers l, for 0 <= m < n; the sum of all u is 1; n + "
        "1 variables, u(-l) = u(l), u(l) = 0 for l > n",
        "S. Katsura, W. Fukuda, S. Inawashiro, N. M. Fujiki, R. Gebauer 1987, Cell Biophysics 11, 309-319; HC.jl, "
        "SymbolicData Katsura_4", lambda n: 1 << n, names=lambda n: _numbered("u", 0, n)),
    _of("noon", _noon, (2, 100), "a neural network: x(i) times the sum of the squares of the others is c*x(i) - 1",
        "V. W. Noonburg 1989, SIAM J. Applied Mathematics 49, 1779-1792; PHC noon5, SymbolicData Verschelde.noon7",
        lambda n: 3**n - 2 * n, parameters=_constant("1.1")),
    _of("eco", _eco, (2, 100),
        "an economy: (x(k) + the sum of x(i)*x(i + k) over i < n - k) * x(n) = k for each k < n; the sum of the x(i), "
        "i < n, is -1",
        "A. Morgan 1987, Solving polynomial systems using continuation, Prentice-Hall, page 148; PHC eco5, "
        "SymbolicData Verschelde.eco6", lambda n: 1 << (n - 2)),
    _of("redeco", _redeco, (2, 100), "eco with u = 1/x(n), so that no product has three factors",
        "A. Morgan 1987, Solving polynomial systems using continuation, Prentice-Hall, page 148; PHC redeco5",
        lambda n: 1 << (n - 2), names=lambda n: [*_numbered("x", 1, n - 1), "u"]),
    _of("reimer", _reimer, (2, 60), "the sum of (-1)^(i + 1) * 2 * x(i)^k is 1 for each k from 2 to n + 1",
        "the PoSSo test suite; PHC reimer5, Groebner.jl", table(4, 12, 36, 144, 576, first=2)),
    _of("chandra", _chandra, (2, 100),
        "Chandrasekhar's H-equation: 2*n*H(i) - c*H(i)*(1 + the sum of i/(i + j)*H(j) over j < n) = 2*n",
        "L. Gonzalez-Vega 1995, in Computer Algebra in Science and Engineering, World Scientific, 102-116; HC.jl, PHC "
        "chandra4", lambda n: 1 << (n - 1), parameters=_constant("0.51234"), names=lambda n: _numbered("H", 1, n)),
    _of("root", _root, (2, 14),
        "the x(i) are the n-th roots of 1 in any order: the elementary symmetric functions of t^n - 1",
        "Groebner.jl (rootn); F. Viète", factorial),
    _of("schwarz", _schwarz, (2, 100),
        "the negatives of the idempotents of the group algebra of a cyclic group: x(k) + the sum of x(i)*x(j) over i "
        "+ j = k + 1 modulo n", "O. Bachmann 1999, SymbolicData Singular.schwarz_8; the definition of an idempotent",
        lambda n: 1 << n),
    _of("kss", _kss, (2, 100), "x(i)^2 - 2*x(i) + the sum of all x(j) = n - 1; the zero (1, ..., 1) is multiple",
        "W. Hao, A. J. Sommese, Z. Zeng 2013, Algorithm 931, ACM TOMS 40; CUTEst KSS", _kss_zeros,
        degree=lambda n: 1 << n),
    _of("broyden", _broyden, (2, 1000),
        "Broyden's tridiagonal function: (3 - 2*x(i))*x(i) - x(i - 1) - 2*x(i + 1) + 1, x(0) = x(n + 1) = 0",
        "J. J. Moré, B. S. Garbow, K. E. Hillstrom 1981, ACM TOMS 7, 17-41, problem 30; C. G. Broyden 1965",
        lambda n: 1 << n),
    _of("chebyquad", _chebyquad, (2, 40),
        "Chebyshev's quadrature: the mean of the shifted Chebyshev polynomial T(k) at x(1), ..., x(n) is its integral "
        "from 0 to 1, for each k from 1 to n",
        "J. J. Moré, B. S. Garbow, K. E. Hillstrom 1981, ACM TOMS 7, 17-41, problem 35; R. Fletcher 1965", factorial),
    _of("gaussquad", _gaussquad, (1, 40),
        "Gauss's quadrature with n weights w and n knots x from -1 to 1: the sum of w(i)*x(i)^k is the integral of "
        "x^k for each k < 2*n; 2*n variables",
        "J. Verschelde, K. Gatermann 1995, Advances in Applied Mathematics 16, 95-127; PHC gaukwa4, and quadfor2 with "
        "another integral of 1", factorial, names=lambda n: [*_numbered("w", 1, n), *_numbered("x", 1, n)]),
    _of("minors", _minors, (2, 1000), "the 2-minors of neighbouring columns of a matrix of 2 rows x, y and n columns",
        "P. Diaconis, D. Eisenbud, B. Sturmfels 1998, Lattice walks and primary decomposition; S. Hoşten, J. Shapiro "
        "2000, J. Symbolic Computation 29, 625-639", unknown, degree=lambda n: 1 << (n - 1), dimension=lambda n: n + 1,
        names=lambda n: [*_numbered("x", 1, n), *_numbered("y", 1, n)]),
    _of("random", _random, (2, 100),
        "random sparse equations in n variables: monomials up to a degree and coefficients up to a size, all equally "
        "likely", "casbridge", unknown, dimension=unknown, seeded=True,
        parameters={
            "equations": Parameter("the number of equations", lambda n: n, 1, 1000),
            "terms": Parameter("the terms of an equation", 4, 1, 1000),
            "degree": Parameter("the largest total degree", 2, 1, 50),
            "size": Parameter("the largest size of a coefficient", 9, 1, 10**18),
        }),
)  # fmt: skip

#: The classic families by name.
FAMILIES: Mapping[str, Family[PolynomialSystem]] = MappingProxyType({one.name: one for one in _ALL})
