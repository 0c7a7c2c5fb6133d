"""Sparse attention patterns: to which positions each position attends, in a cycle of layers.

A *layer pattern* on positions 0 .. n-1 gives each i a set A_i of positions, its *row*; a layer in which i attends to
A_i alone has (the sum of |A_i|) *connections*. A *sparse pattern* is a cycle of P layer patterns A^1, .., A^P: layer t
of a network has the pattern A^((t-1) mod P + 1). Named patterns are kept by their parameters and never written out: a
row is a few ranges, so a question about one row costs little at any n.

What is *reached* (after Yun et al. 2020, arXiv 2006.04862): S^1_k = A^1_k, and S^t_k is the union of S^(t-1)_j over
the j in row k of layer t. What position k is given through t layers of attention depends on no token outside S^t_k,
whatever the heads; where positions keep their own state beside it (``depth.py``), on none outside R^t_k, which is S^t_k
if every position attends to itself. The least t with S^t_k = [n] for all k is the number of *hops*, infinite if there
is none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import ClassVar

from .layer_patterns import LayerPattern, Row


@dataclass(frozen=True)
class Lists(LayerPattern):
    """Any lists of positions, each increasing; a list may be empty.

    >>> Lists(3, ((0, 2), (), (2,))).connections, Lists(3, ((0, 2), (), (2,))).has(0, 2)
    (3, True)
    """

    n: int
    lists: tuple[tuple[int, ...], ...]
    name: ClassVar[str] = "lists"

    def row(self, i: int) -> Row:
        return tuple(range(j, j + 1) for j in self.lists[i])

    def has(self, i: int, j: int) -> bool:
        return j in self.lists[i]

    def degree(self, i: int) -> int:
        return len(self.lists[i])

    @property
    def words(self) -> str:
        return f"a graph of {self.connections} connections (SHA-256 {self._digest})"

    @cached_property
    def _digest(self) -> str:
        """The start of the digest of the lists as JSON: statements about different graphs must not read alike."""
        return sha256(json.dumps(self.lists, separators=(",", ":")).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "lists": [list(row) for row in self.lists]}


@dataclass(frozen=True)
class Union(LayerPattern):
    """The positions of any of some patterns: one head that sees all, or heads side by side with a pattern each.

    >>> from .layer_patterns import Stride, Window
    >>> strided = Union(256, (Window(256, 16), Stride(256, 16)))
    >>> strided.connections, strided.words
    (11536, 'window(16) with stride(16)')
    """

    n: int
    parts: tuple[LayerPattern, ...]
    name: ClassVar[str] = "union"
    overlapping: ClassVar[bool] = True

    def row(self, i: int) -> Row:
        return tuple(part for pattern in self.parts for part in pattern.row(i))

    @property
    def words(self) -> str:
        return " with ".join(pattern.words for pattern in self.parts)

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "of": [pattern.to_json() for pattern in self.parts]}


@dataclass(frozen=True)
class Causal(LayerPattern):
    """The positions j <= i of another pattern.

    >>> from .layer_patterns import Window
    >>> Causal(Window(4, 1)).row(2), Causal(Window(4, 1)).connections
    ((range(1, 3),), 7)
    """

    of: LayerPattern
    name: ClassVar[str] = "causal"

    @property
    def n(self) -> int:  # type: ignore[override]
        return self.of.n

    @property
    def overlapping(self) -> bool:  # type: ignore[override]
        return self.of.overlapping

    def row(self, i: int) -> Row:
        clipped = (range(part.start, min(part.stop, i + 1), part.step) for part in self.of.row(i))
        return tuple(part for part in clipped if part)

    @property
    def words(self) -> str:
        return f"causal ({self.of.words})" if isinstance(self.of, Union) else f"causal {self.of.words}"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "of": self.of.to_json()}


@dataclass(frozen=True)
class SparsePattern:
    """A cycle of P >= 1 layer patterns on the same n >= 1 positions.

    >>> from .layer_patterns import Stride, Window
    >>> strided = SparsePattern((Window(256, 16), Stride(256, 16)))
    >>> strided.words
    'n = 256, layers in a cycle of 2: window(16), stride(16)'
    >>> strided.layer(3).words
    'window(16)'
    """

    layers: tuple[LayerPattern, ...]

    @property
    def n(self) -> int:
        """Positions."""
        return self.layers[0].n

    def layer(self, t: int) -> LayerPattern:
        """The pattern of layer t = 1, 2, .. of a network."""
        return self.layers[(t - 1) % len(self.layers)]

    @property
    def words(self) -> str:
        """The pattern in words."""
        cycle = "" if len(self.layers) == 1 else f", layers in a cycle of {len(self.layers)}"
        return f"n = {self.n}{cycle or ', every layer'}: {', '.join(layer.words for layer in self.layers)}"

    def to_json(self) -> dict[str, object]:
        """The statement of a certificate."""
        return {"task": "sparse-pattern", "n": self.n, "layers": [layer.to_json() for layer in self.layers]}
