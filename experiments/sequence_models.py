"""Models of one layer for sequences of tokens, as pairs of functions: parameters from a key, outputs from both.

Inputs are (N, features), outputs (N,). `attention` is one head of real softmax after a network of one hidden layer on
each token, queries and keys of width m, values of width dv, a linear read-out; recurrent networks run over the sequence
in both directions, so that every output has seen all tokens; the fully connected network has one hidden layer on the
whole sequence.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

Parameters = dict[str, jax.Array]
Model = tuple[Callable[[jax.Array], Parameters], Callable[[Parameters, jax.Array], jax.Array]]


def tables(**shapes: tuple[int, ...]) -> Callable[[jax.Array], Parameters]:
    """Normal entries of variance 1 / fan-in, 0 for vectors; by name."""

    def start(key: jax.Array) -> Parameters:
        keys = jax.random.split(key, len(shapes))
        return {
            name: jax.random.normal(one, shape) / jnp.sqrt(shape[0]) if len(shape) > 1 else jnp.zeros(shape)
            for one, (name, shape) in zip(keys, shapes.items(), strict=True)
        }

    return start


def attention(N: int, features: int, hidden: int, m: int = 32, dv: int = 32) -> Model:
    """One head; `attention_weights` has its matrix."""
    inside = {"w": (features, hidden), "b": (hidden,), "q": (hidden, m), "k": (hidden, m), "v": (hidden, dv)}

    def outputs(p: Parameters, x: jax.Array) -> jax.Array:
        values = jax.nn.relu(x @ p["w"] + p["b"]) @ p["v"]
        return attention_weights(p, x) @ values @ p["o"][:, 0] + p["c"][0]

    return tables(**inside, o=(dv, 1), c=(1,)), outputs


def attention_weights(p: Parameters, x: jax.Array) -> jax.Array:
    """(N, N): rows add up to 1."""
    tokens = jax.nn.relu(x @ p["w"] + p["b"])
    return jax.nn.softmax((tokens @ p["q"]) @ (tokens @ p["k"]).T, axis=1)


def recurrent(gates: int, cell: Callable[..., Any], state: Callable[[int], Any]) -> Callable[..., Model]:
    """Models with this cell, run in both directions."""

    def model(N: int, features: int, hidden: int) -> Model:
        shapes: dict[str, tuple[int, ...]] = {}
        for way in "fb":  # forwards, backwards
            shapes |= {f"{way}x": (features, gates * hidden), f"{way}h": (hidden, gates * hidden)}
            shapes |= {f"{way}c": (gates * hidden,), f"{way}o": (hidden, 1)}

        def outputs(p: Parameters, x: jax.Array) -> jax.Array:
            total = p["out"][0]
            for way in "fb":
                _, rows = jax.lax.scan(
                    lambda carry, row, h=p[f"{way}h"]: cell(carry, row, h),
                    state(hidden),
                    x @ p[f"{way}x"] + p[f"{way}c"],
                    reverse=way == "b",
                )
                total = total + rows @ p[f"{way}o"][:, 0]
            return total

        return tables(**shapes, out=(1,)), outputs

    return model


def _lstm_cell(carry: Any, row: jax.Array, h: jax.Array) -> Any:
    """Input, forget, output gate, and what is written; the forget gate starts open."""
    seen, memory = carry
    i, f, o, g = jnp.split(row + seen @ h, 4)
    memory = jax.nn.sigmoid(f + 1) * memory + jax.nn.sigmoid(i) * jnp.tanh(g)
    seen = jax.nn.sigmoid(o) * jnp.tanh(memory)
    return (seen, memory), seen


def _gru_cell(seen: jax.Array, row: jax.Array, h: jax.Array) -> Any:
    """Update and reset gate; the reset gate acts on the product with the state."""
    a, b, c = jnp.split(row, 3)
    u, v, w = jnp.split(seen @ h, 3)
    update = jax.nn.sigmoid(a + u)
    seen = update * seen + (1 - update) * jnp.tanh(c + jax.nn.sigmoid(b + v) * w)
    return seen, seen


def fully_connected(N: int, features: int, hidden: int) -> Model:
    """One hidden layer."""

    def outputs(p: Parameters, x: jax.Array) -> jax.Array:
        return jax.nn.relu(x.reshape(-1) @ p["w"] + p["b"]) @ p["o"] + p["c"]

    return tables(w=(N * features, hidden), b=(hidden,), o=(hidden, N), c=(N,)), outputs


MODELS: dict[str, Callable[..., Model]] = {
    "attention": attention,
    "lstm": recurrent(4, _lstm_cell, lambda hidden: (jnp.zeros(hidden), jnp.zeros(hidden))),
    "gru": recurrent(3, _gru_cell, jnp.zeros),
    "mlp": fully_connected,
}


def count(parameters: Parameters) -> int:
    """Numbers in all tables."""
    return sum(table.size for table in parameters.values())
