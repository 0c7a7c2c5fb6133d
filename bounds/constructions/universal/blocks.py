"""A network of attention heads of size 1 and ReLU units under a sparse pattern, its weights and what it computes.

A block takes vectors z_1, .., z_n of d coordinates to

    z_k  <-  z_k + sum_heads  o . mean_{j in A_k} (v.z_j)     (weights: softmax of tau (q.z_k + b) (k.z_j)),
    z_k  <-  z_k + sum_units  out . max(0, w.z_k + a),

with q, k, v, o, w, out in R^d and A the lists of layer ((t - 1) mod p) of the pattern in block t = 1, 2, .. The input X
is added to the embedding E first. The same definition is run on fractions with hardmax, on decimals with softmax, and
on floats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class SizeOneHead:
    """A head whose queries, keys and values are numbers; ``out`` is what a value of 1 adds."""

    query: Vector
    bias: Fraction
    key: Vector
    value: Vector
    out: Vector


@dataclass(frozen=True)
class HiddenUnit:
    """out . max(0, weights.z + bias)."""

    weights: Vector
    bias: Fraction
    out: Vector


@dataclass(frozen=True)
class Block:
    """Attention, then a feed-forward layer; each is added to what it is given. Either may be empty."""

    does: str
    heads: tuple[SizeOneHead, ...] = ()
    units: tuple[HiddenUnit, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """All numbers as texts, exactly."""

        def shown(one: SizeOneHead | HiddenUnit) -> dict[str, Any]:
            return {name: _text(value) for name, value in vars(one).items()}

        return {"does": self.does, "heads": list(map(shown, self.heads)), "units": list(map(shown, self.units))}


@dataclass(frozen=True)
class BlockNetwork:
    """The network.

    Parameters
    ----------
    rows : for each layer of the pattern's cycle the lists A_k
    embedding : E, n rows of d numbers
    temperature : tau
    blocks : tuple of Block
    """

    rows: tuple[tuple[tuple[int, ...], ...], ...]
    embedding: tuple[Vector, ...]
    temperature: Fraction
    blocks: tuple[Block, ...]

    @property
    def width(self) -> int:
        """Most hidden units of a block."""
        return max(len(block.units) for block in self.blocks)

    @property
    def heads(self) -> int:
        """Most heads of a block."""
        return max(len(block.heads) for block in self.blocks)

    def run(
        self,
        X: Sequence[Sequence[Any]],
        weigh: Callable[[Sequence[Any]], Sequence[Any]],
        number: Callable[[Fraction], Any] = lambda exact: exact,
    ) -> list[list[Any]]:
        """The output on an input, by definition, in the arithmetic of ``number``.

        ``weigh`` takes the scores of a row to weights: ``hardmax_weights``, or softmax in the same arithmetic.
        """
        tau = number(self.temperature)

        def dot(weights: Vector, z: Sequence[Any]) -> Any:
            return sum((number(a) * b for a, b in zip(weights, z, strict=True) if a), number(Fraction(0)))

        def plus(z: list[Any], out: Vector, amount: Any) -> list[Any]:
            return [b + number(a) * amount if a else b for a, b in zip(out, z, strict=True)]

        zs = [
            [x + number(e) for x, e in zip(row, here, strict=True)] for row, here in zip(X, self.embedding, strict=True)
        ]
        for t, block in enumerate(self.blocks):
            before = zs
            for head in block.heads:
                keys, values = ([dot(one, z) for z in before] for one in (head.key, head.value))
                found = []
                for k, row in enumerate(self.rows[t % len(self.rows)]):
                    query = tau * (dot(head.query, before[k]) + number(head.bias))
                    weights = weigh([query * keys[j] for j in row])
                    mean = sum(w * values[j] for w, j in zip(weights, row, strict=True))
                    found.append(plus(zs[k], head.out, mean))
                zs = found
            for k, z in enumerate(zs):
                amounts = [(unit, dot(unit.weights, z) + number(unit.bias)) for unit in block.units]
                for unit, amount in amounts:
                    if amount > 0:
                        zs[k] = plus(zs[k], unit.out, amount)
        return zs

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights as float64 arrays: E, mask, tau; Q, bQ, K, V, O of the heads; W1, b1, W2 of the units.

        The first axis is the block (of ``mask`` the layer in the pattern's cycle); missing heads and units are zeros.
        """
        import numpy as np

        n, d, T = len(self.embedding), len(self.embedding[0]), len(self.blocks)
        heads, width = max(self.heads, 1), max(self.width, 1)
        found = {name: np.zeros((T, heads, d)) for name in "QKV"}
        found |= {"bQ": np.zeros((T, heads)), "O": np.zeros((T, d, heads))}
        found |= {"W1": np.zeros((T, width, d)), "b1": np.zeros((T, width)), "W2": np.zeros((T, d, width))}
        for t, block in enumerate(self.blocks):
            for h, head in enumerate(block.heads):
                for name, vector in (("Q", head.query), ("K", head.key), ("V", head.value)):
                    found[name][t, h] = [float(x) for x in vector]
                found["bQ"][t, h], found["O"][t, :, h] = float(head.bias), [float(x) for x in head.out]
            for h, unit in enumerate(block.units):
                found["W1"][t, h] = [float(x) for x in unit.weights]
                found["b1"][t, h], found["W2"][t, :, h] = float(unit.bias), [float(x) for x in unit.out]
        mask = np.zeros((len(self.rows), n, n), dtype=bool)
        for layer, lists in enumerate(self.rows):
            for k, row in enumerate(lists):
                mask[layer, k, list(row)] = True
        embedding = np.array([[float(x) for x in row] for row in self.embedding])
        return {"E": embedding, "mask": mask, "tau": np.array(float(self.temperature)), **found}

    def to_json(self) -> dict[str, Any]:
        """The layers with all numbers as texts, exactly."""
        return {
            "pattern": [[list(row) for row in lists] for lists in self.rows],
            "embedding": [_text(row) for row in self.embedding],
            "temperature": str(self.temperature),
            "blocks": [block.to_json() for block in self.blocks],
        }


def hardmax_weights(scores: Sequence[Fraction]) -> list[Fraction]:
    """Equal weights on the highest scores.

    >>> hardmax_weights([Fraction(1), Fraction(3), Fraction(3)])
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    top = max(scores)
    return [Fraction(score == top, scores.count(top)) for score in scores]


def run_arrays(w: Mapping[str, np.ndarray], X: np.ndarray) -> np.ndarray:
    """The network of ``BlockNetwork.arrays`` in float64, on inputs of shape (.., n, d)."""
    import numpy as np

    z: np.ndarray = np.asarray(X, dtype=float) + w["E"]
    attends = np.abs(w["O"]).sum(axis=(1, 2)) > 0
    for t in range(len(w["W1"])):
        if attends[t]:
            q, k, v = (np.einsum("hd,...nd->...hn", w[name][t], z) for name in "QKV")
            scores = w["tau"] * (q + w["bQ"][t][:, None])[..., None] * k[..., None, :]
            scores = np.where(w["mask"][t % len(w["mask"])], scores, -np.inf)
            a = np.exp(scores - scores.max(-1, keepdims=True))
            z = z + np.einsum("dh,...hn->...nd", w["O"][t], (a * v[..., None, :]).sum(-1) / a.sum(-1))
        z = z + np.maximum(z @ w["W1"][t].T + w["b1"][t], 0) @ w["W2"][t].T
    return z


def _text(value: Vector | Fraction) -> Any:
    return [str(x) for x in value] if isinstance(value, tuple) else str(value)
