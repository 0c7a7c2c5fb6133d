"""Copying 0s0s through sparse attention patterns, by depth, over the exact depth that copying needs.

After the copying tasks of Yun et al. 2020: sequences 0 s 0 s with s of n/2 - 1 tokens drawn from V symbols. *Masked*:
the second s is replaced by a mask token and predicted in place. *Autoregressive*: positions attend to none after
themselves, and each predicts the next token; what counts is the second s. The layers of a transformer go through the
pattern's cycle; ``multihead`` gives its parts to the heads in turn.

``headcount pattern .. --copying`` says with how many layers each predicting position sees its source. Below that some
prediction is independent of its source whatever the network; ``train`` works out which ones from the very masks that
are trained, and raises if their accuracy is more than six standard errors above 1/V, for then a proof or a mask is
wrong.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from brackets import answer
from headcount.tasks.sparse_patterns import pattern_from_words
from training import trained
from transformers import begin, logits

TESTS = 2048


def cells(size: str) -> list[dict[str, Any]]:
    """A cell for each pattern, task and depth."""
    n, depths, steps, seeds, V, batch = {
        "smoke": (8, (1,), 60, 2, 4, 16),
        "short": (16, (1, 2), 400, 3, 16, 32),
        "full": (32, (1, 2, 3, 4), 1200, 3, 16, 32),
    }[size]
    w = {8: 2, 16: 4, 32: 6}[n]
    patterns = ["dense", f"window w={w}", f"strided w={w}", f"union strided w={w}", f"multihead strided w={w}"]
    patterns += [f"fixed w={8 if n == 32 else w}", "star", f"random degree={w - 1}"]
    if size != "full":
        patterns = patterns[:3] + patterns[5:7]
    if size == "smoke":
        patterns = ["dense", "window w=1"]
    same = {"n": n, "V": V, "steps": steps, "batch": batch, "rate": 0.002, "width": 32, "heads": 4}
    same |= {"tests": 128} if size == "smoke" else {}
    return [
        {"pattern": pattern, "task": task, "layers": depth, **same, "seeds": list(range(seeds))}
        for pattern in patterns
        for task in ("masked", "autoregressive")
        for depth in depths
    ]


def train(config: dict[str, Any], report: Callable[..., None]) -> dict[str, Any]:
    """``accuracy``: of each seed on new sequences, over all predicted tokens; ``curve``: its mean loss at some steps.

    ``needed``: the exact least depth (``"infinite"`` if there is none); ``hops``: that at which every position sees
    all; ``seen``: the share of predictions whose source is seen at this depth; ``unseen_accuracy``: of each seed on
    the others, null if there are none; ``connections``: the share of all pairs that a layer has, on average over the
    cycle.
    """
    n, V, task = config["n"], config["V"], config["task"]
    words = [*config["pattern"].split(), f"n={n}"]
    allowed = masks(words, config["layers"], config["heads"], task == "autoregressive")
    exact = answer("pattern", *words, "--copying")
    ask, source = asked(n, task)
    seen = reach(allowed)[ask, source]

    def batch(key: jax.Array, _: Any) -> Any:
        return sequences(key, config["batch"], n, V, task)

    def start(key: jax.Array) -> Any:
        return begin(key, n, V + 2, V + 2, config["layers"], config["width"], 2 * config["width"])

    def predictions(parameters: Any, tokens: jax.Array) -> jax.Array:
        return logits(parameters, tokens, allowed)[:, ask]

    def loss(parameters: Any, examples: Any) -> jax.Array:
        tokens, answers = examples
        chosen = jnp.take_along_axis(jax.nn.log_softmax(predictions(parameters, tokens)), answers[..., None], axis=-1)
        return -chosen.mean()

    number = config.get("tests", TESTS)
    tests, answers = sequences(jax.random.key(2**32 - 2), number, n, V, task)

    @jax.jit
    @jax.vmap
    def right(parameters: Any) -> jax.Array:
        return (predictions(parameters, tests).argmax(-1) == answers).mean(0)

    stops = [config["steps"] * part // 4 for part in (1, 2, 3, 4)]
    curve = []
    for moment in trained(start, loss, batch, config["seeds"], stops, config["rate"], clip=1.0):
        by_position = np.asarray(right(moment.parameters))
        curve.append(figures(moment.losses))
        words_now = (
            f"loss {max(curve[-1]):.2f}, accuracy {by_position.mean(1).min():.2f} .. {by_position.mean(1).max():.2f}"
        )
        report(moment.step, config["steps"], words_now)
    unseen = by_position[:, ~seen].mean(1) if not seen.all() else None
    if unseen is not None:
        error = (1 / V * (1 - 1 / V) / (number * (~seen).sum())) ** 0.5
        if unseen.max() > 1 / V + 6 * error:
            raise AssertionError(f"accuracy {unseen.max()} on tokens that are not seen: {config}")
    return {
        "needed": exact["copying"][task],
        "hops": exact["hops"],
        "seen": float(f"{seen.mean():.5g}"),
        "accuracy": figures(by_position.mean(1)),
        "unseen_accuracy": None if unseen is None else figures(unseen),
        "curve": curve,
        "connections": float(f"{np.mean(exact['connections']) / n**2:.5g}"),
    }


def masks(words: list[str], layers: int, heads: int, causal: bool) -> np.ndarray:
    """(layers, heads, n, n): the parts of a layer go to the heads in turn."""
    asked_for = pattern_from_words(words)
    n = asked_for.n
    found = np.zeros((layers, heads, n, n), bool)
    for layer in range(layers):
        parts = asked_for.heads[layer % len(asked_for.heads)]
        for head in range(heads):
            for i in range(n):
                for piece in parts[head % len(parts)].row(i):
                    found[layer, head, i, list(piece)] = True
    return found & np.tri(n, dtype=bool) if causal else found


def reach(allowed: np.ndarray) -> np.ndarray:
    """(n, n): whether the output at i may depend on token j, each position keeping what it has."""
    n = allowed.shape[-1]
    found = np.eye(n, dtype=bool)
    for heads in allowed:
        found = (heads.any(0) | np.eye(n, dtype=bool)).astype(int) @ found.astype(int) > 0
    return found


def asked(n: int, task: str) -> tuple[np.ndarray, np.ndarray]:
    """The positions that predict the second s, and the positions of their sources in the first one."""
    source = np.arange(1, n // 2)
    return source + n // 2 - (task == "autoregressive"), source


def sequences(key: jax.Array, count: int, n: int, V: int, task: str) -> tuple[jax.Array, jax.Array]:
    """Tokens (count, n), with V + 1 for a mask, and the answers (count, n/2 - 1)."""
    s = jax.random.randint(key, (count, n // 2 - 1), 1, V + 1)
    zero = jnp.zeros((count, 1), s.dtype)
    second = s if task == "autoregressive" else jnp.full_like(s, V + 1)
    return jnp.concatenate([zero, s, zero, second], axis=1), s


def figures(values: Any) -> list[float]:
    """Five digits of each number."""
    return [float(f"{float(value):.5g}") for value in values]
