"""Layers of sparse patterns (section 3): the positions to which a position attends."""

from functools import cache

from .computations import store, thaw
from .notation import TYPES, fields, form, small


def read_layer(v, n=None, deep=0):
    form(isinstance(v, dict) and isinstance(v.get("name"), str) and v["name"] in LAYERS and deep <= 4, "a layer")
    layer = fields(v, "name text" + LAYERS[v["name"]])
    if layer["name"] == "union":
        layer["of"] = [read_layer(x, n, deep + 1) for x in layer["of"]]
    elif layer["name"] == "causal":
        layer["of"] = read_layer(layer["of"], n, deep + 1)
    elif layer["name"] == "lists":
        form(len(layer["lists"]) == n and all(max(x, default=0) < n for x in layer["lists"]), "lists that do not fit")
    form(layer["name"] != "longformer" or layer["g"] <= n, "g > n")
    return layer


LAYERS = {
    "dense": "", "window": ", w int 0..10^9", "block": ", w size", "dilated": ", w int 0..10^9, r size",
    "stride": ", w size", "summaries": ", w size, last=false bool", "star": "", "lists": ", lists [INC]",
    "longformer": ", w int 0..10^9, g int 0..10^9", "union": ", of [any]1..16", "causal": ", of any",
}  # fmt: skip
TYPES["any"] = lambda v: v


def read_sparse(v):
    s = fields(v, "task text, n size, layers [any]1..100")
    s["layers"] = [read_layer(x, s["n"]) for x in s["layers"]]
    return s


def attends(layer, i, n):
    """The positions to which position i attends, as a set."""
    name, w = layer["name"], layer.get("w")
    if name == "union":
        return set().union(*(attends(x, i, n) for x in layer["of"]))
    if name == "causal":
        return {j for j in attends(layer["of"], i, n) if j <= i}
    if name == "lists":
        return set(layer["lists"][i])
    if name == "dense" or (name == "star" and (i == n - 1 or n <= 4)) or (name == "longformer" and i < layer["g"]):
        return set(range(n))
    if name == "star":
        return {n - 1, (i - 1) % (n - 1), i, (i + 1) % (n - 1)}
    if name in ("window", "longformer"):
        return set(range(max(0, i - w), min(n, i + w + 1))) | set(range(layer.get("g", 0)))
    if name == "block":
        return set(range(i // w * w, min(n, i // w * w + w)))
    if name == "stride":
        return set(range(i % w, n, w))
    if name == "dilated":
        r = layer["r"]
        return {i + r * s for s in range(-min(w, i // r), min(w, (n - 1 - i) // r) + 1)}
    return {i} | set(range(w - 1, n, w)) | ({n - 1} if layer["last"] else set())  # summaries


@cache
def graph_of(frozen):
    """For each layer of the cycle the lists of attended positions."""
    s = thaw(frozen)
    small(s["n"] ** 2 * len(s["layers"]) // 16)
    return [[attends(layer, i, s["n"]) for i in range(s["n"])] for layer in s["layers"]]


def graph(s):
    return graph_of(store(s))
