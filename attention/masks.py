"""Which keys a position may attend to: boolean arrays, and lists A_i whose cost is O(sum |A_i|^(s-1)).

In a tuple of order s every part has to be allowed for the position. A null token is one more key, the last row, that
every position may attend to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..display.input_error import InputError
from ..questions.layer_patterns import LayerPattern, Window

if TYPE_CHECKING:
    import scipy.sparse


class AttentionError(InputError):
    """Attention cannot be computed from what was given; the message names argument, requirement, value and remedy."""


@dataclass(frozen=True, eq=False)
class SparseMask:
    """The lists A_i of allowed keys, one after the other (compressed sparse rows): memory linear in their lengths.

    Attention gathers the keys of each list, and never touches the others.

    Parameters
    ----------
    starts : integers of shape (N + 1,), from 0; A_i is ``indices[starts[i] : starts[i + 1]]``
    indices : key positions, 0 .. keys - 1, none twice in a list
    keys : Nk
    """

    starts: np.ndarray
    indices: np.ndarray
    keys: int

    @property
    def positions(self) -> int:
        """N."""
        return len(self.starts) - 1

    @property
    def lengths(self) -> np.ndarray:
        """|A_i| for every position."""
        return np.diff(self.starts)

    def padded(self, rows: np.ndarray) -> np.ndarray:
        """The lists of some positions, one in a row of the array, filled up with -1.

        >>> from_lists([[0], [0, 2], [1]], 3).padded(np.array([1, 2]))
        array([[ 0,  2],
               [ 1, -1]])
        """
        lengths = self.lengths[rows]
        columns = np.arange(int(lengths.max(initial=0)))
        inside = columns < lengths[:, None]
        places = np.where(inside, self.starts[rows][:, None] + columns, 0)
        return np.where(inside, self.indices[places], -1)

    @property
    def dense(self) -> np.ndarray:
        """The same mask as a boolean array of shape (N, Nk)."""
        allowed = np.zeros((self.positions, self.keys), dtype=bool)
        allowed[np.repeat(np.arange(self.positions), self.lengths), self.indices] = True
        return allowed

    def __repr__(self) -> str:
        return f"SparseMask({self.positions} positions, {self.keys} keys, {len(self.indices)} pairs)"


Mask = np.ndarray | SparseMask
MaskGiven: TypeAlias = "np.ndarray | SparseMask | LayerPattern | scipy.sparse.sparray | scipy.sparse.spmatrix | None"
"""A mask as it may be given: a boolean array (N, Nk), lists, a named pattern, a SciPy sparse array; None: every key."""


def from_lists(lists: Sequence[Sequence[int]], keys: int) -> SparseMask:
    """The mask with the given lists of key positions, one per position.

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
    _require_keys(np.array(list(map(len, rows))))
    for i, row in enumerate(rows):
        for j in row:
            if isinstance(j, bool) or not isinstance(j, int | np.integer) or not 0 <= j < keys:
                raise AttentionError(f"lists[{i}] must name keys in 0 .. {keys - 1}, got {j!r}")
        if len(set(row)) < len(row):
            raise AttentionError(f"lists[{i}] must name each key once, got {row}")
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    return SparseMask(starts, np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(starts[-1])), keys)


def from_pattern(pattern: LayerPattern) -> SparseMask:
    """The mask of a named pattern of a layer, for its n positions; memory linear in its connections.

    Raises
    ------
    AttentionError
        If a position attends to none.

    Examples
    --------
    >>> from ..questions.layer_patterns import Star
    >>> from_pattern(Star(6)).dense.astype(int)
    array([[1, 1, 0, 0, 1, 1],
           [1, 1, 1, 0, 0, 1],
           [0, 1, 1, 1, 0, 1],
           [0, 0, 1, 1, 1, 1],
           [1, 0, 0, 1, 1, 1],
           [1, 1, 1, 1, 1, 1]])
    """
    n = pattern.n
    rows = [pattern.row(i) for i in range(n)]
    of_row = np.repeat(np.arange(n), np.fromiter(map(len, rows), dtype=np.int64, count=n))
    parts = list(chain.from_iterable(rows))
    first = np.fromiter((part.start for part in parts), dtype=np.int64, count=len(parts))
    step = np.fromiter((part.step for part in parts), dtype=np.int64, count=len(parts))
    size = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    # Part r begins at before[r] in the list of all indices; what stands at place e of it is first[r] + (e - before[r])
    # step[r].
    before = np.cumsum(size) - size
    indices = np.repeat(first - before * step, size) + np.arange(int(size.sum())) * np.repeat(step, size)
    counts = np.bincount(of_row, weights=size, minlength=n).astype(np.int64)
    if pattern.overlapping:
        pairs = np.unique(np.repeat(np.arange(n), counts) * n + indices)
        counts, indices = np.bincount(pairs // n, minlength=n), pairs % n
    _require_keys(counts)
    return SparseMask(np.concatenate([[0], np.cumsum(counts)]), indices, n)


def from_sparse(array: Any) -> SparseMask:
    """The mask that allows what a SciPy sparse array of shape (N, Nk) stores and is not zero.

    Raises
    ------
    AttentionError
        If a position has no key.

    Examples
    --------
    >>> import scipy.sparse
    >>> from_sparse(scipy.sparse.eye_array(2, 3)).dense.astype(int)
    array([[1, 0, 0],
           [0, 1, 0]])
    """
    from scipy.sparse import csr_array

    rows = csr_array(array)
    if rows.ndim != 2:
        raise AttentionError(f"a sparse mask must have two axes, positions and keys, got shape {rows.shape}")
    if not rows.has_canonical_format or not rows.data.all():
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
    counts = np.diff(rows.indptr)
    _require_keys(counts)
    return SparseMask(rows.indptr.astype(np.int64), rows.indices.astype(np.int64), rows.shape[1])


def window(positions: int, radius: int) -> SparseMask:
    """``|i - j| <= radius``, for N positions that are queries and keys.

    >>> window(4, 1).dense.astype(int)
    array([[1, 1, 0, 0],
           [1, 1, 1, 0],
           [0, 1, 1, 1],
           [0, 0, 1, 1]])
    """
    require_integer("positions", positions, 1)
    require_integer("radius", radius, 0)
    return from_pattern(Window(int(positions), int(radius)))


def causal(positions: int) -> np.ndarray:
    """j <= i, as a boolean array: half of all pairs is too many for lists to pay.

    >>> causal(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    require_integer("positions", positions, 1)
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
    if isinstance(mask, SparseMask):
        indices = np.insert(mask.indices, mask.starts[1:], mask.keys)
        return SparseMask(mask.starts + np.arange(mask.positions + 1), indices, mask.keys + 1)
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
    """A mask fit for so many queries and keys: a boolean array of shape (1, N, Nk), lists, or None.

    Raises
    ------
    AttentionError
        If the shape or the entries are wrong, or a position has no key.
    """
    if mask is None:
        return None
    if isinstance(mask, LayerPattern) and (mask.n, mask.n) != (positions, keys):  # before it is written out
        raise AttentionError(f"mask must be for {positions} positions and {keys} keys, got {mask.words}, n = {mask.n}")
    mask = as_lists(mask)
    if isinstance(mask, SparseMask):
        if (mask.positions, mask.keys) != (positions, keys):
            raise AttentionError(f"mask must be for {positions} positions and {keys} keys, got {mask!r}")
        return mask
    allowed = np.asarray(mask)
    if allowed.dtype != bool or allowed.shape != (positions, keys):
        raise AttentionError(
            f"mask must be a boolean array of shape {(positions, keys)}, a SparseMask, a named pattern or a SciPy "
            f"sparse array, got dtype {allowed.dtype}, shape {allowed.shape}"
        )
    _require_keys(np.asarray(allowed.any(axis=1)))
    return allowed[None]


def as_lists(mask: MaskGiven) -> Mask | None:
    """Named patterns and SciPy sparse arrays as lists; anything else as it is.

    Raises
    ------
    AttentionError
        If a position of a pattern or a sparse array has no key.
    """
    if isinstance(mask, LayerPattern):
        return from_pattern(mask)
    if mask is None or isinstance(mask, np.ndarray | SparseMask):
        return mask
    from scipy.sparse import issparse  # here, since it takes long to load

    return from_sparse(mask) if issparse(mask) else mask


def _require_keys(counts: np.ndarray) -> None:
    """Refuse a mask that leaves a position without a key."""
    if not counts.all():
        position = int(np.flatnonzero(counts == 0)[0])
        raise AttentionError(
            f"position {position} has no key to attend to; let the mask allow one, or add a null token"
        )


def require_integer(name: str, value: Any, least: int, more: str = "") -> None:
    """Refuse what is no integer of at least ``least``, or as ``more`` says; ``True`` is none.

    >>> require_integer("bits", 0, 1)
    Traceback (most recent call last):
    headcount.attention.masks.AttentionError: bits must be an integer of at least 1, got 0
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise AttentionError(f"{name} must be an integer of at least {least}{more}, got {value!r}")
