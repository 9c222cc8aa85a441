"""Factors over a tower that is a finite field: FLINT factors over GF(p^m)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from casbridge.algebra.arithmetic import Exponents, Native
from casbridge.charset.towers.residue_points import ResiduePoint, Residues
from casbridge.charset.towers.tower import Tower


class FiniteTower:
    """The tower as GF(p^m). The variable of each step stands for a root of the step there.

    >>> from casbridge.algebra import Field, Ring, variables
    >>> from casbridge.charset.elements import Elements
    >>> x, y = variables(Ring.of("x y", Field(3)))
    >>> elements = Elements(x.ring)
    >>> tower = FiniteTower(Tower(elements, [elements.of_polynomial(x**2 + 1)]))
    >>> len(tower.factors(elements.of_polynomial(y**2 + 1).native, 1))
    2
    """

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.place = ResiduePoint(Residues(tower, tower.characteristic, tower.degree), {})
        for step in tower.steps:
            tower.elements.check()
            image = self.place.image(tower.arithmetic.terms(step.native), step.variable)
            factors = self.place.residues.factors(image)
            self.place.values[step.variable] = next(-factor[0] for factor, _ in factors if len(factor) == 2)

    @cached_property
    def _coordinates(self) -> Any:
        """The matrix from coordinates in GF(p^m) to coordinates in the basis of monomials in y."""
        from flint import nmod_mat

        images = [self.place.value({exponents: 1}).to_list() for exponents in self.tower.basis]
        entries = [int(image[row]) for row in range(len(images)) for image in images]
        return nmod_mat(len(images), len(images), entries, self.tower.characteristic).inv()

    def factors(self, native: Native, variable: int) -> list[Native]:
        """The different irreducible factors, monic, of a polynomial in one variable over the tower."""
        image = self.place.image(self.tower.arithmetic.terms(native), variable)
        return [self._lifted(factor, variable) for factor, _ in self.place.residues.factors(image)]

    def _lifted(self, coefficients: list[Any], variable: int) -> Native:
        from flint import nmod_mat

        p, basis = self.tower.characteristic, self.tower.basis
        terms: dict[Exponents, int] = {}
        for power, value in enumerate(coefficients):
            column = nmod_mat(len(basis), 1, [int(c) for c in value.to_list()], p)
            for exponents, coordinate in zip(basis, (self._coordinates * column).entries(), strict=True):
                if int(coordinate):
                    terms[*exponents[:variable], power, *exponents[variable + 1 :]] = int(coordinate)
        return self.tower.arithmetic.from_terms(terms)
