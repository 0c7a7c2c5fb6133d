"""Sparse averaging from samples: one layer of attention, LSTM, GRU and a fully connected network of matched size.

Sanford, Hsu and Telgarsky 2023, Appendix D. Token i is (z_i, y_i, i): z_i uniform in [-1, 1], y_i a uniform q-subset of
the N positions written as N bits, i as N bits. The answer at i is the mean of z_j over j in y_i. Training draws batches
from ``samples`` sequences that each seed has for itself (0: new ones at every step). ``curve`` is the mean squared
error on 1024 new sequences over that of the answer 0, 1/(3q), at each number of steps in ``stops``.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from sequence_models import MODELS, attention_weights, count
from training import trained

HIDDEN = {"attention": 144, "lstm": 33, "gru": 40, "mlp": 24}
"""Near 20,000 parameters each at N = 20."""

TESTS = 1024


def cells(size: str) -> list[dict[str, Any]]:
    """A cell for each model and number of samples; one more for the attention matrices."""
    N, q, neighbours, samples, steps, seeds, long = {
        "smoke": (5, 2, [], (0,), 20, 2, 40),
        "short": (20, 3, [], (1000, 0), 1500, 3, 4000),
        "full": (20, 3, [(20, 2), (20, 4)], (100, 1000, 10000, 0), 3000, 5, 40000),
    }[size]
    same = {"batch": 32, "rate": 0.003, **({"tests": 64} if size == "smoke" else {})}
    first = {"model": "attention", "hidden": HIDDEN["attention"], "N": N, "q": q, "samples": 0}
    looks = [0, min(1000, long // 2), long]
    found = [{**first, **same, "stops": looks, "matrices": True, "seeds": list(range(min(seeds, 3)))}]
    of_each = [(shape, n) for shape in [(N, q)] for n in samples] + [(shape, 0) for shape in neighbours]
    rest = {**same, "stops": halved(steps), "matrices": False, "seeds": list(range(seeds))}
    for (length, asked), n in of_each:
        models = [*HIDDEN.items()] + [("mlp", 400)] * (size == "full" and n in (samples[-2], 0))
        for model, hidden in models:
            found.append({"model": model, "hidden": hidden, "N": length, "q": asked, "samples": n, **rest})
    return found


def halved(steps: int) -> list[int]:
    """0 and six doublings up to the number of steps."""
    return [0, *(steps >> k for k in range(5, -1, -1))]


def drawn(key: jax.Array, N: int, q: int) -> tuple[jax.Array, jax.Array]:
    """A sequence, (N, 1 + 2N), and its answers, (N,)."""
    one, two = jax.random.split(key)
    z = jax.random.uniform(one, (N,), minval=-1.0, maxval=1.0)
    order = jax.random.uniform(two, (N, N))
    y = (order <= jnp.sort(order, axis=1)[:, q - 1 : q]).astype(jnp.float32)
    return jnp.concatenate([z[:, None], y, jnp.eye(N)], axis=1), y @ z / q


def train(config: dict[str, Any], report: Callable[..., None]) -> dict[str, Any]:
    """``curve``: for each stop the relative error of each seed; ``last`` and ``best``: at the end, and the least.

    With ``matrices`` also ``weights``: the attention matrix of the first seed on one sequence at each stop, ``subsets``
    of that sequence, and ``mass``: for each stop and seed the mean weight on the q positions that are asked for.
    """
    N, q, samples = config["N"], config["q"], config["samples"]
    start, outputs = MODELS[config["model"]](N, 1 + 2 * N, config["hidden"])

    def batch(key: jax.Array, own: jax.Array) -> Any:
        if samples:
            numbers = jax.random.randint(key, (config["batch"],), 0, samples)
            keys = jax.vmap(lambda number: jax.random.fold_in(own, number))(numbers)
        else:
            keys = jax.random.split(key, config["batch"])
        return jax.vmap(lambda one: drawn(one, N, q))(keys)

    def loss(parameters: Any, examples: Any) -> jax.Array:
        inputs, answers = examples
        return ((jax.vmap(lambda x: outputs(parameters, x))(inputs) - answers) ** 2).mean() * 3 * q

    keys = jax.random.split(jax.random.key(2**32 - 2), config.get("tests", TESTS))
    tests = jax.vmap(lambda key: drawn(key, N, q))(keys)
    measured = jax.jit(jax.vmap(loss, in_axes=(0, None)))
    curve, matrices, mass = [], [], []
    stops = config["stops"]
    runs = trained(start, loss, batch, config["seeds"], stops, config["rate"], own_data=lambda key: key)
    for moment in runs:
        curve.append(figures(measured(moment.parameters, tests)))
        if config["matrices"]:
            weights = jax.vmap(lambda p: jax.vmap(lambda x: attention_weights(p, x))(tests[0][:64]))(moment.parameters)
            asked = tests[0][:64, :, 1 : 1 + N]
            mass.append(figures((weights * asked).sum(-1).mean((1, 2))))
            matrices.append([figures(row) for row in np.asarray(weights)[0, 0]])
        report(
            moment.step,
            stops[-1],
            f"{config['model']}: error {min(curve[-1]):.3f} to {max(curve[-1]):.3f} of that of 0",
        )
    best = np.min(curve, axis=0).tolist()
    size = count(start(jax.random.key(0)))
    result = {"parameters": size, "curve": curve, "last": curve[-1], "best": best}
    if config["matrices"]:
        subsets = [np.flatnonzero(row).tolist() for row in np.asarray(tests[0][0, :, 1 : 1 + N])]
        result |= {"mass": mass, "weights": matrices, "subsets": subsets}
    return result


def figures(values: Any) -> list[float]:
    """Five digits of each number."""
    return [float(f"{float(value):.5g}") for value in values]
