"""What ``probe`` is asked about a class of units: the question, the resource to be least, what is held fixed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ....certificates import Question, UnitClass

RESOURCES = {"m": "width", "p": "bits", "H": "heads"}
"""The resources, and the name of the field that holds each where it is held fixed."""


@dataclass(frozen=True)
class UnitAsked:
    """The least ``resource`` of a unit of a class that answers a question, the other sizes as given.

    Parameters
    ----------
    question : Question
        A pattern of order 2 (SIGN, GRID), a ``match`` tensor (SIGN, GRID), a computation (FIXED, THRESH). Of heads that
        share out the q-subsets it is q-SA itself.
    name : "SIGN", "GRID", "FIXED" or "THRESH"
    resource : "m", "p" or "H"
    width, bits, heads : int
        m, p and H as held fixed; 0 for the one that is asked for (and m, p in SIGN and THRESH).
    grid, gap : the grid; the gap is 0 outside GRID
    combine : "sum" or "concat"
    read_out, dv, null, tables : FIXED only
    """

    question: Question = field(repr=False)
    name: str
    resource: str = "m"
    width: int = 0
    bits: int = 0
    heads: int = 1
    grid: str = "midrise"
    gap: int = 0
    combine: str = "sum"
    read_out: str = ""
    dv: int = 1
    null: bool = False
    tables: str = "both"

    @property
    def unit_class(self) -> UnitClass:
        """The class, with the letter p where p is asked for."""
        return UnitClass(self.name, self.bits, self.grid, self.gap)

    @property
    def monotone(self) -> bool:
        """Whether a unit with one value of the resource gives one with every larger value."""
        return self.resource in self.unit_class.family.monotone

    @property
    def class_words(self) -> str:
        """The class as it is written in certificates."""
        return str(self.unit_class) if self.name in ("GRID", "FIXED") else self.name

    @property
    def shared(self) -> bool:
        """Whether several heads share out the q-subsets, or may (the number of heads is what is asked for)."""
        return self.name == "GRID" and (self.heads > 1 or self.resource == "H")

    @property
    def position(self) -> int:
        """Where a THRESH unit is asked."""
        assert self.question.finite is not None and self.question.finite.position is not None
        return self.question.finite.position

    @property
    def is_tensor(self) -> bool:
        """Whether the question is about tuples, for a unit of order s >= 3; at order 2 it is a sign pattern."""
        return self.question.task == "match" and not self.question.is_pattern

    def at(self, value: int) -> UnitAsked:
        """The same with the resource at this value (``resource`` stays what it is)."""
        sizes: dict[str, Any] = {RESOURCES[self.resource]: value}
        return replace(self, **sizes)

    @property
    def held_fixed(self) -> dict[str, object]:
        """Everything but the class that is held fixed, by name."""
        found: dict[str, object] = {}
        if self.name in ("GRID", "FIXED") and self.resource != "m":
            found["m"] = self.width
        if self.name == "FIXED" or self.shared:
            if self.resource != "H":
                found["H"] = self.heads
            if self.heads > 1 or self.resource == "H":
                found["combine"] = self.combine
        if self.name == "FIXED":
            found |= {"dv": self.dv, "read_out": self.read_out, "null_token": self.null, "tables": self.tables}
        if self.question.finite is not None and self.question.finite.position is not None:
            found["position"] = self.question.finite.position
        if self.is_tensor:
            found["order"] = dict(self.question.parameters)["order"]
        return found

    @property
    def words(self) -> str:
        """The class and what is held fixed, in one line."""
        spoken = {"null_token": {True: "null token allowed", False: "no null token"}}
        parts = [
            spoken[name][value] if name in spoken else f"{name} = {value}"  # type: ignore[index]
            for name, value in self.held_fixed.items()
            if name not in ("position", "order")  # they stand in the question's words
        ]
        return ", ".join([f"class {self.class_words}", *parts])
