"""Small transformers whose heads attend through given masks.

Token and position embeddings, then layers of multi-head attention and a feed-forward network (GELU), each after a
layer norm and with a residual connection, a last layer norm and a read-out. ``masks[l, h, i, j]`` says whether head h
of layer l lets position i attend to position j.
"""

from typing import Any

import jax
import jax.numpy as jnp

Parameters = dict[str, Any]


def begin(key: jax.Array, n: int, inputs: int, outputs: int, layers: int, width: int, hidden: int) -> Parameters:
    """Normal tables of variance 1 / fan-in, embeddings of variance 0.02^2."""

    def table(key: jax.Array, rows: int, columns: int) -> jax.Array:
        return jax.random.normal(key, (rows, columns)) / jnp.sqrt(rows)

    keys = iter(jax.random.split(key, 3 + 4 * layers))
    small = {"tokens": (inputs, width), "positions": (n, width)}
    found: Parameters = {name: 0.02 * jax.random.normal(next(keys), shape) for name, shape in small.items()}
    found["read"] = table(next(keys), width, outputs)
    found["layers"] = [
        {
            "qkv": table(next(keys), width, 3 * width),
            "mix": table(next(keys), width, width),
            "in": table(next(keys), width, hidden),
            "out": table(next(keys), hidden, width),
            "in_bias": jnp.zeros(hidden),
            "out_bias": jnp.zeros(width),
            "scales": jnp.ones((2, width)),
        }
        for _ in range(layers)
    ]
    return found | {"scale": jnp.ones(width)}


def logits(parameters: Parameters, tokens: jax.Array, masks: jax.Array) -> jax.Array:
    """(batch, n, outputs) from tokens (batch, n)."""
    rows = parameters["tokens"][tokens] + parameters["positions"]
    for layer, allowed in zip(parameters["layers"], masks, strict=True):
        rows = rows + attended(layer, normed(rows, layer["scales"][0]), allowed)
        inside = jax.nn.gelu(normed(rows, layer["scales"][1]) @ layer["in"] + layer["in_bias"])
        rows = rows + inside @ layer["out"] + layer["out_bias"]
    return normed(rows, parameters["scale"]) @ parameters["read"]


def attended(layer: Parameters, rows: jax.Array, allowed: jax.Array) -> jax.Array:
    """All heads of a layer side by side."""
    batch, n, width = rows.shape
    heads = allowed.shape[0]
    q, k, v = (
        x.reshape(batch, n, heads, width // heads).transpose(0, 2, 1, 3)
        for x in jnp.split(rows @ layer["qkv"], 3, axis=-1)
    )
    scores = q @ k.swapaxes(-1, -2) * (width // heads) ** -0.5
    weights = jax.nn.softmax(jnp.where(allowed, scores, -1e30), axis=-1)
    return (weights @ v).transpose(0, 2, 1, 3).reshape(batch, n, width) @ layer["mix"]


def normed(rows: jax.Array, scale: jax.Array) -> jax.Array:
    """Layer norm without a bias."""
    rows = rows - rows.mean(-1, keepdims=True)
    return scale * rows * jax.lax.rsqrt((rows**2).mean(-1, keepdims=True) + 1e-6)
