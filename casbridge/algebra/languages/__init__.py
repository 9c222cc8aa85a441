"""Polynomial systems in the languages of other systems: what casbridge writes for them, and what people write.

    text ──scanning──▶ Code ──programs──▶ statements ──a language's table──▶ Parts ──system_of_parts──▶ PolynomialSystem

A text is read by the statements that its reader knows; any other one before the system is refused. Nothing is run.
Twelve languages are a table each (`tables`), which `interpreting` reads with `operands` and `calls`; Singular's reader
stands on `programs` alone. Comments count for nothing but the names that a script of casbridge's changed: these get
their own names back. `lists` and `numbered` read what CASs print. Read `scanning` first, then `tables`, `interpreting`
and `maple`.
"""

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.algebra.languages.bertini import read_bertini as read_bertini
    from casbridge.algebra.languages.cocoa import read_cocoa as read_cocoa
    from casbridge.algebra.languages.fricas import read_fricas as read_fricas
    from casbridge.algebra.languages.gap import read_gap as read_gap
    from casbridge.algebra.languages.giac import read_giac as read_giac
    from casbridge.algebra.languages.homotopy import read_homotopy as read_homotopy
    from casbridge.algebra.languages.lists import read_list as read_list
    from casbridge.algebra.languages.macaulay2 import read_macaulay2 as read_macaulay2
    from casbridge.algebra.languages.magma import read_magma as read_magma
    from casbridge.algebra.languages.maple import read_maple as read_maple
    from casbridge.algebra.languages.mathematica import read_mathematica as read_mathematica
    from casbridge.algebra.languages.maxima import read_maxima as read_maxima
    from casbridge.algebra.languages.mrdi import read_mrdi as read_mrdi, write_mrdi as write_mrdi
    from casbridge.algebra.languages.numbered import read_numbered as read_numbered
    from casbridge.algebra.languages.oscar import read_oscar as read_oscar
    from casbridge.algebra.languages.phcpack import read_phcpack as read_phcpack
    from casbridge.algebra.languages.recognising import language_of as language_of
    from casbridge.algebra.languages.reduce import read_reduce as read_reduce
    from casbridge.algebra.languages.sage import read_sage as read_sage
    from casbridge.algebra.languages.singular import read_singular as read_singular
    from casbridge.algebra.languages.smtlib import read_smtlib as read_smtlib
    from casbridge.algebra.languages.sympy import read_sympy as read_sympy

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "bertini": "read_bertini",
        "lists": "read_list",
        "macaulay2": "read_macaulay2",
        "magma": "read_magma",
        "sage": "read_sage",
        "singular": "read_singular",
        "maple": "read_maple",
        "mathematica": "read_mathematica",
        "mrdi": "read_mrdi write_mrdi",
        "numbered": "read_numbered",
        "oscar": "read_oscar",
        "phcpack": "read_phcpack",
        "recognising": "language_of",
        "smtlib": "read_smtlib",
        "sympy": "read_sympy",
        "maxima": "read_maxima",
        "giac": "read_giac",
        "gap": "read_gap",
        "fricas": "read_fricas",
        "cocoa": "read_cocoa",
        "reduce": "read_reduce",
        "homotopy": "read_homotopy",
    },
)
__all__ = [*_HOMES]
