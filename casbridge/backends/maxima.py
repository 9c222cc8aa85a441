"""Maxima as a backend: the rendered script, run by the `maxima` executable in a process of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from casbridge.algebra.answers import Task
from casbridge.algebra.polynomials import CARET
from casbridge.backends.objections import LONGEST_SUM, SOLVERS, gcl_memory
from casbridge.backends.oneshot import Manner, OneShotBackend, ScriptRun
from casbridge.backends.protocol import Status
from casbridge.limits import Deadline, Limits
from casbridge.processes.ended import Finished
from casbridge.processes.locate import Program
from casbridge.scripts.abilities import RATIONALS, Sizes
from casbridge.scripts.values import Method, Target

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
_MAXIMA_SCRIPT = " I RootOf CRootOf sqrt all nothing poly_monomial_order"


#: Maxima refuses to factor polynomials of a larger degree (its factor_max_degree), and its solvers then lose roots.
_FACTORED = replace(SOLVERS, largest_degree=1000)
#: Of so many variables the package grobner makes arguments of one function; GCL takes no more.
_ARGUMENTS = Sizes(most_variables=62)


def _maxima_solver(name: str, summary: str) -> Method:
    return Method(name, Task.BRANCHES, summary, (RATIONALS,), sizes=_FACTORED)


#: What Maxima says of a package that it does not find. Debian has the packages apart, in maxima-share.
_NO_PACKAGE = re.compile(r"^(?:file_search1|load): (?:file )?\"?(\w+)\"? not found", re.MULTILINE)
#: What it says of a package of its own that it cannot load: grobner in 5.47.
_BROKEN_PACKAGE = re.compile(r"^loadfile: failed to load \S*?/share/\S*?(\w+)\.\w+$", re.MULTILINE)
#: Bytes of address space below which GCL may not be able to begin.
_TO_BEGIN = 600 << 20
#: What it says of its start: a help system that is not there, the script that it reads.
_REMARKS = re.compile(r"^SIMPLE-WARNING: Maxima is unable .*\n\(Details: .*\n|^read and interpret .*$", re.MULTILINE)

_GROBNER, _GROBNER_LEX = "reduced Groebner basis, of the package grobner", "reduced lexicographical Groebner basis"
_rational = partial(Method, fields=(RATIONALS,))
#: Wang's package ends with an error at 0 = 0 alone; its irreducible series at a single equation, too.
_SOME, _SEVERAL = Sizes(fewest_equations=1), Sizes(fewest_equations=2)

#: What scripts for Maxima look like.
MAXIMA = Target(
    name="maxima",
    title="Maxima",
    extension="mac",
    by_hand="maxima --very-quiet --init-mac={script}",
    methods=(
        _maxima_solver("solve", "solutions in radicals, as solve states them"),
        _maxima_solver("algsys", "solutions in radicals, as algsys states them"),
        _rational("poly_grobner", Task.BASIS, _GROBNER, order="degrevlex", sizes=_ARGUMENTS),
        _rational("poly_grobner_lex", Task.BASIS, _GROBNER_LEX, order="lex", sizes=_ARGUMENTS),
        _rational("charset", Task.CHARSET, "a characteristic set, of Wang's package charsets", sizes=_SOME),
        _rational("charser", Task.TRIANGULAR, "Wu's series, of Wang's package charsets", wu=True, sizes=_SOME),
        _rational("ics", Task.SERIES, "irreducible characteristic series, of Wang's package charsets", sizes=_SEVERAL),
    ),
    default_method="solve",
    # The script names free parameters free_r1, free_r2, ….
    safe_name="(?!free_)[A-Za-z][A-Za-z0-9_]*",
    reserved=frozenset((_MAXIMA_NAMES + _MAXIMA_SCRIPT).split()),
    style=CARET,
    longest_sum=LONGEST_SUM,
)


class MaximaBackend(OneShotBackend):
    """Maxima's symbolic solvers, and its share packages grobner and charsets.

    A question that Maxima asks ends it: there is nobody to answer.

    executable: path or name; by default as `locate` finds it (CASBRIDGE_MAXIMA, PATH).

    >>> MaximaBackend().command("maxima", "job.mac")
    ['maxima', '--very-quiet', '--userdir=/nonexistent', '--init-mac=job.mac']
    """

    script_target = MAXIMA
    program = Program(
        "maxima",
        "CASBRIDGE_MAXIMA",
        title="Maxima",
        hint="apt install maxima maxima-share (Debian, Ubuntu), or brew install maxima (macOS)",
        pattern="^Maxima {version}",
    )

    def command(self, executable: str, script: str) -> list[str]:
        """The script is the file that Maxima reads when it starts, in place of the user's own.

        There is no user's folder: Maxima 5.49 looks through a relative one without end when it loads a package.
        """
        return [executable, "--very-quiet", "--userdir=/nonexistent", f"--init-mac={script}"]

    def memory_environment(self, memory: int | None) -> dict[str, str]:
        """As for every backend: what its Lisp, GCL, must know."""
        return gcl_memory(memory)

    def said_in(self, output: str) -> str:
        """As for every backend, without Maxima's remarks on its start."""
        return super().said_in(_REMARKS.sub("", output))

    def _run(self, path: str, text: str, limits: Limits, deadline: Deadline, manner: Manner) -> ScriptRun:
        """As for every such backend. With too little memory to begin GCL dies by SIGSEGV, too soon to be measured."""
        ran = super()._run(path, text, limits, deadline, manner)
        if ran.status is Status.CRASHED and "SIGSEGV" in ran.reason and limits.memory and limits.memory < _TO_BEGIN:
            reason = f"{ran.reason}: {limits.memory >> 20} MiB may be too little for Maxima to begin"
            return replace(ran, status=Status.MEMORY, reason=reason)
        return ran

    def _outcome(self, finished: Finished, judged: tuple[Status, str], text: str | None, said: str = "") -> ScriptRun:
        """As for every such backend. Where Maxima has no share packages, their methods are missing."""
        if finished.ended == "exited" and text is None and (found := _NO_PACKAGE.search(finished.output)):
            hint = "apt install maxima-share (Debian, Ubuntu)"
            judged = Status.MISSING, f"this Maxima has no share package {found[1]}; {hint}"
        elif finished.ended == "exited" and text is None and (found := _BROKEN_PACKAGE.search(finished.output)):
            hint = "a fault of this Maxima; another version may load it"
            judged = Status.MISSING, f"this Maxima cannot load its own share package {found[1]}: {hint}"
        return super()._outcome(finished, judged, text, said)
