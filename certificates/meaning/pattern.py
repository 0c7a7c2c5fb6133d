"""What is asked of scores: one pattern for all statements about which keys a query attends to.

A *pattern* has columns (keys) and rows (queries), words over ``- 0 + *``. Keys and, for each row, a query and a number
t do it if the score of a key is t where the row is ``0``, at least t + gap where it is ``+``, at most t - gap where it
is ``-``; ``*`` asks for nothing. Scores are inner products of real vectors of m coordinates, and

``null``     t is the score of one more key; else it is any number, for each row
``norm``     ``sphere``: all keys have one norm; ``distance``: scores are minus squared distances
``group``    rows with one number have one query (and a t each); empty: each row has its own
``weights``  a softmax is asked for: to a score S at a ``0`` of weight w add -log2 w; these numbers agree ``within`` a
             number, and all S at ``0`` exceed those at ``-`` by ``below`` or more
``heads``    several heads, each with keys and queries of its own, share out the ``0`` of each row: the greatest scores
             of a head are its part, all others at least the gap lower; for ``combine`` sum all parts of a head are
             equally large

Class SIGN asks for t + 1/2 and t - 1/2: for real vectors any gap is as good as any other. It does not ask whether a
query or a key is used twice: equal rows, equal columns and rows of ``*`` are meant as they stand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from math import comb
from operator import itemgetter
from typing import Any

from ..meter import ENTRY, Meter
from ..refuse import need
from ..schema import Record
from .matrices import entries

NORMS = {"inner": "", "cosine": "sphere", "euclidean": "distance"}
SIGN_OF_BIT = str.maketrans("01", "-+")
Listed = dict[int, str]
"""The entries of a row that are not ``-``, by their columns."""
Lists = Callable[[], Iterable[Listed]]


@dataclass(frozen=True)
class Pattern:
    """The pattern of a statement; ``listed()`` and ``words()`` pay for the rows, and yield one after the other."""

    meter: Meter
    columns: int
    count: int
    """Of the rows; a number above the meter's limit if there are more than that."""
    listed: Callable[[], Iterator[Listed]]
    null: bool = False
    norm: str = ""
    group: tuple[int, ...] = ()
    weights: tuple[dict[int, int], ...] = ()
    within: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    heads: int = 1
    combine: str = ""
    rows: tuple[str, ...] = ()
    """The words, if they are written out in the statement."""
    named: tuple[Any, ...] = ()
    """What the rows are, in few words; patterns with equal names, not empty, have equal rows."""
    row: Callable[[int], Listed] | None = None
    """A row by its number, where that takes no look at the others."""

    @property
    def offset(self) -> int:
        """What the sign-rank of all rows, and of ``+ .. +`` if there is no null key, exceeds m by."""
        return 0 if self.null else 1

    @property
    def plain(self) -> bool:
        """Whether each row is a query by inner products, so that m + offset is a sign-rank."""
        return not self.norm and not self.weights and self.heads == 1 and len(set(self.group)) == len(self.group)

    def words(self) -> Iterator[str]:
        """The rows as words."""
        if self.rows:
            self.meter.charge(2 * self.count)
            return iter(self.rows)
        self.meter.charge(self.columns + self.count * (10 + self.columns // 50))
        return (word_of(row, self.columns) for row in self.listed())

    def homogeneous(self) -> Iterator[str]:
        """The rows whose sign-rank is m + offset."""
        return chain(self.words(), () if self.null else ("+" * self.columns,))

    def part(self, rows: Sequence[int] | None, columns: Sequence[int] | None) -> list[str]:
        """The words of some rows, in their order, at some columns, in theirs; numbers may repeat; None: all of them."""
        asked = ((rows, self.count), (columns, self.columns))
        height, width = (most if chosen is None else len(chosen) for chosen, most in asked)
        self.meter.charge(100 + width + height * (ENTRY + 3 * width))
        fits = all(chosen is None or (chosen and 0 <= min(chosen) <= max(chosen) < most) for chosen, most in asked)
        need(fits, "no part has these rows or columns")
        rows = range(self.count) if rows is None else rows
        if self.row and rows and columns:
            self.meter.charge(10 * height * width)
            return ["".join([row.get(c, "-") for c in columns]) for row in map(self.row, rows)]
        take = itemgetter(*columns) if columns else str
        wanted = set(rows)
        found = {r: "".join(take(word)) for r, word in enumerate(self.words()) if r in wanted}
        return [found[r] for r in rows]


def word_of(row: Listed, columns: int) -> str:
    """A row in letters.

    >>> word_of({0: "+", 3: "*"}, 4)
    '+--*'
    """
    letters = bytearray(b"-") * columns
    for column, symbol in row.items():
        letters[column] = ord(symbol)
    return letters.decode()


def pattern_of(statement: Record, meter: Meter, nonzero: str = "0") -> Pattern:
    """The pattern of a statement; refuses a statement that has none. ``nonzero``: the symbol where a weight is not 0.

    >>> from headcount.certificates.meter import Meter
    >>> list(pattern_of(Record("qsa", {"N": 3, "q": 1}), Meter()).homogeneous())
    ['0--', '-0-', '--0', '+++']
    """
    s, kind = statement, statement.kind
    if kind in ("qsa", "shared"):
        shared = {"heads": s.heads, "combine": s.combine} if kind == "shared" else {}
        return _subsets(meter, s.N, range(s.q, s.q + 1), "0", **shared)
    if kind in ("separation", "retrieval"):
        norm = NORMS[s.score] if kind == "retrieval" else ""
        return _subsets(meter, s.N, range(s.least, s.most + 1), "+", norm=norm)
    if kind == "permutation-matrix":  # any ratios and zeros
        return _subsets(meter, s.L, range(1, 2), nonzero)
    if kind == "match":
        need(s.order == 2, "tuples of a higher order have no pattern")
        return _lists(
            meter, s.M, s.M, lambda: ({-x % s.M: "+"} for x in range(s.M)), 1, null=True, row=lambda x: {-x % s.M: "+"}
        )
    if kind == "pattern":
        return _written(meter, s.rows, s.null)
    if kind == "communication":  # its sign-rank is m with a null key
        return _written(meter, tuple(row.translate(SIGN_OF_BIT) for row in entries(s, meter)), True)
    if kind == "relevance":
        meter.charge(10 * len(s.selected))
        both = list(zip(s.selected, s.free or ((),) * len(s.selected), strict=True))
        size = sum(len(a) + len(b) for a, b in both) // len(both)
        symbols = partial(map, lambda pair: dict.fromkeys(pair[0], "+") | dict.fromkeys(pair[1], "*"), both)
        return _lists(meter, s.columns, len(both), symbols, size, null=s.null, named=("relevance", s.columns, *both))
    if kind == "scored":
        of = pattern_of(s.of, meter)
        need(not of.null, "other scores are for patterns without a null key")
        return replace(of, norm=NORMS[s.score], group=s.shared)
    need(kind == "attention-matrix", "the statement has no pattern")
    meter.charge(20 * sum(map(len, s.rows)))
    rows = tuple(map(dict, s.rows))
    size = sum(map(len, rows)) // len(rows)
    ratios = {"weights": rows, "within": s.ratio, "below": -s.zero}
    return _lists(meter, s.L, len(rows), lambda: (dict.fromkeys(row, nonzero) for row in rows), size, **ratios)


def _written(meter: Meter, rows: tuple[str, ...], null: bool) -> Pattern:
    def listed() -> Iterator[Listed]:
        return ({c: symbol for c, symbol in enumerate(row) if symbol != "-"} for row in rows)

    width = len(rows[0])
    return _lists(meter, width, len(rows), listed, width // 2, null=null, rows=rows, named=("rows", rows))


def _lists(meter: Meter, columns: int, count: int, lists: Lists, size: int, **others: Any) -> Pattern:
    """Rows with ``size`` entries each, on average, that are not ``-``."""

    def listed() -> Iterator[Listed]:
        meter.charge(count * (10 + 2 * size))
        return iter(lists())

    return Pattern(meter, columns, count, listed, **others)


def _subsets(meter: Meter, N: int, sizes: range, symbol: str, **others: Any) -> Pattern:
    """A row for each subset of N columns of one of the sizes, by size and then in lexicographic order."""
    count, k = 0, sizes[0]
    while k in sizes and count <= meter.limit:
        meter.charge(20)
        count += comb(N, k) if min(k, N - k) * N.bit_length() < 4000 else meter.limit + 1
        k += 1

    def listed() -> Iterator[Listed]:
        return (dict.fromkeys(y, symbol) for k in sizes for y in combinations(range(N), k))

    return _lists(meter, N, count, listed, sizes[-1], named=("subsets", N, sizes, symbol), **others)


def within(smaller: Iterable[str], larger: Iterable[str]) -> bool:
    """Whether each condition of the one rows is one of the others; the caller has compared their numbers.

    >>> within(["+*"], ["+-"]), within(["+-"], ["+*"])
    (True, False)
    """
    pairs = zip(smaller, larger, strict=True)
    return all(a == b or all(x in ("*", y) for x, y in zip(a, b, strict=True)) for a, b in pairs)


NULL = -1
"""The null key as a part of a tuple."""


def tuple_symbol(parts: Sequence[int], M: int) -> str:
    """What is asked of a query and a tuple of keys, of which any may be ``NULL``: ``+`` if the sum is 0 mod M.

    The number t of a query is the score of the tuple of null keys alone; a tuple with some of them is selected by none.

    >>> tuple_symbol((1, 0, 2), 3), tuple_symbol((1, 1, NULL), 2), tuple_symbol((1, NULL, NULL), 2)
    ('+', '-', '0')
    """
    _, *keys = parts
    if all(key == NULL for key in keys):
        return "0"
    return "+" if NULL not in keys and sum(parts) % M == 0 else "-"


def stands(row: str, scores: Sequence[int | Fraction], gap: int | Fraction) -> bool:
    """Whether the scores of the keys do what the row asks for; a null key is one more, and ``0`` in the row.

    >>> stands("+-*", [3, 1, 2], 1), stands("+-*", [3, 2, 2], 1), stands("+*-0", [3, 1, 2, 2], 1)
    (True, False, False)
    """
    low, high, tied = ([x for x, letter in zip(scores, row, strict=True) if letter == symbol] for symbol in "-+0")
    least = [*tied, max(low) + gap] if low else tied
    most = [*tied, min(high) - gap] if high else tied
    return not least or not most or max(least) <= min(most)
