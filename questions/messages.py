"""What is said about a file, whatever it holds: plain ASCII of bounded length, of numbers and names too.

Numbers in messages go through ``short_number``, those in statements through ``stated_number``, names of classes through
``quoted``; what is too long in a statement is cut at its end, and a digest stands for the rest.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

MAX_MESSAGE = 900
"""Longest message, in characters."""

MAX_BITS, MAX_QUOTED = 600, 60
"""Longest number that a statement writes out, and longest name of a class, with its quotes."""

MAX_PLACE, MAX_REASON = 320, 560
"""Longest place, and longest reason, so that both together are a message."""


def plain(text: str, most: int = MAX_MESSAGE) -> str:
    r"""The text as printable ASCII characters, cut in the middle if it is longer than ``most``.

    >>> plain("a\nb \u2264 c"), plain("abcdefghij", 7)
    ('a\\nb \\u2264 c', 'ab .. j')
    """
    shown = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text[: 2 * most])
    if len(shown) <= most and len(text) <= 2 * most:
        return shown
    return f"{shown[: (most - 3) // 2]} .. {shown[len(shown) - (most - 4) // 2 :]}"


def cut(text: str, most: int = MAX_MESSAGE) -> str:
    r"""The text as printable ASCII characters; of a longer one the beginning, and a digest that stands for the rest.

    What a file writes never ends a text that is cut.

    >>> cut("a\nb"), cut("abcdef" * 20, 50)
    ('a\\nb', 'abcdefabcdefabc .. (cut, SHA-256 d349538f40b3c0e0)')
    """
    shown = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text[: most + 1])
    if len(shown) <= most and len(text) <= most:
        return shown
    end = f" .. (cut, SHA-256 {digest(text)})"
    return shown[: most - len(end)] + end


def whole(texts: Sequence[str], most: int = MAX_MESSAGE) -> str:
    """The texts with semicolons between them: as many whole ones as there is room for, and how many more there are.

    >>> whole(["a <= b", "c"]), whole(["first", "second " * 9, "third"], 90)
    ('a <= b; c', 'first; and 2 more')
    """
    room, shown = most - 30, [cut(text, most - 30) for text in texts]
    count = sum(total <= room for total in accumulate(len(text) + 2 for text in shown)) or 1
    left = len(shown) - count
    return "; ".join([*shown[:count], *([f"and {left} more"] if left else [])])


def digest(text: str) -> str:
    """The start of the SHA-256 of a text."""
    from hashlib import sha256

    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def digest_of(value: object) -> str:
    """The digest of a JSON value; the order of the keys of an object does not matter.

    >>> digest_of({"a": [1, "1"], "b": None}) == digest_of({"b": None, "a": (1, "1")}) != digest_of({"a": ["1", 1]})
    True
    """

    def told(value: object) -> object:
        if isinstance(value, dict):
            return {key: told(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple):
            return [told(entry) for entry in value]
        return f"{value:x}" if type(value) is int else ["text", value] if isinstance(value, str) else value

    return digest(json.dumps(told(value), sort_keys=True, separators=(",", ":")))


def stated_number(number: int | Fraction | None) -> str:
    """A number as part of a statement: one that is too long to be written out by its length and a digest.

    >>> stated_number(Fraction(7, 2)), stated_number(-(10**5000))
    ('7/2', '(a number of 16610 bits, SHA-256 7c38d224ab179189)')
    """
    if number is None or number.numerator.bit_length() + number.denominator.bit_length() <= MAX_BITS:
        return str(number)
    bits = number.numerator.bit_length() + number.denominator.bit_length() - 1
    return f"(a number of {bits} bits, SHA-256 {digest(f'{number.numerator:x}/{number.denominator:x}')})"


def quoted(name: str) -> str:
    """A name that a file gives, in quotes, with all but ASCII escaped, and of bounded length.

    >>> quoted("joy"), quoted("x" * 200)
    ("'joy'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' .. (cut, SHA-256 aa20c23e32018340)")
    """
    kept = next((k for k in range(len(name)) if len(ascii(name[: k + 1])) > MAX_QUOTED), len(name))
    return ascii(name[:kept]) + (f" .. (cut, SHA-256 {digest(name)})" if kept < len(name) else "")


def short_number(number: int | Fraction) -> str:
    """A number for a message, which a hostile file must not make long.

    >>> short_number(-12), short_number(2**1000)
    ('-12', 'of 1001 bits')
    """
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return str(number) if bits < 256 else f"of {bits - 1} bits"
