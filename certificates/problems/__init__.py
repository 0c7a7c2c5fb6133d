"""What the tree rule (``tree.py``) needs of a problem: variables with values, cases of them, moves. Trusted.

A *problem* has variables 0 .. n-1, each with the values 0 .. sizes[v]-1, and *solutions*: assignments, of which it is
to be proved that there are none. A *case* leaves some variables, the *restricted* ones, a set of values each: a number
whose bit x stands for value x. All others have all their values.

A *move* maps pairs (variable, value): variables by a bijection, their values as the problem says. The problem has
checked that it takes every solution on whose pairs it is defined to a solution. It is *bijective* if it is defined on
all pairs, and maps the values of each variable to those of its target one to one; then some power of it is its inverse.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from ..refuse import Refused, need
from ..schema import integer, many

MOST = 4096
"""Most values of a variable that are listed; a variable may have more while no case says anything about it."""


TREE = many(integer(0, 2**60), 0)
PERMUTATION = many(integer(0), 0)


class Case(NamedTuple):
    """The values left to the restricted variables, and what the problem keeps up to date beside them."""

    left: Mapping[int, int]
    state: Any


class Move:
    """``value(variable, value)``: the value of the target, or None; a call takes ``cost`` steps.

    ``target``: of the variables that do not stay. ``partial``: variables that stay, on some values of which ``value``
    may be None; with a list, even an empty one, the move is not taken to be bijective.
    """

    def __init__(
        self,
        target: Mapping[int, int],
        value: Callable[[int, int], int | None],
        cost: int,
        partial: Collection[int] | None = None,
    ) -> None:
        self.target, self.value, self.cost, self.partial = target, value, cost, partial
        self.back = {u: v for v, u in target.items()}

    def __call__(self, v: int, x: int) -> tuple[int, int | None]:
        return self.target.get(v, v), self.value(v, x)


class Problem:
    """Variables with their numbers of values, moves, and what problems of a kind do in their own way."""

    state: Any = None
    """What is kept of the case in which all is open; ``kept``: about how many bytes that are."""
    kept = 0

    def __init__(self, sizes: Sequence[int], moves: Sequence[Move]) -> None:
        self.sizes, self.moves = sizes, moves

    def values(self, case: Case, v: int) -> int:
        """The values left to a variable, of which there must not be too many to list."""
        found = case.left.get(v)
        if found is None:
            need(v < len(self.sizes) and self.sizes[v] <= MOST, "there is no such variable, or it has too many values")
            found = (1 << self.sizes[v]) - 1
        return found

    def moved(self, state: Any, v: int, before: int, after: int) -> Any:
        """What is kept, once a variable has fewer values left."""
        return state

    def hopeless(self, case: Case, changed: Collection[int]) -> bool:
        """Whether the case is seen to hold no solution; ``changed``: the variables that have just lost values."""
        return False

    def step(self, case: Case, code: int) -> Mapping[int, int] | None:
        """What step number ``code`` leaves to some variables, or None if it shows that the case holds no solution."""
        raise Refused("there is no such step")


Makers = list[Callable[[Any], Problem]]
"""For each problem what makes it of the part of the proof that is about it."""


def members(bits: int) -> list[int]:
    """The values in a set, ascending.

    >>> members(0b10110)
    [1, 2, 4]
    """
    return [x for x, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


def permutation(numbers: Sequence[int], size: int) -> bool:
    """Whether these are the numbers 0 .. size - 1 in some order.

    >>> permutation((2, 0, 1), 3), permutation((0, 0, 1), 3), permutation((), 0)
    (True, False, True)
    """
    return sorted(numbers) == list(range(size))


def signed(turn: Sequence[int], size: int, grid: range) -> None:
    """Require 1 .. size in some order, up to signs, which a grid has to be symmetric for."""
    need(permutation([abs(c) - 1 for c in turn], size), "a move is no signed permutation")
    need(min(turn, default=1) > 0 or grid[0] == -grid[-1], "the grid has no opposite numbers")


def turned(vector: Sequence[int], turn: Sequence[int]) -> tuple[int, ...]:
    """Coordinate |c| - 1 for each c of the turn, with the sign of c.

    >>> turned((3, 5), (-2, 1))
    (-5, 3)
    """
    return tuple(vector[abs(c) - 1] * (1 if c > 0 else -1) for c in turn)
