"""A sparse pattern as it was asked for: the cycle of layers, the heads of each, and what was found on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...questions.sparse_pattern import Causal, LayerPattern, SparsePattern, Union
from ..task import TaskError
from .array_lists import ArrayLists, array_lists


@dataclass(frozen=True, eq=False)
class AttentionPattern:
    """A sparse pattern with the way its connections are counted.

    Attributes
    ----------
    pattern : SparsePattern
        The cycle of layers; what a layer reaches is what its heads reach together.
    name : str
        What it was called.
    heads : tuple of tuples of LayerPattern
        Layer by layer, the patterns of its heads. One head has the pattern of the layer; heads side by side have one
        each, and their connections are added up.
    notes : tuple of str
        What a user should know about the data: lines given twice, and the like.
    """

    pattern: SparsePattern
    name: str
    heads: tuple[tuple[LayerPattern, ...], ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def n(self) -> int:
        """Positions."""
        return self.pattern.n

    @property
    def layers(self) -> tuple[LayerPattern, ...]:
        """The cycle of layers."""
        return self.pattern.layers

    @cached_property
    def connections(self) -> tuple[int, ...]:
        """Connections of each layer: the sum of all |A_i|, added up over heads side by side."""
        return tuple(sum(head.connections for head in heads) for heads in self.heads)

    @property
    def words(self) -> tuple[str, ...]:
        """Each layer in words."""
        return tuple(
            layer.words if len(heads) == 1 else " | ".join(head.words for head in heads)
            for layer, heads in zip(self.layers, self.heads, strict=True)
        )


def one_head(pattern: SparsePattern, name: str, notes: tuple[str, ...] = ()) -> AttentionPattern:
    """The pattern with one head in each layer.

    >>> from ...questions.sparse_pattern import Blocks, Summaries
    >>> one_head(SparsePattern((Blocks(256, 16), Summaries(256, 16))), "fixed").connections
    (4096, 4336)
    """
    return AttentionPattern(pattern, name, tuple((layer,) for layer in pattern.layers), notes)


def require_size(n: int) -> int:
    """The number of positions, if it can be one.

    Raises
    ------
    TaskError
        If it is below 1 or above ``MOST``.
    """
    if not 1 <= n <= MOST:
        raise TaskError(f"the parameter n must be 1 .. {MOST} (positions), got {n}; write for example n=64")
    return n


MOST = 10**7
"""Positions that are asked about at most."""


def with_self_loops(asked: AttentionPattern) -> AttentionPattern:
    """The same pattern, in which every position attends to itself, too.

    >>> from .array_lists import array_lists
    >>> with_self_loops(one_head(SparsePattern((array_lists(3, [0], [1]),)), "edge")).connections
    (4,)
    """
    heads = tuple(tuple(map(_looped, row)) for row in asked.heads)
    pattern = SparsePattern(tuple(map(_looped, asked.layers)))
    return AttentionPattern(pattern, f"{asked.name} with self-loops", heads, asked.notes)


def _looped(layer: LayerPattern) -> LayerPattern:
    if isinstance(layer, ArrayLists):
        owner = np.repeat(np.arange(layer.n), np.diff(layer.starts))
        positions = np.arange(layer.n)
        rows, columns = np.concatenate([owner, positions]), np.concatenate([layer.indices, positions])
        return array_lists(layer.n, rows, columns, layer.given)
    if isinstance(layer, Causal):
        return Causal(_looped(layer.of))
    if isinstance(layer, Union):
        return Union(layer.n, (*map(_looped, layer.parts),))
    return layer
