"""Sparse averaging trained at every width, with real tables and with tables of p bits, over the certified least sizes.

One head as in ``headcount probe qsa --error``: keys are a table by position, queries a table by q-subset, the output is
a constant c times sum_j a_j z_j, where a is the softmax of the scores. For independent values of variance 1 the
expected squared error of a subset y is the sum over j of (c a_j - t_j)^2, t_j = [j in y]/q; Adam gets the mean of that
over all subsets, so that neither samples nor luck with them enter. With ``loss: "cross-entropy"`` it gets the
divergence of the weights a from t instead, which is convex in each query. What is reported is the error in the papers'
sense, for the worst subset and the worst values in [-1, 1]: max over y of sum_j |c a_j - t_j|, in double precision. A
run succeeds if it is at most 1/(2q).

``bits`` 0: real tables; the certified least width is that of class SOFTMAX. ``bits`` p: tables of odd integers up to
2^p - 1 in size and one real factor for all scores, found by trying many. They are rounded in the forward pass with the
gradient passed through (``rounding: "straight-through"``), or real tables are scaled and rounded at the end
(``"afterwards"``). An error below 1/q makes every score on y greater than every score off y, and scores that are tied
on y and smaller off y average as well as one likes if the factor is large; so the certified ends are those of class
GRID(p), from below of the first question and from above of the second. No run can succeed below a certified lower
bound: if one does, ``train`` raises.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from brackets import bracket_of, grid_widths, grid_widths_of_signs
from training import trained

FACTORS = np.geomspace(1e-3, 1e2, 101)
"""Of the scores of integer tables, beside the one that was trained."""

MOST_BITS = 6

CONSTANTS = np.linspace(0.8, 1.6, 33)
"""Of the values, likewise."""


def cells(size: str) -> list[dict[str, Any]]:
    """A cell for each N, q and number of bits; it has all widths."""
    real, rounded, bits, seeds, steps = {
        "smoke": ([(5, 1)], [(4, 1)], (2,), 2, 60),
        "short": ([(8, 2), (12, 3)], [(6, 2)], (1, 2, 3), 10, 3000),
        "full": ([(8, 2), (12, 2), (12, 3), (20, 2), (20, 3)], [(6, 2), (8, 2)], (1, 2, 3, 4, 5, 6), 10, 20000),
    }[size]
    same = {"rate": 0.03, "seconds": 20, "seeds": list(range(seeds))}
    found = [
        {"N": N, "q": q, "bits": 0, "rounding": "none", "loss": loss, "most": most, "steps": steps, **same}
        for N, q in real
        for loss in ("squared", "cross-entropy")
        for most in [min(N - 1, 2 * q + 6 if size != "smoke" else 1)]
    ]
    rest = {"loss": "squared", "steps": min(steps, 10000), **same}
    return found + [
        {"N": N, "q": q, "bits": p, "rounding": rounding, "most": 2 * q + 6 if size != "smoke" else 2, **rest}
        for rounding in ("straight-through", "afterwards")
        for N, q in rounded
        for p in bits
    ]


def targets(N: int, q: int) -> np.ndarray:
    """Rows [j in y]/q, one for each q-subset y of N positions."""
    return np.array([[(j in y) / q for j in range(N)] for y in combinations(range(N), q)])


def train(config: dict[str, Any], report: Callable[..., None]) -> dict[str, Any]:
    """``widths``; ``errors``: the worst error for each width and seed; ``least``: for each seed the least good width.

    ``shares``: the share of subsets with an error of at most 1/(2q), for each width and seed. ``lower`` and ``upper``
    are the certified ends of the least width for an error of 1/(2q), ``upper`` null if none is known up to ``most``.
    """
    q, most = config["q"], config["most"]
    lower, upper = certified_widths(config["N"], q, config["bits"], most, config["seconds"])
    widths = list(range(max(1, min(lower, 2 * q) - 2), most + 1))
    errors: list[list[float]] = []
    shares: list[list[float]] = []
    least: list[int | None] = [None] * len(config["seeds"])
    for place, m in enumerate(widths):
        of_subsets = errors_of_subsets(config, m)
        found = [float(subsets.max()) for subsets in of_subsets]
        shares.append([float(f"{(subsets <= 1 / (2 * q)).mean():.5g}") for subsets in of_subsets])
        right = [error <= 1 / (2 * q) for error in found]
        if any(right) and m < lower:
            raise AssertionError(f"width {m} has error {min(found)} where m >= {lower} is certified: {config}")
        errors.append([float(f"{error:.5g}") for error in found])
        least = [old if old is not None else m if now else None for old, now in zip(least, right, strict=True)]
        words = (
            f"m = {m}: error {min(found):.3f} to {max(found):.3f}, {sum(right)} of {len(right)} succeed, m >= {lower}"
        )
        report(place + 1, len(widths), words)
    return {"lower": lower, "upper": upper, "widths": widths, "errors": errors, "shares": shares, "least": least}


def certified_widths(N: int, q: int, p: int, most: int, seconds: float) -> tuple[int, int | None]:
    """Ends of the least width for an error of 1/(2q), with real tables or with tables of p bits."""
    if not p:
        return bracket_of("qsa", f"N={N}", f"q={q}", "--error", f"1/{2 * q}", "--class", "softmax")
    return certified_grid_widths(N, q, most, seconds)[p - 1]


@cache
def certified_grid_widths(N: int, q: int, most: int, seconds: float) -> list[tuple[int, int | None]]:
    """The same for 1, 2, .. bits: what is possible with fewer bits is possible with more.

    Where the ends differ, another machine may find better ones in these seconds.
    """
    separated = grid_widths_of_signs(2 * (targets(N, q) > 0) - 1, MOST_BITS, most, seconds)
    tied = grid_widths("qsa", f"N={N}", f"q={q}", bits=MOST_BITS, most=most, seconds=seconds)
    return [(lower, upper) for (lower, _), (_, upper) in zip(separated, tied, strict=True)]


def errors_of_subsets(config: dict[str, Any], m: int) -> list[np.ndarray]:
    """For each seed the errors of all subsets at width m, with the factor and constant for which the worst is least."""
    wanted = targets(config["N"], config["q"])
    largest = 2 ** config["bits"] - 1
    through = config["rounding"] == "straight-through"

    def start(key: jax.Array) -> dict[str, jax.Array]:
        one, two = jax.random.split(key)
        tables = {
            "queries": jax.random.normal(one, (len(wanted), m)),
            "keys": jax.random.normal(two, (len(wanted[0]), m)),
        }
        return {**tables, "constant": jnp.zeros(()), "factor": jnp.zeros(())}

    def rounded(table: jax.Array) -> jax.Array:
        """Odd integers over the largest of them, for entries in -2 .. 2; with the gradient of the identity."""
        if not through:
            return table
        return table + jax.lax.stop_gradient(odd(table * largest / 2, largest) * 2 / largest - table)

    def loss(tables: dict[str, jax.Array], target: jax.Array) -> jax.Array:
        scores = jnp.exp(tables["factor"]) * rounded(tables["queries"]) @ rounded(tables["keys"]).T
        if config["loss"] == "cross-entropy":
            return -(target * jax.nn.log_softmax(scores, axis=1)).sum(1).mean()
        weights = jnp.exp(tables["constant"]) * jax.nn.softmax(scores, axis=1)
        return ((weights - target) ** 2).sum(1).mean()

    stops, data = [config["steps"]], jnp.asarray(wanted, jnp.float32)
    *_, end = trained(start, loss, lambda _, data: data, config["seeds"], stops, config["rate"], data=data)
    found = []
    for run in range(len(config["seeds"])):
        queries, keys, constant, factor = (
            np.asarray(end.parameters[name][run], float) for name in ("queries", "keys", "constant", "factor")
        )
        constants, factors = [np.exp(constant)], [np.exp(factor)]
        if largest:
            tables = [t * largest / (2 if through else np.abs(t).max()) for t in (queries, keys)]
            queries, keys = (np.asarray(odd(table, largest)) for table in tables)
            constants, factors = [*constants, *CONSTANTS], [factors[0] * 4 / largest**2, *FACTORS]
        tried = (errors(factor * queries @ keys.T, constant, wanted) for factor in factors for constant in constants)
        found.append(min(tried, key=np.max))
    return found


def odd(table: Any, largest: int) -> Any:
    """The nearest odd integers up to ``largest`` in size, of NumPy's or JAX's arrays."""
    return (2 * (table / 2 // 1) + 1).clip(-largest, largest)


def errors(scores: np.ndarray, constant: float, wanted: np.ndarray) -> np.ndarray:
    """For each y the sum over j of |c a_j - t_j|."""
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return np.abs(constant * weights / weights.sum(1, keepdims=True) - wanted).sum(1)
