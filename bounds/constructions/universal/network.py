"""``universal_network``: a continuous function by two heads of size 1 and ReLU layers of width 4, with a proved error.

**Theorem.** Let f: [0, 1]^(n x d) -> R^(n x d) be continuous with modulus omega in the maximum norm, the pattern
satisfy Assumption 1, L >= 2, 0 < beta < 1/L, 1 <= P < infinity. The network h of ``continuous_layers``, with y =
f(centre of the cell) up to rho for each of the L^(dn) cells, has h(X) = y for all X with (x mod 1/L) < 1/L - beta for
all n d entries x, and |h| <= M = max |y| everywhere. So with R = 2M + omega(1/(2L)) + rho (or 2M, if |f| <= M is known)

    int |f - h|_P^P  <=  n d (omega(1/(2L)) + rho)^P + n d R^P (1 - (1 - L beta)^(n d)).

Proof. On the good inputs each entry is off by at most omega(1/(2L)) + rho: a centre is at most 1/(2L) away. They have
measure (1 - L beta)^(n d). Everywhere |f| <= M + omega(1/(2L)) + rho, as every X is 1/(2L) from a centre, and |h| <= M.

The paper's (as recalled): that some network of this kind is as near as one likes in L_P; two heads of size 1, width 4;
Assumptions 1 and 2; quantise, contextual mapping, look-up, and the orders of the numbers of layers. Ours: all weights;
that the network with softmax *equals* a step function off a set of known measure, at a temperature that is computed;
clamping; the constants of the error; the counts of blocks.

What is certified, and what proved: the checker replays that hardmax heads of the contextual mapping tell the whole
input at every position, so that every table on the grid is a look-up (``every_table``). That ReLU units do the look-up,
that softmax equals hardmax, and the error are proved in words; the network is run exactly, in fractions, beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ....tasks.sparse_patterns import attention_pattern
from ..construction import ConstructionError
from .blocks import hardmax_weights
from .continuous_function import TOLERANCE, ContinuousFunction, shown
from .continuous_layers import layers, plan
from .error_bound import ErrorBound, beta_for, least_levels
from .modulus import Modulus
from .network_answer import MOST_LOOK_UPS, NetworkRuns, UniversalNetwork
from .path_order import path_order
from .piecewise_linear import integral_of_squares

BETA = Fraction(1, 10**6)
"""Where no error is asked for."""
PAIRS = 1000
FLOAT_CELLS = 500
"""Most cells whose centre is run in float64."""
EXACT_WORK = 40_000
"""Hidden units that are evaluated in fractions: about a second."""


def universal_network(
    function: Callable[[Any], Any],
    modulus: str,
    error: Fraction | str | float | None = None,
    *,
    pattern: Any,
    n: int | None = None,
    d: int = 1,
    levels: int | None = None,
    norm: int = 2,
    bound: Fraction | str | float | None = None,
    pieces: str | None = None,
    samples: int = 200,
    seed: int = 0,
    name: str | None = None,
    watch: Callable[[str], None] = lambda what: None,
) -> UniversalNetwork:
    """A network of attention under a sparse pattern, real softmax and ReLU, for a continuous function.

    After Theorem 1 of Yun et al. 2020 (arXiv 2006.04862): residual blocks of at most two heads of size 1 and a ReLU
    layer of width 4. The proof with all constants is in this module and in ``continuous_layers``.

    Parameters
    ----------
    function : callable
        f: takes a float array of shape (n, d) with entries in [0, 1], returns numbers of this shape.
    modulus : str
        omega, an expression in t such as ``"3/2*t"`` or ``"2*sqrt(t)"``: ``|f(X) - f(Y)| <= omega(|X - Y|)`` in the
        maximum norm. It is assumed; sampled pairs that violate it are refused.
    error : number > 0
        What the distance ``||f - h||_P = (int |f - h|_P^P)^(1/P)`` is to be at most. May be left out if ``levels`` is
        given; beta is 10^-6 then.
    pattern : as ``headcount.pattern`` takes it
        Has to satisfy Assumption 1.
    n, d : int
        Positions, at least 2 (may be left out where the pattern tells), and coordinates of each.
    levels : int >= 2, optional
        L, cells per unit; the least that the error needs if left out.
    norm : int >= 1
        P.
    bound : number, optional
        M with ``|f| <= M``, if known; otherwise a bound follows from the modulus.
    pieces : "linear", optional
        That f computes with fractions, and is linear on each simplex of a cell, where the coordinates, counted from
        its lower corner, stand in one order (``piecewise_linear``). Then ``int |f - step|^2`` is computed exactly. It
        is assumed, and tried at 100 inputs.
    samples, seed : int
        Random inputs for the sampled distance.

    Returns
    -------
    UniversalNetwork
        Called with X it is h; ``error`` is the proved bound, ``runs`` the sampled one, ``save_weights`` writes the
        weights. Beyond 10^4 look-ups only the counts.

    Guarantee
    ---------
    ``error.distance`` is proved in words, for the modulus that is given (and the pieces, if any), and allows 10^-8
    for f in floats. The certificate is about the attention layers with hardmax.

    Raises
    ------
    ConstructionError
        If the function, its modulus or the pattern do not fit, or the error needs more than 10^6 blocks.

    Examples
    --------
    >>> import numpy as np
    >>> def f(X):
    ...     return X.max(axis=0) - X / 2
    >>> h = universal_network(f, "3/2*t", pattern="dense", n=2, levels=2, bound=1)
    >>> h.plan.blocks, int(h.built.network.temperature), round(float(h.error.integral), 5)
    (14, 36, 0.28128)
    >>> h([[0.1], [0.6]]).tolist(), f(np.array([[0.25], [0.75]])).tolist()
    ([[0.625], [0.375]], [[0.625], [0.375]])
    """
    asked = attention_pattern(pattern, n).pattern
    n = asked.n if n is None else n
    for what, value, least in (("n", n, 2), ("d", d, 1), ("norm", norm, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ConstructionError(f"{what} must be an integer of at least {least}, got {value!r:.40}; try {least}")
    if asked.n != n:
        raise ConstructionError(f"the pattern has {asked.n} positions, and n is {n}; they must agree")
    if pieces not in (None, "linear") or (pieces is not None and norm != 2):
        raise ConstructionError(f"pieces must be linear, for norm=2, got {pieces!r:.40} and norm={norm}; leave it out")
    f = ContinuousFunction(function, n, d, Modulus(modulus), name or str(getattr(function, "__name__", "f")))
    wanted = None if error is None else positive(error, "‹error›", "‹error=0.1›")
    known = None if bound is None else positive(bound, "bound", "bound=1")
    order = path_order(asked, watch)
    L = least_levels(f, norm, wanted, levels)
    network = UniversalNetwork(f, asked.words, plan(asked, order, L, d), norm)
    f.require_modulus(L, PAIRS, seed, known)
    if network.plan.looking_up > MOST_LOOK_UPS:
        return network
    try:
        built = _built(network, wanted, known, linear=pieces is not None, seed=seed, watch=watch)
        watch("running it")
        return replace(built, runs=_run(built, samples, seed))
    except KeyboardInterrupt:  # so the end of a budget
        return replace(network, stopped=True)


def _built(
    network: UniversalNetwork,
    wanted: Fraction | None,
    known: Fraction | None,
    *,
    linear: bool,
    seed: int,
    watch: Callable[[str], None],
) -> UniversalNetwork:
    """The network with its layers and its error."""
    f, made, P = network.f, network.plan, network.norm
    L, entries = made.mapping.levels, f.n * f.d
    watch("the values at all centres")
    corners = _corners(list(made.mapping.inputs()), L, f.d)
    found, rho = f.at([[[Fraction(2 * x + 1, 2 * L) for x in row] for row in X] for X in corners.tolist()])
    most = max(abs(x) for rows in found for row in rows for x in row)
    if known is not None and most > known + rho:
        raise ConstructionError(f"bound must be at least |f|, but f takes the value {float(most):.6g}, got {known}")
    if known is not None:  # a value that was rounded beyond the bound is nearer to f at the bound
        found = [tuple(tuple(min(max(x, -known), known) for x in row) for row in rows) for rows in found]
    values = dict(zip(made.mapping.inputs(), found, strict=True))
    omega = f.modulus(Fraction(1, 2 * L))
    f.modulus.require_no_less_below(Fraction(1, 2 * L))
    reach = 2 * known if known is not None else 2 * most + omega + rho
    beta = BETA if wanted is None else beta_for(wanted, P, entries, L, omega + rho, reach)
    error = ErrorBound(P, entries, L, min(beta, Fraction(1, 2 * L)), omega, rho, reach)
    if linear:
        watch("the integral over all simplices")
        error = replace(error, exactly=integral_of_squares(f, values, L, seed))
    watch("the layers")
    limit = most if known is None else known
    return replace(network, built=layers(made, values, limit, error.beta), values=values, error=error)


def positive(value: Any, what: str, remedy: str) -> Fraction:
    """A number above 0 as a fraction; floats as they are written.

    Raises
    ------
    ConstructionError
        If it is none.
    """
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0:
        raise ConstructionError(f"{what} must be a finite number above 0, got {str(value)[:40]!r}; try {remedy}")
    return found


def _corners(tokens: Sequence[tuple[int, ...]], L: int, d: int) -> np.ndarray:
    """The cell of each input: integers 0 .. L-1 of shape (inputs, n, d)."""
    return np.array(tokens)[:, :, None] // L ** np.arange(d) % L


def _run(network: UniversalNetwork, samples: int, seed: int) -> NetworkRuns:
    made, built, error, f = network.plan, network.built, network.error, network.f
    assert built is not None and error is not None
    values = network.values
    tokens = list(values)
    rng = np.random.default_rng(seed)
    L, n, d = made.mapping.levels, made.mapping.n, made.mapping.coordinates
    Xs = rng.random((samples, n, d))
    order = rng.permutation(len(tokens))
    corners = _corners(tokens, L, d)
    some = order[:FLOAT_CELLS]
    wanted = np.array([[[float(x) for x in row] for row in values[tokens[index]]] for index in some])
    float_off = float(np.abs(network((corners[some] + 0.5) / L) - wanted).max())
    exact = min(len(tokens), max(2, EXACT_WORK // (4 * n * made.blocks)))
    for index in order[:exact]:
        within = [[Fraction(int(x), 1000) for x in row] for row in rng.integers(1000, size=(n, d))]
        X = [
            [Fraction(int(c), L) + part * (Fraction(1, L) - error.beta) for c, part in zip(*rows, strict=True)]
            for rows in zip(corners[index].tolist(), within, strict=True)
        ]
        found = tuple(tuple(row) for row in built.network.run(X, hardmax_weights))
        if found != values[tokens[index]]:  # ours to mend
            raise RuntimeError(f"the network gives {found} at {X}, and not {values[tokens[index]]}")
    floats = float_off <= float(error.distance) / 1000
    if floats:
        outputs = network(Xs)
    else:
        Xs = Xs[:exact]
        rows = [[[Fraction(x) for x in row] for row in X] for X in Xs.tolist()]
        outputs = np.array([built.network.run(X, hardmax_weights) for X in rows], dtype=float)
    differences = np.abs(outputs - f.values(Xs))
    _require_within(network, Xs, differences.max(axis=(1, 2)), float_off if floats else 0.0)
    powers = (differences**network.norm).sum(axis=(1, 2))
    distance = float(powers.mean() ** (1 / network.norm))
    return NetworkRuns(exact, len(tokens), float_off, len(some), floats, len(Xs), distance)


def _require_within(network: UniversalNetwork, Xs: np.ndarray, off: np.ndarray, float_off: float) -> None:
    """Refuse f if somewhere off the faces it is further from the step function than its modulus allows."""
    f, error = network.f, network.error
    assert error is not None
    allowed = float(error.omega + error.rho) + float_off + TOLERANCE
    flat = (Xs * error.levels % 1 < 1 - error.levels * float(error.beta) - TOLERANCE).all(axis=(1, 2))
    if (wrong := flat & (off > allowed)).any():
        X = Xs[int(np.argmax(wrong))]
        raise ConstructionError(
            f"{f.name} differs from its value at the centre of a cell by {float(off[wrong][0]):.4g} at X = {shown(X)}, "
            f"and ‹modulus› allows {allowed:.4g}: give a larger modulus, or a function that always returns the same"
        )
