"""Accuracy of copying by pattern and depth, with the exact depth that copying needs."""

from typing import Any

import numpy as np
from matplotlib import pyplot as plt


def figures(records: list[dict[str, Any]]) -> dict[str, Any]:
    """A panel for each task: the median over seeds in a box for each pattern and depth; a line at the exact depth."""
    tasks = list(dict.fromkeys(record["config"]["task"] for record in records))
    patterns = list(dict.fromkeys(record["config"]["pattern"] for record in records))
    depths = sorted({record["config"]["layers"] for record in records})
    figure, axes = plt.subplots(
        1, len(tasks), figsize=(4.6 * len(tasks) + 1.5, 0.42 * len(patterns) + 1.8), squeeze=False, layout="constrained"
    )
    for axis, task in zip(axes[0], tasks, strict=True):
        shown = np.full((len(patterns), len(depths)), np.nan)
        for record in (record for record in records if record["config"]["task"] == task):
            row, column = patterns.index(record["config"]["pattern"]), depths.index(record["config"]["layers"])
            values = record["result"]["accuracy"]
            shown[row, column] = np.median(values)
            colour = "white" if shown[row, column] < 0.6 else "black"
            words = f"{np.median(values):.2f}\n{min(values):.2f}..{max(values):.2f}"
            axis.text(column, row, words, ha="center", va="center", fontsize=6.5, color=colour)
            needed = record["result"]["needed"]
            edge = len(depths) if needed == "infinite" else min(sum(depth < needed for depth in depths), len(depths))
            axis.plot([edge - 0.5] * 2, [row - 0.5, row + 0.5], color="#d55e00", lw=3, clip_on=False)
        drawn = axis.imshow(shown, vmin=0, vmax=1, cmap="viridis", aspect="auto")
        axis.set_xticks(range(len(depths)), [str(depth) for depth in depths])
        axis.set_yticks(range(len(patterns)), patterns if task == tasks[0] else [""] * len(patterns))
        axis.set(xlabel="layers", title=task)
    figure.colorbar(drawn, ax=list(axes[0]), label="accuracy, median over seeds")
    n = records[0]["config"]["n"]
    title = f"Copying 0s0s, n = {n}: orange lines at the exact depth that copying needs (right edge: more than shown)"
    figure.suptitle(title, fontsize=9)
    return {"copying": figure}
