"""What evidence proves, and the form of what decides it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from ...questions.reading import Node
from ...questions.least_size import StatedBound

if TYPE_CHECKING:
    from ...questions.reduction import Encoding


@dataclass(frozen=True)
class Proved:
    """The quantity is at least (side ``lower``) or at most (``upper``) ``value``; ``how``, in words; what was cited."""

    value: Fraction | int
    how: str
    theorems: tuple[str, ...] = ()


class Premises(Protocol):
    """Other bounds that evidence may rest on."""

    def premise(self, node: Node) -> StatedBound:
        """A bound: an earlier claim of the file, by its number, or one that is stated and proved in place."""

    def encoding(self, node: Node) -> Encoding:
        """The encoding that an earlier claim of the file, named by its number, has been found to be correct."""


Prover = Callable[[Node, StatedBound, Premises], Proved]
"""Takes the evidence, the bound claimed, and other bounds; raises ``RejectionError`` where the evidence fails.

The value returned may be weaker or stronger than the claimed one; whoever calls compares. Most kinds need less than the
whole bound, and no other bounds: the tables of kinds hand them what they need.
"""
