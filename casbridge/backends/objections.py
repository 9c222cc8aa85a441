"""What the targets share: sizes of systems, and names and limits of scripts in Python."""

from __future__ import annotations

import builtins
import keyword
import os

from casbridge.scripts.abilities import Sizes

#: More terms in one sum make an expression too deep for Python's compiler.
LONGEST_SUM = 200
#: What the methods for dimension and degree give.
NUMBERS = "the dimension, and the degree of the leading monomials of a basis that compares degrees first"
#: Python's own names.
PYTHON_NAMES = frozenset(keyword.kwlist) | frozenset(dir(builtins))
#: Names that the templates define or import.
PYTHON_SCRIPT = (
    "names parameters variables equations write_answer components unsupported lines component file nothing sys"
)
#: Sizes for solvers over the complex numbers: 0 = 0 alone they answer as if there were no equations.
SOLVERS = Sizes(fewest_equations=1)


def gcl_memory(memory: int | None) -> dict[str, str]:
    """The variable that tells GCL its limit of memory in bytes, as a part of the machine's.

    GCL 2.7 reserves address space for all the machine's memory otherwise, and does not start under a limit.

    >>> gcl_memory(None)
    {}
    """
    if memory is None:
        return {}
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {"GCL_MEM_MULTIPLE": f"{min(1.0, memory / machine):.4f}"}
