"""What some prefixes (j_2 .. j_(s-1)) of key tuples contribute to every score and value, computed once for all queries.

A score is linear in the query q and in the last key, for any polynomial. So for each prefix there are vectors A, D, E
and a number f, sums of products of the prefix's keys, with

    score = < A o q + D, k_last >  +  < E, q > + f,

where A sums over the monomials that name both query and last key, D over those with the last key alone, E over those
with the query alone, f over those with neither. [A o q + D, <E, q> + f] is the row of the query and the prefix, and the
last keys (with a 1 appended where the second half is not zero) are the columns: scores are rows times columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arguments import Arguments


@dataclass(frozen=True, eq=False)
class Prefixes:
    """Some prefixes, t of them, for some batches b; ``None`` stands for zeros.

    ``numbers`` (t,) counts prefixes through, ``positions`` are their key positions. ``both`` is A and ``alone`` D, of
    shape (b, t, m), ``crossed`` is E of shape (b, m, t), ``constant`` f of shape (b, t). Where all
    are alike, b or t may be 1.
    """

    numbers: np.ndarray
    positions: tuple[np.ndarray, ...]
    both: np.ndarray | None
    alone: np.ndarray | None
    crossed: np.ndarray | None
    constant: np.ndarray | None

    def rows(self, queries: np.ndarray, width: int) -> np.ndarray:
        """The rows of queries (b, n, m), of ``width`` m, or m + 1 with the part that has no last key: (b, n, t, ..)."""
        (b, n, m), t = queries.shape, len(self.numbers)
        first: Any = 0.0
        if self.both is not None:
            products: np.ndarray = queries[:, :, None] * self.both[:, None]
            first = products
            if self.alone is None and width == m and first.shape[2] == t:
                return products
        if self.alone is not None:
            first = first + self.alone[:, None]
        rows = np.zeros((b, n, t, width), dtype=queries.dtype)
        rows[..., :m] = first
        if self.crossed is not None:
            rows[..., m] = np.matmul(queries, self.crossed)
        if self.constant is not None:
            rows[..., m] += self.constant[:, None]
        return rows


def constants(given: Arguments) -> bool:
    """Whether a monomial of the score does not name the last key, so that rows have m + 1 entries."""
    return any(monomial[-1] < given.polynomial.order - 1 for monomial in given.polynomial.monomials)


def positions_of(given: Arguments, numbers: np.ndarray) -> tuple[np.ndarray, ...]:
    """The key positions j_2 .. j_(s-1) of prefixes counted through."""
    count, parts = given.keys[0].shape[1], given.polynomial.order - 2
    return np.unravel_index(numbers, (count,) * parts) if parts else ()


def prefixes_of(
    given: Arguments, batches: slice, numbers: np.ndarray, scale: float = 1.0, factors: Sequence[float] | None = None
) -> Prefixes:
    """The prefixes of these numbers; ``factors`` gives each monomial a factor, ``scale`` all of them."""
    last = given.polynomial.order - 1
    kind, m = given.queries.dtype.type, given.queries.shape[-1]
    positions = positions_of(given, numbers)
    keys = [table[batches][:, chosen] for table, chosen in zip(given.keys, positions, strict=False)]
    sums: dict[tuple[bool, bool], np.ndarray] = {}
    for r, monomial in enumerate(given.polynomial.monomials):
        product = np.full((1, 1, m), scale if factors is None else scale * factors[r], dtype=kind)
        for part in monomial:
            if 0 < part < last:
                product = product * keys[part - 1]
        name = (monomial[0] == 0, monomial[-1] == last)
        sums[name] = sums[name] + product if name in sums else product
    crossed, constant = sums.get((True, False)), sums.get((False, False))
    return Prefixes(
        numbers,
        positions,
        sums.get((True, True)),
        sums.get((False, True)),
        None if crossed is None else np.swapaxes(crossed, -1, -2),
        None if constant is None else constant.sum(axis=-1),
    )


def value_products(given: Arguments, batches: slice, prefixes: Prefixes) -> np.ndarray:
    """For each prefix the product of its values, and a 1: float64 of shape (b, dv + 1, t)."""
    tables = [table[batches] for table in given.values[:-1]]
    found = np.ones((len(tables[0]), tables[0].shape[-1] + 1, len(prefixes.numbers)))
    for table, chosen in zip(tables, prefixes.positions, strict=True):
        found[:, :-1] *= np.swapaxes(table[:, chosen], -1, -2)
    return found
