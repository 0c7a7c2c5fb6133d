"""The copying task: the least depth at which each predicting position sees its source.

A sequence of even length n = 2 h is 0 s 0 s with a string s of h - 1 tokens: positions 0 and h hold the separator,
positions 1 .. h-1 the string, and h+1 .. n-1 its copy. *Autoregressive*: positions attend to none after them, and
position i, for i = h .. n-2, predicts the token at i + 1, whose source is at i + 1 - h. *Masked*: the copy is masked,
and position i, for i = h+1 .. n-1, predicts its own token, whose source is at i - h; positions attend both ways.

An output depends on no token outside S^D_k, so with fewer layers some prediction is independent of its source, whatever
the network; with so many, and free element-wise networks, each position can hold all tokens that it has seen (heads
that average B^j x_j over their row), so the depth is enough, too. Training is another matter, and none is done here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from ...questions.sparse_pattern import Causal, LayerPattern
from ...solvers.sparse_patterns.pairs_seen import Seen, layers_until_seen, pairs_wanted
from ...solvers.sparse_patterns.rows import WrittenRows, rows_of

MOST = 20_000
"""Positions up to which depths are computed."""


@dataclass(frozen=True)
class CopyingDepth:
    """The least depth, None if there is none: some predicting position never sees its source.

    ``position`` does not see ``token``, its source, with one layer less.
    """

    n: int
    autoregressive: Seen | None
    masked: Seen | None

    def to_json(self) -> dict[str, int | str | None]:
        """The two depths: an integer, "infinite", or null if the time was over."""
        return {"autoregressive": _spelt(self.autoregressive), "masked": _spelt(self.masked)}


def _spelt(seen: Seen | None) -> int | str | None:
    if seen is None:
        return None
    return "infinite" if seen.layers is None else seen.layers


def copying_depth(layers: Sequence[LayerPattern], deadline: float = float("inf")) -> CopyingDepth:
    """The least depth for copying on n positions, n even and at least 4, whose positions attend to themselves.

    For the autoregressive task the layers are restricted to positions not after the own one.

    Raises
    ------
    ValueError
        If n is odd or below 4, or above ``MOST``.

    Examples
    --------
    >>> from ...questions.sparse_pattern import Star, Window
    >>> copying_depth((Star(256),)).to_json()
    {'autoregressive': 127, 'masked': 2}
    >>> copying_depth((Window(256, 16),)).to_json()
    {'autoregressive': 8, 'masked': 8}
    """
    n = layers[0].n
    if n % 2 or not 4 <= n <= MOST:
        raise ValueError(f"copying 0s0s needs an even number of positions, 4 .. {MOST}, got n = {n}; try n=256")
    half = n // 2

    def depth(cycle: Sequence[LayerPattern], positions: range, tokens: range) -> Seen | None:
        rows = [rows_of(layer) for layer in cycle]
        written = [one for one in rows if isinstance(one, WrittenRows)]
        if len(written) < len(rows):
            return None
        return layers_until_seen(written, pairs_wanted(n, positions, tokens), lambda: time.monotonic() > deadline)

    causal = [layer if isinstance(layer, Causal) else Causal(layer) for layer in layers]
    return CopyingDepth(
        n, depth(causal, range(half, n - 1), range(1, half)), depth(layers, range(half + 1, n), range(1, half))
    )
