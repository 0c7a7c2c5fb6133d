"""Softmax heads whose summed outputs have given signs: positive integer weights and integer values, by search.

A head gives key k the weight exp(S[s, k]) > 0 (s: the symbol at the output position) and the value V[k]; its output is
the weighted mean over the keys present. Minimised is the squared hinge loss over all inputs by L-BFGS, inputs that stay
wrong getting more weight between the runs. Weights and values are then rounded to integers; the caller verifies them
on every input, exactly.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

Values = tuple[tuple[int, ...], ...]
Weights = tuple[Values, ...]
_ROUNDS = 10  # runs with weights changed in between, before a fresh start
_ITERATIONS = 400
_LARGEST_SCORE = 12.0  # exp(12) to exp(-12): beyond, the loss is flat


@dataclass(frozen=True)
class SoftmaxHeads:
    """``weights[h][s][k]`` >= 1 and ``values[h][k]``, integers; the sum of outputs is to be compared with 0."""

    weights: Weights
    values: Values
    margin: float
    starts: int


@dataclass(frozen=True)
class NoHeadsFound:
    """The search ended; ``fewest_wrong`` inputs were wrong at the best of ``starts``. Nothing is proved."""

    starts: int
    fewest_wrong: int


def softmax_heads(
    inputs: Sequence[tuple[int, ...]],
    signs: Sequence[bool],
    alphabet: int,
    position: int,
    heads: int,
    *,
    seed: int,
    starts: float = float("inf"),
    deadline: float = float("inf"),
) -> SoftmaxHeads | NoHeadsFound:
    """Heads with a positive sum of outputs exactly where ``signs`` is true, if the search finds some.

    Parameters
    ----------
    inputs : words over 0 .. alphabet - 1 of one length; key number j alphabet + x is token x at position j
    signs : the answer wanted on each input
    position : whose query is asked
    heads : their number, >= 1
    seed : of the starts
    starts : how many to make; what comes out is then a function of the arguments
    deadline : value of ``time.monotonic()``

    Guarantee
    ---------
    None on the integers before they are verified: the float tables had all signs with the margin stated.

    Examples
    --------
    >>> square = [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    >>> found = softmax_heads(square, [a != b for a, b, _ in square], 2, 2, 2, seed=0, starts=100)
    >>> found.margin > 0
    True
    """
    words = np.array(inputs)
    keys = words.shape[1] * alphabet
    present = np.zeros((len(words), keys))
    for j in range(words.shape[1]):
        present[np.arange(len(words)), j * alphabet + words[:, j]] = 1.0
    asked = words[:, position]
    wanted = np.where(np.array(signs, dtype=bool), 1.0, -1.0)
    rng = np.random.default_rng(seed)
    loss = _Loss(present, asked, wanted, alphabet, heads)
    made, fewest = 0, len(words)
    while made < starts and time.monotonic() < deadline:
        made += 1
        point = np.concatenate([rng.normal(size=loss.scores) * 1.5, rng.normal(size=heads * keys) * 2])
        loss.importance = np.ones(len(words))
        for _ in range(_ROUNDS):
            point = minimize(loss, point, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS}).x
            margins = wanted * loss.outputs(point)
            if margins.min() > 1e-3:
                return SoftmaxHeads(*loss.integers(point), float(margins.min()), made)
            fewest = min(fewest, int((margins <= 0).sum()))
            if time.monotonic() > deadline:
                break
            grown = np.minimum(loss.importance * 2, 1e4)
            loss.importance = np.where(margins < 0.05, grown, np.maximum(loss.importance * 0.9, 0.1))
    return NoHeadsFound(made, fewest)


class _Loss:
    """The weighted hinge loss and its gradient; ``importance`` are the inputs' weights."""

    def __init__(self, present: np.ndarray, asked: np.ndarray, wanted: np.ndarray, alphabet: int, heads: int) -> None:
        self.present, self.wanted, self.heads, self.keys = present, wanted, heads, present.shape[1]
        self.groups = [(s, asked == s) for s in range(alphabet) if (asked == s).any()]
        self.alphabet = alphabet
        self.scores = heads * alphabet * self.keys
        self.importance = np.ones(len(wanted))

    def tables(self, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """exp of scores (H, A, K) and values (H, K)."""
        scores = np.clip(point[: self.scores], -_LARGEST_SCORE, _LARGEST_SCORE)
        return np.exp(scores).reshape(self.heads, self.alphabet, -1), point[self.scores :].reshape(self.heads, -1)

    def outputs(self, point: np.ndarray) -> np.ndarray:
        weights, values = self.tables(point)
        found = np.zeros(len(self.wanted))
        for s, group in self.groups:
            part = self.present[group]
            found[group] = ((part @ (weights[:, s] * values).T) / (part @ weights[:, s].T)).sum(axis=1)
        return found

    def __call__(self, point: np.ndarray) -> tuple[float, np.ndarray]:
        weights, values = self.tables(point)
        of_scores, of_values = np.zeros_like(weights), np.zeros_like(values)
        total = 1e-7 * float(point @ point)
        for s, group in self.groups:
            part, wanted, importance = self.present[group], self.wanted[group], self.importance[group]
            e = weights[:, s]
            sums = part @ e.T
            ratios = (part @ (e * values).T) / sums
            slack = np.maximum(0.0, 1 - wanted * ratios.sum(axis=1))
            total += float(importance @ slack**2)
            slope = (-2 * importance * slack * wanted)[:, None] / sums
            direct = (slope.T @ part) * e
            of_values += direct
            of_scores[:, s] = direct * values - ((slope * ratios).T @ part) * e
        return total, np.concatenate([of_scores.ravel(), of_values.ravel()]) + 2e-7 * point

    def integers(self, point: np.ndarray) -> tuple[Weights, Values]:
        weights, values = self.tables(point)
        scaled = weights / weights.min(axis=2, keepdims=True)  # a query's weights may be scaled
        scaled = np.rint(scaled * 2.0**10)
        return (
            tuple(tuple(tuple(int(w) for w in row) for row in head) for head in scaled),
            tuple(tuple(int(v) for v in row) for row in np.rint(values * 2.0**16)),
        )
