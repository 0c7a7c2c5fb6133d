"""A sparse pattern as it was asked for: the cycle of layers, the heads of each, and what was found on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ...questions.layer_patterns import LayerPattern
from ...questions.sparse_pattern import Causal, SparsePattern, Union
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
    """

    pattern: SparsePattern
    name: str
    heads: tuple[tuple[LayerPattern, ...], ...]

    @property
    def n(self) -> int:
        """Positions."""
        return self.pattern.n

    @property
    def layers(self) -> tuple[LayerPattern, ...]:
        """The cycle of layers."""
        return self.pattern.layers

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about the data."""
        return tuple(note for layer in self.layers for note in _notes(layer))

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


def one_head(layers: Sequence[LayerPattern], name: str) -> AttentionPattern:
    """The pattern with one head in each layer.

    >>> from ...questions.layer_patterns import Blocks, Summaries
    >>> one_head((Blocks(256, 16), Summaries(256, 16)), "fixed").connections
    (4096, 4336)
    """
    return AttentionPattern(SparsePattern(tuple(layers)), name, tuple((layer,) for layer in layers))


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
    >>> with_self_loops(one_head((array_lists(3, [0], [1]),), "edge")).connections
    (4,)
    """
    heads = tuple(tuple(map(_looped, row)) for row in asked.heads)
    pattern = SparsePattern(tuple(map(_looped, asked.layers)))
    return AttentionPattern(pattern, f"{asked.name} with self-loops", heads)


def _looped(layer: LayerPattern) -> LayerPattern:
    if isinstance(layer, ArrayLists):
        owner = np.repeat(np.arange(layer.n), np.diff(layer.starts))
        positions = np.arange(layer.n)
        rows, columns = np.concatenate([owner, positions]), np.concatenate([layer.indices, positions])
        return replace(array_lists(layer.n, rows, columns, layer.given), notes=layer.notes)
    if isinstance(layer, Causal):
        return Causal(_looped(layer.of))
    if isinstance(layer, Union):
        return Union(layer.n, (*map(_looped, layer.parts),))
    return layer


def _notes(layer: LayerPattern) -> tuple[str, ...]:
    if isinstance(layer, Union):
        return tuple(note for part in layer.parts for note in _notes(part))
    return _notes(layer.of) if isinstance(layer, Causal) else getattr(layer, "notes", ())
