"""What a unit computes, once more, with NumPy and nothing else: a reference to be read and taken away.

``rows_of(unit, tokens)`` is exact where weights are integers, and in floats of real softmax. ``unit`` is the object
that files hold: layers of heads with tables of queries, keys and values, looked up by token, position or both.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

Json = Any


def rows_of(unit: Json, tokens: Sequence[int]) -> list[list[Any]]:
    """The output row of each position on a sequence of tokens: fractions, of real softmax floats."""
    alphabet, read_outs = unit["alphabet"], unit["read_outs"]
    for k, layer in enumerate(unit["layers"]):
        rows = [_combined(unit, layer, alphabet, tokens, i) for i in range(len(tokens))]
        if k < len(read_outs):
            listed = {(x, *map(Fraction, row)): symbol for x, row, symbol in read_outs[k]["symbols"]}
            tokens = [listed[(x, *row)] for x, row in zip(tokens, rows, strict=True)]
            alphabet = read_outs[k]["alphabet"]
    return [[x / unit.get("divisor", 1) for x in row] for row in rows]


def answers_of(unit: Json, tokens: Sequence[int]) -> list[int]:
    """1 where the first coordinate of the row is greater than the threshold, else 0; for units that have one."""
    return [int(row[0] > Fraction(unit["at"])) for row in rows_of(unit, tokens)]


def _combined(unit: Json, layer: Json, alphabet: int, tokens: Sequence[int], i: int) -> list[Any]:
    rows = [_row(unit, layer, head, alphabet, tokens, i) for head in layer["heads"]]
    if layer["combine"] == "concat" or len(rows) == 1:
        return [x for row in rows for x in row]
    total = rows[0]
    for row in rows[1:]:
        total = [a + b for a, b in zip(total, row, strict=True)]
        if layer["weights"] == "rounded":
            total = [_rounded(x, layer["bits"]) for x in total]
    return total


def _row(unit: Json, layer: Json, head: Json, alphabet: int, tokens: Sequence[int], i: int) -> list[Any]:
    """A head at position i: scores of all tuples of keys that it sees, weights, the mean of the values."""
    shift = len(tokens) - 1 - i if layer.get("relative") else 0
    seen = [(j + shift, tokens[j]) for j in (layer["mask"][i] if layer.get("mask") else range(len(tokens)))]
    null = [None] * bool(head["null_keys"])  # the null token comes first where ties are broken, else last
    keys = [*null, *seen] if layer["weights"] in ("leftmost", "rightmost") else [*seen, *null]
    query = _looked_up(head["queries"], i, tokens[i], alphabet)
    tuples = list(product(keys, repeat=layer["order"] - 1))
    scores = [_score(layer, query, _vectors(head, "keys", t, alphabet)) for t in tuples]
    values = [[prod(column) for column in zip(*_vectors(head, "values", t, alphabet), strict=True)] for t in tuples]
    weights = _weights(unit, layer, scores)
    if layer["weights"] == "rounded":
        return _running(weights, values, layer["bits"])
    if layer["weights"] == "softmax":
        mean: list[Any] = (weights @ np.array(values, dtype=float) / weights.sum()).tolist()
        return mean
    total, columns = sum(weights), zip(*values, strict=True)
    return [Fraction(sum(w * x for w, x in zip(weights, column, strict=True)), total) for column in columns]


def _looked_up(table: Json, place: int, token: int, alphabet: int) -> list[int]:
    row: list[int] = table["rows"][{"token": token, "position": place, "both": place * alphabet + token}[table["by"]]]
    return row


def _vectors(head: Json, kind: str, chosen: Json, alphabet: int) -> list[Any]:
    nulls, tables = head["null_" + kind], head[kind]
    return [
        nulls[k] if one is None else _looked_up(tables[k], one[0], one[1], alphabet) for k, one in enumerate(chosen)
    ]


def _score(layer: Json, query: Any, keys: Any) -> int:
    parts = [query, *keys]
    return sum(prod(parts[part][a] for part in monomial) for monomial in layer["monomials"] for a in range(len(query)))


def _weights(unit: Json, layer: Json, scores: list[int]) -> Any:
    kind, best = layer["weights"], max(scores)
    below = [best - score for score in scores]
    if kind == "softmax":
        return np.exp([-float(unit["softmax"]["scale"]) * float(min(d, 10**300)) for d in below])
    if kind in ("fixed", "rounded"):
        return [2 ** (layer["bits"] - d) if d <= layer["bits"] else 0 for d in below]
    if kind == "base_two":
        return [2 ** (max(below) - d) for d in below]
    ties = [k for k, d in enumerate(below) if d == 0]
    chosen = {"saturated": ties, "leftmost": ties[:1], "rightmost": ties[-1:]}[kind]
    return [int(k in chosen) for k in range(len(scores))]


def _running(weights: Any, values: Any, p: int) -> list[Fraction]:
    """Running sums, rounded towards 0 to p significant bits after each key; then their quotient."""
    total, sums = Fraction(0), [Fraction(0)] * len(values[0])
    for w, v in zip(weights, values, strict=True):
        if w:
            total = _rounded(total + w, p)
            sums = [_rounded(s + w * x, p) for s, x in zip(sums, v, strict=True)]
    return [_rounded(s / total, p) for s in sums]


def _rounded(x: Fraction, p: int) -> Fraction:
    if x == 0:
        return Fraction(0)
    top, exponent = abs(Fraction(x)), 0
    while top >= 2**p:
        top, exponent = top / 2, exponent + 1
    while top < 2 ** (p - 1):
        top, exponent = top * 2, exponent - 1
    kept = Fraction(top.numerator // top.denominator) * Fraction(2) ** exponent
    return kept if x > 0 else -kept
