"""What is printed: plain ASCII of bounded length, numbers included."""

from fractions import Fraction

MOST = 1000
"""Longest text that a verdict shows."""


def plain(text: str, most: int = MOST) -> str:
    r"""The text as printable ASCII characters, cut in the middle if it is longer than ``most``.

    >>> plain("a\nb \u2264 c"), plain("abcdefghij", 7)
    ('a\\nb \\u2264 c', 'ab .. j')
    """
    shown = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text[: 2 * most])
    if len(shown) <= most and len(text) <= 2 * most:
        return shown
    return f"{shown[: (most - 3) // 2]} .. {shown[len(shown) - (most - 4) // 2 :]}"


def short(number: int | Fraction) -> str:
    """A number in digits if it is short, else how long it is: files may hold numbers of any length.

    >>> short(-12), short(Fraction(1, 3)), short(2**1000)
    ('-12', '1/3', 'a number of 1001 bits')
    """
    bits = number.numerator.bit_length() + number.denominator.bit_length()
    return str(number) if bits < 256 else f"a number of {bits - 1} bits"
