"""Texts that try to become commands, through every place where a user's text enters a script.

A system's title, its facts (a file's name is one), the origins of its equations and the names of its variables come
from users, and from files that others wrote. They stand in a script's comments and strings. Here they hold what would
end these in some CAS, followed by a command there that makes a file.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from casbridge.algebra.systems import PolynomialSystem
from casbridge.backends.protocol import Backend, Job, Result, Status
from casbridge.errors import UnsupportedError
from casbridge.limits import Limits
from casbridge.scripts import Target, render
from casbridge.testing.systems import cases_for

#: What ends a comment or a text in some CAS, or begins one. The last ones say so without ending it: they join lines.
ENDS = (
    "\n", "\r", "\r\n", "\u2028", "\u2029", "\x0b", "\x0c", "\x85", '"', "'", '"""', "'''", "\\", '\\"', '\\\n', "`",
    "*/", "*)", "*-", "-*/", "]]", "|#", "=#", "#=#", "%}", "#}", "}}", "/*", "(*", "-*", "[[", "#|", "#=", "{%", "{#",
    "{{", "//", "--", "++", "#", "%%", ";", ":", "$", "_", "_\n", ")\n", "\n)", "\n!", "\n\\", "?", "@", "~", "\0",
)  # fmt: skip

#: Commands of CASs that make a file; {} is its name.
COMMANDS = {
    "singular": 'system("sh", "touch {}");',
    "python": "__import__('pathlib').Path('{}').touch()",
    "macaulay2": 'run "touch {}";',
    "maxima": 'system("touch {}")$',
    "fricas": ")system touch {}",
    "gap": 'Exec("touch {}");',
    "magma": 'System("touch {}");',
    "maple": 'ssystem("touch {}"):',
    "mathematica": 'Run["touch {}"];',
    "julia": "run(`touch {}`);",
    "julia-in-a-text": "$(run(`touch {}`))",
    "pari": 'system("touch {}");',
    "giac": 'system("touch {}");',
    "shell": "$(touch {})",
    "shell-backticks": "`touch {}`",
    "shell-line": "; touch {} ;",
    "lisp": '(sb-ext:run-program "/bin/touch" (list "{}"))',
    "jinja": "{{{{ cycler.__init__.__globals__.os.system('touch {}') }}}}",
}

#: A text without anything that is not a letter.
_PLAIN = "harmless"
#: None of these may be in a script by way of a user's text: they end or begin a text or a comment, or run a command.
FORBIDDEN = ('"', "\\", "`", "$", "*/", "/*", "*)", "(*", "*-", "-*", "|#", "#|", "=#", "#=")


def texts(file: str) -> list[str]:
    """Every command behind every end, which make a file of this name.

    >>> len(texts("made")) == len(ENDS) * len(COMMANDS)
    True
    """
    return [f"a{end}{command.format(file)}{end}" for end in ENDS for command in COMMANDS.values()]


def with_texts(system: PolynomialSystem, text: str, *, name: str = "") -> PolynomialSystem:
    """The system with a text in its title, its facts (names and values) and the origins of its equations.

    name: of a fact; the text itself where none is given.

    >>> from casbridge.testing.systems import case_named
    >>> with_texts(case_named("one-point").system, "a title").name
    'a title'
    """
    equations = tuple(replace(equation, origin=text) for equation in system.equations)
    facts = ((name or text, text), ("file", text), ("puzzle", text), ("layout", text))
    return replace(system, equations=equations, name=text, facts=facts)


def small_system(target: Target, method: str) -> PolynomialSystem:
    """The first system of the suite that a method takes, and that has an equation or a goal.

    Raises UnsupportedError where there is none.

    >>> from casbridge.backends.gap import GAP
    >>> small_system(GAP, "ReducedGroebnerBasis").ring
    QQ[x, y]
    """
    chosen = target.method(method)
    for system in (case.system for case in cases_for(chosen)):
        if chosen.objection_to(system) is None and (system.equations or system.goal.factor is not None):
            return system
    raise UnsupportedError(f"{method} takes no system of the suite")


def smuggled_text(backend: Backend, method: str) -> str:
    """What a user's text changes in a script beside its own cleaned form; "" for nothing.

    The script with each text differs from the script with a harmless one in comments and texts alone, and the cleaned
    form has none of FORBIDDEN and no character that ends a line.

    >>> from casbridge.backends import registry
    >>> smuggled_text(registry.get("gap"), "ReducedGroebnerBasis")
    ''
    """
    from casbridge.scripts.rendering import clean

    target = backend.target
    assert target is not None, "a backend without scripts"
    system = small_system(target, method)

    def script(text: str) -> str:
        made = render(with_texts(system, text), target, method)
        return made.text.replace(made.job, "JOB")

    plain = script(_PLAIN)
    commands = cycle(COMMANDS.values())
    # Each command behind some ends, each end before some commands.
    for text in (f"a{end}{next(commands).format('made')}{end}" for end in ENDS + ENDS[::-1]):
        cleaned = clean(text)
        found = next((sign for sign in FORBIDDEN if sign in cleaned), "")
        if found or not cleaned.isprintable():
            return f"{found or 'a sign that ends a line'} is left of {text!r}: {cleaned!r}"
        other = script(text)
        # A fact's name has no equals sign. Where an underscore escapes in texts (FriCAS), it stands twice.
        for form in (cleaned.replace("_", "__"), cleaned):
            other = other.replace(form.replace("=", ":"), _PLAIN).replace(form, _PLAIN)
        if other != plain:
            lines = [one for one, two in zip(other.split("\n"), plain.split("\n"), strict=False) if one != two]
            return f"{text!r} changes the script: {lines[:1]}"
    return ""


def smuggled_files(backend: Backend, method: str, seconds: float) -> str | None:
    """The check of such texts in the real program: "" for an answer as ever and no file, None where it is missing.

    >>> from casbridge.backends import registry
    >>> smuggled_files(registry.get("sympy"), "groebner", 60)
    ''
    """
    assert backend.target is not None, "a backend without scripts"
    system = small_system(backend.target, method)
    with tempfile.TemporaryDirectory(prefix="casbridge-smuggling-") as folder:
        made = Path(folder, "made")
        plain = _run(backend, system, method, seconds)
        if plain.status is Status.MISSING:
            return None
        # One job with many texts: each equation's origin is one, and so is each fact.
        given = texts(str(made))
        facts = tuple((f"{number} {text}", text) for number, text in enumerate(given))
        origins = tuple(
            replace(equation, origin=given[number % len(given)]) for number, equation in enumerate(system.equations)
        )
        result = _run(backend, replace(system, equations=origins, facts=facts, name=given[0]), method, seconds)
        left = sorted(file.name for file in Path(folder).iterdir())
    if left:
        return f"a command in a text made the file {left[0]}"
    if result.status is not plain.status:
        return f"with such texts it is {result.status}, not {plain.status}: {result.reason}"
    return "" if result.answer == plain.answer else "with such texts it gives another answer"


def _run(backend: Backend, system: PolynomialSystem, method: str, seconds: float) -> Result:
    return backend.run(Job(system, method, Limits(seconds), fresh=True))
