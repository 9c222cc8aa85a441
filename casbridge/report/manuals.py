"""Where the manual of a CAS describes what casbridge's templates call: for the reports that show the scripts."""

from __future__ import annotations

from collections.abc import Mapping

#: For each backend the manual: its title, and its address.
MANUALS: Mapping[str, tuple[str, str]] = {
    "singular": ("Singular Manual", "https://www.singular.uni-kl.de/Manual/latest/index.htm"),
    "sympy": ("SymPy documentation", "https://docs.sympy.org/latest/reference/index.html"),
    "sage": (
        "Sage Reference Manual, Ideals in multivariate polynomial rings",
        "https://doc.sagemath.org/html/en/reference/polynomial_rings/sage/rings/polynomial/multi_polynomial_ideal.html",
    ),
    "gap": ("GAP Reference Manual", "https://docs.gap-system.org/doc/ref/chap66.html"),
    "macaulay2": ("Macaulay2 documentation", "https://macaulay2.com/doc/Macaulay2/share/doc/Macaulay2/"),
    "maxima": ("Maxima Manual", "https://maxima.sourceforge.io/docs/manual/maxima_toc.html"),
    "giac": ("Giac/Xcas, symbolic algebra reference", "https://www-fourier.univ-grenoble-alpes.fr/~parisse/giac.html"),
    "msolve": ("msolve, a tutorial", "https://msolve.lip6.fr"),
    "fricas": ("FriCAS API documentation", "https://fricas.github.io/api/"),
    "pari": ("User's Guide to PARI/GP", "https://pari.math.u-bordeaux.fr/doc.html"),
    "reference": ("casbridge's guide, the reference backend", "reference-backend.md"),
}
#: For each method the place in the manual.
PLACES: Mapping[str, str] = {
    "singular:char_series": "section char_series: irreducible characteristic series of an ideal",
    "singular:minAssGTZ": "library primdec.lib, procedure minAssGTZ",
    "singular:minAssChar": "library primdec.lib, procedure minAssChar",
    "singular:std": "section std",
    "singular:std_lp": "section std, in a ring with the order lp",
    "singular:std_Dp": "section std, in a ring with the order Dp",
    "singular:fglm": "section fglm",
    "singular:slimgb": "section slimgb",
    "singular:facstd": "section facstd",
    "singular:triangL": "library triang.lib, procedure triangL",
    "singular:triangLfak": "library triang.lib, procedure triangLfak",
    "singular:triangM": "library triang.lib, procedure triangM",
    "sympy:groebner": "module Polynomials Manipulation, function groebner",
    "sympy:solve": "module Solvers, function solve",
    "sympy:nonlinsolve": "module Solveset, function nonlinsolve",
    "sympy:solve_poly_system": "module Solvers, function solve_poly_system",
    "sage:variety": "method variety",
    "sage:minimal_associated_primes": "method minimal_associated_primes",
    "sage:triangular_decomposition": "method triangular_decomposition",
    "sage:groebner_basis": "method groebner_basis",
    "sage:solve": "chapter Symbolic Equations and Inequalities of the reference manual, function solve",
    "gap:ReducedGroebnerBasis": "chapter Polynomials and Rational Functions, operation ReducedGroebnerBasis",
    "macaulay2:decompose": "package MinimalPrimes, method decompose (minimalPrimes)",
    "macaulay2:gb": "package Macaulay2Doc, method gb",
    "macaulay2:irreducibleCharacteristicSeries": "package Macaulay2Doc, method irreducibleCharacteristicSeries",
    "maxima:solve": "chapter Equations, function solve",
    "maxima:algsys": "chapter Equations, function algsys",
    "maxima:poly_grobner": "chapter grobner, function poly_reduced_grobner",
    "maxima:charset": "share package charsets, its README",
    "maxima:charser": "share package charsets, its README",
    "maxima:ics": "share package charsets, its README",
    "giac:solve": "function solve",
    "giac:gbasis": "function gbasis",
    "msolve:groebner": "section on Gröbner bases, option -g",
    "msolve:parametrization": "section on rational parametrizations, option -P",
    "fricas:characteristicSerie": "domain WuWenTsunTriangularSet, operation characteristicSerie",
    "fricas:zeroSetSplit": "domain RegularTriangularSet, operation zeroSetSplit",
    "fricas:lexTriangular": "package LexTriangularPackage, operation lexTriangular",
    "fricas:groebner": "package GroebnerPackage, operation groebner",
    "fricas:groebner_lex": "package GroebnerPackage, operation groebner, of a DistributedMultivariatePolynomial",
    "fricas:groebnerFactorize": "package GroebnerFactorizationPackage, operation groebnerFactorize",
}


def place_of(method: str) -> tuple[str, str]:
    """Where the manual describes a method, and the manual's address. Both are "" where nothing is known.

    method: backend:method, with or without a version.

    >>> place_of("singular@4.4:std")[0]
    'Singular Manual, section std'
    """
    backend, _, name = method.partition(":")
    backend = backend.partition("@")[0]
    title, address = MANUALS.get(backend, ("", ""))
    place = PLACES.get(f"{backend}:{name}", f"`{name}`" if name else "")
    return (f"{title}, {place}" if place else title) if title else "", address
