"""A sign pattern by lists: what is selected and what is free in each row; everything else is ``-``.

The same object as ``Pattern``, for patterns too large to be written out of which few entries are not ``-``: rows are
queries, columns items, and ``+`` stands where an item is relevant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from .question import Question
from .sign_pattern import SignPattern, marked

Lists = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Relevance(Question):
    """R x C signs: ``+`` at the columns ``selected`` in a row, ``*`` at those ``free`` in it, ``-`` elsewhere.

    ``selected`` and ``free`` have a list for each row, increasing, without a common member. ``blank`` says whether
    there is a null token, ``name`` is a label.

    >>> few = Relevance(4, ((0, 2), (3,)), ((), (1,)), blank=False)
    >>> few.rows, list(few.each_row()) == list(few.rows)
    (('+-+-', '-*-+', '++++'), True)
    >>> few.words
    '2x4 relevance (3 pairs) without a null token'
    """

    width: int
    selected: Lists
    free: Lists
    blank: bool
    name: str = ""
    task: ClassVar[str] = "relevance"
    is_pattern = True
    parameters = ()

    @property
    def words(self) -> str:
        label = f" {self.name!r}" if self.name else ""
        size = f"{len(self.selected)}x{self.width} relevance{label} ({self.pairs} pairs)"
        return f"{size} with{'' if self.blank else 'out'} a null token"

    @property
    def null(self) -> bool:
        return self.blank

    @property
    def columns(self) -> int:
        return self.width

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.selected), self.width

    @property
    def cells(self) -> int:
        return len(self.selected) * self.width

    @cached_property
    def pairs(self) -> int:
        """How many entries are ``+``."""
        return sum(map(len, self.selected))

    @cached_property
    def entries(self) -> int:
        """How many entries are not ``-``, of the homogeneous rows."""
        return self.pairs + sum(map(len, self.free)) + self.offset * self.width

    def each_row(self) -> Iterator[str]:
        for selected, free in zip(self.selected, self.free, strict=True):
            yield marked(self.width, {"+": selected, "*": free})
        if self.offset:
            yield "+" * self.width

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
        def word(row: int) -> str:
            selected, free = set(self.selected[row]), set(self.free[row])
            return "".join("+" if c in selected else "*" if c in free else "-" for c in columns)

        return tuple(map(word, rows))

    def listed(self, *, transposed: bool = False) -> tuple[int, Lists, Lists]:
        """The homogeneous rows (or columns): their length, and what is selected and what is free in each.

        >>> Relevance(3, ((0, 2), (1,)), ((), (2,)), blank=False).listed(transposed=True)
        (3, ((0, 2), (1, 2), (0, 2)), ((), (), (1,)))
        """
        all_plus = (tuple(range(self.width)),) if self.offset else ()
        selected, free = (*self.selected, *all_plus), (*self.free, *((),) * self.offset)
        if not transposed:
            return self.width, selected, free
        return len(selected), _turned(selected, self.width), _turned(free, self.width)

    def _written_out(self) -> SignPattern:
        rows = tuple(self.each_row())
        return SignPattern(rows[: len(self.selected)], self.blank)

    def to_json(self) -> dict[str, object]:
        stated: dict[str, object] = {"task": self.task, "name": self.name, "null": self.blank, "columns": self.width}
        stated["selected"] = [list(row) for row in self.selected]
        if any(self.free):
            stated["free"] = [list(row) for row in self.free]
        return stated


def _turned(lists: Lists, width: int) -> Lists:
    turned: list[list[int]] = [[] for _ in range(width)]
    for row, columns in enumerate(lists):
        for column in columns:
            turned[column].append(row)
    return tuple(map(tuple, turned))
