"""Symmetries of fixed-point units for a search by cases: which are used, and whether one leads to an earlier branch.

A symmetry of the task or of the entries turns tables into tables. Entries are numbered, so tables are ordered: of all
images of a branch only the first has to be gone through. ``certificates/problems/units.py`` replays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple

from ...questions.grid import GRIDS
from .fixed_tables import Automorphism
from .fixed_units import Entry, FixedUnits, Symmetry, Type

MAX_GROUP = 400
"""Most symmetries of entries, and products of these with automorphisms; of larger groups generators are used."""


KEY, QUERY, SPLIT, SIDE, IMAGE, LOWER, SUMS = -1, -2, -3, -4, -5, -6, -7
"""What the numbers of a proof by cases of fixed units stand for."""


class Leaf(NamedTuple):
    """The end of a branch: what the proof says of it, and the places of the order that it rests on, as bits."""

    numbers: tuple[int, ...]
    rests_on: int


class Compared(NamedTuple):
    """A symmetry whose image of the branch is the branch itself at all places before this one."""

    move: _Move
    place: int


class Symmetries:
    """The symmetries of a search that gives these types their entries, in this order.

    Parameters
    ----------
    units : FixedUnits
    types : sequence of Type
    automorphisms : of the task, that take types to types

    Examples
    --------
    Of one sign, the other is an image under -1: the branch that begins with it has an earlier one.

    >>> from ...questions.finite_task import FiniteTask
    >>> signs = FixedUnits(FiniteTask("match", (("order", 2), ("M", 2), ("N", 2))), bits=1, m=0)
    >>> symmetries = Symmetries(signs, [(False, t) for t in range(4)])
    >>> for number in (0, 1):
    ...     print(symmetries.still_first([number], symmetries.from_the_start)[1])
    None
    Leaf(numbers=(-5, 0, 0), rests_on=1)
    >>> symmetries.used
    [{'values': [[-1]]}]
    """

    def __init__(self, units: FixedUnits, types: Sequence[Type], automorphisms: Iterable[Automorphism] = ()) -> None:
        self._moves = [_Move(units, types, stated) for stated in _stated(units, automorphisms)]
        self._used: dict[_Move, int] = {}

    @property
    def from_the_start(self) -> list[Compared]:
        """All of them, with nothing compared."""
        return [Compared(move, 0) for move in self._moves]

    @property
    def used(self) -> list[dict[str, Any]]:
        """Those that have led to an earlier branch, as the evidence states them, in the order of their numbers."""
        return [move.stated for move in self._used]

    def still_first(self, numbers: Sequence[int], moves: list[Compared]) -> tuple[list[Compared], Leaf | None]:
        """The symmetries whose images of these entries may still come to be earlier; or the leaf of one that is."""
        left = []
        for move, k in moves:
            while k < len(numbers):
                there = move.there[k]
                if there >= len(numbers):
                    left.append(Compared(move, k))
                    break
                image = move.image(k, numbers[there])
                if image < numbers[k]:
                    used = self._used.setdefault(move, len(self._used))
                    return [], Leaf((IMAGE, k, used), sum(1 << d for d in {*range(k + 1), *move.there[: k + 1]}))
                if image > numbers[k]:
                    break
                k += 1
            else:
                left.append(Compared(move, k))
        return left, None


class _Move:
    """A symmetry, as it moves places of the order, and numbers of entries."""

    def __init__(self, units: FixedUnits, types: Sequence[Type], stated: dict[str, Any]) -> None:
        task, heads = units.task, units.heads
        self.symmetry = Symmetry(
            tuple(stated.get("positions", range(task.length))),
            tuple(map(tuple, stated.get("tokens", [range(task.alphabet)] * task.length))),
            tuple(stated.get("heads", range(heads))),
            tuple(map(tuple, stated.get("keys", [range(1, units.m + 1)] * heads))),
            tuple(map(tuple, stated.get("values", [range(1, units.dv + 1)] * heads))),
        )
        self.units, self.types, self.stated = units, types, stated
        place = {of: d for d, of in enumerate(types)}
        self.there = [place.get(self.symmetry.of(units, of), len(place)) for of in types]
        self.moves_entries = not {"heads", "keys", "values"}.isdisjoint(stated)
        self.images: dict[tuple[int, int], int] = {}

    def image(self, place: int, number: int) -> int:
        """The number of the entry that an entry of this place turns into."""
        if not self.moves_entries:
            return number
        is_query, absent = self.types[place][0], self.types[place][1] == self.units.types
        kind = is_query + 2 * absent
        if (kind, number) not in self.images:
            entry = self.symmetry.entry(self.units.entry(self.types[place], number))
            with_absent = self.units.may_be_absent(self.types[place])
            self.images[kind, number] = _number(self.units, entry, is_query=is_query, absent=with_absent)
        return self.images[kind, number]


def _number(units: FixedUnits, entry: Entry, *, is_query: bool, absent: bool) -> int:
    """The number of an entry."""
    grid, width = GRIDS[units.grid](units.bits), units.m if is_query else units.m + units.dv
    number = 0
    for part in entry:
        code = 0
        for x in part:
            code = (code << units.bits) + grid.index(x)
        number = number * ((1 << units.bits * width) + absent) + (code + absent if part or not absent else 0)
    return number


def _stated(units: FixedUnits, automorphisms: Iterable[Automorphism]) -> list[dict[str, Any]]:
    """Automorphisms, changes of entries, and products if they are few, as the evidence states them."""
    of_entries = _entry_changes(units)
    of_task: list[dict[str, Any]] = [
        {"positions": list(a.positions), "tokens": [list(row) for row in a.tokens]} for a in automorphisms
    ]
    products = [a | b for a in of_task for b in of_entries] if len(of_entries) * len(of_task) <= MAX_GROUP else []
    return [*of_entries, *of_task, *products]


def _entry_changes(units: FixedUnits) -> list[dict[str, Any]]:
    """All symmetries of entries but the identity; if they are too many, those of one head and one kind."""
    H = units.heads
    orders = [list(order) for order in permutations(range(H))] if H <= 4 else [list(range(H))]
    keys, key_units = _signed(units, units.m), [list(range(1, units.m + 1))] * H
    values, value_units = _signed(units, units.dv), [list(range(1, units.dv + 1))] * H
    per_head = [list(some) for some in product(keys, repeat=H)] if len(keys) ** H <= MAX_GROUP else []
    if units.read_out != "any":
        of_values = [value_units]
    elif units.combine == "sum":
        of_values = [[value] * H for value in values]
    else:
        of_values = [list(some) for some in product(values, repeat=H)] if len(values) ** H <= MAX_GROUP else []
    found: list[dict[str, Any]] = []
    if 0 < len(orders) * len(per_head) * len(of_values) <= MAX_GROUP:
        every: Iterable[tuple[list[int], list[list[int]], list[list[int]]]] = product(orders, per_head, of_values)
    else:

        def single(choices: list[list[int]], unit: list[list[int]]) -> list[list[list[int]]]:
            return [[*unit[:h], one, *unit[h + 1 :]] for h in range(H) for one in choices]

        of_values = of_values if units.combine == "sum" or units.read_out != "any" else single(values, value_units)
        every = [
            *((orders[0], some, value_units) for some in single(keys, key_units)),
            *((orders[0], key_units, some) for some in of_values),
            *((order, key_units, value_units) for order in orders),
        ]
    for order, key_part, value_part in every:
        given = (("heads", order, list(range(H))), ("keys", key_part, key_units), ("values", value_part, value_units))
        parts = {name: part for name, part, plain in given if part != plain}
        if parts and parts not in found:
            found.append(parts)
    return found


def _signed(units: FixedUnits, width: int) -> list[list[int]]:
    """Signed permutations of coordinates; of more than five, none but the identity."""
    signs = (1, -1) if units.grid == "midrise" else (1,)
    if width > 5:
        return [list(range(1, width + 1))]
    return [
        [sign * (c + 1) for sign, c in zip(chosen, order, strict=True)]
        for order in permutations(range(width))
        for chosen in product(signs, repeat=width)
    ]
