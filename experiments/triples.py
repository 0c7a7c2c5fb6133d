"""Pairs and triples with sum 0: one layer of attention of order 2 against order 3, by modulus, length, heads and width.

After Sanford, Hsu and Telgarsky 2023. Tokens x_1 .. x_N are residues mod M. Match2: the answer at i is 1 iff x_i +
x_j = 0 for some j; Match3: iff x_i + x_j + x_l = 0 for some j and l, equal ones allowed. Queries, keys and values are
tables by token, with a null key and value; a head of order 2 scores <q_i, k_j>, one of order 3 scores pairs (j, l) of
keys, null ones included, by the sum over a of q_i[a] k_j[a] k'_l[a], normalises over all pairs, and takes products
v_j v'_l of values, coordinate by coordinate. The rows of all heads and the token go to a network of one hidden layer,
whose output is the logit of the answer.

Inputs: tokens uniform among a random set of a few residues, whose number is drawn anew for each input, so that
neither answer is rare. ``by_token`` is the accuracy of the best guess from x_i alone, the yardstick for all others. A
run learns if it is right on 99 % of the answers of 4096 new inputs.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from brackets import bracket_of
from training import trained

TESTS = 4096
HIDDEN = 64


def cells(size: str) -> list[dict[str, Any]]:
    """A cell for each task, M, N, order, number of heads, m and dv."""
    steps, seeds, lengths, moduli = {
        "smoke": (40, 2, (4,), (4,)),
        "short": (1000, 5, (8,), (5, 7)),
        "full": (3000, 10, (6, 12), (5, 7, 11)),
    }[size]
    same = {"steps": steps, "batch": 64, "rate": 0.005, "seeds": list(range(seeds))}
    same |= {"tests": 256} if size == "smoke" else {}
    # order, heads, m, dv: order 3 has two key and two value tables, so widths are chosen for about as many numbers
    models = [(2, 1, 4, 2), (2, 2, 4, 2), (2, 4, 4, 2), (2, 1, 4, 0), (3, 1, 4, 2)]
    found = [
        {"task": "match3", "M": M, "N": N, "order": order, "heads": heads, "m": m, "dv": dv or M - 1, **same}
        for M in moduli
        for N in lengths
        for order, heads, m, dv in (models if size != "smoke" else models[4:])
    ]
    widths = {"smoke": (1,), "short": (1, 2, 3, 4), "full": (1, 2, 3, 4, 6)}[size]
    return found + [
        {"task": "match2", "M": M, "N": lengths[-1], "order": 2, "heads": 1, "m": m, "dv": 1, **same}
        for M in moduli
        for m in widths
    ]


def train(config: dict[str, Any], report: Callable[..., None]) -> dict[str, Any]:
    """``accuracy``: of each seed on all answers of new inputs; ``yes`` and ``no``: on those of each kind.

    ``ones``: the share of answers 1; ``by_token``: the accuracy of the best guess from the token; ``parameters``;
    ``loss``: the mean loss over the last tenth of the steps; ``lower`` and ``upper``: the certified least width of a
    head that selects exactly the pairs (order 2) or triples (order 3) with sum 0, null for a task that no head of
    this order selects.
    """
    M, task = config["M"], config["task"]

    def batch(key: jax.Array, _: Any) -> jax.Array:
        return inputs(key, config["batch"], config["N"], M)

    def loss(tables: Any, tokens: jax.Array) -> jax.Array:
        given = jax.vmap(lambda x: answers(x, M, task))(tokens)
        found = jax.vmap(lambda x: logit(tables, x, config["order"]))(tokens)
        return (jax.nn.softplus(found) - given * found).mean()

    tests = inputs(jax.random.key(2**32 - 2), config.get("tests", TESTS), config["N"], M)
    given = jax.jit(jax.vmap(lambda x: answers(x, M, task)))(tests)

    @jax.jit
    @jax.vmap
    def said(tables: Any) -> jax.Array:
        return jax.lax.map(lambda x: logit(tables, x, config["order"]) > 0, tests, batch_size=256)

    steps = config["steps"]
    stops = [steps // 4, steps // 2, 3 * steps // 4, steps - steps // 10, steps]
    for moment in trained(
        lambda key: begin(key, config), loss, batch, config["seeds"], stops, config["rate"], clip=1.0
    ):
        right = np.asarray(said(moment.parameters) == (given > 0))
        share = right.mean((1, 2))
        report(moment.step, steps, f"loss {moment.losses.max():.3f}, accuracy {share.min():.3f} .. {share.max():.3f}")
    ones = np.asarray(given > 0)
    tokens = np.asarray(tests)
    by_token = sum(max(np.sum(ones[tokens == x]), np.sum(~ones[tokens == x])) for x in range(M)) / ones.size
    lower, upper = certified(task, M, config["order"])
    return {
        "accuracy": figures(share),
        "yes": figures(right[:, ones].mean(1)),
        "no": figures(right[:, ~ones].mean(1)),
        "loss": figures(moment.losses),
        "ones": float(f"{ones.mean():.5g}"),
        "by_token": float(f"{by_token:.5g}"),
        "parameters": sum(x.size for x in jax.tree.leaves(begin(jax.random.key(0), config))),
        "lower": lower,
        "upper": upper,
    }


def certified(task: str, M: int, order: int) -> tuple[int | None, int | None]:
    """The least width that selects, where that can be asked of this order."""
    if order != int(task[-1]):
        return None, None
    return bracket_of(task, f"M={M}", "--budget", "20")


def inputs(key: jax.Array, count: int, N: int, M: int) -> jax.Array:
    """(count, N): tokens uniform among 1 .. M residues of a random order, that many drawn uniformly."""

    def one(key: jax.Array) -> jax.Array:
        a, b, c = jax.random.split(key, 3)
        residues = jax.random.permutation(a, M)
        return residues[jax.random.randint(c, (N,), 0, jax.random.randint(b, (), 1, M + 1))]

    return jax.vmap(one)(jax.random.split(key, count))


def answers(x: jax.Array, M: int, task: str) -> jax.Array:
    """(N,): 1 where there is a pair or a triple."""
    others = x if task == "match2" else (x[:, None] + x[None, :]).ravel()
    return ((x[:, None] + others[None, :]) % M == 0).any(1).astype(jnp.float32)


def begin(key: jax.Array, config: dict[str, Any]) -> Any:
    """Tables of variance 1 for queries and keys, by token; row M is the null key and value."""
    M, heads, m, dv = (config[name] for name in ("M", "heads", "m", "dv"))
    copies = config["order"] - 1
    keys = jax.random.split(key, 5)
    inside = heads * dv + M
    return {
        "q": jax.random.normal(keys[0], (M, heads, m)),
        "k": jax.random.normal(keys[1], (copies, M + 1, heads, m)),
        "v": jax.random.normal(keys[2], (copies, M + 1, heads, dv)),
        "in": jax.random.normal(keys[3], (inside, HIDDEN)) / inside**0.5,
        "in_bias": jnp.zeros(HIDDEN),
        "out": jax.random.normal(keys[4], (HIDDEN,)) / HIDDEN**0.5,
        "out_bias": jnp.zeros(()),
    }


def logit(tables: Any, x: jax.Array, order: int) -> jax.Array:
    """(N,) from tokens (N,)."""
    M = tables["q"].shape[0]
    with_null = jnp.append(x, M)
    q, k, v = tables["q"][x], tables["k"][:, with_null], tables["v"][:, with_null]
    if order == 2:
        weights = jax.nn.softmax(jnp.einsum("ihm,jhm->hij", q, k[0]), axis=-1)
        rows = jnp.einsum("hij,jhd->ihd", weights, v[0])
    else:
        scores = jnp.einsum("ihm,jhm,lhm->hijl", q, k[0], k[1])
        flat = jax.nn.softmax(scores.reshape(*scores.shape[:2], -1), axis=-1).reshape(scores.shape)
        rows = jnp.einsum("hijl,jhd,lhd->ihd", flat, v[0], v[1])
    read = jnp.concatenate([rows.reshape(len(x), -1), jax.nn.one_hot(x, M)], axis=1)
    return jax.nn.relu(read @ tables["in"] + tables["in_bias"]) @ tables["out"] + tables["out_bias"]


def figures(values: Any) -> list[float]:
    """Five digits of each number."""
    return [float(f"{float(value):.5g}") for value in values]
