"""The systems that casbridge writes scripts for: their methods, their names, and what they cannot do."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable
from dataclasses import replace

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET, PYTHON
from casbridge.algebra.systems import PolynomialSystem
from casbridge.scripts.values import Method, Target


def _degree_up_to(most: int, why: str) -> Callable[[PolynomialSystem], str | None]:
    """An objection to systems with a larger degree."""

    def objection(system: PolynomialSystem) -> str | None:
        degree = max((pattern.total_degree for pattern in system.patterns()), default=0)
        return f"a polynomial has degree {degree}, and {why}" if degree > most else None

    return objection


def _has_variables(system: PolynomialSystem) -> str | None:
    return None if system.ring.size else "a ring without variables; try sage:groebner_basis"


def _one_step(system: PolynomialSystem) -> str | None:
    """An objection to towers of more than one extension."""
    if len(system) > 1:
        return f"a tower of {len(system)} extensions, and this method takes one; try sage:factor"
    return None


def _all(*objections: Callable[[PolynomialSystem], str | None]) -> Callable[[PolynomialSystem], str | None]:
    """The first of some objections."""

    def objection(system: PolynomialSystem) -> str | None:
        return next(filter(None, (one(system) for one in objections)), None)

    return objection


_singular_holds = _degree_up_to(2**31 - 1, f"Singular's exponents end at {2**31 - 1}")


def _singular_factors(system: PolynomialSystem) -> str | None:
    p = system.ring.field.characteristic
    if p >= 2**29:
        return f"Singular factors only below characteristic 2^29, and this is GF({p}); try singular:std"
    return _singular_holds(system)


#: Names that Singular 4.3.1 and the libraries that our scripts load have taken: from `reservedNameList();` and, after
#: `LIB "primdec.lib";`, `listvar(Top);`, with the keywords that neither lists.
_SINGULAR_WORDS = """
ASCII ASSUME A_Z A_Z_L AltVarEnd AltVarStart Ann ERROR Exterior Float GCD Gweights IN IsSCA LIB NF RETURN
SuperCommutative TRACE Top UpOneMatrix VERSION Weyl absFactorize absFactorizeBCG absPrimdecGTZ absPrimdecGTZE absValue
addNvarsTo addcol addrow addvarsTo algeDeco algeDecoE alias align allprint and apply attrib bareiss basering betti
bigint bigintmat binomial blowup0 bracket branchTo break breakpoint changechar changeord changeordTo changevar char
char_series charstr chinrem cleardenom close coef coeffs colred compress concat content continue contract convhull
create_ring cring crossprod cyclic datetime dbprint def default defined defring defringp defrings deg degBound degree
delete deleteSublist denominator det diag diff dim div division dsum dump echo elemSymmId elemSymmPoly elim elim1 elim2
elimRing eliminate else embedMat envelope equiRadical equidim equidimMax equidimMaxEHV eval example execute exit export
exportto extF extendring exteriorBasis exteriorPower extgcd facstd factmodd factorH factorial factorize false farey
fetch fetchall fglm fglmquot fibonacci find findimAlgebra finduni flatten for forif fprintf freemodule freerank fres
frwalk gauss_col gauss_row gcd gcdTest gen genericid genericmat getdump groebner hasAlgExtensionCoefficient
hasCommutativeVars hasFieldCoefficient hasGFCoefficient hasGlobalOrdering hasMixedOrdering hasNumericCoeffs
hasQQCoefficient hasTransExtensionCoefficient hasZpCoefficient hasZp_aCoefficient headStand help highcorner hilb
hilbPoly hilbRing homog hres id2mod ideal idealsEqual if imap imapall impart importfrom indepSet insepDecomp_i insert
int interpolation interred intersect intmat intvec isCentral isCommutative isLieType isNC isQuotientRing isSubModule
isWeyl is_complex is_zero jacob janet jet kat_var katsura kbase keepring kernel kill killall killattrib kmemory koszul
kres laguerre lcm lead leadcoef leadexp leadmonom lift liftstd linear_relations link list listvar load lprint lres
ludecomp luinverse lusolve makeHeisenberg makeModElimRing makeWeyl map mapall matrix max maxcoef maxdeg maxdeg1 maxideal
memory min minAss minAssChar minAssCharE minAssChar_i minAssE minAssGTZ minAssGTZE minAssPrimesold minAssPrimesoldE
minSat minbase mindeg mindeg1 minor minpoly minres mod mod2id module modulo moduloSlim monitor monomial mpresmat mres
mstd mult multBound multcol multiplicity multrow nameof names ncRelations nc_algebra ncalgebra ncols ndcond
newMaxIndependSetDp newMaxIndependSetLp newZero_decomp newline newstruct newtonDiag noether normalize not npars nres
nrows nselect number number_e number_pi numerator nvars open oppose opposite option optionIsSet or ord ord_test ordstr
outer package pagelength pagewidth par par2varRing parameter pardeg parstr pause permcol permrow pmat poly polyBucket
power preimage preimageLoc prepareAss primaryTest primdecGTZ primdecGTZE primdecSY primdecSYE prime primecoeffs
primefactors primes print printf printlevel proc product prune pyobject qhweight qrds qring qslimgb quit quot quote
quotient quotient1 quotient2 quotient3 quotient4 quotient5 quotientList rMacaulay rad_con radical radicalEHV random
randomBinomial randomLast randomid randommat rank read reduce regularity repart res reservedName reservedNameList
resolution restart resultant return rightModulo rightNF rightStd rightSyz rightstd ring ring_list ringlist ringtensor
ringweights rm_unitcol rm_unitrow rootofUnity rowred rtimer rvar sat sba select select1 sep setring short show
showrecursive simplex simplify size skewmat slimgb smatrix sort sortvec sparseHomogIdeal sparseid sparsemat sparsematrix
sparsepoly sparsetriag split sprintf sqrfree sres status std stdfglm stdhilb string submat subrInterred subst substitute
sum superCommutative symmat symmetricBasis symmetricPower system syz tab tensor test testPrimary testPrimaryE
timeFactorize timeStd timer trace transpose triagmatrix triangL triangLfak triangM triangMH true twostd type typeof
unitmat univariate uressolve vandermonde var variables varstr vdim vector verbose voice waitall waitfirst watchdog wedge
weight weightKB weightedRing while whileif write zeroRad zeroSepClos zeroSp zero_decomp zerodec
"""
_SINGULAR_NAMES = frozenset(_SINGULAR_WORDS.split())
#: Names that the templates define.
_SINGULAR_SCRIPT = "casbridge_ring equations answer rows_of output write_answer nothing by found place polynomial"
_NUMBERS = "the dimension, and the degree of the leading monomials of a basis that compares degrees first"
_EXTENDED = "QQ, GF(p), one extension of them"
_MIN_ASS_GTZ = "minimal associated primes, by Gianni, Trager and Zacharias, of a slimgb basis"
#: The fields, the order and the objection of methods that factor.
_singular_small = ("QQ, GF(p) with p < 2^29", "", _singular_factors)
#: The same of methods that give a basis.
_singular_basis = ("QQ, GF(p)", "degrevlex", _singular_holds)
_singular_lex = ("QQ, GF(p)", "lex", _singular_holds)

#: What scripts for Singular look like.
SINGULAR = Target(
    name="singular",
    title="Singular",
    extension="sing",
    by_hand="Singular {script}",
    methods=(
        Method("char_series", Task.SERIES, "irreducible characteristic series", *_singular_small, parameters=True),
        Method("minAssGTZ", Task.PRIMES, _MIN_ASS_GTZ, *_singular_small, parameters=True),
        Method("std", Task.BASIS, "reduced Groebner basis", *_singular_basis, parameters=True),
        Method("std_lp", Task.BASIS, "reduced lexicographical Groebner basis", *_singular_lex, parameters=True),
        Method("slimgb", Task.BASIS, "reduced Groebner basis by slimgb", *_singular_basis, parameters=True),
        Method("facstd", Task.COMPONENTS, "factorizing Groebner bases", *_singular_small, parameters=True),
        Method("radical", Task.RADICAL, "generators of the radical", *_singular_small),
        Method("sat", Task.SATURATION, "generators of the saturation", objection=_singular_holds),
        Method("eliminate", Task.ELIMINATION, "generators without some variables", objection=_singular_holds),
        Method("primdecGTZ", Task.PRIMARY, "primary ideals, by Gianni, Trager and Zacharias", *_singular_small),
        Method("primdecSY", Task.PRIMARY, "primary ideals, by Shimoyama and Yokoyama", *_singular_small),
        Method("dim", Task.DIMENSION, _NUMBERS, objection=_all(_has_variables, _singular_holds)),
        Method("factorize", Task.FACTORS, "irreducible factors", _EXTENDED, "", _all(_one_step, _singular_factors)),
    ),
    default_method="minAssGTZ",
    reserved=_SINGULAR_NAMES | frozenset(_SINGULAR_SCRIPT.split()),
    style=CARET,
)

#: Singular, counting zeros as the dimension of the ring modulo the ideal.
VDIM = Method("vdim", Task.NUMBER, "the number of zeros, as a dimension", objection=_singular_holds)
#: The target of scripts that use it.
SINGULAR_VDIM = replace(
    SINGULAR,
    methods=(VDIM,),
    default_method="vdim",
    reserved=SINGULAR.reserved | {"basis"},
    by_hand="Singular -q {script}",
)

_PYTHON_NAMES = frozenset(keyword.kwlist) | frozenset(dir(builtins))
#: Names that the templates define or import.
_PYTHON_SCRIPT = (
    "names parameters variables equations write_answer components unsupported lines component file nothing sys"
)
_SYMPY_SCRIPT = (
    " Add CRootOf FiniteSet I Mul Poly Pow QQ Rational RootOf S Symbol adjoined ask basis branch branches caught"
    " constant domain element eliminated error exponents expression expression_of expressions factor factors"
    " generators groebner minimal nonlinsolve number number_of order pairs parameters place polynomial polynomials"
    " power reason reasons rootof said solve solve_poly_system sqrt symbols sympify terms text warnings write_branches"
)
_SAGE_SCRIPT = (
    " Frac GF I PolynomialRing QQ RootOf SR branch degree dimension error everywhere exponent factored factor field"
    " homogeneous ideal levels multiplicity number point polynomial polynomials primes reason ring saturated solutions"
    " solve sqrt texts unknowns write_branches zeros"
)
#: More terms in one sum make an expression too deep for Python's compiler.
_LONGEST_SUM = 200


def symbolic(solver: str, instead: str) -> Callable[[PolynomialSystem], str | None]:
    """The objection of a symbolic solver, which computes over the complex numbers.

    solver: its name, for sentences. instead: what to try.

    >>> from casbridge.algebra import Field, Ring
    >>> symbolic("the solver", "sympy:groebner")(PolynomialSystem(Ring.of("x", Field(7)), ()))
    'the solver computes over the complex numbers, not over GF(7); use --field QQ or sympy:groebner'
    >>> symbolic("the solver", "sympy:groebner")(PolynomialSystem(Ring.of("x"), ()))
    'each equation is 0 = 0, which solvers answer as if there were no equations; try sympy:groebner'
    """

    def objection(system: PolynomialSystem) -> str | None:
        if system.ring.field.characteristic:
            over = f"not over {system.ring.field}; use --field QQ or {instead}"
            return f"{solver} computes over the complex numbers, {over}"
        if not any(equation.pattern for equation in system.equations):
            return f"each equation is 0 = 0, which solvers answer as if there were no equations; try {instead}"
        return None

    return objection


def _solver(name: str, summary: str) -> Method:
    return Method(name, Task.BRANCHES, summary, "QQ", objection=symbolic(f"SymPy's {name}", "sympy:groebner"))


_SYMPY_FIELDS = "QQ, one extension of QQ, GF(p) with one variable"


def _sympy_factors(system: PolynomialSystem) -> str | None:
    if system.ring.field.characteristic and len(system):
        return f"SymPy has no extensions of {system.ring.field}; try singular:factorize or sage:factor"
    return _one_step(system)


#: What scripts for SymPy look like.
SYMPY = Target(
    name="sympy",
    title="SymPy",
    extension="py",
    by_hand="python {script}",
    methods=(
        Method("groebner", Task.BASIS, "reduced Groebner basis", order="lex", parameters=True),
        _solver("solve", "solutions in radicals, as solve states them"),
        _solver("nonlinsolve", "solutions in radicals, as nonlinsolve states them"),
        _solver("solve_poly_system", "solutions in radicals of a system with finitely many"),
        Method("eliminate", Task.ELIMINATION, "the members of a lexicographical basis without some variables"),
        Method("factor_list", Task.FACTORS, "irreducible factors", _SYMPY_FIELDS, objection=_sympy_factors),
    ),
    default_method="groebner",
    reserved=_PYTHON_NAMES | frozenset((_PYTHON_SCRIPT + _SYMPY_SCRIPT).split()),
    style=PYTHON,
    safe_name="(?!__)[A-Za-z_][A-Za-z0-9_]*",
    longest_sum=_LONGEST_SUM,
    seed_variable="PYTHONHASHSEED",
)


_TRIANGULAR = "triangular sets of a system with finitely many zeros"


def _sage_solves(system: PolynomialSystem) -> str | None:
    return _has_variables(system) or symbolic("Sage's solve", "sage:groebner_basis")(system)


#: What scripts for SageMath look like.
SAGE = Target(
    name="sage",
    title="SageMath",
    extension="sage",
    by_hand="sage {script}",
    methods=(
        Method("variety", Task.POINTS, "zeros with coordinates in the field, which must be all"),
        Method("minimal_associated_primes", Task.PRIMES, "minimal associated primes", parameters=True),
        Method("triangular_decomposition", Task.COMPONENTS, _TRIANGULAR, objection=_has_variables),
        Method("groebner_basis", Task.BASIS, "reduced Groebner basis", order="degrevlex", parameters=True),
        Method("radical", Task.RADICAL, "generators of the radical"),
        Method("saturation", Task.SATURATION, "generators of the saturation"),
        Method("elimination_ideal", Task.ELIMINATION, "generators without some variables"),
        Method("primary_decomposition", Task.PRIMARY, "primary ideals"),
        Method("hilbert_polynomial", Task.DIMENSION, "the dimension, and the degree by the Hilbert polynomial"),
        Method("factor", Task.FACTORS, "irreducible factors", "QQ, GF(p), towers over QQ, one extension of GF(p)"),
        Method("solve", Task.BRANCHES, "solutions in radicals, as solve states them", "QQ", objection=_sage_solves),
    ),
    default_method="minimal_associated_primes",
    reserved=_PYTHON_NAMES | _SINGULAR_NAMES | frozenset((_PYTHON_SCRIPT + _SAGE_SCRIPT).split()),
    style=CARET,
    longest_sum=_LONGEST_SUM,
    seed_variable="PYTHONHASHSEED",
)

#: Keywords, the only names beginning with a small letter that GAP has or sets by itself, those of one capital letter.
_GAP_NAMES = """
E X Z
and atomic break continue do elif else end fail false fi field for function if in infinity last last2 last3 local
memory_allocated mod not od or quit readonly readwrite rec repeat return then time tmpclh true until while
"""
#: Names that the templates define.
_GAP_SCRIPT = "answer basis component constant equations field greatest_first nonzero nothing output polynomial text_of"
_gap_holds = _degree_up_to(10**7, "GAP keeps all coefficients up to it, zeros too; try singular:std")


def _gap_factors(system: PolynomialSystem) -> str | None:
    if len(system):
        return "an extension of the field, and the script for GAP takes none; try sage:factor"
    if system.goal.factor is not None and len(system.goal.factor.support()) > 1:
        return "GAP factors polynomials in one variable; try singular:factorize"
    return _gap_holds(system)


#: What scripts for GAP look like.
GAP = Target(
    name="gap",
    title="GAP",
    extension="g",
    by_hand="gap -q {script}",
    methods=(
        Method("ReducedGroebnerBasis", Task.BASIS, "reduced Groebner basis", order="lex", objection=_gap_holds),
        Method("Factors", Task.FACTORS, "irreducible factors", "QQ, GF(p), one variable", objection=_gap_factors),
    ),
    default_method="ReducedGroebnerBasis",
    # GAP has eleven thousand names of other forms.
    safe_name="[a-z][A-Za-z0-9_]*|[A-Z][0-9_]*",
    reserved=frozenset((_GAP_NAMES + _GAP_SCRIPT).split()),
    style=CARET,
)

#: Names of Macaulay2 1.21 of the forms that variables keep: the keys of all dictionaries that it opens by itself.
_MACAULAY2_NAMES = """
BKZ CC EXAMPLE GF GTZ HH LLL NTL OO POSIX QQ RR SPACE SVD SYNOPSIS TEST URL ZZ about abs accumulate acos acosh acot
acoth adjoint agm alarm all ambient ancestor ancestors and ann annihilator antipode any append apply apropos argument
ascii asin asinh ass assert atan atan2 atanh autoload backtrace basis benchmark betti between binomial borel break
cache capture catch ceiling char characters check chi class clean close code codim coefficient coefficients cohomology
coimage coker cokernel columnate combine commonest comodule complement complete components compose compositions
compress concatenate conductor cone conjugate content continue contract copy copyright cos cosh cot coth cover csc
csch current dd debug decompose default degree degrees delete demark denominator depth describe det determinant
diameter dictionary diff difference dim disassemble discriminant dismiss distinguished do doc document drop dual edit
eigenvalues eigenvectors eint elements eliminate else end endl entries environment erase erf erfc error euler eulers
even examples exec exit exp expm1 exponents export expression extend factor false first firstkey flatten flip floor
flush fold for fork format formation frac fraction frames from gb gcd genera generator generators gens genus get getc
getenv global gramm hash heft height help hermite hh hold homogenize homology homomorphism hooks html hypertext id
ideal idealizer identity if ii image in incomparable indeterminate index indices infinity info input insert instance
instances integrate intersect intersection interval inverse isc iterator jacobian join ker kernel keys kill koszul
last lcm left length lift liftable lines list lngamma load local localize locate log log1p lookup map match matrix max
member memoize merge method methods midpoint min mingens mingle minors minprimes minus mkdir mod module modulo monoid
monomials multidegree multidoc multigraded multiplicity mutable nanosleep needs net new newline next nextkey norm not
notify null nullhomotopy number numcols numerator numeric numgens numrows odd oeis of on oo ooo oooo options or order
override pack package pad pager pairs parent part partition partitions parts path pdim peek permanents permutations
pfaffians pi pivots plus poincare polarize poly position positions power powermod precision preimage prepend
presentation pretty print printerr product profile promote protect prune pseudocode quit quotient radical random rank
read readlink realpath regex regularity relations remainder remove reorganize replace res reshape resolution restart
resultant return reverse right ring roots rotate round rsort run s same saturate scan schedule sec sech select
separate sequence set setup sheaf shield show sin sinh size size2 sleep solve sort source span splice sqrt stack
status stderr stdio step sub sublists submatrix subquotient subscript subsets substitute substring subtable sum super
superscript support switch symbol synonym syz table take tally tan tanh target tensor terms tests tex then throw time
times timing to top trace transpose trim true truncate try tutorial ultimate unbag uncurry undocumented uniform unique
unsequence unstack use utf8 utf8check utf8substring value values variety vars vector version wait when while width
wikipedia wrap xor youngest zero zeta
"""
_macaulay2_holds = _degree_up_to(2**31 - 1, f"Macaulay2's exponents end at {2**31 - 1}")


def _macaulay2_factors(system: PolynomialSystem) -> str | None:
    p = system.ring.field.characteristic
    if p >= 2**29:
        return f"Macaulay2 factors only below characteristic 2^29, and this is GF({p}); try macaulay2:gb"
    return _macaulay2_holds(system)


#: The fields, the order and the objection of methods that factor.
_macaulay2_small = ("QQ, GF(p) with p < 2^29", "", _macaulay2_factors)
_macaulay2_basis = ("QQ, GF(p)", "degrevlex", _macaulay2_holds)


def _no_step(system: PolynomialSystem) -> str | None:
    """An objection to towers."""
    if len(system):
        return "Macaulay2 factors over QQ and GF(p), and not over extensions; try singular:factorize or sage:factor"
    return None


#: What scripts for Macaulay2 look like.
MACAULAY2 = Target(
    name="macaulay2",
    title="Macaulay2",
    extension="m2",
    by_hand="M2 --script {script}",
    methods=(
        Method("decompose", Task.PRIMES, "minimal primes", *_macaulay2_small),
        Method("gb", Task.BASIS, "reduced Groebner basis", *_macaulay2_basis, parameters=True),
        Method("radical", Task.RADICAL, "generators of the radical", *_macaulay2_small),
        Method("saturate", Task.SATURATION, "generators of the saturation", objection=_macaulay2_holds),
        Method("eliminate", Task.ELIMINATION, "generators without some variables", objection=_macaulay2_holds),
        Method("primaryDecomposition", Task.PRIMARY, "primary ideals", *_macaulay2_small),
        Method("dim", Task.DIMENSION, "the dimension", objection=_all(_has_variables, _macaulay2_holds)),
        Method("degree", Task.DIMENSION, _NUMBERS, objection=_all(_has_variables, _macaulay2_holds)),
        Method(
            "factor", Task.FACTORS, "irreducible factors", *_macaulay2_small[:2], _all(_no_step, _macaulay2_factors)
        ),
    ),
    default_method="decompose",
    # Macaulay2 has a thousand names of other forms; an underscore is an operator there.
    safe_name="[a-z][a-z0-9]*|[A-Z][A-Z0-9]*",
    reserved=frozenset(_MACAULAY2_NAMES.split()),
    style=CARET,
    longest_sum=_LONGEST_SUM,
)

#: Names that Maxima 5.46 gives a value or a place in its grammar. Its functions are no such names.
_MAXIMA_NAMES = """
abconvtest absboxchar activecontexts algdelta algebraic algepsilon algexact alias aliases all alt_format_prompt and
announce_rules_firing appendfile apply1 apply2 applyb1 applyb2 apropos array arrayinfo arrays assume assume_pos
assume_pos_pred assumescalar atan2 backsubst backtrace belln berlefact bern bessel_reduce besselexpand beta
beta_args_sum_to_integer beta_expand bfloat bftorat bftrunc boxchar breakup buildq catch cauchysum ceiling cf cflength
charfun combineflag compfile compgrind compile conjugate context contexts create_list current_let_rule_package
debugmode declare declare_index_properties declare_translated default_format_prompt default_let_rule_package define
define_variable defmatch defrule defstruct deftaylor demoivre dependencies derivabbrev derivsubst describe detout
dispflag dispfun display display2d display_format_internal disprule disptime distribute_over divisors do doallmxops
domain domxexpt domxmxops domxnctimes domxplus domxtimes dontfactor doscmxops doscmxplus dot0nscsimp dot0simp dot1simp
dotassoc dotconstrules dotdistrib dotexptsimp dotident dotscrules ecm_limit ecm_limit_delta ecm_max_limit
ecm_number_of_curves ef_coeff_add ef_coeff_exp ef_coeff_inv ef_coeff_mult else elseif erf_representation erfflag
errcatch error error_size error_syms errormsg euler ev eval_when example expand_polynomials expintexpand expintrep
expon exponentialize expop exptdispflag exptisolate exptsubst facexpand factlim factor factor_max_degree
factor_max_degree_print_warning factorflag factorial_expand factors_only false fast_bfloat_conversion
fast_bfloat_threshold features file_output_append file_search_demo file_search_lisp file_search_maxima
file_search_tests file_search_usage file_type_lisp file_type_maxima find_root_abs find_root_error find_root_rel float
float2bf float_approx_equal_tolerance floatwidth floor for forget fortfloat fortindent fortran fortspaces fpprec
fpprintprec from fullmap fullmapl fullratsimp functions fundef gamma_expand gammalim gauss gcd genindex gensumnum
geomview_command gf_balanced gf_cantor_zassenhaus gf_coeff_limit gf_logs gf_powers gf_rat gf_symmetric gf_zech_logs
globalsolve gnuplot_command gnuplot_file_args gnuplot_view_args gradef gradefs grind grindswitch halfangles help
homog_hack hypergeometric hypergeometric_representation if ifactor_verbose in_netmath inchar ind inf infeval infinity
inflag infolists intanalysis integrate_use_rootsof integration_constant integration_constant_counter interpolate
intfaclim invert_by_adjoint_size_limit invert_method is isolate_wrt_times keepfloat kill known_index_properties labels
ldisplay leftjust let let_rule_packages letrat letrules letsimp letvarsimp lhospitallim liflag limitdomain limsubst
linechar linel linenum linsolve_params linsolvewarn lispdisp listarith listconstvars listdummyvars lmxchar
load_pathname loadfile loadprint local logabs logarc logconcoeffp logcontract logexpand lognegint logsimp lsum
m1pbranch macroexpand macroexpand1 macroexpansion macros makelist makeset manual_demo map maperror maplist mapprint
matchdeclare matrix matrix_element_add matrix_element_mult matrix_element_transpose matrixmap max maxapplydepth
maxapplyheight maxfpprintprec maxima_frontend maxima_frontend_version maxima_objdir maxima_tempdir maxima_userdir
maxmin_effort maxnegex maxposex maxpsifracdenom maxpsifracnum maxpsinegint maxpsiposint maxtaydiff maxtayorder maybe
mdebug_print_length mgnuplot_command min minf mod mode_check_errorp mode_check_warnp mode_checkp mode_identity
modedeclare moebius multiplicities mx0simp myoptions nalgfac negdistrib negsumdispflag new next niceindicespref
nointegrate nolabels norepeat not noundisp numer numer_pbranch numerval off on opproperties opsubst optimprefix
optimwarn options optionset or ordergreat orderless outchar packagefile parsewindow partswitch pfeformat piece
playback plot_options pochhammer pointbound pois1 poislim poisz polarform pollard_pm1_limit pollard_pm1_limit_step
pollard_pm1_tests pollard_rho_limit pollard_rho_limit_step pollard_rho_tests polyfactor pop powerdisp prederror
prefer_d prefer_gamma_incomplete prefer_whittaker primep_number_of_tests printprops product programmode prompt
properties props propvars psexpand pstream push qput radcan radexpand radsubstflag ratalgdenom ratdenomdivide
ratepsilon ratexpand ratfac ratmx ratprint ratsimp ratsimpexpons ratvars ratvarswitch ratweights ratwtlvl realonly
rearray rectform refcheck remarray remfunction remlet remove remove_index_properties remvalue report_synerr_info
report_synerr_line reset reset_verbosely resultant rmxchar rootsconmode rootscontract rootsepsilon rot rules save
save_primes savedef savefactors scalarmatrixp scanmap set setcheck setcheckbreak setval share_testsuite_files
show_openplot showtime signbfloat simp simpproduct simpsum solvedecomposes solveexplicit solvefactors solvenullwarn
solveradcan solvetrigwarn sparse sqrtdispflag stardisp status step stirling1 stirling2 strdisp string stringdisp
stringout structures sublis_apply_lambda subnumsimp substinpart substpart subvar sum sumexpand sumsplitfact
taylor_logexpand taylor_order_coefficients taylor_simplifier taylor_truncate_polynomials taylordepth tellsimp
tellsimpafter testsuite_files tex then thru time timer timer_devalue timer_info tlimswitch tr_array_as_ref
tr_bind_mode_hook tr_bound_function_applyp tr_exponent tr_file_tty_messagesp tr_float_can_branch_complex
tr_function_call_default tr_numer tr_optimize_max_loop tr_state_vars tr_true_name_of_file_being_translated
tr_warn_bad_function_calls tr_warn_fexpr tr_warn_meval tr_warn_mode tr_warn_undeclared tr_warn_undefined_variable
trace trace2f1 trace_break_arg trace_max_indent trace_options trace_safety translate translate_fast_arrays transrun
trigexpand trigexpandplus trigexpandtimes triginverses trigreduce trigsign true ttyoff und unit_step unless untimer
untrace use_fast_arrays useminmax values vect_cross verbose while with_default_2d_display with_stdout
xmaxima_plot_command zeroa zerob zerobern zn_primroot_limit zn_primroot_pretest zn_primroot_verbose
"""
#: Names that have a meaning in an answer, and a variable for rings without variables.
_MAXIMA_SCRIPT = " I RootOf CRootOf sqrt all nothing"


def _maxima_solver(name: str, summary: str) -> Method:
    return Method(name, Task.BRANCHES, summary, "QQ", objection=symbolic(f"Maxima's {name}", "singular:minAssGTZ"))


#: What scripts for Maxima look like.
MAXIMA = Target(
    name="maxima",
    title="Maxima",
    extension="mac",
    by_hand="maxima --very-quiet --init-mac={script}",
    methods=(
        _maxima_solver("solve", "solutions in radicals, as solve states them"),
        _maxima_solver("algsys", "solutions in radicals, as algsys states them"),
    ),
    default_method="solve",
    # The script names free parameters free_r1, free_r2, ….
    safe_name="(?!free_)[A-Za-z][A-Za-z0-9_]*",
    reserved=frozenset((_MAXIMA_NAMES + _MAXIMA_SCRIPT).split()),
    style=CARET,
    longest_sum=_LONGEST_SUM,
)

_GIAC_SOLVE = "solutions over the complex numbers in radicals, as solve states them"

#: What scripts for Giac look like.
GIAC = Target(
    name="giac",
    title="Giac",
    extension="giac",
    by_hand="giac {script}",
    methods=(
        Method("solve", Task.BRANCHES, _GIAC_SOLVE, "QQ", objection=symbolic("Giac's solve", "singular:minAssGTZ")),
    ),
    default_method="solve",
    # Giac has thousands of names of other forms. e and i are numbers there; I is one in an answer.
    safe_name="(?![eiI]$)[A-Za-z][0-9]*|pattern[0-9]+",
    style=CARET,
    longest_sum=_LONGEST_SUM,
)
