"""The least width at which Adam finds a random sign pattern, against the least width there is.

A random n x n matrix of signs, the question of ``headcount probe``: queries W and keys U in R^m such that the sign of
w_r . u_c - t_r is P_rc, for some threshold t_r of each row. headcount gives a bracket whose ends its checker has
accepted. Adam trains W, U and t from 10 seeds on the logistic loss, m = 1, 2, .. ; a run succeeds at m if all signs are
right, decided in rational numbers from the very floats that it ended with. So no run can succeed below the certified
lower bound: if one does, ``train`` raises, for then a proof is wrong.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from brackets import bracket_of_signs
from training import trained


def cells(size: str) -> list[dict[str, Any]]:
    """200 patterns in the full version."""
    steps, sizes, count = {
        "smoke": (100, (5,), 1),
        "short": (1500, (8, 12), 10),
        "full": (3000, (8, 12, 14, 16), 50),
    }[size]
    seeds = list(range(2 if size == "smoke" else 10))
    return [
        {"n": n, "pattern": number, "steps": steps, "rate": 0.05, "seconds": 30, "seeds": seeds}
        for n in sizes
        for number in range(count)
    ]


def signs(n: int, number: int) -> np.ndarray:
    """Pattern of this number: n x n independent signs."""
    return np.random.default_rng([n, number]).choice((-1, 1), (n, n))


def train(config: dict[str, Any], report: Callable[..., None]) -> dict[str, Any]:
    """Certified ends ``lower`` and ``upper``; ``least``: for each seed the least m at which all signs came out right.

    ``right`` has for each m tried the number of seeds that succeeded, from one less than the lower bound on (where none
    may) until all have succeeded at some m.
    """
    wanted, seeds = signs(config["n"], config["pattern"]), config["seeds"]
    lower, upper = bracket_of_signs(wanted, config["seconds"])
    least: list[int | None] = [None] * len(seeds)
    right: dict[str, int] = {}
    m = max(1, lower - 1)
    while None in least and m < config["n"] + 2:
        found = successes(wanted, m, config)
        if any(found) and m < lower:
            raise AssertionError(f"width {m} succeeds where m >= {lower} is certified: {config}")
        right[str(m)] = sum(found)
        least = [old if old is not None else m if now else None for old, now in zip(least, found, strict=True)]
        report(m - lower + 2, config["n"] + 3 - lower, f"m = {m}: {sum(found)} of {len(seeds)} seeds, m >= {lower}")
        m += 1
    return {"lower": lower, "upper": upper, "least": least, "right": right}


def successes(wanted: np.ndarray, m: int, config: dict[str, Any]) -> list[bool]:
    """For each seed, whether the tables of width m that it ends with have all signs right."""
    n = config["n"]

    def start(key: jax.Array) -> dict[str, jax.Array]:
        one, two = jax.random.split(key)
        return {"w": jax.random.normal(one, (n, m)), "u": jax.random.normal(two, (n, m)), "t": jnp.zeros(n)}

    def loss(tables: dict[str, jax.Array], target: jax.Array) -> jax.Array:
        scores = tables["w"] @ tables["u"].T - tables["t"][:, None]
        return jax.nn.softplus(-target * scores).mean()

    data = jnp.asarray(wanted, jnp.float32)
    *_, end = trained(
        start, loss, lambda key, data: data, config["seeds"], [config["steps"]], config["rate"], data=data
    )
    tables = {name: np.asarray(values) for name, values in end.parameters.items()}
    return [all_right(wanted, *(tables[name][run] for name in ("w", "u", "t"))) for run in range(len(config["seeds"]))]


def all_right(wanted: np.ndarray, queries: np.ndarray, keys: np.ndarray, thresholds: np.ndarray) -> bool:
    """Whether sign(w_r . u_c - t_r) is as wanted everywhere; floats are rational numbers, and nothing is rounded."""
    rough = wanted * (queries.astype(float) @ keys.T.astype(float) - thresholds[:, None])
    if rough.min() < -1e-3:  # far from the rounding errors of sums of double precision
        return False
    w, u = ([[Fraction(float(x)) for x in row] for row in table] for table in (queries, keys))
    return all(
        (sum(a * b for a, b in zip(w[r], u[c], strict=True)) - Fraction(float(thresholds[r]))) * int(wanted[r, c]) > 0
        for r, c in np.ndindex(wanted.shape)
    )
