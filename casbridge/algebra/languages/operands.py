"""Expressions of a script, read from left to right: operands, signs between them, calls and indices behind them."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from casbridge.algebra.languages.interpreting import Interpreter
from casbridge.algebra.languages.objects import (
    MOST_ELEMENTS,
    Field,
    Object,
    Polynomial,
    Polynomials,
    Ring,
    Text,
    Unread,
    bracketed,
    matrix,
    number_of,
)
from casbridge.algebra.languages.programs import EXPECTED
from casbridge.algebra.languages.tables import Call
from casbridge.algebra.passages import NAME, Passage
from casbridge.errors import InputError

_TIMES = re.compile(r"\s*\*(?!\*)\s*")
_EQUAL = re.compile(r"\s*==(?=\s*\{)")
_IS_ZERO = re.compile(r"\s*(==?)\s*(?:0|\{[0,\s]*\})\s*\Z")
_NAME_ALONE = re.compile(r"[A-Za-z][\w$]*", re.ASCII)
_QUOTED, _FIELD = re.compile(r"\"[^\"]*\"|'[^'\n]*'"), re.compile(r"\{([^{}/^]*)\}")
_NUMBER = re.compile(r"[0-9]+")
#: The most words, numbers and brackets behind a function that stand side by side.
_MOST_APPLIED = 100
#: Words between operands.
_WORDS = ("and", "or", "not", "in", "for", "if", "else", "mod", "div", "union", "cat", "assuming")


class Script(Interpreter):
    """A script in a language that has a table.

    >>> from casbridge.algebra.languages.scanning import Code, Syntax
    >>> from casbridge.algebra.languages.tables import Language
    >>> from casbridge.algebra.notation import STRICT
    >>> script = Script(Code("F = [x, x + 1]", Syntax()), Language("B", "F = [x]", is_symbolic=True), STRICT)
    >>> script.run()
    >>> [one.text for one in script.system().polynomials]
    ['x', 'x + 1']
    """

    def expression(self, start: int, end: int) -> Object:
        return _Expression(self, start, end).value()


class _Expression:
    """An expression while it is read from left to right: operands and signs between them, on one level of brackets."""

    def __init__(self, script: Interpreter, start: int, end: int) -> None:
        self.script, self.start, self.end = script, start, end
        self.code, self.language = script.code, script.language
        self.pieces: list[str] = []
        self.rings: dict[Ring, None] = {}
        self.is_equation = self.is_residue = False
        self.has_operand = False  # whether an operand stands directly before
        # Whether all operands are whole numbers; whether those of the present product are.
        self.is_integer = self.is_product_integer = True
        self.product_at = start

    def value(self) -> Object:
        at = self.start
        while at < self.end:
            match = self.script.token.match(self.code.text, at, self.end)
            assert match is not None
            kind, text = match.lastgroup, match.group()
            if kind == "blank":
                self.pieces.append(text)
                at = match.end()
            elif kind == "sign" or (kind == "name" and self.has_operand and text in _WORDS):
                at, combined = self._sign(match)
                if combined is not None:
                    return combined
            else:
                value, stop = self._operand(match)
                if isinstance(value, Text) and not self.pieces and self.language.is_indented:
                    return self._string(value.text, stop)
                if self.pieces == [] and not self.code.text[stop : self.end].strip():
                    return value
                if isinstance(value, Polynomials) and not self.pieces:
                    return self._joined(value, stop)
                if not self.pieces and (times := _TIMES.match(self.code.text, stop, self.end)):
                    rest = self.code.begin(times.end(), self.end)
                    if rest < self.end and self.code.text[rest] in "([" and self.code.closing(rest) + 1 >= self.end:
                        second = self.script.value(rest, self.end)
                        if isinstance(second, Polynomials):
                            return self._times_list(value, second, (rest, self.end))
                self._add(value, at, stop)
                at = stop
        written = "".join(self.pieces)
        self.code.spend(written, self.start)
        return Polynomial(written, self.code.place(self.start), tuple(self.rings), self.is_integer)

    def _not_plain(self) -> InputError:
        return self.script.not_plain(self.start, self.end)

    def _operand(self, match: re.Match[str]) -> tuple[Object, int]:
        """The value that begins at a token, and where it ends."""
        at, kind, text = match.start(), match.lastgroup, match.group()
        if kind == "number":
            return Polynomial(text, self.code.place(at), is_integer=text.isdecimal()), match.end()
        if kind == "string" and text[0] == "'" and self.language.has_quotes:  # 'x' is x without its value
            return self.script.symbol(text[1:-1], text[1:-1], at), match.end()
        if kind == "string":
            return Text(self.code.whole[match.start() + 1 : match.end() - 1]), match.end()
        if (
            text == "f"
            and self.language.is_indented
            and (quoted := _QUOTED.match(self.code.text, match.end(), self.end))
        ):
            return self._formatted(self.code.whole[quoted.start() + 1 : quoted.end() - 1], at), quoted.end()
        if kind == "bracket":
            stop = self.code.closing(at) + 1
            return self._suffixes(self._bracket(text, at, stop), "", at, stop)
        return self._primary(text, at, match.end())

    def _string(self, text: str, stop: int) -> Text:
        """'x' + str(i), 'x%d' % i."""
        while (stop := self._next(stop)) < self.end:
            match = self.script.token.match(self.code.text, self._next(stop + 1), self.end)
            value, end = self._operand(match) if match is not None and match.lastgroup != "sign" else (None, stop)
            if self.code.text[stop] == "+" and isinstance(value, Text):
                text += value.text
            elif (
                self.code.text[stop] == "%"
                and isinstance(value, Polynomial)
                and text.count("%") == text.count("%d") == 1
            ):
                text = text.replace("%d", str(self._number(value.text)))
            else:
                raise self._not_plain()
            stop = end
        return Text(text)

    def _formatted(self, written: str, at: int) -> Text:
        """f'x{i}', f'x{i + 1}'."""

        def value(match: re.Match[str]) -> str:
            names = {one: self.script.named(one, at) for one in NAME.findall(match.group(1))}
            texts = {name: f"({one.text})" for name, one in names.items() if isinstance(one, Polynomial)}
            return str(self._number(NAME.sub(lambda one: texts.get(one.group(), one.group()), match.group(1))))

        return Text(_FIELD.sub(value, written))

    def _number(self, text: str) -> int:
        number = number_of(text)
        if number is None:
            raise self._not_plain()
        return number

    def _bracket(self, sign: str, at: int, stop: int) -> Object:
        if sign != "(":
            if sign not in self.language.brackets:
                raise self.script.not_plain(at, stop)
            return self.script.listed(at)
        parts = self.code.arguments(at)
        if self.language.has_tuples and (len(parts) > 1 or not parts):
            return self.script.listed(at)
        if len(parts) != 1:
            raise self.script.not_plain(at, stop)
        inner = self.script.value(*parts[0])
        if isinstance(inner, Polynomial) and "=" not in inner.text:
            text_before = self.code.text[at + 1 : self.code.begin(*parts[0])]
            return replace(inner, text=f"({text_before}{inner.text})", at=self.code.place(at))
        return inner

    def _primary(self, name: str, at: int, stop: int) -> tuple[Object, int]:
        """A name, with the calls, the indices and the methods behind it."""
        script, opening = self.script, self._next(stop)
        is_call = self.code.text.startswith(self.language.calls, opening) and opening < self.end
        is_call = is_call and not (self.language.is_implicit and opening > stop and self.language.calls == "(")
        if is_call and self.language.calls == "[":  # x[1] is a variable with an index, unless x is a function
            is_known = name in script.functions or any(name in table for table in script.tables)
            is_call = is_known or not self.code.text.startswith("[[", opening)
            is_builtin = name in self.language.changing or (name[0].isupper() and len(name) > 1)
            if is_call and not is_known and not is_builtin and script.values.get(name) is None:
                with suppress(InputError):
                    indices = [script.integer(*part) for part in self.code.arguments(opening)]
                    return script.indexed_symbol(name, indices, at), self.code.closing(opening) + 1
        if is_call:
            closing = self.code.closing(opening)
            value = script.call(Call(name, at, opening, script.code.arguments(opening)))
            stop = closing + 1
            if self.language.is_applied and self.code.text.startswith("^", self._next(stop)):  # f(x)^2 is f(x^2)
                raise script.not_plain(at, self.end)
        elif self.language.is_applied and (stop_at := self._applied_to(opening)) > opening:
            value, stop = script.call(Call(name, at, opening, [(opening, stop_at)])), stop_at
        else:
            value = script.named(name, at)
        return self._suffixes(value, name, at, stop)

    def _applied_to(self, at: int) -> int:
        """Where the argument ends that stands at a place without brackets around it: f x^2, f g x, f {x, y}."""
        first = stop = at
        size = 0
        while (match := self.script.token.match(self.code.text, at, self.end)) is not None:
            if match.group() == "[" or (match.lastgroup == "sign" and (match.group() != "^" or at == first)):
                break
            size += 1
            if size > _MOST_APPLIED:
                raise self._not_plain()
            at = self.code.closing(at) + 1 if match.lastgroup == "bracket" else match.end()
            stop = stop if match.lastgroup == "blank" else at
        return stop

    def _suffixes(self, value: Object, name: str, at: int, stop: int) -> tuple[Object, int]:
        script, text = self.script, self.code.text
        while (position := self._next(stop)) < self.end:
            if self.language.is_applied:
                if text[position] == "/" and isinstance(value, Ring):
                    return self.language.methods["/"](script, value, Call("/", at, self.end, [])), self.end
                if text[position] != "[":
                    break
                stop = self.code.closing(position) + 1
                value = self.language.methods["[]"](
                    script, value, Call("[]", at, position, self.code.arguments(position))
                )
            elif text[position] == "." and (method := _NAME_ALONE.match(text, position + 1, self.end)):
                if not self.language.methods:
                    break
                value, stop = self._method(value, method.group(), position, method.end())
            elif text[position] == "." and isinstance(value, Ring) and (number := _NUMBER.match(text, position + 1)):
                position = int(number.group()[:9]) + 1 - self.language.first
                value, stop = script.generator(value, position, at), number.end()
            elif (
                text[position] == "!" and isinstance(value, Ring | Field) and text[position + 1 : position + 2] != "="
            ):  # R!f
                return script.value(position + 1, self.end), self.end
            elif text[position] == "[" and (self.language.calls != "[" or text.startswith("[[", position)):
                if isinstance(value, Polynomial) and name == "":
                    break
                value, stop = self._index(value, name, at, position)
            elif text[position] == "(" and isinstance(value, Ring | Field) and self.language.calls == "(":
                inner = self.code.arguments(position)
                if len(inner) != 1:
                    raise script.not_plain(at, self.code.closing(position) + 1)
                value, stop = script.value(*inner[0]), self.code.closing(position) + 1
            else:
                break
        return value, stop

    def _index(self, value: Object, name: str, at: int, opening: int) -> tuple[Object, int]:
        stop = self.code.closing(opening) + 1
        if isinstance(value, Ring | Field) and (read := self.language.methods.get("[]")):
            call = Call("[]", at, opening, self.code.arguments(opening))
            return read(self.script, value, call), stop
        return self.script.index(value, name, at, opening), stop

    def _method(self, value: Object, name: str, at: int, stop: int) -> tuple[Object, int]:
        """R.ideal(f, g), F.append(f), I.dimension()."""
        script, opening = self.script, self._next(stop)
        call = Call(name, self.start, opening, [])
        if opening < self.end and self.code.text[opening] == "(":
            call = Call(name, self.start, opening, self.code.arguments(opening))
            stop = self.code.closing(opening) + 1
        if read := self.language.methods.get(name):
            return read(script, value, call), stop
        if name in self.language.changing or (
            isinstance(value, Polynomial) and not value.is_variable and not call.arguments
        ):
            raise script.not_plain(self.start, stop)
        error = self.code.place(self.start).error(
            f"a value that is not read: {script.shown(self.start, stop)}", EXPECTED
        )
        of = value if isinstance(value, Polynomials) else getattr(value, "of", None)
        is_question = name in self.language.questions
        is_literal = isinstance(value, Polynomials) and value.is_ideal and not value.name
        if isinstance(value, Polynomials) and is_literal and not is_question and script.is_assigning:
            value.error = value.error or error
        return Unread(error, of, is_basis=is_question), stop

    def _next(self, at: int) -> int:
        """The place of the next sign."""
        while at < self.end and self.code.text[at].isspace():
            at += 1
        return at

    def _sign(self, match: re.Match[str]) -> tuple[int, Object | None]:
        """A sign between operands; or all of the expression, where it joins equations."""
        sign = match.group()
        if self.language.both and self.code.text.startswith(self.language.both, match.start()):
            return self.end, self._both(match.start())
        if sign in self.language.equals:
            if self.is_equation:
                raise self._not_plain()
            self.is_equation = True
            sign = "=".ljust(len(sign))
        elif sign in self.language.refused:
            problem = f"found {sign!r}, which has another meaning in {self.language.name}"
            raise self.code.place(match.start()).error(problem, self.language.refused[sign])
        elif sign == "mod":
            if re.search("[-+]", "".join(self.pieces)):  # it is weaker than + in Maple
                raise self._not_plain()
            self.is_residue, sign = True, "%"
        elif match.lastgroup == "name" or sign in (",", "->", ":>", "/.", "=", "==", ":=", ".."):
            raise self._not_plain()
        if self.is_residue and sign in ("+", "-"):
            raise self._not_plain()
        is_inverse = sign == "-" and "".join(self.pieces[-2:]).rstrip().endswith(("**", "^"))
        if is_inverse:
            self._check_quotient(match.start())
        elif sign.strip("=") in ("+", "-", ""):
            self.is_product_integer, self.product_at = True, self._next(match.end())
        self.is_integer = self.is_integer and sign != "="
        self.pieces.append(sign)
        self.has_operand = False
        return match.end(), None

    def _check_quotient(self, at: int) -> None:
        """Refuse 1/2 where the language computes a decimal number."""
        if self.language.quotient and self.is_product_integer:
            quotient_text = self.script.shown(self.product_at, min(self.end, at + 1))
            problem = f"the quotient {quotient_text!r}, which {self.language.name} computes as a decimal number"
            raise self.code.place(self.product_at).error(problem, self.language.quotient)

    def _both(self, cut: int) -> Polynomials:
        """f == 0 && g == 0: a list of two equations."""
        equations = Polynomials(self.start)
        for part in ((self.start, cut), (cut + len(self.language.both), self.end)):
            value = self.script.value(*part)
            equations.elements += value.elements if isinstance(value, Polynomials) else [value]
        return equations

    def _joined(self, first: Polynomials, stop: int) -> Object:
        """[f] + [g], I + J, F cat G: the list or the ideal of both."""
        joined = Polynomials(first.at, [*first.elements], ring=first.ring, error=first.error, is_ideal=first.is_ideal)
        if times := _TIMES.match(self.code.text, stop, self.end):
            value = self.script.value(times.end(), self.end)
            if first.is_vector:
                return self._matrix_product(first, value)
            if isinstance(value, Ring) and not first.is_ideal:  # [f, g]*R
                return self.script.ideal(Call("*", self.start, stop, []), [(self.start, times.start())], value)
            if isinstance(value, Polynomial) and value.number is not None and self.language.is_indented:
                return Polynomials(first.at, first.elements * min(value.number, MOST_ELEMENTS), error=first.error)
        if self.language.both and (equal := _EQUAL.match(self.code.text, stop, self.end)):
            return self._equal_lists(first, self.script.value(equal.end(), self.end))
        first.is_part = True
        if modulus := self.language.modulus.match(self.code.text, self._next(stop), self.end):
            prime = Passage(str(self.script.integer(modulus.end(), self.end)), self.code.place(modulus.end()))
            return replace(first, characteristic=prime, is_part=False, name="")
        operands = [first]
        while stop < self.end:
            zero = _IS_ZERO.match(self.code.text, stop, self.end)
            if zero is not None and zero.group(1) in self.language.equals and self.language.both:  # F == 0
                return first
            sign = self.language.joined.match(self.code.text, self._next(stop), self.end)
            is_sum = sign is not None and sign.group() == "+" and not first.is_ideal
            if is_sum and (first.is_vector or not self.language.is_indented):  # the sum of two vectors
                raise self._not_plain()
            if sign is None:
                break
            match = self.script.token.match(self.code.text, self._next(sign.end()), self.end)
            if match is None or match.lastgroup not in ("name", "bracket"):
                raise self._not_plain()
            value, stop = self._operand(match)
            if not isinstance(value, Polynomials):
                raise value.error if isinstance(value, Unread) else self._not_plain()
            value.is_part = True
            operands.append(value)
            joined.elements += value.elements
            joined.error = joined.error or value.error
            stop = self._next(stop)
        if self.code.text[stop : self.end].strip():
            raise self._not_plain()
        if joined.is_ideal:
            # The ideals that a sum is made of are no systems of their own, unless they have a name.
            self.script.stated = [listed for listed in self.script.stated if listed not in operands or listed.name]
            joined.last = self.script.statement.end
            self.script.stated.append(joined)
        return joined

    def _equal_lists(self, first: Polynomials, second: Object) -> Polynomials:
        """{x, y} == {1, 2}: the list of the equations."""
        equations = Polynomials(first.at)
        if not isinstance(second, Polynomials) or len(second.polynomials) != len(first.polynomials):
            raise self._not_plain()
        for one, other in zip(first.polynomials, second.polynomials, strict=True):
            equations.elements.append(replace(one, text=f"{one.text} = {other.text}", rings=(*one.rings, *other.rings)))
        return equations

    def _times_list(self, first: Object, listed: Polynomials, part: tuple[int, int]) -> Object:
        """R*[f, g] is an ideal, 3*[0] a list in Python."""
        if isinstance(first, Ring) and not listed.is_ideal:
            return self.script.ideal(Call("*", self.start, part[0], []), [part], first)
        if listed.is_vector:
            return self._matrix_product(first, listed)
        if isinstance(first, Polynomial) and first.number is not None and self.language.is_indented:
            return Polynomials(listed.at, listed.elements * min(first.number, MOST_ELEMENTS), error=listed.error)
        raise self._not_plain()

    def _matrix_product(self, first: Object, second: Object) -> Polynomials:
        """The product of two matrices, or of a matrix and a polynomial."""
        at, script = self.start, self.script

        def product(*factors: Object) -> Object:
            return script.added(Polynomials(at, [*factors]), at, "*")

        if not isinstance(second, Polynomials):
            first, second = second, first
        assert isinstance(second, Polynomials)
        if not isinstance(first, Polynomials):
            return matrix([[product(first, one) for one in row] for row in second.rows], at)
        columns = [*zip(*second.rows, strict=True)]
        if not second.is_vector or not first.is_vector or {*map(len, first.rows)} != {len(second.rows)}:
            raise self._not_plain()
        terms = [
            [[product(*pair) for pair in zip(row, column, strict=True)] for column in columns] for row in first.rows
        ]
        return matrix([[script.added(Polynomials(at, one), at) for one in row] for row in terms], at)

    def _add(self, value: Object, at: int, stop: int) -> None:
        """An operand of a polynomial."""
        if isinstance(value, Unread):
            raise value.error
        if not isinstance(value, Polynomial) or "=" in value.text:
            raise self._not_plain()
        if self.has_operand and self._is_product(at):
            if self.pieces and self.pieces[-1].isspace():
                self.pieces[-1] = self.pieces[-1][:-1] + "*"
            else:
                self.pieces.append("*")
        if value.is_integer and "".join(self.pieces[-2:]).rstrip()[-1:] == "/" and self.pieces[-1] != "//":
            self._check_quotient(at)
        self.is_product_integer = self.is_product_integer and value.is_integer
        self.is_integer = self.is_integer and value.is_integer
        text = bracketed(value.text)
        self.pieces.append(text.ljust(stop - at) if stop - at > len(text) and self.code.text[at:stop] != text else text)
        self.rings.update(dict.fromkeys(value.rings))
        self.has_operand = True

    def _is_product(self, at: int) -> bool:
        """Whether two operands side by side are multiplied. In Julia 1/2x is 1/(2x), and no product here."""
        if self.language.is_applied:
            raise self._not_plain()
        if self.language.is_implicit == 1:
            sign_before = "".join(self.pieces[-3:-1]).rstrip()[-1:]
            return self.pieces[-1].isdecimal() and sign_before not in ("/", "^")
        return self.language.is_implicit > 1
