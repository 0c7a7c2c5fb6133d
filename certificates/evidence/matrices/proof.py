"""What evidence proves, and the type of the functions that decide it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ...reading import Node
from ...statement.matrix import CommunicationMatrix


@dataclass(frozen=True)
class Proved:
    """What evidence proves: the measure is at least (or at most) ``value``; ``how``, in words.

    ``theorems`` are those that it cites, each as ``name: proof or source``.
    """

    value: Fraction
    how: str
    theorems: tuple[str, ...] = ()


Prover = Callable[[Node, CommunicationMatrix, Fraction | None], Proved]
"""Takes the evidence, the matrix and the measure's parameter; raises ``RejectionError`` where the evidence fails."""

Provers = dict[str, dict[str, Prover]]
"""Measure -> kind of evidence -> prover."""
