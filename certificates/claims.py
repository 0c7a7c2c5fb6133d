"""What a claim says of a statement: a bound of a quantity, or a fact."""

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .meaning.quantities import MEASURES
from .refuse import Refused
from .schema import Record
from .statements import OUTPUTS
from .text import short
from .unit_class import FAMILIES, UnitClass

__all__ = ["Claim", "Sizes", "UnitClass"]


class Sizes(NamedTuple):
    """m, p, H and dv of a unit; 0 where the class has no such size."""

    m: int
    bits: int
    heads: int
    dv: int


MOST_WRITTEN = 60
"""Longest part of a statement that is written out in words."""
SAID = {"unit_class": "class ", "m": "m <= ", "heads": "H <= "}
SAID |= {size: f"{size} <= " for size in ("order", "layers", "dv", "error")}
"""How what a claim holds fixed is said; all else as ``name=``."""


@dataclass(frozen=True)
class Claim:
    """``quantity`` of ``statement`` is at least (``lower``) or at most (``upper``) ``value``.

    A ``fact`` has no value, nor has the side ``none``: at no value of the resource there is such a unit.
    """

    statement: Record
    quantity: Record
    side: str
    value: Fraction | int | None = None

    @property
    def monotone(self) -> bool:
        """Whether a unit with one value of the resource gives one with every larger value."""
        return self.quantity.resource in FAMILIES[self.quantity.unit_class.name].monotone

    @property
    def least(self) -> int:
        """The least value that the quantity can have: a unit has a head, an entry a bit, a row a coordinate."""
        if self.quantity.kind == "size":
            return 0 if self.quantity.resource == "m" and self.quantity.dv is not None else 1
        return 1 if self.quantity.kind == "hops" else 0

    @property
    def integral(self) -> bool:
        """Whether the quantity is an integer."""
        q = self.quantity
        return q.kind != "margin" and (q.kind != "measure" or MEASURES[q.name].integral)

    def sizes(self, value: int) -> Sizes:
        """The sizes of the units where the resource has this value."""
        q = self.quantity
        at = {"m": q.m or 0, "p": q.unit_class.bits, "H": q.heads or 0, q.resource: value}
        return Sizes(at["m"], at["p"], at["H"], value if q.dv is None else q.dv)

    def refuted(self) -> list[int]:
        """The values at which it has to be shown that there is no unit, so that the lower bound follows.

        Just below the value if the class is monotone in the resource, else at all from the least on.
        """
        if self.side != "lower" or self.value is None or self.value <= self.least:
            raise Refused("a lower bound above the least value is needed; at the least value cite the theorem 'least'")
        top = int(self.value)
        if self.quantity.kind != "size" or self.monotone:
            return [top - 1]
        if top - self.least > 1000:
            raise Refused("too many values have to be refuted")
        return list(range(self.least, top))

    def reached_by(self, proved: Fraction | int) -> bool:
        """Whether a proved bound of the same side gives the one claimed; an integer quantity is rounded inwards."""
        assert self.value is not None
        if self.side == "lower":
            return self.value < proved + 1 if self.integral else self.value <= proved
        return self.value > proved - 1 if self.integral else self.value >= proved

    @property
    def symbol(self) -> str:
        """The letter or name of what is bounded."""
        q = self.quantity
        if q.kind == "measure":
            parameter = MEASURES[q.name].parameter
            return f"{q.name} ({parameter} = {short(q.parameter)})" if parameter else str(q.name)
        return {"size": str(q.fields.get("resource")), "depth": "D", "margin": "margin^2"}.get(q.kind, q.kind)

    @property
    def scope(self) -> object:
        """The quantity but for its letter or name: claims of one scope are about the same."""
        return () if self.quantity.kind == "measure" else self.quantity

    @property
    def about(self) -> str:
        """What is bounded, in words: statement, class, and the sizes that are held fixed."""
        q, task = self.quantity, self.statement.kind
        single = task not in OUTPUTS or q.fields.get("unit_class", UnitClass("")).name == "THRESH"
        unsaid = {"resource"} if task == "averaging" else {"resource", "error"}
        if q.kind == "size" and single:  # one head and one layer without saying
            unsaid = {*q.fields} - {"unit_class", "m"}
        held = {name: item for name, item in q.fields.items() if name not in unsaid and item not in (None, "")}
        parts = [f"{SAID.get(name, name + '=')}{words(item)}" for name, item in held.items() if q.kind != "measure"]
        return ", ".join([words(self.statement), *parts])

    @property
    def bound(self) -> str:
        """The bound alone: ``m >= 4``; or ``no m``."""
        if self.side == "none":
            return f"no {self.symbol}"
        return f"{self.symbol} {'>=' if self.side == 'lower' else '<='} {short(self.value or 0)}"


def words(value: Any) -> str:
    """A canonical value in words: ``qsa N=6 q=2``; what is long by its length and a digest, so that words differ.

    >>> words(Record("qsa", {"N": 6, "q": 2}))
    'qsa N=6 q=2'
    """
    if isinstance(value, Record):
        parts = [f"{name}={words(item)}" for name, item in value.identity[1:] if item not in (None, "", ())]
        return " ".join([value.kind, *parts] if value.kind else parts)
    if type(value) in (int, Fraction):
        return short(value)
    written = f"({', '.join(map(words, value))})" if type(value) is tuple and len(value) < 12 else str(value)
    if len(written) <= MOST_WRITTEN:
        return written
    return f"[{len(value)} #{hashlib.sha256(repr(value).encode()).hexdigest()[:12]}]"
