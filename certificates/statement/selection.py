"""Questions about scores: which keys each query has to attend to.

``SparseAveraging(N, q)``  rows are the q-subsets y of N positions in lexicographic order, ``0`` on y (tied at the
                           maximum), ``-`` off y; no null token.
``Matching(order, M)``     x_1 + .. + x_s = 0 mod M for a query x_1 and a tuple of s - 1 keys: the tuple scores above the
                           null token if so (``+``), below it if not, or if it holds null tokens and others (``-``).
``Pattern(pattern)``       any sign pattern; its name is a label only.
``SharedAveraging(..)``    the q-subsets of N positions, each shared out by exactly H heads.

The named patterns are defined here and nowhere else; the tests compare them with each task's ``evaluate``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar

from .question import MAX_CELLS, MAX_NAME, Question, plain_label
from .sign_pattern import SignPattern

COMBINES = ("sum", "concat")
"""How the rows of several heads are combined: added, or side by side."""

NULL_PART = -1
"""The null token as a part of a tuple."""


@dataclass(frozen=True)
class SparseAveraging(Question):
    """q-SA(N, q), 1 <= q <= N: each q-subset is selected by some query.

    >>> SparseAveraging(4, 1).rows
    ('0---', '-0--', '--0-', '---0', '++++')
    """

    N: int
    q: int
    task: ClassVar[str] = "qsa"

    @property
    def words(self) -> str:
        return f"q-SA(N={self.N}, q={self.q}) without a null token"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("N", self.N), ("q", self.q)

    @property
    def null(self) -> bool:
        return False

    @property
    def is_pattern(self) -> bool:
        return True

    @property
    def columns(self) -> int:
        return self.N

    @property
    def cells(self) -> int:
        return subsets_up_to(self.N, self.q, MAX_CELLS + 1) * self.N

    def _written_out(self) -> SignPattern:
        subsets = map(frozenset, combinations(range(self.N), self.q))
        rows = ("".join("0" if j in chosen else "-" for j in range(self.N)) for chosen in subsets)
        return SignPattern(tuple(rows), null=False)


def subsets_up_to(positions: int, q: int, most: int) -> int:
    """C(N, q), or some number above ``most`` if it is larger: the number need not be computed whole.

    >>> subsets_up_to(6, 2, 100), subsets_up_to(10**9, 10**8, 100) > 100
    (15, True)
    """
    count = 1
    for k in range(min(q, positions - q)):
        count = count * (positions - k) // (k + 1)
        if count > most:
            return count
    return count


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

    @property
    def words(self) -> str:
        if self.order_of_tuples == 2:
            return f"Match2(M={self.M}) with a null token"
        return f"selection of tuples of order {self.order_of_tuples} with sum 0 mod {self.M}, null token"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("order", self.order_of_tuples), ("M", self.M)

    @property
    def order(self) -> int:
        return self.order_of_tuples

    @property
    def null(self) -> bool:
        return True

    @property
    def is_pattern(self) -> bool:
        return self.order == 2

    @property
    def columns(self) -> int:
        return self.M

    @property
    def cells(self) -> int:
        return self.M * self.M

    def cell(self, parts: tuple[int, ...]) -> str:
        """The sign of the score of a query and a tuple of keys, relative to that of the tuple that is null throughout.

        ``parts`` are the query, 0 .. M - 1, and the keys, 0 .. M - 1 or ``NULL_PART``.
        """
        _, *keys = parts
        if all(key == NULL_PART for key in keys):
            return "0"
        return "+" if NULL_PART not in keys and sum(parts) % self.M == 0 else "-"

    def _written_out(self) -> SignPattern:
        symbols = range(self.M)
        return SignPattern(tuple("".join(self.cell((x, y)) for y in symbols) for x in symbols), null=True)


@dataclass(frozen=True)
class Pattern(Question):
    """A sign pattern, with or without a null token; the name is a label of at most ``MAX_NAME`` characters.

    >>> Pattern(SignPattern(("+-", "-+"), null=False), "two").words
    "the 2x2 sign pattern 'two' without a null token"
    """

    signs: SignPattern
    name: str = ""
    task: ClassVar[str] = "pattern"

    @property
    def words(self) -> str:
        rows, columns = self.signs.shape
        label = f" {self.name!r}" if self.name else ""
        return f"the {rows}x{columns} sign pattern{label} with{'' if self.signs.null else 'out'} a null token"

    @property
    def assumption(self) -> str:
        if not self.name:
            return ""
        return f"that the pattern written in the certificate is the one meant by {self.name!r}"

    @property
    def null(self) -> bool:
        return self.signs.null

    @property
    def is_pattern(self) -> bool:
        return True

    @property
    def explicit(self) -> SignPattern:
        return self.signs

    @property
    def columns(self) -> int:
        return self.signs.shape[1]

    @property
    def cells(self) -> int:
        return 0  # it is written out already

    def _written_out(self) -> SignPattern:
        return self.signs

    def to_json(self) -> dict[str, object]:
        return {"task": "pattern", "name": self.name, "null": self.signs.null, "rows": list(self.signs.rows)}


@dataclass(frozen=True)
class SharedAveraging(Question):
    """The q-subsets of N positions, each shared out by exactly H heads, 1 <= H <= q <= N.

    Every head has its own N keys and a query for each q-subset y; the parts P_1(y), .., P_H(y) are not empty and
    partition y; head h ties its part at the top and puts all other positions at least the gap below. For ``sum`` the
    part sizes are the same for all y, since the sum of the heads weighs each by a constant; for ``concat`` the network
    after attention knows y and may weigh the parts anew, so any partition will do.

    >>> SharedAveraging(6, 2, 2, "concat").words
    'q-SA(N=6, q=2) shared out by 2 heads (concat: any parts)'
    """

    N: int
    q: int
    number_of_heads: int
    combine: str
    task: ClassVar[str] = "shared"

    def __post_init__(self) -> None:
        if not 1 <= self.q <= self.N:
            raise ValueError(f"q must be between 1 and N = {self.N}, got {self.q}")
        if not 1 <= self.number_of_heads <= self.q:
            raise ValueError(
                f"heads must be between 1 and q = {self.q}, since each selects a part of the q positions; "
                f"got {self.number_of_heads}"
            )
        if self.combine not in COMBINES:
            raise ValueError(f"combine must be sum or concat, got {self.combine!r:.40}")

    @property
    def words(self) -> str:
        parts = {"sum": "parts of the same sizes for all subsets", "concat": "any parts"}[self.combine]
        heads = "one head" if self.heads == 1 else f"{self.heads} heads"
        return f"q-SA(N={self.N}, q={self.q}) shared out by {heads} ({self.combine}: {parts})"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("N", self.N), ("q", self.q), ("heads", self.number_of_heads)

    @property
    def heads(self) -> int:
        return self.number_of_heads

    @property
    def null(self) -> bool:
        return False

    @property
    def columns(self) -> int:
        return self.N

    @property
    def cells(self) -> int:
        return subsets_up_to(self.N, self.q, MAX_CELLS + 1) * self.N

    @property
    def ways(self) -> int:
        """In how many ways one subset can be cut into parts, in order: the surjections of q elements on H."""
        q, heads = self.q, self.number_of_heads
        return sum((-1) ** k * comb(heads, k) * (heads - k) ** q for k in range(heads))

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "combine": self.combine}


def divided(y: tuple[int, ...], heads: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to cut y into so many parts, in order, none of them empty.

    >>> list(divided((0, 3), 2))
    [((0,), (3,)), ((3,), (0,))]
    """
    if heads == 1:
        yield (y,)
        return
    for size in range(1, len(y) - heads + 2):
        for part in combinations(y, size):
            for others in divided(tuple(j for j in y if j not in part), heads - 1):
                yield (part, *others)


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


def pattern_question(pattern: SignPattern, name: str = "") -> Question:
    """The question for a sign pattern; the name is a label of at most ``MAX_NAME`` characters."""
    return Pattern(pattern, plain_label(name)[:MAX_NAME])


def shared_question(positions: int, q: int, heads: int, combine: str) -> Question:
    """The question for q-subsets of N positions shared out by exactly so many heads, all of them in use.

    Raises
    ------
    ValueError
        If not 1 <= heads <= q <= N, or ``combine`` is neither ``"sum"`` nor ``"concat"``.
    """
    return SharedAveraging(positions, q, heads, combine)
