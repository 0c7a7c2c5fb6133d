"""Typed reading of untrusted JSON: every access names its path and is paid for, and nothing is evaluated as code."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

from ...certificates.meter import Meter
from ...certificates.text import plain
from ..messages import short_number
from ..refusal import MalformedError, RejectionError

MAX_DIGITS = 4000
"""Longest integer read, in decimal digits (below the interpreter's own limit of 4300)."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


class Node:
    """A JSON value, the path that leads to it (for error messages), and the meter of its file.

    Parameters
    ----------
    value : any JSON value
    name : the name of the root, or the key or index in ``parent``

    Examples
    --------
    >>> node = Node({"sizes": [3, 5]}, "claim")
    >>> node.field("sizes").items()[1].path
    'claim.sizes[1]'
    """

    __slots__ = ("meter", "name", "parent", "value")

    def __init__(self, value: Any, name: str | int, meter: Meter | None = None, parent: "Node | None" = None) -> None:
        self.value, self.name, self.parent = value, name, parent
        self.meter = Meter() if meter is None else meter

    @property
    def path(self) -> str:
        """The way from the root to here; a key that is no plain word is quoted."""
        steps: list[str] = []
        node: Node | None = self
        while node is not None:
            if node.parent is None:
                steps.append(str(node.name))
            elif isinstance(node.name, int):
                steps.append(f"[{node.name}]")
            else:
                steps.append(f".{node.name}" if NAME.fullmatch(node.name) else f"[{plain(node.name, 40)!r}]")
            node = node.parent
        return "".join(reversed(steps))

    def child(self, name: str | int) -> "Node":
        """The entry under a key or an index that exists."""
        return Node(self.value[name], name, self.meter, self)

    def fail(self, reason: str) -> NoReturn:
        """Report that this value is malformed."""
        raise MalformedError(self.path, reason)

    def reject(self, code: str, reason: str = "", at: str = "") -> NoReturn:
        """Report that evidence fails here, or ``at`` a place within: a key of ``REJECTION_CODES``."""
        raise RejectionError(code, self.path + at, reason)

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, "Node"]:
        """The fields of an object: all of ``required``, any of ``optional``, and no others."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, got {_kind(self.value)}")
        self.meter.charge(len(self.value) * 5)
        known = {*required, *optional}
        for name in self.value:
            if name not in known:
                self.fail(f"has an unknown field '{plain(name, 40)}'")
        for name in required:
            if name not in self.value:
                self.fail(f"lacks the field {name!r}")
        return {name: self.child(name) for name in self.value}

    def field(self, name: str) -> "Node":
        """One field of an object; other fields are not looked at."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, got {_kind(self.value)}")
        if name not in self.value:
            self.fail(f"lacks the field {name!r}")
        return self.child(name)

    def has(self, name: str) -> bool:
        """Whether it is an object with this field."""
        return isinstance(self.value, dict) and name in self.value

    def items(self, length: int | None = None) -> list["Node"]:
        """The entries of a list, of the given length if one is given."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list, got {_kind(self.value)}")
        self._require_length(length)
        self.meter.room(90 * len(self.value))
        return list(self.entries())

    def entries(self) -> Iterator["Node"]:
        """The entries of a list, one after the other: for long lists."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list, got {_kind(self.value)}")
        self.meter.charge(len(self.value) * 4)
        return (Node(value, i, self.meter, self) for i, value in enumerate(self.value))

    def some(self, most: int, least: int = 1) -> list["Node"]:
        """The entries of a list of ``least`` to ``most`` entries."""
        if isinstance(self.value, list) and not least <= len(self.value) <= most:
            self.fail(f"must have {least} to {most} entries, got {len(self.value)}")
        return self.items()

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """An integer in the range (true and false are not integers)."""
        if type(self.value) is not int:
            self.fail(f"must be an integer, got {_kind(self.value)}")
        if low is not None and self.value < low:
            self.fail(f"must be an integer >= {short_number(low)}, got {short_number(self.value)}")
        if high is not None and self.value > high:
            self.fail(f"must be an integer <= {short_number(high)}, got {short_number(self.value)}")
        return self.value

    def integers(self, low: int | None = None, high: int | None = None, length: int | None = None) -> tuple[int, ...]:
        """A list of integers, each in the range, of the given length if one is given."""
        if isinstance(self.value, list):
            self._require_length(length)
            self.meter.charge(len(self.value))
            if all(type(x) is int and (low is None or x >= low) and (high is None or x <= high) for x in self.value):
                return tuple(self.value)
        return tuple(item.integer(low, high) for item in self.items())

    def vector(self, length: int) -> tuple[int, ...]:
        """A list of so many integers."""
        return self.integers(length=length)

    def increasing(self, low: int, high: int, length: int | None = None) -> tuple[int, ...]:
        """A strictly increasing list of integers in the range, of the given length if one is given."""
        numbers = self.integers(low, high, length)
        if any(a >= b for a, b in pairwise(numbers)):
            self.fail("must be strictly increasing")
        return numbers

    def distinct(self, low: int, high: int) -> tuple[int, ...]:
        """A list of integers in the range, in any order, no two equal."""
        numbers = self.integers(low, high)
        if len(set(numbers)) != len(numbers):
            self.fail("must not hold a number twice")
        return numbers

    def permutation(self, size: int) -> tuple[int, ...]:
        """A list of the numbers 0 .. size - 1, each once."""
        numbers = self.integers(0, size - 1)
        if len(numbers) != size or len(set(numbers)) != size:
            self.fail(f"must be a permutation of 0 .. {short_number(size - 1)}")
        return numbers

    def fraction(self) -> Fraction:
        """A rational number, written as text in lowest terms: ``"-3/4"``, ``"2"``."""
        text = self.text()
        self.meter.charge(1 + len(text) ** 2 // 500)
        if len(text) <= MAX_DIGITS and re.fullmatch(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", text):
            number = Fraction(text)
            if str(number) == text:
                return number
        self.fail(f"must be a fraction in lowest terms such as '1/2' or '-3', got '{plain(text, 40)}'")

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.fail(f"must be a string, got {_kind(self.value)}")
        return self.value

    def word(self, known: Iterable[str]) -> str:
        """One of the strings given."""
        words = tuple(known)
        if self.value not in words:
            got = f"'{plain(self.value, 40)}'" if isinstance(self.value, str) else _kind(self.value)
            self.fail(f"must be {', '.join(words[:-1])}{' or ' * (len(words) > 1)}{words[-1]}, got {got}")
        return str(self.value)

    def _require_length(self, length: int | None) -> None:
        if length is not None and len(self.value) != length:
            self.fail(f"must have {short_number(length)} entries, got {len(self.value)}")

    def truth(self) -> bool:
        """true or false, and not 1 or 0."""
        if not isinstance(self.value, bool):
            self.fail(f"must be true or false, got {_kind(self.value)}")
        return self.value


def _kind(value: object) -> str:
    if value is None:
        return "null"
    names = {dict: "an object", list: "a list", str: "a string", bool: "a truth value", int: "an integer"}
    return names.get(type(value), type(value).__name__)
