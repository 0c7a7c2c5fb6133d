"""How many layers of a named sparse pattern let every position depend on every token, at any n. Trusted.

A layer *holds* each part of its union; all named patterns hold {i} in row i. More connections reach no less.

*Full rows.* 1: layer 1 holds dense, stride(1), window(w) with w >= n - 1, block(w) with w >= n, star with n <= 4, or
longformer(w, g) with w + g >= n - 1 (positions from g on are at most n - 1 - g apart).

*Window and stride.* 2: of layers 1 and 2, one holds window(v) and the other stride(w), w <= v + 1. If v >= n - 1, all
rows of a layer are [n]. Else at least v + 1 >= w consecutive positions are at most v from j, and one of them is k
modulo w: k reaches j through it, in either order of the layers.

*Blocks and summaries.* 2: layer 1 holds block(w), layer 2 summaries(w) where w divides n or with the last position: k
attends to the summary of the block of j, which attends to all of that block.

*Hub.* 2: both hold star, or both longformer with g >= 1: k attends to the relay, or to position 0, which attends to
all.

*Windows.* t: layer s holds window(w_s), w_s >= 0 the most of its windows, of longformer's and of dilated ones with r =
1: after t layers k has reached all j with |k - j| <= w_1 + .. + w_t. That is all where the sum is n - 1 at least.

*Reach.* In layer s no row of i goes beyond i - d_s .. i + d_s: d_s = w for window, w - 1 for block, w r for dilated,
the most of a union, what the pattern has for causal, n - 1 for all others. So position 0 does not reach n - 1 before
d_1 + .. + d_t >= n - 1.

*In order.* A path: each of 0, 1, .., n-1 is attended to by the next one (or by the one before), in some layer.
"""

from collections.abc import Sequence
from itertools import accumulate, product

from ..meaning.masks import attends
from ..meter import walk
from ..refuse import need
from ..schema import Record, truth
from .case import TRUE, Case, Row


def held(layer: Record) -> list[Record]:
    """The parts of a union, and of unions in it."""
    return [one for part in layer.of for one in held(part)] if layer.kind == "union" else [layer]


def full(one: Record, n: int) -> bool:
    """Whether all rows are full."""
    least = {"window": n - 1, "block": n, "longformer": n - 1}
    if one.kind in least:
        return bool(one.w + one.fields.get("g", 0) >= least[one.kind])
    return one.kind == "dense" or (one.kind == "stride" and one.w == 1) or (one.kind == "star" and n <= 4)


def grid(one: Record, other: Record) -> bool:
    """Whether a window is at least as wide as a stride."""
    return one.kind == "window" and other.kind == "stride" and other.w <= one.w + 1


def blocks(one: Record, other: Record, n: int) -> bool:
    """Whether each block is summed up."""
    return one.kind == "block" and other.kind == "summaries" and one.w == other.w and (other.last or n % other.w == 0)


def hub(one: Record, n: int) -> int | None:
    """A position that all attend to, and that attends to all."""
    return n - 1 if one.kind == "star" else 0 if one.kind == "longformer" and one.g else None


def window(one: Record) -> int:
    """The most w with all |i - j| <= w held."""
    plain = one.kind in ("window", "longformer") or (one.kind == "dilated" and one.r == 1)
    return int(one.w) if plain else 0


def farthest(layer: Record, n: int) -> int:
    """How far a row goes."""
    if layer.kind == "causal":
        return farthest(layer.of, n)
    if layer.kind == "union":
        return max(farthest(part, n) for part in layer.of)
    reach = {"window": lambda: layer.w, "block": lambda: layer.w - 1, "dilated": lambda: layer.w * layer.r}
    return int(reach.get(layer.kind, lambda: n - 1)())


def layers_until(widths: Sequence[int], distance: int) -> int:
    """The least t >= 1 with w_1 + .. + w_t >= distance, cycling.

    >>> layers_until([1, 2], 4), layers_until([1, 2], 3), layers_until([5], 0)
    (3, 2, 1)
    """
    if distance < 1:
        return 1
    need(sum(widths) > 0, "no position attends to another one")
    cycles, rest = divmod(distance - 1, sum(widths))
    return cycles * len(widths) + next(t for t, sofar in enumerate(accumulate(widths), start=1) if sofar > rest)


def least_layers(x: Case) -> int:
    """The layers that the first rule which applies gives."""
    parts, n = [held(layer) for layer in walk(x.meter, x.s.layers, 2000)], x.s.n
    first, second = parts[0], parts[1 % len(parts)]
    x.meter.charge(100 * len(first) * len(second))
    if any(full(one, n) for one in first):
        return 1
    for one, other in product(first, second):
        joined = hub(one, n) is not None and hub(one, n) == hub(other, n)
        if grid(one, other) or grid(other, one) or blocks(one, other, n) or joined:
            return 2
    named = all(any(one.kind not in ("lists", "causal") for one in layer) for layer in parts)
    need(named, "no closed form is known")
    return layers_until([max(map(window, layer)) for layer in parts], n - 1)


def reach(x: Case) -> int:
    """The layers before which position 0 does not reach n - 1."""
    return layers_until([farthest(layer, x.s.n) for layer in walk(x.meter, x.s.layers, 2000)], x.s.n - 1)


def in_order(x: Case) -> bool:
    """Whether each position is attended to by the next one; of one position nothing is asked."""
    x.meter.charge(30 * x.s.n)
    step = 1 if x.p.reversed else -1
    pairs = ((i, i + step) for i in range(x.s.n) if 0 <= i + step < x.s.n)
    return all(any(attends(layer, i, j, x.s.n, x.meter) for layer in x.s.layers) for i, j in pairs)


REVERSED = {"reversed": truth()}
OF_SPARSE = (
    Row("named layers", "upper", "sparse-pattern", "hops", TRUE, least_layers, "text: Full rows"),
    Row("reach", "lower", "sparse-pattern", "hops", TRUE, reach, "text: Reach"),
    Row("in order", "fact", "sparse-pattern", "path", in_order, lambda x: None, "text: In order", REVERSED),
)
"""Theorems about sparse patterns."""
