"""Typed reading of JSON: what may stand in a file, and the value that it stands for.

Reading gives a canonical value: numbers, texts, tuples, ``Record``s. Two statements are the same if and only if these
values are equal. Every reading is charged to the meter before the value is walked through.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from .meter import Meter, walk
from .refuse import Malformed, Missing
from .text import plain, short

FRACTION = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?")


class Type(NamedTuple):
    """``read(value, path, meter)`` gives the canonical value, or raises ``Malformed``.

    ``fits``: of values that stand for themselves, whether one does; it is asked of many at once, at the speed of a
    plain loop. ``label``: the value only labels, so it is no part of what a record says.
    """

    read: Callable[[Any, str, Meter], Any]
    fits: Callable[[Any], bool] | None = None
    label: bool = False


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
            raise Missing("the rule is for claims of another kind") from None

    def labelled(self) -> Iterator[str]:
        """The labels, those of records in it included."""
        for name, value in self.fields.items():
            if name in self.labels:
                yield from filter(None, value if isinstance(value, tuple) else (value,))
            elif isinstance(value, Record):
                yield from value.labelled()

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


def plainly(fits: Callable[[Any], bool], wanted: str) -> Type:
    """Values that stand for themselves; what is ``wanted``, in words."""

    def read(value: Any, path: str, meter: Meter) -> Any:
        if not fits(value):
            refuse(path, f"must be {wanted}, got {shown(value)}")
        return value

    return Type(read, fits)


ANYTHING = Type(lambda value, path, meter: value)
"""What is read later."""
OBJECT = plainly(lambda value: isinstance(value, dict), "an object")
LIST = plainly(lambda value: isinstance(value, list), "a list")


def integer(low: int | None = None, high: int | None = None) -> Type:
    """An integer from ``low`` to ``high``; true and false are none."""
    span = "".join(f" {word} {end}" for word, end in ((">=", low), ("<=", high)) if end is not None)

    def fits(value: Any) -> bool:
        return type(value) is int and (low is None or value >= low) and (high is None or value <= high)

    return plainly(fits, f"an integer{span}")


def word(*known: str) -> Type:
    """One of the words."""
    return plainly(lambda value: isinstance(value, str) and value in known, " or ".join(known))


def truth() -> Type:
    """true or false."""
    return plainly(lambda value: isinstance(value, bool), "true or false")


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
    known, span = frozenset(letters), f"a text of {least} to {most} characters"
    long = plainly(lambda value: isinstance(value, str) and least <= len(value) <= most, span)

    def read(value: Any, path: str, meter: Meter) -> str:
        meter.charge(len(long.read(value, path, meter)) // 8 + 1)
        if letters and not known.issuperset(value):
            refuse(path, f"must hold no characters but {plain(letters, 80)}, got {shown(value)}")
        return str(value)

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
        if len(LIST.read(value, path, meter)) < least or (most is not None and len(value) > most):
            refuse(path, f"must have {least} {'or more' if most is None else f'to {most}'} entries, got {len(value)}")
        walk(meter, value, 4 if of.fits else 10)
        if of.fits and all(map(of.fits, value)):
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


def pair(first: Type, second: Type) -> Type:
    """A list of two values of two types."""
    two = plainly(lambda value: isinstance(value, list) and len(value) == 2, "a list of two entries")

    def read(value: Any, path: str, meter: Meter) -> tuple[Any, Any]:
        one, other = walk(meter, two.read(value, path, meter), 5)
        return first.read(one, f"{path}[0]", meter), second.read(other, f"{path}[1]", meter)

    return Type(read)


Rule = Callable[[dict[str, Any]], str | None]
"""What a record requires of its fields together: a reason against them, or nothing."""


def record(fields: Mapping[str, Type], defaults: Mapping[str, Any] | None = None, rule: Rule | None = None) -> Type:
    """An object with exactly these fields; those in ``defaults`` may be left out."""
    optional = dict(defaults or {})
    assert not any(hasattr(Record, name) for name in fields), "a field has the name of an attribute"
    labels = tuple(name for name, of in fields.items() if of.label)

    def read(value: Any, path: str, meter: Meter) -> Record:
        for name in walk(meter, OBJECT.read(value, path, meter), 10):
            if name not in fields:
                refuse(path, f"has an unknown field {shown(name)}; known are {', '.join(fields) or 'none'}")
        for name in fields:
            if name not in value and name not in optional:
                refuse(path, f"lacks the field '{name}'")
        found = {
            name: of.read(value[name], f"{path}.{name}", meter) if name in value else optional[name]
            for name, of in fields.items()
        }
        if reason := rule and rule(found):
            refuse(path, reason)
        return Record("", found, labels)

    return Type(read)


def tagged(tag: str, kinds: Mapping[str, Type], keep: bool = False) -> Type:
    """An object whose field ``tag`` says which of the records it is: ``Record.kind``, and a field too if ``keep``."""
    known = word(*kinds)

    def read(value: Any, path: str, meter: Meter) -> Record:
        name = known.read(OBJECT.read(value, path, meter).get(tag), f"{path}.{tag}", meter)
        found = kinds[name].read({key: item for key, item in value.items() if key != tag}, path, meter)
        return Record(name, {tag: name, **found.fields} if keep else found.fields, found.labels)

    return Type(read)
