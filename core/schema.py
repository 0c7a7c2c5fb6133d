"""Typed reading of JSON: what may stand in a file, and the value that it stands for.

Reading gives a canonical value: numbers, texts, tuples, ``Record``s. Two statements are the same if and only if these
values are equal. Every reading is charged to the meter before the value is walked through.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

from .meter import Meter, walk
from .refuse import Malformed
from .text import plain, short

FRACTION = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?")
MOST_WRITTEN = 60
"""Longest part of a statement that is written out in words."""


class Type:
    """``read(value, path, meter)`` gives the canonical value, or raises ``Malformed``.

    ``bounds``: of plain integers. ``label``: the value only labels, so it is no part of what a record says.
    """

    def __init__(
        self, read: Callable[[Any, str, Meter], Any], bounds: tuple[int, int | None] | None = None, label: bool = False
    ) -> None:
        self.read, self.bounds, self.label = read, bounds, label


class Record:
    """An object of a file: its fields are attributes, ``kind`` is the word that says which object it is.

    Records are equal if kinds and fields are, ``labels`` apart.

    >>> Record("qsa", {"N": 4, "q": 2}) == Record("qsa", {"N": 4, "q": 2}), Record("qsa", {"N": 4, "q": 2}).N
    (True, 4)
    """

    __slots__ = ("fields", "identity", "kind", "labels")

    def __init__(self, kind: str, fields: Mapping[str, Any], labels: tuple[str, ...] = ()) -> None:
        self.kind, self.fields, self.labels = kind, fields, labels
        self.identity = (kind, *((name, value) for name, value in fields.items() if name not in labels))

    def __getattr__(self, name: str) -> Any:
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(name) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return repr(self.identity)


def refuse(path: str, reason: str) -> NoReturn:
    """Say what a value must be."""
    raise Malformed(path, reason)


def shown(value: object) -> str:
    """A value of a file as a message may quote it."""
    if isinstance(value, str):
        return f"'{plain(value, 40)}'"
    if isinstance(value, int) and not isinstance(value, bool):
        return short(value)
    return {dict: "an object", list: "a list", bool: "a truth value"}.get(type(value), "null")


def integer(low: int | None = None, high: int | None = None) -> Type:
    """An integer from ``low`` to ``high``; true and false are none."""
    span = "".join(f" {word} {end}" for word, end in ((">=", low), ("<=", high)) if end is not None)

    def read(value: Any, path: str, meter: Meter) -> int:
        if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
            refuse(path, f"must be an integer{span}, got {shown(value)}")
        return value

    return Type(read, None if low is None else (low, high))


def word(*known: str) -> Type:
    """One of the words."""

    def read(value: Any, path: str, meter: Meter) -> str:
        if not isinstance(value, str) or value not in known:
            refuse(path, f"must be {' or '.join(known)}, got {shown(value)}")
        return value

    return Type(read)


def truth() -> Type:
    """true or false."""

    def read(value: Any, path: str, meter: Meter) -> bool:
        if not isinstance(value, bool):
            refuse(path, f"must be true or false, got {shown(value)}")
        return value

    return Type(read)


def fraction(
    low: int | Fraction | None = None, high: int | Fraction | None = None, denominator: int | None = None
) -> Type:
    """A rational number, written as text in lowest terms, such as ``"-3/4"`` or ``"2"``."""
    span = f"{'' if low is None else f' >= {low}'}{'' if high is None else f' <= {high}'}"

    def read(value: Any, path: str, meter: Meter) -> Fraction:
        if isinstance(value, str) and len(value) <= 4000:
            meter.charge(1 + len(value) ** 2 // 500)
            if FRACTION.fullmatch(value):
                found = Fraction(value)
                fits = (low is None or found >= low) and (high is None or found <= high)
                if str(found) == value and fits and (denominator is None or found.denominator <= denominator):
                    return found
        most = "" if denominator is None else f", denominator at most {denominator}"
        refuse(path, f"must be a fraction in lowest terms such as '1/2'{span}{most}, got {shown(value)}")

    return Type(read)


def text(letters: str = "", most: int = 200, least: int = 0) -> Type:
    """A text of these letters (empty: any), of ``least`` to ``most`` of them."""
    known = frozenset(letters)

    def read(value: Any, path: str, meter: Meter) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            refuse(path, f"must be a text of {least} to {most} characters, got {shown(value)}")
        meter.charge(len(value) // 8 + 1)
        if letters and not known.issuperset(value):
            refuse(path, f"must hold no characters but {plain(letters, 80)}, got {shown(value)}")
        return value

    return Type(read)


def label(of: Type) -> Type:
    """A value of the type that only labels: it counts neither for equality of records nor in words."""
    return Type(of.read, label=True)


def maybe(of: Type) -> Type:
    """null, or a value of the type."""
    return Type(lambda value, path, meter: None if value is None else of.read(value, path, meter))


def many(of: Type, least: int = 1, most: int | None = None, rule: str = "") -> Type:
    """A list of ``least`` to ``most`` values; ``rule``: ``increasing``, ``distinct``, ``equal`` (as long), or empty."""

    def read(value: Any, path: str, meter: Meter) -> tuple[Any, ...]:
        if not isinstance(value, list):
            refuse(path, f"must be a list, got {shown(value)}")
        if len(value) < least or (most is not None and len(value) > most):
            span = f"exactly {least}" if most == least else f"{least}{'' if most is None else f' to {most}'} or more"
            refuse(path, f"must have {span} entries, got {len(value)}")
        walk(meter, value, 4 if of.bounds else 10)
        if of.bounds and all_in(value, *of.bounds):
            found = tuple(value)
        else:
            found = tuple(of.read(item, f"{path}[{i}]", meter) for i, item in enumerate(value))
        if rule == "increasing" and any(a >= b for a, b in pairwise(found)):
            refuse(path, "must be strictly increasing")
        if rule == "distinct" and len(set(found)) != len(found):
            refuse(path, "must not hold anything twice")
        if rule == "equal" and len({len(item) for item in found}) > 1:
            refuse(path, "must have entries of one length")
        return found

    return Type(read)


def all_in(values: Iterable[Any], low: int, high: int | None) -> bool:
    """Whether all are integers in the range, at the speed of a plain loop."""
    return all(type(x) is int and x >= low and (high is None or x <= high) for x in values)


def pair(first: Type, second: Type) -> Type:
    """A list of two values of two types."""

    def read(value: Any, path: str, meter: Meter) -> tuple[Any, Any]:
        if not isinstance(value, list) or len(value) != 2:
            refuse(path, f"must be a list of two entries, got {shown(value)}")
        meter.charge(10)
        return first.read(value[0], f"{path}[0]", meter), second.read(value[1], f"{path}[1]", meter)

    return Type(read)


Rule = Callable[[dict[str, Any]], str | None]
"""What a record requires of its fields together: a reason against them, or nothing."""


def record(fields: Mapping[str, Type], defaults: Mapping[str, Any] | None = None, rule: Rule | None = None) -> Type:
    """An object with exactly these fields; those in ``defaults`` may be left out."""
    optional = dict(defaults or {})
    labels = tuple(name for name, of in fields.items() if of.label)

    def read(value: Any, path: str, meter: Meter) -> Record:
        if not isinstance(value, dict):
            refuse(path, f"must be an object, got {shown(value)}")
        walk(meter, value, 10)
        for name in value:
            if name not in fields:
                refuse(path, f"has an unknown field {shown(name)}; known are {', '.join(fields) or 'none'}")
        for name in fields:
            if name not in value and name not in optional:
                refuse(path, f"lacks the field '{name}'")
        found = {
            name: of.read(value[name], f"{path}.{name}", meter) if name in value else optional[name]
            for name, of in fields.items()
        }
        reason = rule(found) if rule else None
        if reason:
            refuse(path, reason)
        return Record("", found, labels)

    return Type(read)


def tagged(tag: str, kinds: Mapping[str, Type], keep: bool = False) -> Type:
    """An object whose field ``tag`` says which of the records it is: ``Record.kind``, and a field too if ``keep``."""

    def read(value: Any, path: str, meter: Meter) -> Record:
        if not isinstance(value, dict):
            refuse(path, f"must be an object, got {shown(value)}")
        name = value.get(tag)
        if not isinstance(name, str) or name not in kinds:
            refuse(f"{path}.{tag}", f"must be {' or '.join(kinds)}, got {shown(name)}")
        found = kinds[name].read({key: item for key, item in value.items() if key != tag}, path, meter)
        return Record(name, {tag: name, **found.fields} if keep else found.fields, found.labels)

    return Type(read)


def words(value: Any) -> str:
    """A canonical value in words: ``qsa N=6 q=2``; what is long by its length and a digest, so that words differ.

    >>> words(Record("qsa", {"N": 6, "q": 2}))
    'qsa N=6 q=2'
    """
    if isinstance(value, Record):
        parts = [f"{name}={words(item)}" for name, item in value.identity[1:] if item not in (None, "", ())]
        return " ".join([value.kind, *parts] if value.kind else parts)
    if isinstance(value, tuple) and len(value) < 12:
        written = f"({', '.join(map(words, value))})"
        if len(written) <= MOST_WRITTEN:
            return written
    elif not isinstance(value, tuple):
        written = short(value) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else str(value)
        if len(written) <= MOST_WRITTEN:
            return written
    digest = hashlib.sha256(repr(value).encode()).hexdigest()[:12]
    return f"[{len(value) if isinstance(value, (str, tuple)) else 'a number'} #{digest}]"
