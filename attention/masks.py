"""Which keys a position may attend to: boolean arrays, and lists A_i whose cost is O(sum |A_i|^(s-1)).

In a tuple of order s every part has to be allowed for the position. A null token is one more key, the last row, that
every position may attend to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


class AttentionError(ValueError):
    """Attention cannot be computed from what was given; the message names argument, requirement, value and remedy."""


@dataclass(frozen=True, eq=False)
class SparsePattern:
    """The lists A_i of allowed keys: row i of ``lists`` holds A_i, then -1 up to the end; ``keys`` is Nk.

    Attention gathers the keys of each list, and never touches the others.
    """

    lists: np.ndarray
    keys: int

    @property
    def lengths(self) -> np.ndarray:
        """|A_i| for every position."""
        return (self.lists >= 0).sum(axis=1)

    @property
    def dense(self) -> np.ndarray:
        """The same mask as a boolean array of shape (N, Nk)."""
        allowed = np.zeros((len(self.lists), self.keys), dtype=bool)
        rows, columns = np.nonzero(self.lists >= 0)
        allowed[rows, self.lists[rows, columns]] = True
        return allowed

    def __repr__(self) -> str:
        return f"SparsePattern({len(self.lists)} positions, {self.keys} keys, {int(self.lengths.sum())} pairs)"


Mask = np.ndarray | SparsePattern


def from_lists(lists: Sequence[Sequence[int]], keys: int) -> SparsePattern:
    """The pattern with the given lists of key positions, one per position.

    Raises
    ------
    AttentionError
        If a list is empty, repeats a key or names one that is not in 0 .. keys - 1.

    Examples
    --------
    >>> from_lists([[0], [0, 2]], 3).dense.astype(int)
    array([[1, 0, 0],
           [1, 0, 1]])
    """
    if not len(lists):
        raise AttentionError("lists must have one entry per position, got none")
    rows = [list(row) for row in lists]
    padded = np.full((len(rows), max(map(len, rows))), -1, dtype=np.int64)
    for i, row in enumerate(rows):
        if not row:
            raise AttentionError(f"position {i} has no key to attend to; let the mask allow one, or add a null token")
        for j in row:
            if isinstance(j, bool) or not isinstance(j, int | np.integer) or not 0 <= j < keys:
                raise AttentionError(f"lists[{i}] must name keys in 0 .. {keys - 1}, got {j!r}")
        if len(set(row)) < len(row):
            raise AttentionError(f"lists[{i}] must name each key once, got {row}")
        padded[i, : len(row)] = row
    return SparsePattern(padded, keys)


def window(positions: int, radius: int) -> SparsePattern:
    """|i - j| <= radius, for N positions that are queries and keys.

    >>> window(4, 1).dense.astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 0],
           [0, 1, 1, 1],
           [0, 0, 1, 1]])
    """
    _at_least("positions", positions, 1)
    _at_least("radius", radius, 0)
    return from_lists([range(max(0, i - radius), min(positions, i + radius + 1)) for i in range(positions)], positions)


def causal(positions: int) -> np.ndarray:
    """j <= i, as a boolean array: half of all pairs is too many for lists to pay.

    >>> causal(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    _at_least("positions", positions, 1)
    return np.tri(positions, dtype=bool)


def with_null(mask: Mask) -> Mask:
    """The mask with one more key, the last, that every position may attend to: the null token.

    >>> with_null(causal(2)).astype(int)
    array([[1, 0, 1],
           [1, 1, 1]])
    >>> with_null(window(3, 0)).dense.astype(int)
    array([[1, 0, 0, 1],
           [0, 1, 0, 1],
           [0, 0, 1, 1]])
    """
    if isinstance(mask, SparsePattern):
        lists = np.pad(mask.lists, ((0, 0), (0, 1)), constant_values=-1)
        lists[np.arange(len(lists)), mask.lengths] = mask.keys
        return SparsePattern(lists, mask.keys + 1)
    allowed = np.asarray(mask)
    return np.concatenate([allowed, np.ones((*allowed.shape[:-1], 1), dtype=allowed.dtype)], axis=-1)


@dataclass(frozen=True, eq=False)
class WithNull:
    """Keys and values with a null token as their last row."""

    keys: tuple[np.ndarray, ...]
    values: tuple[np.ndarray, ...]


def append_null(
    keys: Sequence[Any], values: Sequence[Any], null_keys: Sequence[Any], null_values: Sequence[Any]
) -> WithNull:
    """The null token as one more row, the last, of every array; a mask needs ``with_null`` too.

    Parameters
    ----------
    keys, values : s-1 arrays each, (.., Nk, m) and (.., Nk, dv)
    null_keys, null_values : s-1 vectors each, of length m and dv

    Examples
    --------
    >>> append_null([[[1], [2]]], [[[3], [4]]], [[0]], [[9]]).values[0].tolist()
    [[3], [4], [9]]
    """
    return WithNull(_appended(keys, null_keys, "keys"), _appended(values, null_values, "values"))


def _appended(tables: Sequence[Any], rows: Sequence[Any], name: str) -> tuple[np.ndarray, ...]:
    if len(tables) != len(rows):
        raise AttentionError(f"null_{name} must have a vector per array of {name} ({len(tables)}), got {len(rows)}")
    longer = []
    for r, (given, row) in enumerate(zip(tables, rows, strict=True)):
        table, last = np.asarray(given), np.asarray(row)
        if last.shape != table.shape[-1:]:
            raise AttentionError(
                f"null_{name}[{r}] must have shape {table.shape[-1:]} as {name}[{r}], got {last.shape}"
            )
        last = np.broadcast_to(last, (*table.shape[:-2], 1, table.shape[-1]))
        longer.append(np.concatenate([table, last], axis=-2))
    return tuple(longer)


def as_mask(mask: Any, positions: int, keys: int) -> Mask | None:
    """A mask fit for so many queries and keys: a boolean array of shape (1, N, Nk), a pattern, or None.

    Raises
    ------
    AttentionError
        If the shape or the entries are wrong, or a position has no key.
    """
    if mask is None:
        return None
    if isinstance(mask, SparsePattern):
        if (len(mask.lists), mask.keys) != (positions, keys):
            raise AttentionError(f"mask must be for {positions} positions and {keys} keys, got {mask!r}")
        return mask
    allowed = np.asarray(mask)
    if allowed.dtype != bool or allowed.shape != (positions, keys):
        raise AttentionError(
            f"mask must be a boolean array of shape {(positions, keys)} or a SparsePattern, "
            f"got dtype {allowed.dtype}, shape {allowed.shape}"
        )
    empty = np.flatnonzero(~allowed.any(axis=1))
    if len(empty):
        raise AttentionError(
            f"position {empty[0]} has no key to attend to; let the mask allow one, or add a null token"
        )
    return allowed[None]


def _at_least(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise AttentionError(f"{name} must be an integer of at least {least}, got {value!r}")
