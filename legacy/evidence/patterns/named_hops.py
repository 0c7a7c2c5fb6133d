"""Bounds of the number of hops of named patterns, at any n (``{"kind": "named"}``).

Upper. A layer *holds* each pattern of its union; all named patterns hold {i} in row i. More connections reach no less.

1   Layer 1 holds dense, stride(1), window(w) with w >= n - 1, block(w) with w >= n, star with n <= 4, or
    longformer(w, g) with w + g >= n - 1 (positions from g on are at most n - 1 - g apart): all rows are [n].
2   Of layers 1 and 2, one holds window(v) and the other stride(w), w <= v + 1. If v >= n - 1, all rows of a layer are
    [n]. Else at least v + 1 >= w consecutive positions are at most v from j, and one of them is k modulo w: k reaches j
    through it, in either order of the layers.
2   Layer 1 holds block(w), layer 2 summaries(w) where w divides n or with the last position: k attends to the summary
    of the block of j, which attends to all of that block.
2   Both hold star, or both longformer with g >= 1: k attends to the relay, or to position 0, which attends to all.
t   Layer s holds window(w_s), w_s >= 0 the most of its windows, of longformer's and of dilated ones with r = 1: after t
    layers k has reached all j with |k - j| <= w_1 + .. + w_t. That is all where the sum is n - 1 at least.

Lower. In layer s no row of i goes beyond i - d_s .. i + d_s: d_s = w for window, w - 1 for block, w r for dilated, the
most of a union, what the pattern has for causal, n - 1 for all others. So position 0 does not reach n - 1 before
d_1 + .. + d_t >= n - 1.
"""

from collections.abc import Sequence
from itertools import accumulate, product

from ....questions.reading import Node
from ....questions.named_patterns import Blocks, Dense, Dilated, Longformer, Star, Stride, Summaries, Window
from ....questions.sparse_pattern import Causal, LayerPattern, Lists, SparsePattern, Union
from ..proof import Proved

Layer = tuple[LayerPattern, ...]
"""What a layer holds."""


def by_name_upper(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "named"}``: the first of the rules above that applies."""
    node.fields(("kind",))
    held = [_held(layer) for layer in pattern.layers]
    first, second, n = held[0], held[1 % len(held)], pattern.n
    node.meter.charge(100 * (len(first) * len(second) + sum(map(len, held))))
    if any(_is_dense(one) for one in first):
        return Proved(1, "all rows of layer 1 are full")
    if any(
        _is_grid(one, other) or _is_grid(other, one) or _is_blocks(one, other) for one, other in product(first, second)
    ):
        return Proved(2, "by closed form: each position is one step from a row that reaches the token")
    if any(_hub(one) is not None and _hub(one) == _hub(other) for one, other in product(first, second)):
        return Proved(2, "by closed form: through a position that all attend to, and that attends to all")
    named = all(any(not isinstance(one, Lists | Causal) for one in layer) for layer in held)
    layers = _layers_until([max(map(_window, layer)) for layer in held], n - 1)
    if not named or layers is None:
        node.reject("rule-not-applicable", "no closed form is known")
    return Proved(layers, "by closed form: windows widen by their width in each layer")


def by_name_lower(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "named"}``: how far the rows of a layer go."""
    node.fields(("kind",))
    node.meter.charge(100 * sum(map(len, map(_held, pattern.layers))))
    layers = _layers_until([_farthest(layer) for layer in pattern.layers], pattern.n - 1)
    if layers is None:
        node.reject("rule-not-applicable", "no position attends to another one")
    return Proved(layers, "by closed form: how far a position attends in each layer")


def _held(layer: LayerPattern) -> Layer:
    return tuple(one for part in layer.parts for one in _held(part)) if isinstance(layer, Union) else (layer,)


def _is_dense(one: LayerPattern) -> bool:
    match one:
        case Dense() | Stride(w=1):
            return True
        case Window(n=n, w=w):
            return w >= n - 1
        case Longformer(n=n, w=w, g=g):
            return w + g >= n - 1
        case Blocks(n=n, w=w):
            return w >= n
        case Star(n=n):
            return n <= 4
    return False


def _is_grid(one: LayerPattern, other: LayerPattern) -> bool:
    return isinstance(one, Window) and isinstance(other, Stride) and other.w <= one.w + 1


def _is_blocks(one: LayerPattern, other: LayerPattern) -> bool:
    if not isinstance(one, Blocks) or not isinstance(other, Summaries) or one.w != other.w:
        return False
    return other.last or other.n % other.w == 0


def _hub(one: LayerPattern) -> int | None:
    """A position that all attend to, and that attends to all."""
    if isinstance(one, Longformer) and one.g:
        return 0
    return one.n - 1 if isinstance(one, Star) else None


def _window(one: LayerPattern) -> int:
    """The most w with |i - j| <= w held; Lists and causal patterns count for nothing beside others."""
    if isinstance(one, Window | Longformer) or (isinstance(one, Dilated) and one.r == 1):
        return one.w
    return 0


def _farthest(layer: LayerPattern) -> int:
    match layer:
        case Window(w=w):
            return w
        case Blocks(w=w):
            return w - 1
        case Dilated(w=w, r=r):
            return w * r
        case Causal(of=of):
            return _farthest(of)
        case Union(parts=parts):
            return max(map(_farthest, parts))
    return layer.n - 1


def _layers_until(widths: Sequence[int], distance: int) -> int | None:
    """The least t >= 1 with w_1 + .. + w_t >= distance, cycling; None if there is none.

    >>> _layers_until([1, 2], 4), _layers_until([1, 2], 3), _layers_until([5], 0), _layers_until([0, 0], 1)
    (3, 2, 1, None)
    """
    if distance < 1:
        return 1
    if not sum(widths):
        return None
    cycles, rest = divmod(distance - 1, sum(widths))
    return cycles * len(widths) + next(t for t, sofar in enumerate(accumulate(widths), start=1) if sofar > rest)
