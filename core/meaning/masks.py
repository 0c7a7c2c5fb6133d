"""Sparse attention patterns: to which positions each position attends, in a cycle of layers.

A *layer* on positions 0 .. n-1 gives each i a set of positions, its *row*, which may be empty: a tuple of increasing
ranges, none empty, that may overlap. A pattern is a cycle of P >= 1 layers: layer t = 1, 2, .. of a network has the
pattern ``layers[(t - 1) % P]``. Named layers are kept by their parameters: a row of one costs little at any n.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..meter import Meter
from ..schema import Record, Type, integer, many, record, tagged, truth

Row = tuple[range, ...]
MOST = 10**9
"""Largest n, and largest parameter."""
DEEP = 4
"""How deep unions and causal layers may lie in one another."""
COUNT, WIDTH = integer(1, MOST), integer(0, MOST)


def _star(i: int, n: int) -> Row:
    """A ring of the positions 0 .. n-2, each with itself and its neighbours, and the relay n-1, joined to all."""
    if i == n - 1 or n <= 4:
        return (range(n),)
    return range(max(0, i - 1), min(n - 1, i + 2)), range(n - 2 if i == 0 else n - 1, n), range(i == n - 2)


NAMED: dict[str, tuple[dict[str, Type], Callable[..., Row]]] = {
    "dense": ({}, lambda i, n: (range(n),)),
    "window": ({"w": WIDTH}, lambda i, n, w: (range(max(0, i - w), min(n, i + w + 1)),)),
    "block": ({"w": COUNT}, lambda i, n, w: (range(i - i % w, min(n, i - i % w + w)),)),
    "dilated": (
        {"w": WIDTH, "r": COUNT},
        lambda i, n, w, r: (range(i - min(w, i // r) * r, min(n, i + w * r + 1), r),),
    ),
    "stride": ({"w": COUNT}, lambda i, n, w: (range(i % w, n, w),)),
    "summaries": (  # the last position of each full block of w, i itself, and perhaps the very last position
        {"w": COUNT, "last": truth()},
        lambda i, n, w, last: (range(i, i + 1), range(w - 1, n, w), range(n - last, n)),
    ),
    "star": ({}, _star),
    "longformer": (  # a window of w, and the first g positions joined to all
        {"w": WIDTH, "g": WIDTH},
        lambda i, n, w, g: (range(n if i < g else g), range(max(0, i - w), min(n, i + w + 1))),
    ),
}
"""Name -> parameters, and the row of position i of n; every one of these rows holds i."""


def _layer(deeper: int) -> Type:
    kinds = {name: record(fields, {"last": False} if "last" in fields else {}) for name, (fields, _) in NAMED.items()}
    kinds["lists"] = record({"lists": many(many(WIDTH, 0, rule="increasing"))})
    if deeper:
        kinds |= {
            "union": record({"of": many(_layer(deeper - 1), 1, 16)}),
            "causal": record({"of": _layer(deeper - 1)}),
        }
    return tagged("name", kinds)


def _leaves(layer: Record) -> Iterator[Record]:
    inner = {"union": lambda: layer.of, "causal": lambda: (layer.of,)}.get(layer.kind)
    if inner is None:
        yield layer
    else:
        for part in inner():
            yield from _leaves(part)


def _fits(f: Mapping[str, Any]) -> str | None:
    n = f["n"]
    for leaf in (leaf for layer in f["layers"] for leaf in _leaves(layer)):
        if leaf.kind == "lists" and (len(leaf.lists) != n or any(row and row[-1] >= n for row in leaf.lists)):
            return "must have lists of positions below n, one for each of the n positions"
        if leaf.kind == "longformer" and leaf.g > n:
            return "must have g <= n"
    return None


SPARSE = record({"n": COUNT, "layers": many(_layer(DEEP), 1, 100)}, rule=_fits)


def row_of(layer: Record, i: int, n: int, meter: Meter) -> Row:
    """The row of position i, paid for.

    >>> causal = Record("causal", {"of": Record("window", {"w": 1})})
    >>> row_of(causal, 2, 4, Meter()), row_of(Record("lists", {"lists": ((), (0, 1))}), 1, 2, Meter())
    ((range(1, 3),), (range(0, 1), range(1, 2)))
    """
    meter.charge(25)
    if layer.kind in NAMED:
        return tuple(filter(None, NAMED[layer.kind][1](i, n, **layer.fields)))
    if layer.kind == "lists":
        meter.charge(5 * len(layer.lists[i]))
        return tuple(range(j, j + 1) for j in layer.lists[i])
    if layer.kind == "union":
        return tuple(part for of in layer.of for part in row_of(of, i, n, meter))
    inner = row_of(layer.of, i, n, meter)
    meter.charge(3 * len(inner))
    return tuple(filter(None, (range(part.start, min(part.stop, i + 1), part.step) for part in inner)))


def attends(layer: Record, i: int, j: int, n: int, meter: Meter) -> bool:
    """Whether position i attends to position j in the layer."""
    return any(j in part for part in row_of(layer, i, n, meter))
