"""Sparse attention patterns: to which positions each position attends, in a cycle of layers.

A *layer* on positions 0 .. n-1 gives each i a set of positions, its *row*, which may be empty: a tuple of increasing
ranges, none empty, that may overlap. A pattern is a cycle of P >= 1 layers: layer t = 1, 2, .. of a network has the
pattern ``layers[(t - 1) % P]``. Named layers are kept by their parameters: a row of one costs little at any n.
"""

from collections.abc import Callable, Mapping
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
    "dilated": ({"w": WIDTH, "r": COUNT},
                lambda i, n, w, r: (range(i - min(w, i // r) * r, min(n, i + w * r + 1), r),)),
    "stride": ({"w": COUNT}, lambda i, n, w: (range(i % w, n, w),)),
    # the last position of each full block of w, i itself, and perhaps the very last position
    "summaries": ({"w": COUNT, "last": truth()},
                  lambda i, n, w, last: (range(i, i + 1), range(w - 1, n, w), range(n - last, n))),
    "star": ({}, _star),
    # a window of w, and the first g positions joined to all
    "longformer": ({"w": WIDTH, "g": WIDTH},
                   lambda i, n, w, g: (range(n if i < g else g), range(max(0, i - w), min(n, i + w + 1)))),
}  # fmt: skip
"""Name -> parameters, and the row of position i of n; every one of these rows holds i."""


def _layer(deeper: int) -> Type:
    kinds = {name: record(fields, {"last": False} if "last" in fields else {}) for name, (fields, _) in NAMED.items()}
    kinds["lists"] = record({"lists": many(many(WIDTH, 0, rule="increasing"))})
    if deeper:
        inner = _layer(deeper - 1)
        kinds |= {"union": record({"of": many(inner, 1, 16)}), "causal": record({"of": inner})}
    return tagged("name", kinds)


def parts(layer: Record) -> tuple[Record, ...]:
    """The layers that a union, or a causal layer, is made of; none of others."""
    of = layer.fields.get("of", ())
    return of if isinstance(of, tuple) else (of,)


def _leaves(layer: Record) -> list[Record]:
    return [leaf for part in parts(layer) for leaf in _leaves(part)] or [layer]


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
    row = tuple(piece for part in parts(layer) for piece in row_of(part, i, n, meter))
    if layer.kind == "union":
        return row
    meter.charge(3 * len(row))
    return tuple(filter(None, (range(piece.start, min(piece.stop, i + 1), piece.step) for piece in row)))


def seen_by(pattern: Record, t: int, meter: Meter) -> list[list[int]]:
    """For each position the positions that it sees in layer t = 0, 1, .. of a network, increasing.

    >>> causal = Record("causal", {"of": Record("dense", {})})
    >>> seen_by(Record("", {"n": 3, "layers": (causal,)}), 0, Meter())
    [[0], [0, 1], [0, 1, 2]]
    """
    n, layer = pattern.n, pattern.layers[t % len(pattern.layers)]
    meter.charge(100 * n)
    rows = [row_of(layer, i, n, meter) for i in range(n)]
    meter.charge(20 * sum(len(part) for row in rows for part in row))
    return [sorted(set().union(*row)) for row in rows]


def attends(layer: Record, i: int, j: int, n: int, meter: Meter) -> bool:
    """Whether position i attends to position j in the layer."""
    return any(j in part for part in row_of(layer, i, n, meter))
