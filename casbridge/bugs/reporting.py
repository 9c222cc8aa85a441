"""A report of a fault for a CAS's tracker, which needs no casbridge.

    Bundle ──snippet_of──▶ a few lines for the CAS ──run──▶ what it prints ─┐
           ──reasons──▶ why that is wrong, checked by substitution ─────────┴─▶ Report ──text──▶ plain text or Markdown

The lines for the CAS are from `templates/<target>/report.<extension>.j2`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casbridge.algebra.fields import unused_name
from casbridge.backends import registry
from casbridge.backends.oneshot import OneShotBackend
from casbridge.backends.protocol import Status
from casbridge.backends.writing import render
from casbridge.brief import Brief
from casbridge.bugs.bundle import Bundle, fault_in
from casbridge.bugs.failures import COMPONENT, Failure
from casbridge.bugs.reasons import reasons
from casbridge.calls import with_hints
from casbridge.crosscheck.verdicts import Fault
from casbridge.errors import TemplateError, UsageError, printable
from casbridge.limits import Limits
from casbridge.scripts.listing import list_goal, list_system
from casbridge.scripts.rendering import fill

if TYPE_CHECKING:
    from casbridge.bugs.shrinking import Shrunk
    from casbridge.scripts import Target

#: The forms of a report.
FORMS = ("plain", "github")

_LONGEST_OUTPUT = 4000
_SECONDS_TO_RUN = 60.0
_OTHER_VERSIONS = {"python": "Python", "platform": "on", "casbridge": "found with casbridge"}
_LANGUAGES = {"py": "python", "sage": "python"}


@dataclass(frozen=True, repr=False)
class Report(Brief):
    """A report of a fault.

    title: one line. snippet: the lines for the CAS; extension: of their file.
    said: a line about `output`, which is what the CAS printed here, or the bundle's answer.
    why: what is wrong, a line each. versions: the same.
    command: the command that runs the snippet, if the command says what is asked; "" if the snippet does.

    >>> report = Report("solve is wrong", "solve(x)", "py", "It prints:", "[]", ("x = 0 is a zero.",), ("SymPy 1.14",))
    >>> report.text("github").splitlines()[0]
    '# solve is wrong'
    """

    title: str
    snippet: str
    extension: str
    said: str
    output: str
    why: tuple[str, ...]
    versions: tuple[str, ...]
    command: str = ""

    def __str__(self) -> str:
        return self.text()

    def text(self, form: str = "plain") -> str:
        """The report as plain text, or in Markdown for GitHub. Raises UsageError for another form."""
        if form not in FORMS:
            raise UsageError(f"the form {printable(form, 40)!r}", expected=" or ".join(FORMS))
        parts = f"{self.snippet}\n{self.output}"
        longest = max((len(ticks) for ticks in re.findall("`+", parts)), default=0)
        context = {
            "title": self.title,
            "intro": f"This file shows it, with {self.command}:" if self.command else "This script shows it:",
            "snippet": self.snippet.rstrip("\n"),
            "said": self.said,
            "output": self.output.rstrip("\n"),
            "heading_why": "Why this is wrong:",
            "why": self.why,
            "versions": self.versions,
            "language": _LANGUAGES.get(self.extension, "text"),
            "fence": "`" * max(3, longest + 1),
        }
        return fill("text/report.md.j2" if form == "github" else "text/report.txt.j2", context)


@with_hints
def report(bundle: Bundle | Shrunk, *, run: bool = True, limits: Limits | None = None) -> Report:
    """The report of a bundle's fault.

    bundle: or what `shrink` gave.
    run: run the script here, and show what the CAS prints. Where the CAS is missing, the bundle's answer is shown.
    limits: on that run.

    Raises InputError for a bundle without a fault, and where the witness is none; UsageError for a backend without
    scripts, or one that does not exist.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.bugs.bundles import bundle_of
    >>> report(bundle_of(read_system("x^2 - 1"), "sympy:groebner"))
    Traceback (most recent call last):
    casbridge.errors.InputError: a bundle without a fault; expected one with a fault to report
    """
    bundle, fault = fault_in(bundle, "one with a fault to report")
    target, method = _target_of(bundle)
    names = dict(zip(bundle.system.ring.variables, target.names(bundle.system.ring.variables), strict=True))
    # Formulas as the CAS writes them.
    why = tuple(line.replace("**", target.style[0]) for line in reasons(bundle, names))
    snippet = snippet_of(bundle)
    title = f"{target.title or target.name}, {method}: {_headline(fault, bundle)}"
    version = bundle.versions.get(bundle.backend, "")
    said, output = f"{target.title or target.name} {version} answered:".replace("  ", " "), _answer_lines(bundle)
    ran = _ran(bundle, snippet, limits or Limits(seconds=_SECONDS_TO_RUN)) if run else None
    if ran is not None:
        said, output, version = ran
    versions = [" ".join(filter(None, [target.title or target.name, version]))]
    versions += [f"{name} {bundle.versions[key]}" for key, name in _OTHER_VERSIONS.items() if key in bundle.versions]
    told = tuple(printable(line) for line in versions)
    options = " ".join(target.method(method).options)
    command = target.by_hand.format(script=f"FILE.{target.extension}", options=options) if options else ""
    return Report(printable(title), snippet, target.extension, said, _shown(output), why, told, command)


def snippet_of(bundle: Bundle) -> str:
    """A few lines that ask the bundle's CAS about the bundle's system, and print its answer.

    Where the method has no such lines it is the whole script, which runs without casbridge too.

    Raises UsageError for a backend without scripts.

    >>> from casbridge.algebra.formats import read_system
    >>> from casbridge.bugs.bundles import bundle_of
    >>> print(snippet_of(bundle_of(read_system("x*y - 1"), "sympy:groebner", [])), end="")
    from sympy import *
    <BLANKLINE>
    x, y = symbols("x y")
    equations = [x*y - 1]
    print(groebner(equations, y, x, domain=QQ, order="lex"))
    """
    target, name = _target_of(bundle)
    system, method = bundle.system, target.method(name)
    ring, seed = system.ring, bundle.seeds[0] if len(bundle.runs) == 1 else _seed_that_shows(bundle)
    names = target.names(ring.variables)
    functions, lines = list_system(system, target, names)
    goal = list_goal(system, target, names, method.task)._asdict()
    context = {
        **goal,
        "method": method.name,
        "order": method.order,
        "parameters": names[: ring.lowest],
        "variables": names[ring.lowest :],
        "characteristic": ring.field.characteristic,
        "equations": [text for text, _ in lines],
        "largest_degree": max((f.total_degree for f in system.patterns()), default=0),
        "seed": seed,
        # Names of the snippet's own, which no variable has.
        "ring": unused_name("R", names),
        "ideal": unused_name("J", names),
    }
    template = f"{target.name}/report.{target.extension}.j2"
    try:
        text = "" if functions else fill(template, context)
    except TemplateError as error:
        if not error.found.startswith("no template"):
            raise
        text = ""
    return text.strip("\n") + "\n" if text.strip() else render(system, bundle.backend, seed=seed).text


# -- parts ------------------------------------------------------------------------------------------------------------


def _target_of(bundle: Bundle) -> tuple[Target, str]:
    backend, method = registry.split_name(bundle.backend)
    if backend.target is None:
        raise UsageError(f"{backend.name} has no scripts", expected="a bundle about a computer algebra system")
    return backend.target, method


def _seed_that_shows(bundle: Bundle) -> int:
    assert bundle.fault is not None
    return next((note.seed for note in bundle.runs if bundle.fault.is_like(note.fault)), 0)


def _headline(fault: Failure, bundle: Bundle) -> str:
    some = "a part of the solutions" if fault.shape == COMPONENT else "a solution"
    return {
        str(Fault.MISSING_ZERO): f"{some} of a polynomial system is lost",
        str(Fault.SPECIAL_CASE): f"{some} of a polynomial system is lost where a denominator is 0",
        str(Fault.FALSE_ZERO): f"{some} of a polynomial system is wrong",
        str(Status.CRASHED): bundle.reason or "a crash",
        str(Status.TIMEOUT): "no answer in time",
        str(Status.MEMORY): "out of memory",
        str(Status.UNPARSABLE): bundle.reason,
    }.get(fault.kind, fault.kind)


def _answer_lines(bundle: Bundle) -> str:
    answer = bundle.answer
    if answer is None:
        return bundle.reason
    if answer.get("branches"):
        branches = answer["branches"]
        return "\n".join(
            ", ".join(f"{k} = {v}" for k, v in one["values"].items()) or "no condition" for one in branches
        )
    if answer.get("dimension") is not None:
        numbers = {"dimension": answer["dimension"], "degree": answer.get("degree")}
        return ", ".join(f"{name} {number}" for name, number in numbers.items() if number is not None)
    # Boxes and parametrisations are no components.
    if answer["components"] is None or (answer.get("count") and not answer["components"]):
        return bundle.transcript
    return "\n".join(f"[{', '.join(one)}]" for one in answer["components"]) or "no solutions"


def _ran(bundle: Bundle, snippet: str, limits: Limits) -> tuple[str, str, str] | None:
    """A line about the run of a snippet, what was printed, and the version; None where the CAS is missing."""
    backend, method = registry.split_name(bundle.backend)
    if not isinstance(backend, OneShotBackend):
        return None
    # Singular must not end itself: a last line that casbridge adds shows that all was done.
    script = snippet.removesuffix("quit;\n")
    # A program whose input is data, and no script, writes its own answer file; its options say what is asked.
    target = backend.script_target
    arguments = backend.arguments(target.method(method), 0)
    ran = backend.run_script(lambda: script, limits, printed=target.reader is None, arguments=arguments)
    if ran.status is Status.MISSING:
        return None
    assert bundle.fault is not None
    name = f"{target.title or backend.name} {ran.version}"
    if ran.status is Status.COMPLETE:
        alone = " (in this form it does not fail here)" if bundle.fault.kind == Status.CRASHED else ""
        return f"{name} prints{alone}:", ran.answer or "", ran.version
    return f"{name}: {ran.status}: {ran.reason}", ran.transcript, ran.version


def _shown(output: str) -> str:
    """What a CAS printed, without control characters, shortened in the middle."""
    lines = [printable(line, _LONGEST_OUTPUT) for line in output.strip("\n").split("\n")]
    text, half = "\n".join(lines), _LONGEST_OUTPUT // 2
    return text if len(text) <= _LONGEST_OUTPUT else f"{text[:half]}\n[...]\n{text[-half:]}"
