"""A unit run on a batch of inputs by the exact fast forms; equal to ``Unit.outputs``, input by input."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..questions import GRIDS, Head, Layer, ReadOut, Table, Unit, bits_needed
from .arguments import integers
from .exact import ExactOutputs, base_two_attention, fixed_point_attention, saturated_attention, smallest_integers
from .masks import AttentionError, append_null


def unit_outputs(unit: Unit, batch: Any) -> ExactOutputs:
    """The last layer's output rows of every position of every input, exact and in lowest terms per row.

    Parameters
    ----------
    unit : Unit
    batch : integers (B, N), symbols 0 .. A-1; any other number of batch axes will do

    Returns
    -------
    ExactOutputs
        numerators (B, N, width), denominators (B, N); a row has the least common denominator, so equal rows are equal
        integers. ``.fractions()[b, i]`` equals ``unit.outputs(batch[b])[i]``.

    Raises
    ------
    AttentionError
        If a symbol is not in the alphabet, N does not suit a table or a mask, a position has no key, tables have no
        common width, or a read-out lacks a pair of token and row.

    Examples
    --------
    >>> keys = Table("token", ((0,), (1,)))
    >>> highest = Unit(2, (Layer((Head(Table("token", ((1,), (1,))), (keys,), (keys,)),)),))
    >>> unit_outputs(highest, [[0, 1, 0], [0, 0, 0]]).numerators[..., 0]
    array([[1, 1, 1],
           [0, 0, 0]])
    """
    tokens = integers(batch, "batch")
    if tokens.ndim == 0 or 0 in tokens.shape:
        raise AttentionError(f"batch must have shape (B, N) with at least one input and position, got {tokens.shape}")
    alphabet, shape = unit.alphabet, tokens.shape
    tokens = tokens.reshape(-1, shape[-1])
    if tokens.min() < 0 or tokens.max() >= alphabet:
        wrong = tokens[(tokens < 0) | (tokens >= alphabet)][0]
        raise AttentionError(f"batch must hold symbols 0 .. {alphabet - 1}, got {wrong}")
    tokens = tokens.astype(np.int64)
    for layer, read_out in zip(unit.layers, unit.read_outs, strict=False):
        tokens = _read(read_out, tokens, _layer_outputs(layer, tokens, alphabet))
        alphabet = read_out.alphabet
    found = _layer_outputs(unit.layers[-1], tokens, alphabet)
    return ExactOutputs(found.numerators.reshape(*shape, -1), found.denominators.reshape(shape))


def _layer_outputs(layer: Layer, tokens: np.ndarray, alphabet: int) -> ExactOutputs:
    parts = [_head_outputs(layer, head, tokens, alphabet) for head in layer.heads]
    if len(parts) == 1:
        return parts[0].reduced()
    common = parts[0].denominators.astype(object)
    for part in parts[1:]:
        common = np.lcm(common, part.denominators.astype(object))
    rows = [part.numerators * (common // part.denominators)[..., None] for part in parts]
    if layer.combine == "concat":
        numerators = np.concatenate(rows, axis=-1)
    elif len({row.shape[-1] for row in rows}) > 1:
        raise AttentionError(f"summed heads must have values of one width, got {[row.shape[-1] for row in rows]}")
    else:
        numerators = np.sum(rows, axis=0)
    found = ExactOutputs(numerators, common).reduced()
    return ExactOutputs(smallest_integers(found.numerators), smallest_integers(found.denominators))


def _head_outputs(layer: Layer, head: Head, tokens: np.ndarray, alphabet: int) -> ExactOutputs:
    length = tokens.shape[1]
    queries = _looked_up(head.queries, tokens, alphabet, "queries")
    keys: Sequence[np.ndarray] = [_looked_up(table, tokens, alphabet, "keys") for table in head.keys]
    values: Sequence[np.ndarray] = [_looked_up(table, tokens, alphabet, "values") for table in head.values]
    mask = None
    if layer.mask is not None:
        mask = np.zeros((length, length), dtype=bool)
        if len(layer.mask) != length:
            raise AttentionError(f"the unit's mask is for inputs of length {len(layer.mask)}, got length {length}")
        for i, row in enumerate(layer.mask):
            mask[i, list(row)] = True
    if head.null_keys:
        blanks = [integers([*head.null_keys], "null_keys"), integers([*head.null_values], "null_values")]
        longer = append_null(keys, values, list(blanks[0]), list(blanks[1]))
        keys, values = longer.keys, longer.values
        if mask is not None:
            mask = np.pad(mask, ((0, 0), (0, 1)), constant_values=True)
    options: dict[str, Any] = {"polynomial": layer.polynomial, "mask": mask}
    if layer.relative:
        raise AttentionError("relative tables are run one input after the other; use Unit.outputs")
    if layer.weights == "fixed":
        return fixed_point_attention(queries, keys, values, bits=layer.bits, **options)
    if layer.weights == "rounded":
        raise AttentionError("a unit with weights 'rounded' is run on one input at a time; take unit.outputs(tokens)")
    attention = {"saturated": saturated_attention, "base_two": base_two_attention}.get(layer.weights)
    if attention is None:
        raise AttentionError(f'weights must be "saturated", "fixed" or "base_two", got {layer.weights!r}')
    return attention(queries, keys, values, **options)


def _looked_up(table: Table, tokens: np.ndarray, alphabet: int, name: str) -> np.ndarray:
    rows = integers([*table.rows], name)
    if rows.ndim != 2:
        raise AttentionError(f"a table of {name} must have rows of one width")
    positions = np.arange(tokens.shape[1])
    if table.by == "token":
        needed, chosen = alphabet, tokens
    elif table.by == "position":
        needed, chosen = len(positions), np.broadcast_to(positions, tokens.shape)
    else:
        needed, chosen = len(positions) * alphabet, positions * alphabet + tokens
    if len(rows) != needed:
        raise AttentionError(
            f"a table of {name} by {table.by} must have {needed} rows for {alphabet} symbols and inputs of length "
            f"{len(positions)}, got {len(rows)}"
        )
    found: np.ndarray = rows[chosen]
    return found


def _read(read_out: ReadOut, tokens: np.ndarray, outputs: ExactOutputs) -> np.ndarray:
    """New symbols: the list is asked once for each distinct pair of token and row."""
    table = dict(read_out.symbols)
    rows = np.concatenate([tokens[..., None], outputs.denominators[..., None], outputs.numerators], axis=-1)
    known: dict[tuple[int, ...], int] = {}
    flat = rows.reshape(-1, rows.shape[-1])
    if flat.dtype != object:
        flat, place = np.unique(flat, axis=0, return_inverse=True)
    else:
        place = np.arange(len(flat))
    for row in map(tuple, flat.tolist()):
        if row not in known:
            token, denominator, *numerators = row
            pair = token, tuple(Fraction(entry, denominator) for entry in numerators)
            if pair not in table:
                shown = ", ".join(map(str, pair[1]))
                raise AttentionError(
                    f"a read-out must be defined on what occurs; it lacks token {token}, row ({shown})"
                )
            known[row] = table[pair]
    symbols = np.array([known[row] for row in map(tuple, flat.tolist())], dtype=np.int64)
    return symbols[place.ravel()].reshape(tokens.shape)


@dataclass(frozen=True)
class Summary:
    """The sizes of a unit; ``str`` of it is readable text, ``fields`` the same as a mapping."""

    m: int
    p: int | None
    grid: str
    H: int
    order: int
    layers: int
    dv: int
    parameters: int

    @property
    def bits(self) -> int | None:
        """m p H, the bits of a position's queries; None if no p holds the entries."""
        return None if self.p is None else self.m * self.p * self.H

    @property
    def fields(self) -> dict[str, Any]:
        """Name and number of each size."""
        return {**vars(self), "bits": self.bits}

    def __str__(self) -> str:
        precision = (
            f"no p: the {self.grid} grid lacks some entries"
            if self.p is None
            else f"p = {self.p} bits ({self.grid}), m p H = {self.bits} bits"
        )
        return (
            f"order {self.order}, {self.layers} layer{'s' * (self.layers > 1)}, H = {self.H}, m = {self.m}, "
            f"dv = {self.dv}; {precision}; {self.parameters} numbers stored"
        )


def summary(unit: Unit, grid: str = "twos") -> Summary:
    """The sizes of a unit, with the least p such that the p-bit grid holds every entry.

    Examples
    --------
    >>> keys = Table("token", ((0,), (1,)))
    >>> print(summary(Unit(2, (Layer((Head(keys, (keys,), (keys,)),)),))))
    order 2, 1 layer, H = 1, m = 1, dv = 1; p = 2 bits (twos), m p H = 2 bits; 6 numbers stored
    """
    if grid not in GRIDS:
        raise AttentionError(f"grid must be one of {', '.join(GRIDS)}, got {grid!r}")
    needed = bits_needed(unit.entries, grid)
    return Summary(unit.m, needed, grid, unit.H, unit.order, len(unit.layers), unit.dv, unit.parameters)
