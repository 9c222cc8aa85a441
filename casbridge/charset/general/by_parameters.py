"""A start for curves and cones that are given by parameters: the chain of the whole, and the zeros that it misses.

    c·x − q(t) = 0 for each other variable x, with polynomials q             a curve, with the parameter t
    c·x − q(s, t) = 0 for each other variable x, with forms q of one degree  the cone over a curve, with s and t

The zeros are the graph of a map, so there is one component. Where the lowest variables are no parameters, its chain
comes from a plane curve: F = 0, E₀·c·x = W, E₀·s^n = A₀ and E₀·t = E₁·s (see `rational_curves`). A Gröbner basis may be
far larger. The other zeros are those at which an initial vanishes. An initial is a polynomial in the parameters. Each
irreducible factor of it has finitely many points, or lines of a cone, and these are conjugate.

The chain of the component is quickly found. The rest may be long: a plane curve of degree n has up to
(n − 1)(n − 2)/2 double points, and a chain for them has coefficients of about n³ times the given length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm, prod
from operator import mul, sub
from typing import TYPE_CHECKING, Any, NamedTuple

from casbridge.algebra.arithmetic import Exponents
from casbridge.algebra.fields import Coefficient, Ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.systems import PolynomialSystem
from casbridge.charset.elements import Element, Elements
from casbridge.charset.general.decomposition import Start, StepwiseStart
from casbridge.charset.general.groebner import integer_terms
from casbridge.errors import UnsupportedError

if TYPE_CHECKING:
    from casbridge.charset.general.rational_curves import PlaneModel, PlaneTerms

#: The degrees that are taken. Conics have no E₁.
_LEAST_DEGREE, _MOST_DEGREE = 3, 80

#: How many times longer its turns are.
_PROMISE = 4


class Graph(NamedTuple):
    """Equations that express all other variables by one or two parameters.

    others: the other variables x, lowest first. leading: their numbers c.
    parameters: s and t, lowest first, or t alone.
    forms: for each x the form c·x of degree n: the coefficient of t^k·s^(n−k) at k. With t alone, s is 1, and n is the
    degree of the two lowest ones; the others may have a higher one, up to 2·n − 2.

    >>> from casbridge.algebra import variables
    >>> x, y, t = variables(Ring.of("x y t"))
    >>> Graph.of(x.ring, [x - t**2, 2 * y - t**3])
    Graph(others=[0, 1], leading=[1, 2], parameters=[2], forms=[[0, 0, 1, 0], [0, 0, 0, 1]])
    """

    others: list[int]
    leading: list[int]
    parameters: list[int]
    forms: list[list[int]]

    @classmethod
    def of(cls, ring: Ring, polynomials: Sequence[Polynomial]) -> Graph | None:
        """The graph that equations describe.

        None where they are of another kind, or a degree is not taken. The lowest variables must be given by the
        parameters: two by one, or three by two.
        """
        if not 1 <= ring.size - len(polynomials) <= 2 or ring.lowest:
            return None
        if max((polynomial.total_degree for polynomial in polynomials), default=0) > _MOST_DEGREE:
            return None
        occurring = Counter(v for f in polynomials for e in f.terms for v, power in enumerate(e) if power)
        given: dict[int, tuple[int, dict[Exponents, int]]] = {}
        for polynomial in polynomials:
            terms = {e[::-1]: c for e, c in integer_terms(polynomial).items()}
            linear = [e for e in terms if sum(e) == 1 and occurring[e.index(1)] == 1]
            if len(linear) != 1:
                return None
            own = terms.pop(linear[0])
            given[linear[0].index(1)] = own, terms
        others, parameters = sorted(given), [v for v in range(ring.size) if v not in given]
        axes = len(parameters) + 1
        if others[:axes] != [*range(axes)]:
            return None
        degrees = [{sum(e) for e in given[v][1]} for v in others]
        degree = max(max(own, default=0) for own in degrees[:axes])
        highest = degree if axes == 3 else 2 * degree - 2
        if degree < _LEAST_DEGREE or any(sum(e) > highest for _, terms in given.values() for e in terms):
            return None
        if axes == 3 and any(own - {degree} for own in degrees):
            return None
        forms = []
        for v in others:
            terms = given[v][1]
            form = [0] * (1 + max([degree, *(e[parameters[-1]] for e in terms)]))
            for e, c in terms.items():
                form[e[parameters[-1]]] = -c
            forms.append(form)
        return cls(others, [given[v][0] for v in others], parameters, forms)


class ByParameters(StepwiseStart):
    """A start by a plane curve, for systems that give all other variables by parameters.

    graph: of the system. It raises UnsupportedError where the lowest coordinates of a point do not tell its parameters.
    series: makes a start from a system and its elements, for the zeros that the chain of the component misses.
    closure: require only V(P) = ∪ V(sat C). The chain of the component is enough then.

    >>> from casbridge.algebra import variables
    >>> from casbridge.charset.general.method import Portfolio
    >>> x, y, t = variables(Ring.of("x y t"))
    >>> equations = [x - t**2, y - t**3]
    >>> start = ByParameters(Elements(x.ring), equations, Graph.of(x.ring, equations), Portfolio)
    >>> start.advance(100_000), start.found
    (True, [(y^2 - x^3, t*x - y), (x, y, t)])
    """

    promise = _PROMISE

    def __init__(
        self,
        elements: Elements,
        polynomials: Sequence[Polynomial],
        graph: Graph,
        series: Callable[[PolynomialSystem, Elements], Start],
        *,
        closure: bool = False,
    ) -> None:
        super().__init__(elements, polynomials)
        self.graph, self.series, self.closure = graph, series, closure
        self._degree = len(graph.forms[0]) - 1
        self._axes = len(graph.parameters) + 1
        self._is_cone = self._axes == 3
        self._p = elements.ring.field.characteristic

    def run(self) -> Iterator[int | None]:
        from casbridge.charset.general.rational_curves import is_birational, plane_model

        elements, graph = self.elements, self.graph
        forms = graph.forms if self._is_cone else [[1, *[0] * self._degree], *graph.forms]
        yield self._degree**3
        if not is_birational(forms, self._p):
            raise UnsupportedError("a curve whose lowest coordinates do not tell the parameter")
        model = yield from plane_model(forms)
        self.fits = True
        curve, *others = self._equations(model)
        chain = [curve, *(elements.remainder(element, curve) for element in others)]
        self.take(tuple(sorted(chain, key=lambda element: element.variable)))
        yield sum(element.size for element in chain)
        if not self.closure and not self.has_enough:
            yield from self._missed(chain)
        self.complete = True

    def _equations(self, model: PlaneModel) -> Iterator[Element]:
        """The elements of the component's chain, that of the plane curve first; the others are not reduced by it."""
        graph, degree = self.graph, self._degree
        *lower, highest = graph.parameters
        first, second = model.denominators
        yield self._element([(1, {}, model.curve, degree)])
        given = zip(graph.others[self._axes :], graph.leading[self._axes :], model.numerators, strict=True)
        for v, c, numerator in given:
            yield self._element([(c, {v: 1}, first, degree - 2), (-1, {}, numerator, degree - 1)])
        for v in lower:
            yield self._element([(1, {v: degree}, first, degree - 2), (-1, {}, model.power, degree - 1)])
        by = dict.fromkeys(lower, 1)
        yield self._element([(1, {highest: 1}, first, degree - 2), (-1, by, second, degree - 2)])

    def _element(self, parts: Sequence[tuple[int, Mapping[int, int], PlaneTerms, int]]) -> Element:
        """The sum of parts: a number, powers of variables, and a polynomial of the plane in the ring's variables.

        With two parameters, the polynomial is made homogeneous of the degree that follows it.
        """
        size, p = self.elements.ring.size, self._p
        leading = self.graph.leading[: self._axes]
        terms: dict[Exponents, Coefficient] = {}
        for factor, by, plane, degree in parts:
            for (i, j), c in plane.items():
                powers = (degree - i - j, i, j)[-self._axes :]
                value = factor * c * prod(map(pow, leading, powers))
                exponents = [*powers, *[0] * (size - self._axes)]
                for v, power in by.items():
                    exponents[v] = power
                if not p or value % p:
                    terms[tuple(exponents)] = value % p if p else value
        return self.elements.of(self.elements.arithmetic.from_terms(terms))

    def _missed(self, chain: Sequence[Element]) -> Iterator[int | None]:
        """Find the chains of the zeros at which an initial of the component's chain vanishes."""
        elements, graph = self.elements, self.graph
        factors: dict[tuple[int, ...], None] = {}
        rest: dict[Polynomial, None] = {}
        if self._is_cone:
            self.take(tuple(map(elements.variable, range(elements.ring.size))))
            yield 0
        # Most elements have the same initial.
        for initial in map(elements.polynomial, dict.fromkeys(map(elements.initial, chain))):
            value = self._at_points(initial)
            yield 10 * value.degree() + value.degree() ** 2 // 10
            for factor, _ in (value if self._p else value.numer()).factor()[1]:
                factors[tuple(map(int, factor.coeffs()))] = None
            if self._is_cone and value.degree() < self._degree * initial.total_degree:
                rest[elements.polynomial(elements.variable(graph.parameters[0]))] = None
        for coefficients in factors:
            modulus = self._univariate(coefficients)
            if self._is_cone and not self._coordinate(0) % modulus:
                rest[self._form(coefficients)] = None
            else:
                yield from self._points(modulus)
        for factor in rest:
            yield from self.chains_of(
                self.series(PolynomialSystem.of(elements.ring, [*self.polynomials, factor]), elements)
            )

    def _at_points(self, initial: Polynomial) -> Any:
        """A polynomial in the lowest variables at the points of the graph, as one of t, where s is 1."""
        images = [*map(self._coordinate, range(self._axes))]
        powers = [[self._univariate([1]), *accumulate([image] * initial.total_degree, mul)] for image in images]
        total = self._univariate([])
        for exponents, c in initial.terms.items():
            total += self._univariate([c]) * prod([of[e] for of, e in zip(powers, exponents, strict=False)])
        return total

    def _coordinate(self, place: int) -> Any:
        """The other variable at this place, as a polynomial in t where s is 1."""
        return self._univariate(self.graph.forms[place]) * self._univariate([Fraction(1, self.graph.leading[place])])

    def _univariate(self, coefficients: Sequence[Coefficient]) -> Any:
        """FLINT's polynomial in t, from coefficients, lowest first."""
        from flint import fmpq, fmpq_poly, nmod_poly

        if self._p:
            return nmod_poly([c.numerator * pow(c.denominator, -1, self._p) % self._p for c in coefficients], self._p)
        return fmpq_poly([fmpq(c.numerator, c.denominator) for c in coefficients])

    def _form(self, coefficients: Sequence[int]) -> Polynomial:
        """A polynomial in t, made homogeneous by s."""
        ring, (s, t) = self.elements.ring, self.graph.parameters
        highest = len(coefficients) - 1
        return Polynomial(
            ring,
            {
                tuple((v == s) * (highest - k) + (v == t) * k for v in range(ring.size)): c
                for k, c in enumerate(coefficients)
                if c
            },
        )

    def _points(self, modulus: Any) -> Iterator[int]:
        """Find the chain of the points of the graph at which an irreducible polynomial in t vanishes.

        Those of a cone are lines through the origin. They are points in the variables x/x₀, s^n/x₀ and t/s, where x₀ is
        the lowest variable.
        """
        from casbridge.charset.groebner.closed_points import closed_point, closed_points_modulo
        from casbridge.charset.groebner.parametrisation import Parametrisation
        from casbridge.charset.groebner.quotient import Parametrized

        graph, t = self.graph, self.graph.parameters[-1]
        # The variable v is top(t) / (c·bottom(t)), with top, c = given[v].
        bottom, scale = (graph.forms[0], graph.leading[0]) if self._is_cone else ([1], 1)
        given = {
            v: ([scale * c for c in form], leading)
            for v, form, leading in zip(graph.others, graph.forms, graph.leading, strict=True)
        }
        if self._is_cone:
            del given[0]
            given[graph.parameters[0]] = [scale], 1
        inverse = self._univariate(bottom).xgcd(modulus)[1]
        values = {v: self._univariate([Fraction(c, below) for c in top]) * inverse for v, (top, below) in given.items()}
        values[t] = self._univariate([0, 1])
        order = sorted(values, reverse=True)
        if self._p:
            modulus *= self._univariate([Fraction(1, int(modulus[modulus.degree()]))])
            residues = [[int(c) for c in (values[v] % modulus).coeffs()] for v in order]
            (chain,) = closed_points_modulo(Parametrized([int(c) for c in modulus.coeffs()], residues), self._p)
        else:
            minimal = modulus.numer()
            numerators = [values[v] * modulus.derivative() % modulus for v in order]
            common = lcm(*(int(numerator.denom()) for numerator in numerators))

            def terms(v: int, top: Sequence[int], power: int) -> dict[Exponents, int]:
                return {tuple((v == w) * power + (t == w) * k for w in order): int(c) for k, c in enumerate(top) if c}

            equations = [terms(t, minimal.coeffs(), 0)]
            for v, (top, below) in given.items():
                equations.append(terms(v, [below * c for c in bottom], 1) | terms(v, [-c for c in top], 0))
            points = Parametrisation(
                minimal,
                tuple((numerator * common).numer() for numerator in numerators),
                common,
                tuple(int(v == t) for v in order),
            )
            found = yield from closed_point(points, minimal, equations, self.elements.deadline)
            if found is None:
                raise UnsupportedError("a chain that is not proved")
            chain = found
        self.take_terms([self._on_lines(terms) for terms in chain] if self._is_cone else chain)

    def _on_lines(self, terms: Mapping[Exponents, int]) -> dict[Exponents, int]:
        """The equation of a cone from that of its lines. The exponents are given greatest variable first."""
        size = self.elements.ring.size
        s, t = (size - 1 - v for v in self.graph.parameters)
        moved: dict[Exponents, int] = {}
        for exponents, c in terms.items():
            powers = [*exponents, exponents[t] - sum(exponents)]
            powers[s] = self._degree * exponents[s] - exponents[t]
            moved[tuple(powers)] = c
        least = [min(column) if place in (s, size - 1) else 0 for place, column in enumerate(zip(*moved, strict=True))]
        return {tuple(map(sub, powers, least)): c for powers, c in moved.items()}
