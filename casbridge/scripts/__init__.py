"""Rendering a system as a script for a computer algebra system, through one strict Jinja environment.

    PolynomialSystem, Target, Method ──list_system──▶ functions, lines ──template──▶ Script

Read `values`, then `abilities` (what a method can do), `listing` (the lines of a script), then `rendering`.

Scripts of all targets print answers in one form:

    casbridge:begin 1f2e3d4c5b6a           a digest of the job: an answer to another job is noticed
    task: characteristic series
    field: 11
    variables: x1 x2 v1                    as the script names them, lowest first
    name: v1 = system                      where a variable was renamed: script's name = user's name
    order: lex                             for a Gröbner basis
    fact: puzzle = 2x2 .4.....1..3.2...    provenance, copied from the system
    component:
    x1-1
    x2-4
    casbridge:end 1f2e3d4c5b6a 1 9         the number of components, and of all lines between the markers

The script counts the lines while it writes them. So casbridge notices an answer that lost a line or has one twice.
Blank lines do not count.

Two tasks have more lines. The numbers of "dimension and degree" stand in the header, and there are no components:

    dimension: 2                           -1 without zeros
    degree: 5                              may be missing; 0 without zeros

A component of a "factorisation" is one factor. Its multiplicity follows `component:`, and is 1 if the line is missing:

    component:
    multiplicity: 2
    x1-1

What a symbolic solver says is given as branches, in place of components (`casbridge.algebra.branches`). No branch: the
solver says that there are no solutions. A variable without a line in a branch is free.

    task: branches
    field: QQ
    variables: x y z
    warning: may be incomplete             before the branches: the CAS's own warnings, a line each
    branch:
    free: t1 t2                            free parameters that are no variables, if there are some
    x = sqrt(y + 1)/2 + I                  a variable of the ring, in the script's names, and an expression
    condition: y - 1 != 0                  an expression that is not 0
    casbridge:end 1f2e3d4c5b6a 1 8         the number of branches, and of all lines between the markers

An expression has + - * / ^ (also **), whole numbers, exponents that are rational numbers, sqrt(...), I, parentheses,
RootOf(x^5 - x + 1, 0) (also CRootOf), the ring's variables and the free parameters; see `casbridge.algebra.radicals`.
A power is its principal value. RootOf's polynomial is in one variable, of any name, with rational coefficients; its
index counts from 0, real roots first (ascending), then the others by real part and then by imaginary part.

A script prints what it cannot write in this way as the CAS prints it, at the same place, or after "unstated: " in place
of a branch's lines. The answer is unparsable then, and the reason shows the text. A text is never left out.

If the CAS cannot give the whole answer, the script says so in one line instead of the components:

    unsupported: SymPy's solutions are not all rational
    casbridge:end 1f2e3d4c5b6a 0 4
"""

from typing import TYPE_CHECKING

from casbridge.lazy import lazy

if TYPE_CHECKING:
    from casbridge.scripts.abilities import (
        ANY_FIELD as ANY_FIELD,
        PRIMES as PRIMES,
        RATIONALS as RATIONALS,
        Ground as Ground,
        Sizes as Sizes,
    )
    from casbridge.scripts.rendering import render as render
    from casbridge.scripts.values import Method as Method, Script as Script, Target as Target

_HOMES, __getattr__, __dir__ = lazy(
    __name__,
    {
        "abilities": "ANY_FIELD PRIMES RATIONALS Ground Sizes",
        "rendering": "render",
        "values": "Method Script Target",
    },
)
__all__ = [*_HOMES]
