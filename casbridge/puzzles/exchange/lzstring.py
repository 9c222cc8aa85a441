"""The text compression lz-string, as SudokuPad and f-puzzles use it in their links.

The text is a sequence of codes, the lowest bit first, in characters of six bits. A code is a known phrase, a new
character, or the end. Each code makes one new phrase: the last one and the first character of this one. Codes become a
bit longer whenever there are twice as many. Texts of JavaScript are sequences of 16-bit units.

Source: https://pieroxy.net/blog/pages/lz-string/index.html, version 1.5.0. `unpacked` bounds the text that it
writes. The packages for Python do not.
"""

from __future__ import annotations

from casbridge.errors import UNREAD, InputError
from casbridge.limits import NEVER, Deadline

#: The most characters of a text, packed or not.
LONGEST = 1 << 20

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_URI = f"{_BASE64[:62]}+-"
_BITS = 6
_SIX_BITS = {sign: f"{value:06b}" for value, sign in [*enumerate(_BASE64), (63, "-")]}
_SHORT, _LONG, _END = 0, 1, 2  # a new character of 8 bits, one of 16 bits, the end
_DAMAGED = "a text that lz-string packed"


def unpacked(packed: str, most: int = LONGEST, deadline: Deadline = NEVER) -> str:
    """The text that lz-string packed, by `compressToBase64` or by `compressToEncodedURIComponent`.

    most: the most characters that the text may have.
    Raises InputError for a damaged text, and for one that is longer.

    >>> unpacked("BYUwNmD2Q===")
    'hello'
    """
    bits = _Bits(packed.rstrip("="))
    phrases: list[str] = ["", "", ""]  # the numbers of the three special codes
    size = 0
    width = _Width(1)
    last = ""
    parts: list[str] = []
    while True:
        if not len(parts) % 1000:
            deadline.check(UNREAD)
        code = bits.take(width.bits)
        if code == _END:
            return _joined(parts)
        if code in (_SHORT, _LONG):
            character = chr(bits.take(16 if code == _LONG else 8))
            phrases.append(character)
            code = len(phrases) - 1
            width.count_code()
        if code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and last:
            phrase = last + last[0]
        else:
            raise InputError("a damaged text", expected=_DAMAGED)
        size += len(phrase)
        if size > most:
            raise InputError(f"a packed text with more than {most} characters", expected="a smaller puzzle")
        parts.append(phrase)
        if last:
            phrases.append(last + phrase[0])
            width.count_code()
        last = phrase


class _Width:
    """The number of bits of a code. room: how many new codes there are before it grows."""

    def __init__(self, room: int) -> None:
        self.bits = 2
        self._room = room

    def count_code(self) -> None:
        """There is one code more."""
        self._room -= 1
        if not self._room:
            self._room = 1 << self.bits
            self.bits += 1


class _Bits:
    """The bits of a text with six bits a character, the highest first; numbers have their lowest bit first."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise InputError(f"a packed text with {len(text)} characters", expected=f"at most {LONGEST}")
        wrong = next((sign for sign in text if sign not in _SIX_BITS), None)
        if wrong is not None:
            raise InputError(f"found {wrong!r} in a packed text", expected="letters, digits, + - / =")
        self._bits = "".join(map(_SIX_BITS.__getitem__, text))
        self._at = 0

    def take(self, width: int) -> int:
        """The number in the next bits."""
        end = self._at + width
        if end > len(self._bits):
            raise InputError("a packed text that ends early", expected=_DAMAGED)
        number = int(self._bits[self._at : end][::-1], 2)
        self._at = end
        return number


def _joined(parts: list[str]) -> str:
    """The text of 16-bit units. Raises InputError for half of a pair of them."""
    text = "".join(parts)
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise InputError("half of a character in a packed text", expected=_DAMAGED) from None


def packed(text: str, *, for_link: bool = False) -> str:
    """The text as lz-string packs it: by `compressToBase64`, or by `compressToEncodedURIComponent`.

    >>> packed("hello"), packed("hello", for_link=True)
    ('BYUwNmD2Q===', 'BYUwNmD2Q')
    """
    data = text.encode("utf-16-le")
    units = [chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2)]
    numbers: dict[str, int] = {}
    unseen: set[str] = set()
    bits: list[int] = []
    width, count = _Width(2), 3
    last = ""

    def write(number: int, size: int) -> None:
        bits.extend(number >> place & 1 for place in range(size))

    def emit(phrase: str) -> None:
        if phrase in unseen:
            unseen.remove(phrase)
            value = ord(phrase)
            write(_SHORT if value < 256 else _LONG, width.bits)
            write(value, 8 if value < 256 else 16)
            width.count_code()
        else:
            write(numbers[phrase], width.bits)
        width.count_code()

    for unit in units:
        if unit not in numbers:
            numbers[unit] = count
            count += 1
            unseen.add(unit)
        if last + unit in numbers:
            last += unit
            continue
        emit(last)
        numbers[last + unit] = count
        count += 1
        last = unit
    if last:
        emit(last)
    write(_END, width.bits)
    bits += [0] * (_BITS - len(bits) % _BITS)
    signs = _URI if for_link else _BASE64
    found = "".join(signs[int("".join(map(str, bits[i : i + _BITS])), 2)] for i in range(0, len(bits), _BITS))
    return found if for_link else found + "=" * (-len(found) % 4)
