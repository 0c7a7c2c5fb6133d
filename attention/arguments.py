"""What every form of attention is given, checked once and brought to one shape: (batch, position, coordinate).

Symbols: N queries, Nk keys, m width of queries and keys, dv of values, order s (s-1 arrays of keys and of values).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import numpy as np

from ..questions import GRIDS, ScorePolynomial
from .masks import AttentionError, Mask, SparseMask, as_mask, require_integer

GATHERED_NUMBERS = 2**20
"""How many numbers a sparse pattern may gather at a time: 8 MiB of float64."""


@dataclass(frozen=True, eq=False)
class Arguments:
    """Queries (B, N, m), s-1 keys (B, Nk, m), s-1 values (B, Nk, dv); ``batch`` is the shape that B stands for.

    ``allowed`` is a boolean array (1 or B, N, Nk), a ``SparseMask``, or None: every key.
    """

    polynomial: ScorePolynomial
    queries: np.ndarray
    keys: tuple[np.ndarray, ...]
    values: tuple[np.ndarray, ...]
    allowed: Mask | None
    batch: tuple[int, ...]

    def pieces(self) -> Iterator[tuple[np.ndarray, "Arguments"]]:
        """The same work without a sparse pattern: (the N positions it is about, arguments with an array or None).

        A position with the list A_i becomes a batch of its own with |A_i| keys. Positions with lists of similar length
        go together, and a list is padded to less than twice its length, so that the work is O(sum |A_i|^(s-1)).
        The pieces of a sparse pattern have shape (B * rows, 1, .) in the order of the batch, then of the rows.
        """
        if not isinstance(self.allowed, SparseMask):
            yield np.arange(self.queries.shape[1]), self
            return
        lengths = self.allowed.lengths
        for size in sorted({int(length).bit_length() for length in lengths}):
            of_size = np.flatnonzero((lengths >= 2 ** (size - 1)) & (lengths < 2**size))
            columns = int(lengths[of_size].max())
            numbers = len(self.queries) * columns * sum(table.shape[-1] for table in (*self.keys, *self.values))
            step = max(1, GATHERED_NUMBERS // max(1, numbers))
            for start in range(0, len(of_size), step):
                rows = of_size[start : start + step]
                yield rows, self._gathered(rows, self.allowed.padded(rows))

    def _gathered(self, rows: np.ndarray, lists: np.ndarray) -> "Arguments":
        batches, pieces = len(self.queries), len(self.queries) * len(rows)

        def gather(table: np.ndarray) -> np.ndarray:
            return table[:, np.maximum(lists, 0)].reshape(pieces, lists.shape[1], table.shape[-1])

        padded = bool((lists < 0).any())
        return replace(
            self,
            queries=self.queries[:, rows].reshape(pieces, 1, self.queries.shape[-1]),
            keys=tuple(gather(table) for table in self.keys),
            values=tuple(gather(table) for table in self.values),
            allowed=np.tile(lists >= 0, (batches, 1))[:, None] if padded else None,
        )


def prepare(
    polynomial: ScorePolynomial,
    queries: Any,
    keys: Any,
    values: Any,
    mask: Any,
    convert: Callable[[Any, str], np.ndarray],
) -> Arguments:
    """The arguments of a form of attention, checked and in one shape; ``convert`` makes an array of numbers.

    Raises
    ------
    AttentionError
        If shapes do not fit together, an array is empty, the number of key or value arrays is not order - 1, an entry
        is not a number that ``convert`` takes, or the mask leaves a position without a key.
    """
    if not isinstance(polynomial, ScorePolynomial):
        raise AttentionError(
            f"polynomial must be a ScorePolynomial, got {polynomial!r}; try PAIRWISE, STRASSEN or tensor(3)"
        )
    asked = convert(queries, "queries")
    if asked.ndim < 2 or asked.shape[-2] == 0:
        raise AttentionError(
            f"queries must have shape (.., N, m) with N >= 1, got {asked.shape}; give one row per query"
        )
    key_tables = _tables(polynomial, keys, "keys", convert)
    value_tables = _tables(polynomial, values, "values", convert)
    count = key_tables[0].shape[-2]
    for name, tables, width in (
        ("keys", key_tables, asked.shape[-1]),
        ("values", value_tables, value_tables[0].shape[-1]),
    ):
        for r, table in enumerate(tables):
            if table.shape[-2:] != (count, width):
                raise AttentionError(
                    f"{name}[{r}] must have shape (.., {count}, {width}) to go with "
                    f"{'queries' if name == 'keys' else 'keys'} and {name}[0], got {table.shape}"
                )
    if value_tables[0].shape[-1] == 0:
        raise AttentionError(f"values[0] must have at least one coordinate, got shape {value_tables[0].shape}")
    everything = (asked, *key_tables, *value_tables)
    leading = {array.shape[:-2] for array in everything}
    try:
        batch = next(iter(leading)) if len(leading) == 1 else np.broadcast_shapes(*leading)
    except ValueError:
        shapes = ", ".join(str(array.shape) for array in everything)
        raise AttentionError(f"the leading batch axes must broadcast, got queries, keys, values of {shapes}") from None
    if 0 in batch:
        raise AttentionError(f"a batch must not be empty, got batch axes {batch}")
    allowed = as_mask(mask, asked.shape[-2], count)
    flat = [_flat(array, batch) for array in everything]
    parts = polynomial.order - 1
    return Arguments(polynomial, flat[0], tuple(flat[1 : 1 + parts]), tuple(flat[1 + parts :]), allowed, batch)


def _tables(
    polynomial: ScorePolynomial, given: Any, name: str, convert: Callable[[Any, str], np.ndarray]
) -> list[np.ndarray]:
    needed = polynomial.order - 1
    if isinstance(given, np.ndarray) and needed == 1:
        given = [given]
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise AttentionError(
            f"{name} must be a list of {needed} arrays for a score of order {polynomial.order}, "
            f"got {type(given).__name__}"
        )
    if len(given) != needed:
        raise AttentionError(
            f"{name} must be {needed} arrays for a score of order {polynomial.order}, got {len(given)}; "
            "give one per key part, or another polynomial"
        )
    tables = [convert(table, f"{name}[{r}]") for r, table in enumerate(given)]
    for r, table in enumerate(tables):
        if table.ndim < 2 or table.shape[-2] == 0:
            raise AttentionError(f"{name}[{r}] must have shape (.., Nk, width) with Nk >= 1, got {table.shape}")
    return tables


def _flat(array: np.ndarray, batch: tuple[int, ...]) -> np.ndarray:
    if array.shape[:-2] == batch and len(batch) < 2:
        return array if batch else array[None]
    return np.broadcast_to(array, batch + array.shape[-2:]).reshape(prod(batch), *array.shape[-2:])


def floats(given: Any, name: str) -> np.ndarray:
    """An array of finite float64 numbers; float32 stays float32."""
    try:
        array = np.asarray(given)
        if array.dtype != np.float32:
            array = array.astype(np.float64, casting="unsafe" if array.dtype == object else "same_kind", copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise AttentionError(f"{name} must be an array of real numbers: {error}") from None
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise AttentionError(f"{name} must be finite, got {array[place]} at {place}")
    return array


def integers(given: Any, name: str) -> np.ndarray:
    """An array of exact integers: int64 where all fit, else Python integers (dtype object)."""
    try:
        array = np.asarray(given)
        if array.dtype.kind in "uf" and not isinstance(given, np.ndarray):
            array = np.asarray(given, dtype=object)  # a list of integers beyond int64 may have been rounded
    except (ValueError, OverflowError) as error:
        raise AttentionError(f"{name} must be an array of integers: {error}") from None
    if array.dtype == np.int64:
        return array
    if array.dtype.kind in "bi":
        return array.astype(np.int64)
    if array.dtype.kind not in "ufO":
        raise AttentionError(f"{name} must hold integers, got dtype {array.dtype}")
    entries = [_integer(entry, name) for entry in array.ravel().tolist()]
    fit = all(-(2**63) <= entry < 2**63 for entry in entries)
    return np.array(entries, dtype=np.int64 if fit else object).reshape(array.shape)


def _integer(entry: Any, name: str) -> int:
    try:
        whole = int(entry)
    except (TypeError, ValueError, OverflowError):
        raise AttentionError(f"{name} must hold integers, got {entry!r}") from None
    if isinstance(entry, str) or whole != entry:
        raise AttentionError(f"{name} must hold integers, got {entry!r}; scale the tables, or use softmax_attention")
    return whole


def require_grid(array: Any, bits: int, grid: str = "twos", name: str = "array") -> None:
    """Whether every entry lies in the p-bit grid: nothing happens if so.

    Raises
    ------
    AttentionError
        Naming the first entry outside the grid, or what is wrong with ``bits`` or ``grid``.

    Examples
    --------
    >>> require_grid([-4, 3], 3)
    >>> require_grid([[1, 2]], 2, "midrise", "keys")
    Traceback (most recent call last):
    headcount.attention.masks.AttentionError: keys must lie in the 2-bit midrise grid -3, -1, .., 3, got 2
    """
    if grid not in GRIDS:
        raise AttentionError(f"grid must be one of {', '.join(GRIDS)}, got {grid!r}")
    require_integer("bits", bits, 1)
    points = GRIDS[grid](bits)
    whole = integers(array, name).astype(object)  # int64 could overflow in the difference
    # A grid is a range: its ends and its step say everything, for integers of any length.
    outside = whole[(whole < points[0]) | (whole > points[-1]) | ((whole - points[0]) % points.step != 0)]
    if outside.size:
        shown = f"{points[0]}, {points[1]}, .., {points[-1]}"
        raise AttentionError(f"{name} must lie in the {bits}-bit {grid} grid {shown}, got {outside[0]}")
