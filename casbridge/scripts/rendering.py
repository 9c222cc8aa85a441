"""`render`: a system, a target and a method in, a Script out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casbridge import files
from casbridge.algebra.systems import PolynomialSystem
from casbridge.errors import TemplateError, UnsupportedError, UsageError
from casbridge.limits import NEVER, Deadline
from casbridge.scripts.abilities import largest_degree
from casbridge.scripts.listing import list_goal, list_system
from casbridge.scripts.values import Script, Target, checked_seed
from casbridge.version import version

if TYPE_CHECKING:
    from jinja2 import Environment

# Stand for the digest and the answer's file while the digest is computed. No cleaned text holds a NUL.
_JOB = "\0job\0"
_ANSWER_FILE = "\0answer file\0"
_DIGITS_OF_JOB = 12
_LONGEST_TEXT = 2000
#: Signs that end texts, or begin a command within one (Julia, the shell).
_HARMLESS = str.maketrans({'"': "'", "\\": "/", "`": "'", "$": "S"})
#: Between the two signs that begin or end a comment: /* */ (* *) -* *- #| |# #= =#
_COMMENT_SIGNS = re.compile(r"(?<=\*)(?=[/)-])|(?<=[/(-])(?=\*)|(?<=[|=])(?=#)|(?<=#)(?=[|=])")
_NAMED_JOB = re.compile(rf"\bJob ([0-9a-f]{{{_DIGITS_OF_JOB}}})\.$", re.MULTILINE)


def render(
    system: PolynomialSystem,
    target: Target,
    method: str = "",
    *,
    answer_file: str | None = None,
    templates: Path | None = None,
    more: Mapping[str, Any] | None = None,
    seed: int = 0,
    deadline: Deadline = NEVER,
) -> Script:
    """The script that asks a CAS about a system. Equal systems, targets, methods and seeds give equal texts.

    method: one of the target's, "" for its default method.
    answer_file: where the script writes its answer, if casbridge itself runs the script. Then the script leaves nothing
        behind in its session. Without it the answer goes to standard output and the CAS ends.
    templates: a folder with a user's own templates, `<target>/<method>.<extension>.j2`, which are taken before ours.
        They can extend or include ours, and the target's own, as `casbridge/<target>/…`.
    more: more names for the method's template; texts in it must be safe in a script.
    seed: the CAS's random seed, up to `casbridge.scripts.values.LARGEST_SEED`. 0 leaves the CAS its own.
    Raises UnsupportedError where the method cannot do the system, or where the system lacks the goal that the method's
    task needs, UsageError for an unknown method or a wrong seed, TemplateError for a template that is missing or
    broken, LimitError after the deadline.

    >>> from casbridge.algebra import Ring, PolynomialSystem, variables
    >>> from casbridge.backends.singular import SINGULAR
    >>> ring = Ring.of("x y")
    >>> x, y = variables(ring)
    >>> script = render(PolynomialSystem.of(ring, [x**2 - 2, y - x]), SINGULAR, "char_series")
    >>> print(script.text.partition("option")[2].partition("proc")[0])
    (redSB);
    <BLANKLINE>
    // The system: 2 equations.
    ideal equations =
      x^2 - 2,
      y - x;
    <BLANKLINE>
    // One row of the matrix that char_series gives is one irreducible chain; short rows are padded with zeros.
    <BLANKLINE>
    """
    chosen, ring, seed = target.method(method), system.ring, checked_seed(seed)
    if objection := chosen.objection_to(system, target.name):
        raise UnsupportedError(objection)
    names = target.names(ring.variables)
    parameters, unknowns = names[: ring.lowest], names[ring.lowest :]
    facts = {clean(name).replace("=", ":"): clean(text) for name, text in system.facts}
    functions, lines = list_system(system, target, names, deadline)
    renamed = [(new, old) for new, old in zip(names, ring.variables, strict=True) if new != old]
    sized = f"{len(system)} {'equation' if len(system) == 1 else 'equations'}"
    answer = [f"task: {chosen.task}", f"field: {ring.field.characteristic or 'QQ'}"]
    answer += [" ".join(("parameters:", *parameters))] if parameters else []
    answer += [" ".join(("variables:", *unknowns))]
    answer += [f"name: {new} = {old}" for new, old in renamed]
    answer += [f"order: {chosen.order}"] if chosen.order else []
    answer += [f"fact: {name} = {text}" for name, text in facts.items()]
    title = clean(system.name) or facts.get("layout") or "A polynomial system"
    header = [f"{title}: {sized} in {len(unknowns)} variables over {ring.field_name}."]
    header += [f"{name}: {text}" for name, text in facts.items()]
    header += ["", f"{target.title or target.name}, {chosen.name}: {chosen.summary}."]
    setting = f"{target.seed_variable}={seed} " if seed and target.seed_variable else ""
    by_hand = target.by_hand.format(script=f"SCRIPT.{target.extension}", options=" ".join(chosen.options))
    header += [f"Run by hand: {setting}{by_hand}", provenance()]
    if renamed:
        from casbridge.algebra.languages.scanning import RENAMED

        header += ["", RENAMED]
        header += [f"  {new} is {old}" for new, old in renamed]
    # Names that are checked, polynomials that we printed ourselves, and cleaned texts.
    context = {
        "header": header,
        "answer_header": answer,
        "sized": sized,
        "characteristic": ring.field.characteristic,
        "parameters": parameters,
        "variables": unknowns,
        "functions": functions,
        "equations": [(text, clean(origin)) for text, origin in lines],
        "largest_degree": largest_degree(system),
        "task": str(chosen.task),
        "order": chosen.order,
        **list_goal(system, target, names, chosen.task)._asdict(),
        "seed": seed,
        **(more or {}),
    }
    template = f"{target.name}/{chosen.name}.{target.extension}.j2"
    text, job = write_script(template, context, answer_file=answer_file, users=templates, targets=target.templates)
    return Script(target, chosen, text, job, names, system, facts)


def write_script(
    template: str,
    context: Mapping[str, Any],
    *,
    answer_file: str | None = None,
    users: Path | None = None,
    targets: Path | None = None,
) -> tuple[str, str]:
    """A template filled in, and the digest that the script names and its answer carries.

    context: the template's names beside `job` and `answer_file`; texts in it must be safe in a script (`clean`).
    users, targets: folders of templates that are taken before ours.

    >>> text, job = write_script("gap/header.j2", {"header": ["A script.", provenance()]})
    >>> print(text.replace(job, "0123456789ab").replace(version(), "VERSION"))
    # A script.
    # Written by casbridge VERSION. Job 0123456789ab.
    <BLANKLINE>
    """
    if answer_file is not None and (clean(answer_file) != answer_file or not answer_file):
        raise UsageError(f"answer file {answer_file!r}", expected="a printable path without quotes and backslashes")
    about = {"job": _JOB, "answer_file": None if answer_file is None else _ANSWER_FILE}
    text = fill(template, {**context, **about}, users, targets)
    job = _digest(text)
    return text.replace(_JOB, job).replace(_ANSWER_FILE, answer_file or ""), job


def provenance() -> str:
    """The line with casbridge's version in a script's head; `write_script` puts the digest into the line.

    >>> provenance().startswith("Written by casbridge ")
    True
    """
    return f"Written by casbridge {version()}. Job {_JOB}."


def job_of(text: str) -> str | None:
    """The digest that a script names, or None for a text that was changed after it was written.

    text: a script that was rendered without an answer's file.

    >>> text, job = write_script("gap/header.j2", {"header": [provenance()]})
    >>> job_of(text) == job, job_of(text + "changed")
    (True, None)
    """
    jobs = dict.fromkeys(_NAMED_JOB.findall(text))
    return next((job for job in jobs if _digest(text.replace(job, _JOB)) == job), None)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS_OF_JOB]


def clean(text: str) -> str:
    """A text for a comment or a string literal of every target.

    It is one line, without double quotes, backslashes, backticks, dollar signs, and the signs that begin or end
    comments in some CAS. `casbridge.testing.smuggling` lists what must not be left.

    >>> clean('a "quoted" \\\\ line\\nand */ another, $(ls)')
    "a 'quoted' / line and * / another, S(ls)"
    """
    cut = text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 3] + "..."
    one_line = cut if cut.isprintable() else "".join(c if c.isprintable() else " " for c in cut)
    return _COMMENT_SIGNS.sub(" ", one_line.translate(_HARMLESS)).strip()


def fill(template: str, context: Mapping[str, Any], users: Path | None = None, targets: Path | None = None) -> str:
    """A template filled in. Only the template itself escapes texts.

    template: its path among the templates.
    users, targets: folders of templates that are taken before ours.
    Raises TemplateError for a missing template, and for a name that is not in the context.

    >>> fill("gap/header.j2", {"header": ["A script."]})
    '# A script.\\n'
    """
    from jinja2 import TemplateError as JinjaError, TemplateNotFound, TemplateSyntaxError

    folders = [folder for folder in (users, targets) if folder is not None]
    for folder in folders:
        if not folder.is_dir():
            raise TemplateError(f"no folder {folder}", expected="a folder of templates")
    environment = _environment(users, targets)
    try:
        return environment.get_template(template).render(context)
    except TemplateNotFound as error:
        places = [f"in {folder}" for folder in folders] + ["among casbridge's own"]
        raise TemplateError(f"no template {error.name}", expected=f"one {' or '.join(places)}") from error
    except TemplateSyntaxError as error:
        source = error.filename or error.name or template
        raise TemplateError(error.message or "a syntax error", source=source, line=error.lineno) from error
    except (JinjaError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        from traceback import walk_tb

        # Jinja puts the template's file and line into the traceback.
        frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        source, line = next((place for place in reversed(frames) if place[0].endswith(".j2")), (template, None))
        raise TemplateError(str(error) or type(error).__name__, source=source, line=line) from error


@lru_cache(maxsize=8)
def _environment(users: Path | None, targets: Path | None) -> Environment:
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

    ours = files.shipped("templates")
    shipped = FileSystemLoader([targets, ours] if targets else [ours])
    own = [FileSystemLoader(users)] if users else []
    return Environment(
        loader=ChoiceLoader([*own, shipped, PrefixLoader({"casbridge": shipped})]),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
