"""The layers of a sparse pattern side by side, and after how many layers each position reaches each token."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ...bounds.sparse_patterns.assumption_one import AssumptionOne
from ...solvers.sparse_patterns.reach import Step, identity_bits
from ...solvers.sparse_patterns.rows import WrittenRows, rows_of
from .lettering import ACCENT, INK

MOST_DRAWN = 1024
MOST_LAYERS = 4
SEEN = ListedColormap(["white", INK])


def sparse_pattern_figure(answer: AssumptionOne) -> Figure:
    """A square per layer, row i dark at the positions that i attends to; and the map of when what is reached.

    Of a longer cycle the first four layers are drawn.

    Parameters
    ----------
    answer : AssumptionOne
        Of a pattern with n <= 1024.
    """
    asked = answer.asked
    cycle = [rows_of(layer) for layer in asked.layers]
    shown = min(len(cycle), MOST_LAYERS)
    figure = Figure(figsize=(3.6 * (shown + 1) + 0.6, 4.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, shown + 1))
    for number in range(shown):
        axes[number].imshow(_dense(cycle[number]), cmap=SEEN, vmin=0, vmax=1, interpolation="nearest")
        axes[number].set_title(
            f"layer {number + 1}: {asked.words[number][:40]}\n{asked.connections[number]} connections", fontsize=9
        )
    written = [rows for rows in cycle if isinstance(rows, WrittenRows)]
    layers = first_seen(written)
    reached = np.ma.masked_equal(layers, 0)
    last = axes[shown]
    picture = last.imshow(reached, cmap="viridis_r", interpolation="nearest", vmin=1)
    last.set_facecolor(ACCENT)
    never = f"; red: never ({int((layers == 0).sum())} pairs)" if (layers == 0).any() else ""
    last.set_title(f"layers until i reaches j{never}\nhops {answer.hops}", fontsize=9)
    figure.colorbar(picture, ax=last, shrink=0.7, ticks=MaxNLocator(integer=True))
    for one in axes:
        one.set_xlabel("position j")
    axes[0].set_ylabel("position i attends to")
    figure.suptitle(f"{asked.name}, n = {asked.n}", fontsize=10)
    return figure


def first_seen(cycle: list[WrittenRows]) -> np.ndarray:
    """Entry (i, j) is the least t with j in S^t_i, and 0 if a number of layers 2 P n long has none.

    >>> from ...questions.layer_patterns import Window
    >>> first_seen([rows_of(Window(4, 1))]).tolist()
    [[1, 1, 2, 3], [1, 1, 1, 2], [2, 1, 1, 1], [3, 2, 1, 1]]
    """
    n = cycle[0].n
    steps = [Step(rows) for rows in cycle]
    reach = identity_bits(n)
    first = np.zeros((n, n), dtype=np.int64)
    idle = 0
    for t in range(1, 2 * len(cycle) * n + 1):
        following = steps[(t - 1) % len(steps)](reach)
        idle = idle + 1 if np.array_equal(following, reach) else 0
        reach = following
        seen = np.unpackbits(reach.view(np.uint8), axis=1, bitorder="little")[:, :n].astype(bool)
        first[seen & (first == 0)] = t
        if idle == len(steps) or (first > 0).all():
            break
    return first


def _dense(rows: object) -> np.ndarray:
    assert isinstance(rows, WrittenRows)  # n is small
    out = np.zeros((rows.n, rows.n), dtype=bool)
    out[np.repeat(np.arange(rows.n), np.diff(rows.starts)), rows.indices] = True
    return out
