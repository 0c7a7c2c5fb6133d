"""Error against samples and steps for each model, and attention matrices in the course of training."""

from typing import Any

import numpy as np
from matplotlib import pyplot as plt

COLOURS = {"attention": "#0072b2", "lstm": "#d55e00", "gru": "#e69f00", "mlp": "#009e73", "wide mlp": "#56b4e9"}


def figures(records: list[dict[str, Any]]) -> dict[str, Any]:
    """``averaging_models``: errors against samples and steps; ``attention_matrices`` in the course of training."""
    curves = [record for record in records if not record["config"]["matrices"]]
    matrices = [record for record in records if record["config"]["matrices"]]
    return {"averaging_models": errors(curves), "attention_matrices": weights(matrices[0])}


def named(record: dict[str, Any]) -> str:
    """The model; the fully connected one of the larger size has a name of its own."""
    config = record["config"]
    return "wide mlp" if config["model"] == "mlp" and config["hidden"] > 100 else config["model"]


def errors(records: list[dict[str, Any]]) -> Any:
    """Left: at the best number of steps against samples. Right: against steps with new sequences at every step."""
    main = (records[0]["config"]["N"], records[0]["config"]["q"])
    here = [record for record in records if (record["config"]["N"], record["config"]["q"]) == main]
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    sizes = sorted({record["config"]["samples"] for record in here} - {0})
    places = {n: place for place, n in enumerate([*sizes, 0])}
    for name, colour in COLOURS.items():
        own = sorted((r for r in here if named(r) == name), key=lambda r: places[r["config"]["samples"]])
        if not own:
            continue
        label = f"{name}, {own[0]['result']['parameters']:,} parameters"
        x = [places[record["config"]["samples"]] for record in own]
        spread(left, x, [record["result"]["best"] for record in own], colour, label)
        for record in own:
            if not record["config"]["samples"]:
                spread(right, record["config"]["stops"][1:], record["result"]["curve"][1:], colour, label)
    left.set_xticks(list(places.values()), [f"{n:,}" if n else "new at\nevery step" for n in places])
    left.set(xlabel="training sequences", ylabel="mean squared error / that of the answer 0", yscale="log")
    left.set_title("at the best of the numbers of steps", fontsize=10)
    right.set(xlabel="steps", xscale="log")
    right.set_title("new sequences at every step", fontsize=10)
    right.legend(fontsize=7)
    figure.suptitle(f"Sparse averaging, N = {main[0]}, q = {main[1]}: median and range over seeds", fontsize=10)
    figure.tight_layout()
    return figure


def spread(axis: Any, x: list[Any], rows: list[list[float]], colour: str, label: str) -> None:
    """Median, and everything between the least and the greatest."""
    axis.plot(x, np.median(rows, axis=1), "o-", color=colour, label=label, markersize=3)
    axis.fill_between(x, np.min(rows, axis=1), np.max(rows, axis=1), color=colour, alpha=0.2, lw=0)


def weights(record: dict[str, Any]) -> Any:
    """The matrix of one sequence after each number of steps, and what it should be."""
    config, result = record["config"], record["result"]
    N, q = config["N"], config["q"]
    wanted = np.array([[(j in row) / q for j in range(N)] for row in result["subsets"]])
    panels = [(f"step {step:,}", np.array(rows)) for step, rows in zip(config["stops"], result["weights"], strict=True)]
    figure, axes = plt.subplots(1, len(panels) + 1, figsize=(3 * (len(panels) + 1), 3.2), layout="constrained")
    for axis, (title, rows) in zip(axes, [*panels, ("asked for", wanted)], strict=True):
        drawn = axis.imshow(rows, cmap="viridis", vmin=0, vmax=1 / q)
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("position j")
    axes[0].set_ylabel("position i")
    figure.colorbar(drawn, ax=list(axes), label="weight", shrink=0.8)
    return figure
