"""gamma_2 of a real matrix whose entries lie in given intervals, by Newton's method along the central path.

gamma_2(B) is the least t for which [[P, B], [B^T, Q]] is positive semidefinite with diagonal at most t. Its dual, over
weights x > 0 of sum 1 (a row part p, a column part q) and matrices Z, is: maximise 2 <B, Z> subject to S = diag(x) -
[[0, Z], [Z^T, 0]] being positive semidefinite. With the barrier mu log det S the best Z for given x and B is explicit:
scale M = D_p^1/2 B D_q^1/2 = U diag(s) V^T; then, with r(s) = sqrt(mu^2 + 4 s^2),

    Z = D_p^1/2 U diag(w) V^T D_q^1/2,   w = 2 s / (mu + r) < 1,
    P = D_p^-1/2 U diag(phi) U^T D_p^-1/2,   Q likewise with V,   phi = (mu + r) / 2 > s.

So both matrices are positive definite whatever x and B are: floating point costs optimality only, and for mu = 0 this
is the scaling of the singular value decomposition. Optimal are x with P_ii = t and Q_jj = t, found as fixed points of
x <- x * (P_ii, Q_jj) / sum (the multiplicative rounds) and then by Newton steps; and B with 2 Z_ij = 2 mu / (B_ij -
low_ij) - 2 mu / (high_ij - B_ij), the barrier of its interval. At the centre the gap is mu (R + C + 2 finite ends).

Derivatives are divided differences in the basis of eigenvectors of E = [[0, M], [M^T, 0]] (eigenvalues +-s and 0, and
then phi(E), w(E)), written so that nothing cancels: with r = r(l_a), r' = r(l_b),

    (phi(l_a) - phi(l_b)) / (l_a - l_b) = 2 (l_a + l_b) / (r + r').

A Newton step takes about (R + C)^3 operations if B is fixed, and (number of free entries)^3 else.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.linalg

from .arrays import Floats

SHRINK = 0.12
"""Factor of mu from one centre to the next; smaller ones need more Newton steps each and lose as much as they gain."""
BRISK = 1e-3
"""The same where all entries are fixed, until Newton's method first ends farther than ``_STRAYED`` from a centre."""
_STRAYED = 1e-3
_NEAR = 1e-12
_LOST, _COARSE = 0.1, 1e-8
"""Where Newton's method ends farther than this from the centre, mu fell too fast, if mu / value is still as large."""
_CROSSED = 1e-11
"""Relative gap below which the guess at the ends counts as right."""
_CROSSING = 1e-9
"""mu / value at which entries are fixed at the ends of their intervals: the barriers cost digits below."""
FINEST = 1e-14
"""Least mu / value, at which the path ends."""
NEWTON_STEPS = 12
"""Most Newton steps for one mu."""


@dataclass(frozen=True)
class Centre:
    """A point near the central path: primal (block, row_gram, column_gram), dual (Z, row_weights, column_weights).

    ``upper`` and ``lower`` are the floating-point values that it gives; nothing is proved by them.
    """

    upper: float
    lower: float
    block: Floats
    row_gram: Floats
    column_gram: Floats
    dual: Floats
    row_weights: Floats
    column_weights: Floats
    mu: float


def central_path(low: Floats, high: Floats, *, deadline: float = float("inf")) -> Iterator[Centre]:
    """Points of the central path of min gamma_2(B) over low <= B <= high, with falling gap.

    Parameters
    ----------
    low, high : (R, C) arrays, low <= high
        Equal where the entry is fixed; -inf and inf are allowed.
    deadline : float
        Value of ``time.monotonic()`` after which no Newton step is begun; what has been reached is still yielded.

    Examples
    --------
    >>> square = np.array([[1.0, 1.0], [1.0, -1.0]])
    >>> *_, last = central_path(square, square)
    >>> round(last.lower, 9), round(last.upper, 9)
    (1.414213562, 1.414213562)
    """
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    # An entry is at most gamma_2, and some B has gamma_2 <= the norm of its entries next to 0: no optimum is lost.
    nearest = np.clip(0.0, low, high)
    most = 2.0 * min(np.linalg.norm(nearest, axis=axis).max() for axis in (0, 1)) + 1.0
    state = _State(np.maximum(low, -most), np.minimum(high, most), low, high, deadline)
    for _ in range(3):
        state.multiplicative_round()
    bounded = bool(np.any(np.isfinite(state.below) | np.isfinite(state.above)))
    yield from _followed(state, state.value / state.order, _CROSSING if bounded else FINEST)
    if bounded:
        least, most = -np.inf, np.inf
        for found in _followed(_at_the_ends(state), state.mu, FINEST):
            least, most = max(least, found.lower), min(most, found.upper)
            yield found
        if most - least > _CROSSED * most:  # the guess was wrong
            yield from _followed(state, state.mu * SHRINK, FINEST)


def _followed(state: _State, mu: float, finest: float) -> Iterator[Centre]:
    least = shrink = SHRINK if len(state.free) else BRISK
    last = state.position(), mu
    while True:
        state.centre(mu)
        distance = state.distance()
        if least < SHRINK and distance > _STRAYED:
            state.move(*last[0])
            least = shrink = SHRINK
            mu = last[1] * shrink
            continue
        if distance > _LOST and mu > _COARSE * state.value and shrink < 0.9:
            state.move(*last[0])
            shrink = shrink**0.5
            mu = last[1] * shrink
            continue
        yield state.point()
        if mu <= finest * state.value or time.monotonic() >= state.deadline:
            return
        last = state.position(), mu
        shrink = max(least, shrink**1.5)
        mu *= shrink


def _at_the_ends(state: _State) -> _State:
    """The same problem with each entry that is near an end fixed there, from the same point.

    At the centre slack times pull is mu, so that far along the path one of them is large and the other small. If the
    guess is right the optimum is the same; the barriers that cost digits are gone, those of the other entries stay.
    """
    low, high = state.low.copy(), state.high.copy()
    usual = float(np.mean(np.abs(state.dual)))
    free = []
    for k, ((i, j), below, above) in enumerate(zip(state.free, state.below, state.above, strict=True)):
        if abs(state.dual[i, j]) > usual * min(below, above):
            low[i, j] = high[i, j] = state.low[i, j] if below < above else state.high[i, j]
        else:
            free.append(k)
    ended = _State(low, high, state.first, state.last, state.deadline)
    ended.move(state.y, np.where(low == high, low, state.block), state.below[free], state.above[free])
    return ended


class _State:
    """A point of the path; ``first`` and ``last`` are the intervals asked for, ``low`` and ``high`` those in use."""

    def __init__(self, low: Floats, high: Floats, first: Floats, last: Floats, deadline: float) -> None:
        self.low, self.high, self.first, self.last, self.deadline = low, high, first, last, deadline
        rows, columns = self.low.shape
        self.rows, self.order = rows, rows + columns
        self.free = np.argwhere(self.low < self.high)
        self.at = self.free[:, 0], self.free[:, 1]
        self.block = _inside(self.low, self.high)
        # Kept by themselves: of an entry within mu of its end the difference has no digits left.
        self.below = self.block[self.at] - self.low[self.at]
        self.above = self.high[self.at] - self.block[self.at]
        self.y = np.log(np.concatenate([np.full(rows, 0.5 / rows), np.full(columns, 0.5 / columns)]))
        self.mu = 0.0
        self.update()

    def update(self) -> None:
        """Everything that follows from y (the logarithms of the weights x), the block and mu."""
        self.x = np.exp(self.y)
        p, q = np.sqrt(self.x[: self.rows]), np.sqrt(self.x[self.rows :])
        left, s, right = _vectors(p[:, None] * self.block * q[None, :])
        short = len(s)
        self.whole_left, self.whole_right = left, right
        self.singular = np.concatenate([s, np.zeros(max(self.block.shape) - short)])
        self.lengths = np.sqrt(self.mu**2 + 4 * self.singular**2)
        self.half = half = (self.mu + self.lengths) / 2  # phi of the singular values; the eigenvectors of +-s share it
        self.phi = np.concatenate([left**2 @ half[: len(p)], right**2 @ half[: len(q)]])
        bent = s / np.maximum(half[:short], 1e-300)
        self.dual = (p[:, None] * left[:, :short] * bent) @ (right[:, :short] * q[:, None]).T
        self.value = float(self.phi.sum() / self.x.sum())

    def eigenvectors(self) -> tuple[Floats, Floats]:
        """Those of [[0, M], [M^T, 0]], in columns, and the eigenvalues: s, then -s, then 0."""
        left, right, rows = self.whole_left, self.whole_right, self.rows
        short, root = min(self.block.shape), np.sqrt(0.5)
        basis = np.zeros((self.order, self.order))
        basis[:rows, :short] = basis[:rows, short : 2 * short] = left[:, :short] * root
        basis[rows:, :short] = right[:, :short] * root
        basis[rows:, short : 2 * short] = -right[:, :short] * root
        basis[:rows, 2 * short : short + rows] = left[:, short:]
        basis[rows:, short + rows :] = right[:, short:]
        s = self.singular[:short]
        return basis, np.concatenate([s, -s, np.zeros(self.order - 2 * short)])

    def multiplicative_round(self) -> None:
        """x <- x * diagonal of the Gram matrix, with mu = value / order to keep all weights positive."""
        self.mu = self.value / self.order
        self.update()
        self.y = np.log(self.phi / self.phi.sum())
        self.update()

    def position(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.y, self.block, self.below, self.above

    def move(self, y: Floats, block: Floats, below: Floats, above: Floats) -> None:
        """Go to these weights and these distances to the ends of the intervals."""
        i, j = self.at
        self.y, self.block, self.below, self.above = y - np.log(np.exp(y).sum()), block, below, above
        near = np.isfinite(below) & (below <= above)
        far = np.isfinite(above) & ~near
        self.block[i[near], j[near]] = self.low[i[near], j[near]] + below[near]
        self.block[i[far], j[far]] = self.high[i[far], j[far]] - above[far]
        self.update()

    def residuals(self) -> tuple[Floats, Floats]:
        """Of the diagonal, relative to t x, and of the entries, relative to the barrier's pull."""
        pull = self.mu / self.below - self.mu / self.above
        return self.phi - self.value * self.x, 2 * (self.dual[self.at] - pull)

    def distance(self) -> float:
        of_diagonal, of_entries = self.residuals()
        scale = 2 * self.mu / np.minimum(np.minimum(self.below, self.above), 1.0)
        return float(np.sqrt(np.sum((of_diagonal / (self.value * self.x)) ** 2) + np.sum((of_entries / scale) ** 2)))

    def centre(self, mu: float) -> None:
        """Newton steps to the point of the path at mu."""
        self.mu = mu
        self.update()
        distance = self.distance()
        for _ in range(NEWTON_STEPS):
            if distance < _NEAR or time.monotonic() >= self.deadline:
                return
            dy, dblock = self.newton()
            start = self.position()
            y, block, below, above = start
            moved = np.zeros_like(block)
            moved[self.at] = dblock
            step = min(1.0, 2.0 / max(float(np.abs(dy).max()), 1e-300), _to_boundary(below, above, dblock))
            while step > 1e-4:
                self.move(y + step * dy, block + step * moved, below + step * dblock, above - step * dblock)
                now = self.distance()
                if now < (1 - 0.1 * step) * distance:
                    break
                step /= 2
            else:
                self.move(*start)
                return
            distance = now

    def newton(self) -> tuple[Floats, Floats]:
        of_diagonal, of_entries = self.residuals()
        hessian = self.weight_derivatives()
        size = self.order
        across = np.zeros((size, 0))
        if len(self.free):
            across, inner = self.entry_derivatives()
            try:
                factor = scipy.linalg.cho_factor(inner)
            except np.linalg.LinAlgError:
                factor = scipy.linalg.cho_factor(inner + 1e-13 * np.trace(inner) / len(inner) * np.eye(len(inner)))
            hessian = hessian - across @ scipy.linalg.cho_solve(factor, across.T)
            of_diagonal = of_diagonal - across @ scipy.linalg.cho_solve(factor, of_entries)
        system = np.zeros((size + 1, size + 1))
        # Scaled by x^-1/2 on both sides: the weights differ by many orders of magnitude.
        root = np.sqrt(self.x)
        system[:size, :size] = (hessian - self.value * np.diag(self.x)) / np.outer(root, root)
        system[:size, size] = system[size, :size] = -root
        right = np.concatenate([-of_diagonal / root, [0.0]])
        dy = _solved(system, right)[:size] / root
        if not len(self.free):
            return dy, np.zeros(0)
        return dy, -scipy.linalg.cho_solve(factor, of_entries + across.T @ dy)

    def weight_derivatives(self) -> Floats:
        """d phi_ii / d y_j = sum over a, b of (l_a + l_b)^2 / (r_a + r_b) Q_ia Q_ib Q_ja Q_jb.

        The eigenvectors are (u, +-v) / sqrt 2 for +-s, so that the four signs of a pair add up to (s^2 + s'^2) for two
        rows or two columns, and to 2 s s' for a row and a column.
        """
        total = np.add.outer(self.lengths, self.lengths)
        squares = _ratio(np.add.outer(self.singular**2, self.singular**2), total)
        mixed = _ratio(2 * np.outer(self.singular, self.singular), total)
        rows, columns = self.block.shape
        short = min(rows, columns)
        of_rows = (self.whole_left[:, :, None] * self.whole_left[:, None, :]).reshape(rows, -1)
        of_columns = (self.whole_right[:, :, None] * self.whole_right[:, None, :]).reshape(columns, -1)
        result = np.empty((self.order, self.order))
        result[:rows, :rows] = (of_rows * squares[:rows, :rows].reshape(-1)) @ of_rows.T
        result[rows:, rows:] = (of_columns * squares[:columns, :columns].reshape(-1)) @ of_columns.T
        one = of_rows.reshape(rows, rows, rows)[:, :short, :short].reshape(rows, -1)
        other = of_columns.reshape(columns, columns, columns)[:, :short, :short].reshape(columns, -1)
        result[:rows, rows:] = (one * mixed[:short, :short].reshape(-1)) @ other.T
        result[rows:, :rows] = result[:rows, rows:].T
        return result

    def entry_derivatives(self) -> tuple[Floats, Floats]:
        """d phi_ii / d B_kl, and d (2 Z_ij) / d B_kl with the barrier's own, over the free entries."""
        basis, eigen = self.eigenvectors()
        r, rows = np.sqrt(self.mu**2 + 4 * eigen**2), self.rows
        k, l = self.at
        roots = np.sqrt(self.x[k] * self.x[rows + l])
        top, bottom = basis[:rows], basis[rows:]
        slope = 2 * _ratio(np.add.outer(eigen, eigen), np.add.outer(r, r))
        across = np.empty((self.order, len(k)))
        for i in range(self.order):
            across[i] = ((top * basis[i]) @ slope @ (bottom * basis[i]).T)[k, l] * 2 * roots
        bend = _bend(eigen, r, self.mu)
        columns = self.order - rows
        first = (top[:, None, :] * top[None, :, :]).reshape(-1, self.order) @ bend
        first = first @ (bottom[:, None, :] * bottom[None, :, :]).reshape(-1, self.order).T
        first = first.reshape(rows, rows, columns, columns)  # [k, i, l, j]
        mixed = (top[:, None, :] * bottom[None, :, :]).reshape(-1, self.order)
        second = (mixed @ bend @ mixed.T).reshape(rows, columns, rows, columns)  # [k, j, i, l]
        inner = first[k[:, None], k[None, :], l[:, None], l[None, :]]
        inner = inner + second[k[:, None], l[None, :], k[None, :], l[:, None]]
        inner *= 2 * np.outer(roots, roots)
        inner[np.diag_indices(len(k))] += 2 * self.mu * (self.below**-2.0 + self.above**-2.0)
        return across, (inner + inner.T) / 2

    def point(self) -> Centre:
        p, q = np.sqrt(self.x[: self.rows]), np.sqrt(self.x[self.rows :])
        grams = []
        for vectors, root in ((self.whole_left, p), (self.whole_right, q)):
            scaled = vectors / root[:, None]
            grams.append((scaled * self.half[: len(root)]) @ scaled.T)
        # Z may only pull away from an end that the interval has; what is taken from Z is put on the diagonal.
        allowed = np.where(self.dual > 0, np.isfinite(self.first), np.isfinite(self.last))
        dual = np.where(allowed, self.dual, 0.0)
        taken = float(np.linalg.norm(self.dual - dual, 2)) if not allowed.all() else 0.0
        end = np.where(dual > 0, self.first, np.where(dual < 0, self.last, 0.0))
        weights = self.x + taken
        fits = bool(np.all((self.block >= self.first) & (self.block <= self.last)))
        upper = float(max(grams[0].diagonal().max(), grams[1].diagonal().max()))
        return Centre(
            upper if fits else float("inf"),
            2 * float(np.sum(dual * end)) / float(weights.sum()),
            self.block.copy(),
            grams[0],
            grams[1],
            dual,
            weights[: self.rows],
            weights[self.rows :],
            self.mu,
        )


def _vectors(scaled: Floats) -> tuple[Floats, Floats, Floats]:
    """U, s, V with U diag(s) V^T = the matrix, where small rows of U and V have small errors too.

    A row of U is that row of M V diag(1/s), which is accurate relative to the row of M; weights of inactive rows are of
    the order of mu, and the diagonal of the Gram matrix divides by them.
    """
    left, s, right = np.linalg.svd(scaled, full_matrices=True)
    right = right.T
    clear = np.flatnonzero(s > 1e-6 * s[0])
    better = scaled @ right[:, clear] / s[clear]
    right[:, clear] = scaled.T @ left[:, clear] / s[clear]
    left[:, clear] = better
    return left, s, right


def _inside(low: Floats, high: Floats) -> Floats:
    bounded = np.isfinite(low), np.isfinite(high)
    with np.errstate(invalid="ignore"):
        middle = np.where(bounded[0] & bounded[1], (low + high) / 2, np.where(bounded[0], low + 1, high - 1))
    return np.where(low == high, low, np.where(bounded[0] | bounded[1], middle, 0.0))


def _to_boundary(below: Floats, above: Floats, dblock: Floats) -> float:
    if not len(dblock):
        return 1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        down = np.where(dblock < 0, below / -dblock, np.inf)
        up = np.where(dblock > 0, above / dblock, np.inf)
    return 0.95 * float(min(down.min(), up.min()))


def _ratio(top: Floats, bottom: Floats) -> Floats:
    return np.asarray(top / np.maximum(bottom, 1e-300))


def _bend(eigen: Floats, r: Floats, mu: float) -> Floats:
    """The divided differences of w(l) = 2 l / (mu + r(l))."""
    a, b, ra, rb = eigen[:, None], eigen[None, :], r[:, None], r[None, :]
    same = a * b >= 0
    cross = np.where(same, a * rb + b * ra, 1.0)
    tiny = np.abs(cross) < 1e-300
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.where(
            same,
            np.where(tiny, mu, mu**2 * (a + b) / np.where(tiny, 1.0, cross)),
            (a * rb - b * ra) / np.where(same, 1.0, a - b),
        )
    return np.asarray(2 * (mu + quotient) / np.maximum((mu + ra) * (mu + rb), 1e-300))


def _solved(system: Floats, right: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.solve(system, right))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.lstsq(system, right, rcond=None)[0])
