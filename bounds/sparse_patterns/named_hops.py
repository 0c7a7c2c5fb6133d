"""The closed forms of hops that the checker knows, asked for without a claim."""

from __future__ import annotations

from collections.abc import Callable

from ...legacy.evidence.patterns.kinds import HOPS_KINDS
from ...questions.reading.node import Node
from ...questions.sparse_pattern import Causal, LayerPattern, Lists, SparsePattern, Union
from ...questions.refusal import RejectionError
from ...tasks.sparse_patterns import ArrayLists


def named_ends(pattern: SparsePattern) -> tuple[int | None, int | None]:
    """What closed forms say of the number of hops: at least, at most; None where there is no closed form.

    Examples
    --------
    >>> from ...questions.sparse_pattern import Star, Window
    >>> named_ends(SparsePattern((Window(256, 16),))), named_ends(SparsePattern((Star(256),)))
    ((16, 16), (1, 2))
    """
    return _value(pattern, "lower"), _value(pattern, "upper")


def _value(pattern: SparsePattern, side: str) -> int | None:
    prover: Callable[..., object] = HOPS_KINDS[side]["named"]
    try:
        stated = SparsePattern(tuple(map(_stated, pattern.layers)))
        return int(prover(Node({"kind": "named"}, "evidence"), stated, 1).value)  # type: ignore[attr-defined]
    except RejectionError:
        return None


def _stated(layer: LayerPattern) -> LayerPattern:
    """The layer as the checker will read it, with empty lists: closed forms say nothing about lists."""
    if isinstance(layer, ArrayLists):
        return Lists(layer.n, ())
    if isinstance(layer, Union):
        return Union(layer.n, tuple(map(_stated, layer.parts)))
    return Causal(_stated(layer.of)) if isinstance(layer, Causal) else layer
