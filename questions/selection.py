"""Questions about scores: which keys each query has to attend to.

``SparseAveraging(N, q)``  rows are the q-subsets y of N positions in lexicographic order, ``0`` on y (tied at the
                           maximum), ``-`` off y; no null token.
``Matching(order, M)``     x_1 + .. + x_s = 0 mod M for a query x_1 and a tuple of s - 1 keys: the tuple scores above
                           the null token if so (``+``), below it if not, or if it is partly null (``-``).
``Pattern(pattern)``       any sign pattern; its name is a label only.

Heads that share out subsets are in ``shared_averaging.py``.

The named patterns are defined here and nowhere else; the tests compare them with each task's ``evaluate``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import ClassVar

from .question import MAX_NAME, Question, SubsetQuestion, plain_label
from .shared_averaging import SharedAveraging
from .sign_pattern import SignPattern, marked

NULL_PART = -1
"""The null token as a part of a tuple."""


@dataclass(frozen=True)
class SparseAveraging(SubsetQuestion):
    """q-SA(N, q), 1 <= q <= N: each q-subset is selected by some query.

    >>> SparseAveraging(4, 1).rows
    ('0---', '-0--', '--0-', '---0', '++++')
    """

    task: ClassVar[str] = "qsa"
    is_pattern = True

    @property
    def words(self) -> str:
        return f"q-SA(N={self.N}, q={self.q}) without a null token"

    def _written_out(self) -> SignPattern:
        subsets = combinations(range(self.N), self.q)
        return SignPattern(tuple(marked(self.N, {"0": y}) for y in subsets), null=False)


@dataclass(frozen=True)
class Matching(Question):
    """Tuples of order s >= 2 with sum 0 mod M, M >= 1, with a null token; order 2 is Match2.

    >>> Matching(2, 3).rows
    ('+--', '--+', '-+-')
    >>> match3 = Matching(3, 3)
    >>> [match3.cell((1, 0, 2)), match3.cell((1, 1, 2)), match3.cell((1, NULL_PART, NULL_PART))]
    ['+', '-', '0']
    """

    order_of_tuples: int
    M: int
    task: ClassVar[str] = "match"
    null = True

    @property
    def words(self) -> str:
        if self.order_of_tuples == 2:
            return f"Match2(M={self.M}) with a null token"
        return f"selection of tuples of order {self.order_of_tuples} with sum 0 mod {self.M}, null token"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("order", self.order_of_tuples), ("M", self.M)

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        return ("match2", {"M": self.M}) if self.order == 2 else super().spoken

    @property
    def order(self) -> int:
        return self.order_of_tuples

    @property
    def is_pattern(self) -> bool:
        return self.order == 2

    @property
    def columns(self) -> int:
        return self.M

    @property
    def cells(self) -> int:
        return self.M * self.M

    @property
    def shape(self) -> tuple[int, int]:
        return (self.M, self.M) if self.is_pattern else super().shape

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
        if not self.is_pattern:
            return super().part(rows, columns)
        return tuple("".join("-" if (x + y) % self.M else "+" for y in columns) for x in rows)

    def cell(self, parts: tuple[int, ...]) -> str:
        """The sign of the score of a query and a tuple of keys, relative to that of the tuple that is null throughout.

        ``parts`` are the query, 0 .. M - 1, and the keys, 0 .. M - 1 or ``NULL_PART``.
        """
        _, *keys = parts
        if all(key == NULL_PART for key in keys):
            return "0"
        return "+" if NULL_PART not in keys and sum(parts) % self.M == 0 else "-"

    def _written_out(self) -> SignPattern:
        partners = (-x % self.M for x in range(self.M))
        return SignPattern(tuple(f"{'-' * y}+{'-' * (self.M - 1 - y)}" for y in partners), null=True)


@dataclass(frozen=True)
class Pattern(Question):
    """A sign pattern, with or without a null token; the name is a label of at most ``MAX_NAME`` characters.

    ``masked``: ``*`` is a key that a mask hides from the query; the question is the same.

    >>> Pattern(SignPattern(("+-", "-+"), null=False), "two").words
    "the 2x2 sign pattern 'two' without a null token"
    """

    signs: SignPattern
    name: str = ""
    masked: bool = field(default=False, compare=False, repr=False)
    task: ClassVar[str] = "pattern"
    is_pattern = True
    cells = 0  # it is written out already

    @property
    def words(self) -> str:
        rows, columns = self.signs.shape
        label = f" {self.name!r}" if self.name else ""
        return f"the {rows}x{columns} sign pattern{label} with{'' if self.signs.null else 'out'} a null token"

    @property
    def null(self) -> bool:
        return self.signs.null

    @property
    def explicit(self) -> SignPattern:
        return self.signs

    @property
    def columns(self) -> int:
        return self.signs.shape[1]

    def _written_out(self) -> SignPattern:
        return self.signs

    def to_json(self) -> dict[str, object]:
        return {"task": "pattern", "name": self.name, "null": self.signs.null, "rows": list(self.signs.rows)}


def qsa_question(positions: int, q: int) -> Question:
    """The question for q-SA(N, q), 1 <= q <= N."""
    return SparseAveraging(positions, q)


def match_question(order: int, modulus: int) -> Question:
    """The question for tuples of order s with sum 0 mod M, s >= 2, M >= 1, with a null token.

    >>> match_question(3, 5).words
    'selection of tuples of order 3 with sum 0 mod 5, null token'
    """
    return Matching(order, modulus)


def match2_question(modulus: int) -> Question:
    """The question for Match2 over Z_M, M >= 1: pairs with sum 0 mod M."""
    return Matching(2, modulus)


def pattern_question(pattern: SignPattern, name: str = "", *, masked: bool = False) -> Question:
    """The question for a sign pattern; the name is a label of at most ``MAX_NAME`` characters."""
    return Pattern(pattern, plain_label(name)[:MAX_NAME], masked)


def shared_question(positions: int, q: int, heads: int, combine: str) -> Question:
    """The question for q-subsets of N positions shared out by exactly so many heads, all of them in use.

    Raises
    ------
    ValueError
        If not 1 <= heads <= q <= N, or ``combine`` is neither ``"sum"`` nor ``"concat"``.
    """
    return SharedAveraging(positions, q, heads, combine)
