"""Assumption 1, part 1: whether every position attends to itself in every layer."""

from __future__ import annotations

from dataclasses import dataclass

from ...questions.sparse_pattern import (
    Blocks,
    Causal,
    Dense,
    Dilated,
    LayerPattern,
    Longformer,
    SparsePattern,
    Star,
    Stride,
    Summaries,
    Union,
    Window,
)
from .found import Found, found

ALWAYS = (Blocks, Dense, Dilated, Longformer, Star, Stride, Summaries, Window)
"""Patterns whose rows hold the position itself, by definition."""


@dataclass(frozen=True)
class SelfAttention:
    """Whether every position attends to itself; if not, one that does not, and how many there are in that layer."""

    holds: bool
    evidence: Found
    layer: int = 0
    position: int = 0
    count: int = 0

    @property
    def words(self) -> str:
        """The answer in words."""
        if self.holds:
            return "every position attends to itself in every layer"
        others = "" if self.count == 1 else f", nor do {self.count - 1} others"
        return f"position {self.position} does not attend to itself in layer {self.layer}{others}"


def self_attention(pattern: SparsePattern) -> SelfAttention:
    """Whether i is in A_i for every position of every layer.

    Examples
    --------
    >>> self_attention(SparsePattern((Window(9, 1), Stride(9, 3)))).holds
    True
    """
    for number, layer in enumerate(pattern.layers, start=1):
        if not _always(layer):
            without = [i for i in range(pattern.n) if not layer.has(i, i)]
            if without:
                claim = {"claim": "not-self-attending", "layer": number, "position": without[0]}
                evidence = found({**claim, "evidence": {"kind": "trivial"}}, "its row does not hold it")
                return SelfAttention(False, evidence, number, without[0], len(without))
    claim = {"claim": "self-attending", "evidence": {"kind": "trivial"}}
    return SelfAttention(True, found(claim, "every row holds its position"))


def _always(layer: LayerPattern) -> bool:
    if isinstance(layer, Causal):
        return _always(layer.of)
    if isinstance(layer, Union):
        return any(map(_always, layer.parts))
    return isinstance(layer, ALWAYS)
