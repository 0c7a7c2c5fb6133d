"""Typed reading of untrusted JSON: every access names its path, and nothing is evaluated as code."""

import json
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from .meter import Meter
from .verdict import MalformedError

MAX_BYTES = 64 * 2**20
"""Largest certificate file read, in bytes. A size is refused before a byte of it is parsed."""

MAX_DIGITS = 4000
"""Longest integer read, in decimal digits (below the interpreter's own limit of 4300)."""


@dataclass(frozen=True)
class Node:
    """A JSON value together with the path that leads to it, for error messages, and the meter of the whole file."""

    value: Any
    path: str
    meter: Meter = field(default_factory=Meter, compare=False, repr=False)

    def fail(self, reason: str) -> NoReturn:
        """Report that this value is malformed."""
        raise MalformedError(self.path, reason)

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, "Node"]:
        """The fields of an object: all of ``required``, any of ``optional``, and no others."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, got {_kind(self.value)}")
        known = {*required, *optional}
        for name in self.value:
            if name not in known:
                self.fail(f"has an unknown field {name[:40]!r}")
        for name in required:
            if name not in self.value:
                self.fail(f"lacks the field {name!r}")
        return {name: Node(value, f"{self.path}.{name}", self.meter) for name, value in self.value.items()}

    def field(self, name: str) -> "Node":
        """One field of an object; other fields are not looked at."""
        if not isinstance(self.value, dict):
            self.fail(f"must be an object, got {_kind(self.value)}")
        if name not in self.value:
            self.fail(f"lacks the field {name!r}")
        return Node(self.value[name], f"{self.path}.{name}", self.meter)

    def items(self, length: int | None = None) -> list["Node"]:
        """The entries of a list, of the given length if one is given."""
        if not isinstance(self.value, list):
            self.fail(f"must be a list, got {_kind(self.value)}")
        if length is not None and len(self.value) != length:
            self.fail(f"must have {length} entries, got {len(self.value)}")
        return [Node(value, f"{self.path}[{i}]", self.meter) for i, value in enumerate(self.value)]

    def integer(self, low: int | None = None, high: int | None = None) -> int:
        """An integer in the range (true and false are not integers)."""
        if type(self.value) is not int:
            self.fail(f"must be an integer, got {_kind(self.value)}")
        if low is not None and self.value < low:
            self.fail(f"must be an integer >= {low}, got {self.value}")
        if high is not None and self.value > high:
            self.fail(f"must be an integer <= {high}, got {self.value}")
        return self.value

    def integers(self, low: int | None = None, high: int | None = None) -> tuple[int, ...]:
        """A list of integers, each in the range."""
        if isinstance(self.value, list) and all(
            type(x) is int and (low is None or x >= low) and (high is None or x <= high) for x in self.value
        ):
            return tuple(self.value)
        return tuple(item.integer(low, high) for item in self.items())

    def increasing(self, low: int, high: int) -> tuple[int, ...]:
        """A strictly increasing list of integers in the range."""
        numbers = self.integers(low, high)
        if any(a >= b for a, b in pairwise(numbers)):
            self.fail("must be strictly increasing")
        return numbers

    def fraction(self) -> Fraction:
        """A rational number, written as text in lowest terms: ``"-3/4"``, ``"2"``."""
        text = self.text()
        if len(text) <= MAX_DIGITS and re.fullmatch(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", text):
            number = Fraction(text)
            if str(number) == text:
                return number
        self.fail(f"must be a fraction in lowest terms such as '1/2' or '-3', got {text[:40]!r}")

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.fail(f"must be a string, got {_kind(self.value)}")
        return self.value

    def truth(self) -> bool:
        """true or false, and not 1 or 0."""
        if not isinstance(self.value, bool):
            self.fail(f"must be true or false, got {_kind(self.value)}")
        return self.value


def parse(content: bytes, name: str = "certificate") -> Node:
    """The root node of a JSON document. Duplicate keys, NaN, floats and over-long integers are malformed."""
    if len(content) > MAX_BYTES:
        raise MalformedError(name, f"has more than {MAX_BYTES} bytes; no more are read")
    try:
        value = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_refuse_constant,
            parse_int=_bounded_integer,
        )
    except UnicodeDecodeError:
        raise MalformedError(name, "is not UTF-8 text") from None
    except RecursionError:
        raise MalformedError(name, "is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise MalformedError(name, f"is not JSON: {error.msg} at line {error.lineno}") from None
    except ValueError as error:
        raise MalformedError(name, str(error)) from None
    return Node(value, name)


def read_file(path: Path) -> Node:
    """Parse a file; a missing or unreadable one is malformed, a large one is refused unread."""
    try:
        status = path.stat()
        size = status.st_size
        if not stat.S_ISREG(status.st_mode):
            raise MalformedError("certificate", "is not a regular file; name a JSON file")
        if size > MAX_BYTES:
            raise MalformedError("certificate", f"has {size} bytes; at most {MAX_BYTES} are read")
        with path.open("rb") as stream:  # it may have grown since
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise MalformedError("certificate", f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a null byte in the path
        raise MalformedError(repr(str(path)), f"cannot be read: {error}") from None
    return parse(content, "certificate")


def _kind(value: object) -> str:
    if value is None:
        return "null"
    names = {dict: "an object", list: "a list", str: "a string", bool: "a truth value", int: "an integer"}
    return names.get(type(value), type(value).__name__)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("has the same key twice in one object")
    return result


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"holds {text[:40]}, but every number must be an integer")


def _bounded_integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"holds an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text)
