"""q-SA by attention heads with integer tables: scores, margins, weights and errors, exact at any size.

Sparse averaging q-SA(N, q) (Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Definition 4): position i averages the
values z_j over its q-subset y_i. Keys depend on the position, the query on the subset; a query table would have
C(N, q) rows, so queries are given by a rule and the tables are written out at small sizes only.

**The error, exactly.** Head h gives position j the weight w^h_j; the unit's output is f = (1/D) sum_h c_h sum_j w^h_j
z_j, so f - q-SA = sum_j e_j z_j with e_j = (1/D) sum_h c_h w^h_j - [j in y]/q, and the weights do not depend on z. For
z_j in the unit ball of any R^d', |f - q-SA| <= sum_j |e_j|; with z_j = sign(e_j) v, v one unit vector, it is equal.
Hence the supremum of the error over z is the L1 norm of e, already attained with scalar values +-1.

**What a gap buys.** Let one head tie its part of y, s keys, at the top and let all other N - s keys be at least g
below. With weights proportional to 2^score a key off the part has at most x = 2^-g times the weight of one on it. If B
<= (N - s) x is the mass off the part relative to one key on it, the part loses s (1/s - 1/(s + B)) = B/(s + B) and the
rest has B/(s + B): error 2 B/(s + B) <= 2 (N - s) 2^-g / (s + (N - s) 2^-g). Weights that are cut to p fractional bits
vanish for g > p, and saturated weights for g >= 1: error 0. With the shares below (s_h/q of head h) the errors of H
heads add up with these weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np

from ....questions import Head, Layer, Table, Unit, averaging_question, bits_needed, least_size, qsa_question, saturated
from ...bound import certificate, certified_bound
from ...patterns import by_tables
from ..construction import ConstructionError, Size, Verification
from .averaging_head import AveragingHeads, Subset
from .dual_certificate import NoExactTieError

Vector = tuple[int, ...]

LARGEST_PRODUCTS = 20_000_000
"""Most products of entries that the checker is asked to do; it allows more, but takes its time."""

LARGEST_UNIT = 2_000_000
"""Most entries of a query table that is written out."""

MAX_WORK = 2_000_000_000
"""Default of ``verify``'s ``work``, in products of entries: half a minute or so."""

STEPS_PER_SUBSET = 6000
"""How many products a subset counts for beside the N m of its scores: finding its query, and adding up the weights."""

FEW = 8
"""Subsets whose queries are compared with the range of the rule."""

BASE_TWO_RANGE = 20_000
"""Largest range of scores for which weights 2^score are written out."""


@dataclass(frozen=True, eq=False)
class AveragingConstruction(AveragingHeads):
    """q-SA by the sum of H heads, with exact margins and errors for any subset.

    Parameters
    ----------
    heads : tuple of AveragingHead
    divisor : D; the unit's output is D times the average, which the read-out divides
    grid : the grid that holds the tables
    proved : why every subset is selected exactly, or empty if that is only checked on samples

    Examples
    --------
    >>> from .moment_curve_averaging import qsa_moment_curve
    >>> built = qsa_moment_curve(7, 2)
    >>> built.margin((0, 3)) > 0, built.spread((0, 3)), built.error((0, 3))
    (True, 0, Fraction(0, 1))
    """

    grid: str = "twos"
    proved: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, head in enumerate(self.heads):
            if head.keys.ndim != 2 or head.keys.shape[0] != self.task.N:
                raise ConstructionError(
                    f"keys of head {number} must have one row per position, N = {self.task.N}, got shape "
                    f"{head.keys.shape}; give an (N, m) array"
                )
            if head.keys.dtype != object and not np.issubdtype(head.keys.dtype, np.signedinteger):
                raise ConstructionError(
                    f"keys of head {number} must be signed integers, got dtype {head.keys.dtype}; convert them exactly"
                )

    @property
    def parameters(self) -> Mapping[str, Any]:  # type: ignore[override]
        """N and q, and what else was chosen."""
        return {"N": self.task.N, "q": self.task.q, **self.options}

    # ---- exact quantities of one subset

    def scores(self, subset: Subset) -> tuple[tuple[int, ...], ...]:
        """The N exact scores of each head."""
        self._require(subset)
        return tuple(tuple(map(int, head.scores(subset))) for head in self.heads)

    def margin(self, subset: Subset) -> int:
        """(Least score on a head's part) - (greatest off it), least over the heads; 1 if there is nothing off it."""
        self._require(subset)
        return self.measured(subset)[0]

    def spread(self, subset: Subset) -> int:
        """(Greatest score on a head's part) - (least on it), the greatest over the heads; 0 means tied exactly."""
        self._require(subset)
        return self.measured(subset)[1]

    def measured(self, subset: Subset) -> tuple[int, int]:
        """Margin and spread at once (of a subset known to be one)."""
        margins, spreads = [], [0]
        for head in self.heads:
            scores = head.scores(subset)
            part = list(head.part(subset))
            on = scores[part]
            off = np.delete(scores, part)
            spreads.append(int(on.max()) - int(on.min()))
            margins.append(int(on.min()) - int(off.max()) if len(off) else 1)
        return min(margins), max(spreads)

    def weights(
        self, subset: Subset, weigh: Callable[[tuple[int, ...]], list[int]] = saturated
    ) -> tuple[Fraction, ...]:
        """The weight of every position in the output, (1/D) sum_h c_h w^h_j.

        ``weigh`` is ``saturated``, ``fixed_point(p)`` or ``base_two`` of ``headcount.questions``.

        Raises
        ------
        ConstructionError
            If base-two weights of these scores cannot be written out.
        """
        total = [Fraction(0)] * self.task.N
        for head, scores in zip(self.heads, self.scores(subset), strict=True):
            if max(scores) - min(scores) > BASE_TWO_RANGE and getattr(weigh, "__name__", "") == "base_two":
                raise ConstructionError(
                    f"weigh must be saturated or fixed_point(p) for scores that range over more than {BASE_TWO_RANGE}, "
                    f"got base_two on a range of {(max(scores) - min(scores)).bit_length()} bits; use fixed_point(p)"
                )
            given = weigh(scores)
            mass = sum(given)
            for j, weight in enumerate(given):
                total[j] += Fraction(head.share * weight, mass * self.divisor)
        return tuple(total)

    def error(self, subset: Subset, weigh: Callable[[tuple[int, ...]], list[int]] = saturated) -> Fraction:
        """sum_j |weight_j - [j in y]/q|: the largest error over all z in the unit ball of any R^d', attained."""
        chosen = frozenset(subset)
        wanted = Fraction(1, self.task.q)
        weights = self.weights(subset, weigh)
        return sum((abs(w - wanted * (j in chosen)) for j, w in enumerate(weights)), Fraction(0))

    # ---- sizes and tables

    @cached_property
    def size(self) -> Size:
        """The sizes; query bits from every query, else from the range of the rule, else from the hard subsets."""
        query_entries, known = self._query_entries
        entries = {"query": query_entries, "key": self._key_entries}
        entries["value"] = [c for head in self.heads for c in (head.share, -head.share)]
        bits: dict[str, int] = {}
        for name, found in entries.items():
            if (needed := bits_needed(found, self.grid)) is None:
                raise ConstructionError(
                    f"grid must hold every {name} entry, got {self.grid} and an even entry; take grid='twos'"
                )
            bits[f"{name}_bits"] = needed
        widths = [head.keys.shape[1] for head in self.heads]
        rows = comb(self.task.N, self.task.q)
        stored = sum(rows * 2 * m + self.task.N * m + 2 * rows for m in widths) if self._can_be_written_out else None
        most = max(bits.values())
        if known == "<=" and bits["query_bits"] <= max(bits["key_bits"], bits["value_bits"], self._tried_bits):
            known = "="
        return Size(max(widths), most, len(self.heads), grid=self.grid, parameters=stored, p_is=known, **bits)

    @property
    def unit(self) -> Unit:
        """Queries by token (symbol = [z = 1] C(N, q) + number of the subset), keys by position, values +-c_h.

        The output row is (D q-SA,), saturated weights; the read-out divides by D.
        """
        return self.unit_with("saturated")

    def unit_with(self, weights: str, bits: int = 0) -> Unit:
        """The explicit tables under other weights: ``saturated``, ``base_two`` or ``fixed`` (p = ``bits``)."""
        heads = []
        for head, (queries, keys) in zip(self.heads, self.tables(), strict=True):
            values = tuple((c,) for c in (-head.share, head.share) for _ in queries)
            heads.append(Head(Table("token", queries * 2), (Table("position", keys),), (Table("token", values),)))
        return Unit(2 * comb(self.task.N, self.task.q), (Layer(tuple(heads), weights=weights, bits=bits),))

    # ---- checks

    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """Exact margins and ties of every subset if ``work`` products suffice, else of adversarial and random subsets.

        A subset counts N m products, over all heads, and ``STEPS_PER_SUBSET`` more; ``MAX_WORK`` is the default. One
        subset is one input and stands for every position that names it: queries depend on the subset only. A subset
        fails if a head does not tie its part exactly above all other keys, or the weights then do not add up to the
        average; the first such subset is the counterexample.
        """
        N, q = self.task.N, self.task.q
        steps = comb(N, q) * (N * self._width + STEPS_PER_SUBSET)

        def look(subset: Subset) -> tuple[int, bool]:
            margin, spread = self.measured(subset)
            return margin, margin > 0 and not spread and self.adds_up(subset)

        found, done = self.tried(samples, seed, steps <= (MAX_WORK if work is None else work), seconds, look)
        wrong, scope = found.counterexample, f"{len(done)} subsets"
        if wrong is not None:
            scope += "" if found.undecided else "; the last one is wrong"
        elif found.exhaustive:
            scope = f"all {scope}"
        else:
            scope += ": runs, spread, near misses, random"
            scope += f"; proved for all: {self.proved}" if self.proved else "; sampled, not proved for all"
        # Saturated heads that tie their parts average exactly; the error of a wrong subset is computed.
        error = Fraction(0) if wrong is None else self.error(wrong) if wrong in done else None
        return replace(found, scope=scope, margin=min(done.values(), default=None), error=error)

    def adds_up(self, subset: Subset) -> bool:
        """Whether parts tied exactly at the top make up the average: c_h / (D s_h) = 1/q on disjoint parts of y."""
        parts = [(head.share, head.part(subset)) for head in self.heads]
        equal = all(share * self.task.q == self.divisor * len(part) for share, part in parts)
        return equal and sorted(j for _, part in parts for j in part) == sorted(subset)

    def certificate(self) -> dict[str, Any] | None:
        """A bundle that ``check`` accepts; None if that is too much to do, or a subset is not selected.

        One head: it selects every y, class GRID(p, grid, gap g), p for queries and keys, g the least margin. Several:
        their sum is q-SA with error 0, class FIXED(p, grid) if the least margin exceeds p (weights off the part are
        then cut to 0), else SATURATED; p is for all tables, values included.
        """
        gap, size, question = self._gap_to_be_checked, self.size, qsa_question(self.task.N, self.task.q)
        if gap is None:
            return None
        if size.H > 1:
            return self.whole_certificate()
        ((queries, keys),) = self.tables()
        bits = bits_needed((entry for row in (*queries, *keys) for entry in row), self.grid)
        asked = least_size(question, "m", f"GRID({bits}, {self.grid}, gap {min(gap, 10**9 - 1)})")
        return certificate(question, by_tables(asked, size.m, self.name, queries, keys, size.m))

    def whole_certificate(self) -> dict[str, Any] | None:
        """That the sum of all heads is q-SA with error 0, values included; None where ``certificate`` is."""
        gap, size = self._gap_to_be_checked, self.size
        if gap is None:
            return None
        unit_class = f"FIXED({size.p}, {self.grid})" if gap > size.p else "SATURATED"
        return averaging_certificate_within(self, Fraction(0), unit_class)

    @cached_property
    def _gap_to_be_checked(self) -> int | None:
        """The least margin of all subsets; None if that is too much to check, or a subset is not selected."""
        N, q = self.task.N, self.task.q
        few = comb(N, q) * N * self._width <= LARGEST_PRODUCTS and qsa_question(N, q).can_be_written_out
        if not few or not self._can_be_written_out:
            return None
        try:
            measured = [self.measured(y) for y in combinations(range(N), q)]
        except NoExactTieError:
            return None
        gap = min(margin for margin, _ in measured)
        return None if gap < 1 or any(spread for _, spread in measured) else gap

    def tables(self) -> tuple[tuple[tuple[Vector, ...], tuple[Vector, ...]], ...]:
        """The queries of all subsets in lexicographic order, and the keys, of each head, as plain integers."""
        if not self._can_be_written_out:
            raise ConstructionError(
                f"N and q must give at most {LARGEST_UNIT} query entries to be written out, got C({self.task.N}, "
                f"{self.task.q}) rows of {self._width}; use verify() and size, or a "
                f"smaller N"
            )
        keys = (tuple(tuple(map(int, row)) for row in head.keys) for head in self.heads)
        return tuple(zip(self._all_queries, keys, strict=True))

    # ---- what the tables are made of

    @property
    def _width(self) -> int:
        return sum(head.keys.shape[1] for head in self.heads)

    @property
    def _can_be_written_out(self) -> bool:
        return comb(self.task.N, self.task.q) * self._width <= LARGEST_UNIT

    @cached_property
    def _all_queries(self) -> tuple[tuple[Vector, ...], ...]:
        subsets = list(combinations(range(self.task.N), self.task.q))
        return tuple(tuple(tuple(map(int, head.query(head.part(y)))) for y in subsets) for head in self.heads)

    @property
    def _key_entries(self) -> list[int]:
        return [int(edge) for head in self.heads for edge in (head.keys.min(initial=1), head.keys.max(initial=1))]

    @property
    def _query_entries(self) -> tuple[list[int], str]:
        """Entries between which all are, and whether these are attained (=), a bound (<=), or of some queries (>=)."""
        if self._can_be_written_out:
            try:
                return [entry for queries in self._all_queries for row in queries for entry in row], "="
            except NoExactTieError:
                pass  # the range of the rule, then
        ranges = [head.query_range for head in self.heads]
        if None not in ranges:
            return [entry for found in ranges for entry in found or ()], "<="
        return self._tried_entries(64), ">="

    def _tried_entries(self, samples: int) -> list[int]:
        subsets = list(islice(self.subsets(samples, 0), samples))
        queries = (head.query(head.part(y)) for head in self.heads for y in subsets)
        return [int(edge) for query in queries for edge in (query.min(), query.max())]

    @property
    def _tried_bits(self) -> int:
        """The bits of the queries of a few subsets."""
        try:
            return bits_needed(self._tried_entries(FEW), self.grid) or 0
        except NoExactTieError:
            return 0

    def _require(self, subset: Subset) -> None:
        N, q = self.task.N, self.task.q
        if len(subset) != q or list(subset) != sorted(set(subset)) or not 0 <= subset[0] <= subset[-1] < N:
            raise ConstructionError(
                f"subset must be {q} increasing positions among 0 .. {N - 1}, got {subset!r:.80}; try {tuple(range(q))}"
            )


def averaging_certificate_within(built: AveragingConstruction, error: Fraction, unit_class: str) -> dict[str, Any]:
    """The bundle which proves that outputs are wrong by at most ``error`` in a class SATURATED or FIXED(p, grid).

    Raises
    ------
    CheckerRefusedError
        If they are wrong by more, an entry is outside the grid, or the checker would have too much to do.
    ConstructionError
        If the tables are too large to be written out.
    """
    heads = [head.stated(queries) for head, (queries, _) in zip(built.heads, built.tables(), strict=True)]
    evidence = {"kind": "averaging", "heads": heads, "divisor": built.divisor}
    question = averaging_question(built.task.N, built.task.q)
    asked = least_size(question, "m", unit_class, heads=built.size.H, error=error)
    return certificate(question, certified_bound(asked, "upper", built.size.m, built.name, evidence))
