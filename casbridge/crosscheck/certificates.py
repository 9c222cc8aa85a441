"""Certificates: scripts that prove, without casbridge, that an answer has exactly the zeros of a system."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from casbridge.algebra.answers import CHAINS, Answer, Component, Task
from casbridge.algebra.fields import local_ring
from casbridge.algebra.polynomials import Polynomial
from casbridge.algebra.subjects import is_sympy, is_sympy_system, read_subject
from casbridge.algebra.systems import PolynomialSystem, system_of
from casbridge.arguments import wrong
from casbridge.backends.singular import SINGULAR
from casbridge.calls import with_hints
from casbridge.charset import Chain, PointChain
from casbridge.errors import UsageError, printable
from casbridge.scripts import Script, Target, render

# Where there are finitely many zeros and more components, minimal primes are faster than quotients.
_MOST_QUOTIENTS = 12
#: Names that the template defines.
_NAMES = """
all_linear_below all_vanish are_so_many basis_of_system chain_below chain_given chain_here chain_inside
chains_waiting checks_failed checks_made coefficients_found common_factor component_inside components
compute_ideals_of_components degree_in degree_left degree_of_divisor dividend_given divisor_given element_here
equation_here factors_found first_failure generators_given has_held ideal_given ideal_here ideal_left
ideal_of_component ideal_so_far ideals_done ideals_of_components ideals_taken ideals_waiting initial_given
initial_here initial_of initials_found initials_here initials_of is_irreducible_alone is_linear is_new
is_prime_saturation is_zero_modulo is_zero_on kind_of_witness leading_in leading_left left_by left_over main_place
none_vanishes number_found number_here number_of_component number_of_zeros number_there place_in_chain
place_in_initials place_of_equation place_of_factor place_of_ideal place_of_main place_of_prime place_of_variable
place_seen point_marks polynomial_given prime_given primes_found prove_completeness prove_everything
prove_irreducibility prove_soundness prove_wu_sense pseudo_remainder quotient_next redSB remainder_by_chain
report_check report_witness saturated_by saturating saturation_so_far standard_basis system_is_finite text_here
texts_of_chains texts_of_ideals texts_of_lowest texts_seen told_line variables_found what_is_checked why_not
why_or_witness why_reducible witness_text zeros_counted zeros_here
"""
#: Names that the template of series defines beside these.
_NAMES_OF_SERIES = """
added added_given added_next are_bent are_counted are_finite basis_given basis_here basis_next bent_here best_length
best_number case_here cases_done cases_waiting chain_used change_of_form closure_of_case common_found
cover_the_system degree_wanted dimension_here divide_case equation_that_fails factor_here factors_apart factors_left
find_reducible_chains forget_values form_here form_images has_changed highest_main ideal_not_covered
initials_found_zero intersect_variables is_inside is_irreducible_at_values is_main is_prime_case is_prime_given
length_wanted linear_given mark_by_dimension may_vanish minimal_found most_terms most_terms_of_basis most_trials
not_vanishing not_vanishing_given not_vanishing_next number_counted outcome_here parts_of_chains parts_of_initials
place_among place_found place_given place_here place_to_solve places_here places_of_initials places_of_parts
polynomial_here prepare_chains put_case reasons_found saturation_of solve_for solved_by solved_variables
sound_by_dimension splitting_polynomial squarefree_parts straight_here take_case trial_here value_in_case
value_of_initial value_of_part values_here values_of_initials values_of_parts variables_given why_covered
why_covered_by_open_parts why_not_covered why_not_irreducible why_not_wu why_sound without_variable
"""

_CERTIFICATE = replace(
    SINGULAR.method("char_series"), name="certificate", summary="a proof that an answer has the zeros of the system"
)
#: Singular, as certificates use it.
TARGET = replace(
    SINGULAR,
    methods=(_CERTIFICATE,),
    default_method="certificate",
    by_hand="Singular -q {script}",
    reserved=SINGULAR.reserved | frozenset(_NAMES.split()),
)
_SERIES = replace(_CERTIFICATE, name="series", summary="a proof that chains are a characteristic series of the system")
#: The same for series, whose zeros are covered case by case. The script of TARGET still reads older certificates.
SERIES_TARGET = replace(
    TARGET,
    methods=(_SERIES,),
    default_method="series",
    reserved=TARGET.reserved | frozenset(_NAMES_OF_SERIES.split()),
)


@with_hints
def certificate(
    subject: Any,
    chains: Iterable[Chain | PointChain | Component] | None = None,
    *,
    irreducible: bool = True,
    wu: bool = False,
) -> str:
    """A Singular script that proves that chains are a characteristic series of a system, or prints a witness.

    It proves V(P) = ∪ V(sat(C)), where V(sat(C)) is the closure of the zeros of the chain C at which no initial of C
    vanishes. Comments say what is proved, and how. It prints a line for each check, and at last
    `casbridge: certificate holds` or `casbridge: certificate REFUTED: …`. See `verify`.

    irreducible: prove too that each chain is irreducible.
    wu: prove too, as in Wu's theorem, that each zero of the system is a zero of a chain at which none of its initials
        vanishes. Closures are not enough then.

    chains: of polynomials; also SymPy's, as `char_series` makes them of the same symbols.

    Raises UsageError for chains over another ring and for what is no chain, UnsupportedError where Singular cannot do
    it (GF(p) with p > 2^29).
    Source: Wang Dongming, Elimination Methods, 2001, sections 2.2 and 4.3.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> script = certificate(PolynomialSystem.of(x.ring, [x * y**2 + y + 1]), [(x * y**2 + y + 1,), (x, y + 1)])
    >>> [line for line in script.splitlines() if line.startswith("components[")]
    ['components[1] = ideal(x*y^2 + y + 1);', 'components[2] = ideal(x, y + 1);']
    """
    read = read_subject(subject)
    system = system_of(read)
    if isinstance(chains, (str, bytes, dict)) or not isinstance(chains, Iterable):
        hints = {"none": "certificate(system, char_series(system)) proves the reference's chains"}
        raise wrong(chains, "the chains of a series, as char_series gives them", hints)
    components = [_component(one, read) for one in chains]
    strange = next((p.ring for component in components for p in component if p.ring != system.ring), None)
    if strange is not None:
        raise UsageError(f"a chain over {strange}", expected=f"chains over {system.ring}, as the system is")
    answer = Answer(Task.SERIES, system.ring, components)
    return certificate_script(system, answer, irreducible=irreducible, wu=wu, target=SERIES_TARGET).text


def _component(chain: Any, read: Any) -> Component:
    """The polynomials of a chain. Raises UsageError for anything else.

    read: the system, or what `from_sympy` made, which says what SymPy's symbols stand for.
    """
    # A chain of `char_series` knows its polynomials.
    given = getattr(chain, "triangular", chain)
    given = getattr(given, "polynomials", given)
    items = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    if is_sympy_system(read):
        items = tuple(read.symbols.polynomial(item) if is_sympy(item) else item for item in items)
    for item in items:
        if not isinstance(item, Polynomial):
            raise UsageError(f"{printable(repr(item), 60)} in a chain", expected="a polynomial of the system's ring")
    return items


def certificate_script(
    system: PolynomialSystem,
    answer: Answer,
    *,
    complete: bool = True,
    irreducible: bool = False,
    wu: bool = False,
    more: Mapping[str, Any] | None = None,
    target: Target = TARGET,
) -> Script:
    """The certificate of any answer: of chains for a series, else of ideals by their generators.

    complete: whether the answer is claimed to have all zeros, not only zeros.
    irreducible, wu: as for `certificate`.
    more: names for the template in place of its own.
    target: SERIES_TARGET for chains that are claimed to be all.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> answer = Answer(Task.PRIMES, x.ring, ((x,), (y,)))
    >>> "// The components: 2." in certificate_script(PolynomialSystem.of(x.ring, [x * y]), answer).text
    True
    """
    if answer.ring != system.ring:
        raise UsageError(f"an answer over {answer.ring}", expected=f"one over {system.ring}, as the system is")
    chains = answer.task in CHAINS
    names = target.names(system.ring.variables)
    return render(
        system,
        target,
        more={
            "components": [
                [polynomial.cleared().text(names, target.style) for polynomial in component if polynomial]
                for component in answer.components
            ],
            "chains": chains,
            "complete": complete,
            "irreducible": irreducible and chains,
            "wu": wu and chains and complete,
            "most_quotients": _MOST_QUOTIENTS,
            "system_digest": digest_of(system),
            **(more or {}),
        },
    )


def digest_of(system: PolynomialSystem) -> str:
    """SHA-256 of a system: of its field, its variables and its polynomials in normal form, a line each.

    >>> from casbridge.algebra import Ring, variables
    >>> x, y = variables(Ring.of("x y"))
    >>> digest_of(PolynomialSystem.of(x.ring, [2 * x - 2 * y]))[:12]
    '550e6e3e2f85'
    """
    names = system.ring.variables
    lines = [system.ring.field_name, " ".join(names)]
    # No polynomial is as wide as the ring, and equations share their patterns.
    normal: dict[tuple[int, tuple[int, ...]], Polynomial] = {}
    for equation in system.equations:
        pattern, ascending = equation.pattern, sorted(equation.variables)
        ranks = tuple([ascending.index(variable) for variable in equation.variables])
        if (id(pattern), ranks) not in normal:
            ring = local_ring(pattern.ring.field, len(ranks))
            normal[id(pattern), ranks] = pattern.rename(ring, ranks).normal()
        lines.append(normal[id(pattern), ranks].text([names[variable] for variable in ascending]))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
