"""Trained error against width, and success against width and bits, with the certified least widths drawn in."""

from typing import Any

import numpy as np
from matplotlib import pyplot as plt

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
LOSSES = {"squared": ("squared error", BLUE, -0.12), "cross-entropy": ("cross-entropy", GREEN, 0.12)}


def figures(records: list[dict[str, Any]]) -> dict[str, Any]:
    """``averaging_widths`` from the cells with real tables, ``averaging_bits`` from the others."""
    real = [record for record in records if not record["config"]["bits"]]
    return {"averaging_widths": widths(real), "averaging_bits": bits([r for r in records if r["config"]["bits"]])}


def widths(records: list[dict[str, Any]]) -> Any:
    """A panel for each N and q: every seed's worst error, and the median."""
    shapes = list(dict.fromkeys((record["config"]["N"], record["config"]["q"]) for record in records))
    figure, axes = plt.subplots(1, len(shapes), figsize=(3.2 * len(shapes), 3.2), sharey=True, squeeze=False)
    for axis, shape in zip(axes[0], shapes, strict=True):
        here = [record for record in records if (record["config"]["N"], record["config"]["q"]) == shape]
        for record in here:
            result, (loss, colour, shift) = record["result"], LOSSES[record["config"]["loss"]]
            for m, errors in zip(result["widths"], result["errors"], strict=True):
                axis.plot([m + shift] * len(errors), errors, ".", color=colour, alpha=0.4, markersize=4)
            axis.plot(result["widths"], np.median(result["errors"], axis=1), color=colour, label=f"{loss}: median")
        config = here[0]["config"]
        q = config["q"]
        axis.axvspan(0, result["lower"] - 0.5, color="0.9")
        axis.axhline(1 / (2 * q), color=ORANGE, lw=1, label="1/(2q): success below")
        axis.axhline(1 / q, color=ORANGE, lw=1, ls="--", label="1/q")
        axis.axvline(result["upper"], color="k", lw=1, ls=":", label=f"certified least m, {result['upper']}")
        axis.set(yscale="log", xlabel="m", title=f"N = {config['N']}, q = {q}", xlim=(result["widths"][0] - 0.5, None))
        axis.set_xticks(result["widths"])
    axes[0][0].set_ylabel("worst error of a trained head")
    axes[0][-1].legend(fontsize=7)
    figure.suptitle("Real tables; grey: widths at which an error below 1/q is impossible (certified)", fontsize=10)
    figure.tight_layout()
    return figure


def bits(records: list[dict[str, Any]]) -> Any:
    """For each N, q and way of rounding: the share of seeds that succeed, by bits and width."""
    shapes = list(dict.fromkeys((r["config"]["N"], r["config"]["q"], r["config"]["rounding"]) for r in records))
    figure, axes = plt.subplots(1, len(shapes), figsize=(3.4 * len(shapes), 3.6), squeeze=False, layout="constrained")
    for axis, shape in zip(axes[0], shapes, strict=True):
        here = [r for r in records if (r["config"]["N"], r["config"]["q"], r["config"]["rounding"]) == shape]
        here.sort(key=lambda record: record["config"]["bits"])
        goal = 1 / (2 * shape[1])
        first = min(record["result"]["widths"][0] for record in here)
        last = max(record["result"]["widths"][-1] for record in here)
        share = np.full((last - first + 1, len(here)), np.nan)
        for column, record in enumerate(here):
            result = record["result"]
            for m, errors in zip(result["widths"], result["errors"], strict=True):
                share[m - first, column] = np.mean([error <= goal for error in errors])
            lower, upper = result["lower"], result["upper"]
            axis.plot([column - 0.5, column + 0.5], [lower - 0.5] * 2, color=ORANGE, lw=2)
            if upper is not None:
                axis.plot([column - 0.5, column + 0.5], [upper - 0.5] * 2, color=ORANGE, lw=1.2, ls="--")
        drawn = axis.imshow(share, origin="lower", aspect="auto", vmin=0, vmax=1, cmap="Blues",
                            extent=(-0.5, len(here) - 0.5, first - 0.5, last + 0.5))  # fmt: skip
        axis.set_xticks(range(len(here)), [str(record["config"]["bits"]) for record in here])
        axis.set_yticks(range(first, last + 1))
        axis.set(xlabel="p", title=f"N = {shape[0]}, q = {shape[1]}, {shape[2]}")
        axis.title.set_fontsize(9)
    axes[0][0].set_ylabel("m")
    figure.colorbar(drawn, ax=axes[0][-1], label="share of seeds that succeed")
    figure.suptitle("Tables of p bits; orange: below the line impossible, from the dashed one on possible (certified)",
                    fontsize=10)  # fmt: skip
    return figure
