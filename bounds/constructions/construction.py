"""The noun Construction: an upper bound that is a unit you can hold, with its sizes and a way to check it.

A construction states what it computes (a ``Task``), how large it is (``Size``), what theorem it makes concrete, and
verifies itself: on every input where that can be enumerated, on seeded random and near-miss inputs elsewhere. All
arithmetic is exact: tables are integers, margins are differences of integer scores, errors are rationals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...display.answer import Saved
from ...display.input_error import InputError
from ...questions import Unit
from ...tasks import Task


class ConstructionError(InputError):
    """A construction cannot be made from what was given; the message names argument, requirement, value and remedy."""


@dataclass(frozen=True)
class Size:
    """How large a unit is.

    ``m`` width of queries and keys, ``dv`` width of values, ``H`` heads, ``order`` s, ``layers``; ``p`` bits of the
    smallest grid (``grid``: midrise or twos) that holds every stored integer, and the same for queries, keys and
    values alone. ``parameters`` counts the numbers stored, ``None`` if the tables are given by a rule only.
    """

    m: int
    p: int
    H: int = 1
    order: int = 2
    layers: int = 1
    dv: int = 1
    grid: str = "twos"
    query_bits: int = 0
    key_bits: int = 0
    value_bits: int = 0
    parameters: int | None = None

    @property
    def bits(self) -> int:
        """m p H: the bits of a position's queries, the quantity that lower bounds speak of."""
        return self.m * self.p * self.H


@dataclass(frozen=True)
class Theorem:
    """What the literature promises: a sentence with its source, and the value of its formula at these parameters.

    ``formula`` maps a resource to (expression, value); the value is None where the source hides a constant.
    """

    words: str
    source: str
    formula: Mapping[str, tuple[str, float | None]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Verification:
    """What was checked and what came out.

    ``scope`` says which inputs in words; ``exhaustive`` whether these are all inputs of the task at this size;
    ``counterexample`` is the first input on which the unit was wrong (None: none found). ``margin`` is the least
    difference between a score that must win and one that must not, over all inputs and positions seen; ``error`` the
    largest error of an output where outputs are numbers (0: exact). ``undecided`` says why the unit could not be run on
    the counterexample: a search for a part of it ended without one, which says nothing about whether there is one.
    """

    scope: str
    inputs: int
    positions: int
    exhaustive: bool
    counterexample: Any | None = None
    margin: int | None = None
    error: Fraction | None = None
    seconds: float = field(default=0.0, compare=False)
    undecided: str = ""

    @property
    def passed(self) -> bool:
        """Whether the unit was right on all inputs that were run."""
        return self.counterexample is None

    def __bool__(self) -> bool:
        return self.passed


class Construction(Saved, ABC):
    """An explicit unit for a task.

    Attributes
    ----------
    name : str
        As on the command line.
    parameters : mapping of str to int
    task : Task
    theorem : Theorem
    """

    name: str
    parameters: Mapping[str, int]
    task: Task
    theorem: Theorem

    @property
    @abstractmethod
    def size(self) -> Size:
        """How large the unit is."""

    @property
    @abstractmethod
    def unit(self) -> Unit:
        """The explicit tables.

        Raises
        ------
        ConstructionError
            If they are too large to be written out; the construction can still be verified.
        """

    @abstractmethod
    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """Run the unit against the task's definition.

        Every input if that takes at most ``work`` steps (each kind of construction counts its own, and has a default),
        else at least ``samples`` seeded random and near-miss inputs. Steps are counted before anything is run, so that
        a machine with other work verifies the same. Only ``seconds`` end a run early; ``inputs`` says how many were
        done.
        """

    @abstractmethod
    def certificate(self) -> dict[str, Any] | None:
        """A bundle that ``check`` accepts and that proves the sizes; None where the checker cannot replay this size."""
