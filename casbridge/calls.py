"""Calls that do not fit a function: one line that names the arguments that it has, and the one that may be meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from casbridge.errors import UsageError, printable

if TYPE_CHECKING:
    from inspect import Parameter, Signature

Function = TypeVar("Function", bound=Callable[..., Any])

#: A word that people write for an argument or an option → what casbridge calls it, the likeliest first.
MEANT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("seconds", "timeout", "time", "time_limit", "timelimit"), ("seconds", "timeout", "limits")),
    **dict.fromkeys(("max_time", "max_seconds", "deadline"), ("seconds", "timeout", "limits")),
    **dict.fromkeys(("memory", "mem", "max_memory", "memory_limit", "ram"), ("memory", "limits")),
    **dict.fromkeys(("level", "rating", "hardness", "difficulty", "up_to"), ("difficulty", "up_to")),
    **dict.fromkeys(("count", "amount", "how_many", "num", "n", "size"), ("number", "limit", "n")),
    **dict.fromkeys(("max", "number", "solutions", "max_solutions", "first"), ("limit", "number")),
    **dict.fromkeys(("out", "outfile", "output", "file", "filename", "to_file"), ("output", "path", "to")),
    **dict.fromkeys(("backend", "backends", "engine", "solver"), ("backend", "backends", "to")),
    **dict.fromkeys(("cas", "method", "using", "target"), ("backend", "backends", "to")),
    **dict.fromkeys(("ring", "characteristic", "modulus", "mod", "field", "domain"), ("field", "modulus")),
    **dict.fromkeys(("vars", "names", "order", "variables", "gens", "symbols"), ("variables", "symbols")),
    **dict.fromkeys(("system", "equations", "polynomials", "puzzle"), ("subject", "equations", "puzzle", "system")),
    **dict.fromkeys(("text", "grid"), ("text", "subject", "puzzle")),
    **dict.fromkeys(("random_state", "rng", "random_seed"), ("seed",)),
    **dict.fromkeys(("rule", "rules", "variants"), ("variant",)),
}
#: A class → what makes its values, for those who begin with it.
_MAKERS = {
    "Puzzle": "read_puzzle(text) makes one of a text",
    "PolynomialSystem": "read_system(text) makes one of a text",
    "Ring": "Ring.of('x y') makes one",
}
_METHODS = "a name may end with a method, such as 'singular:std'"


class _NotGiven:
    """The default of an argument that has none: what a signature shows."""

    def __repr__(self) -> str:
        return "<not given>"


def with_hints(function: Function) -> Function:
    """A function, a method or a class whose wrong calls raise UsageError with a hint, not Python's TypeError.

    The signature, the docstring and the type stay. Keyword arguments that a TypedDict states stand in the signature one
    by one. A call that fits costs next to nothing: only after a TypeError is it compared with the signature.

    >>> @with_hints
    ... def ask(system, backend="reference", *, seconds=None):
    ...     return backend
    >>> ask("x", backend="singular")
    'singular'
    >>> for arguments, keywords in (("x",), {"timeout": 5}), ((), {}), (("x", "y", 5), {}), (("x",), {"system": "y"}):
    ...     try:
    ...         ask(*arguments, **keywords)
    ...     except UsageError as error:
    ...         print(error)
    ask() has no argument timeout; expected system, backend, seconds (did you mean seconds?)
    ask() without system; expected ask(system, …)
    ask() with 3 values; expected at most 2: system, backend (others are named: seconds=…)
    ask() with two values for system; expected one
    """
    if isinstance(function, type):
        # The class itself stays, so that isinstance, subclasses and pickles go on as before.
        setattr(function, "__init__", _hinting(function.__init__, function.__name__))  # type: ignore[misc] # noqa: B010
        return function
    return cast(Function, _hinting(function, function.__name__))


def meant_by(word: str, known: list[str]) -> str:
    """The known name that a word may stand for; "" if none is like it.

    >>> meant_by("timeout", ["limit", "seconds"]), meant_by("lmit", ["limit", "seconds"]), meant_by("q", ["limit"])
    ('seconds', 'limit', '')
    """
    for name in MEANT.get(word, ()):
        if name in known:
            return name
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, known, 1)), "")


def _hinting(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function with hints."""
    stated = _stated(function)

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        if stated is None or stated.parameters.keys() >= keywords.keys():
            try:
                return function(*arguments, **keywords)
            except TypeError:
                if (refused := _refused(function, stated, name, arguments, keywords)) is None:
                    raise
        else:
            refused = _refused(function, stated, name, arguments, keywords)
            assert refused is not None
        raise refused from None

    if stated is not None:
        call.__signature__ = stated  # type: ignore[attr-defined]
    return call


def _stated(function: Callable[..., Any]) -> Signature | None:
    """The signature with each keyword argument that a TypedDict states; None where there is no TypedDict."""
    options, asked = "", function.__annotations__
    for kept, annotation in asked.items():
        if str(annotation).startswith("Unpack["):
            options = kept
    if not options:
        return None
    from inspect import Parameter, signature

    listed = function.__globals__[str(asked[options])[len("Unpack[") : -1]].__annotations__
    found = signature(function)
    parameters = [one for one in found.parameters.values() if one.name != options]
    taken = {one.name for one in parameters}
    for key, kind in listed.items():
        if key not in taken:
            annotation = getattr(kind, "__forward_arg__", kind)
            parameters.append(Parameter(key, Parameter.KEYWORD_ONLY, default=_NotGiven(), annotation=annotation))
    return found.replace(parameters=parameters)


def _refused(
    function: Callable[..., Any],
    stated: Signature | None,
    name: str,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
) -> UsageError | None:
    """Why a call does not fit the signature; None if it fits."""
    from inspect import signature

    found = stated or signature(function)
    try:
        found.bind(*arguments, **keywords)
        return None
    except TypeError:
        pass
    listed = [*found.parameters.values()]
    if listed and listed[0].name == "self":  # which the caller does not write
        listed, arguments = listed[1:], arguments[1:]
    named = [one.name for one in listed if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    placed = [one for one in listed if one.kind is one.POSITIONAL_OR_KEYWORD]
    if not any(one.kind is one.VAR_KEYWORD for one in listed):
        for word in keywords:
            if word not in named:
                return _unknown(name, word, named, listed)
    for one in placed[: len(arguments)]:
        if one.name in keywords:
            return UsageError(f"{name}() with two values for {one.name}", expected="one")
    if len(arguments) > len(placed):
        further = [one for one in named if one not in {two.name for two in placed}]
        return UsageError(
            f"{name}() with {len(arguments)} values",
            expected=f"at most {len(placed)}: {', '.join(one.name for one in placed)}",
            hint=f"others are named: {further[0]}=…" if further else None,
        )
    given = {*keywords, *(one.name for one in placed[: len(arguments)])}
    lacking = [one.name for one in listed if one.name in {*named} - given and one.default is one.empty]
    least = ", ".join(one.name for one in listed if one.name in named and one.default is one.empty)
    return UsageError(f"{name}() without {_listed(lacking)}", expected=f"{name}({least}, …)", hint=_MAKERS.get(name))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]


def _unknown(name: str, word: str, named: list[str], listed: list[Parameter]) -> UsageError:
    """The error for a keyword argument that does not exist."""
    series = next((one.name for one in listed if one.kind is one.VAR_POSITIONAL), "")
    meant = meant_by(word, [*named, series])
    hint = f"did you mean {meant}?" if meant else ""
    if meant and meant == series:
        hint = f"{series} stand behind the others, without a name"
    if word == "method" and meant:
        hint += f" {_METHODS}"
    shown = f"{name}() has no argument {printable(word, 60)}"
    has = [f"*{one.name}" if one.kind is one.VAR_POSITIONAL else one.name for one in listed]
    return UsageError(shown, expected=", ".join(has), hint=hint or None)
