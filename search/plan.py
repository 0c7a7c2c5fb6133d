"""What is tried on a question: bounds that take no search, cheap arguments, then engines side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..bounds.bound import Bound
from .board import Board, Engine, LocalBoard, in_ranks


@dataclass(frozen=True)
class Engines:
    """Engines that race in processes of their own.

    ``seeded`` are those of which one with another seed does other work; they fill cores that are left over.
    """

    side_by_side: tuple[Engine, ...] = ()
    seeded: tuple[Engine, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What is known of a question before any search, and what is tried then.

    Parameters
    ----------
    lower, upper : Bound
        By definition, or by an argument that takes no time; ``upper`` is None if there is none. A lower bound with the
        value ``NO_SIZE`` says that no size will do, and ends the search before it begins.
    arguments : callables of the board
        In their order, until the board is over; each posts what it finds.
    engines : callable of the board -> Engines
        Made, and its libraries loaded, only if the arguments leave the question open.
    always : callable of the board
        Comes first, even if the bounds meet or are enough: what is shown beside the answer, or is better evidence.
    """

    lower: Bound
    upper: Bound | None = None
    arguments: tuple[Callable[[LocalBoard], None], ...] = ()
    engines: Callable[[LocalBoard], Engines] = lambda board: Engines()
    always: Callable[[LocalBoard], None] = lambda board: None


def racing(lower: Bound, upper: Bound | None, *engines: Engine) -> Plan:
    """A plan of two bounds and engines."""
    return Plan(lower, upper, (), lambda board: Engines(engines))


def ranked(engine: Engine) -> Engine:
    """An engine for sign patterns, which sees the board in sign-ranks."""
    return partial(_see_ranks, engine=engine)


def _see_ranks(board: Board, engine: Engine) -> None:
    engine(in_ranks(board))
