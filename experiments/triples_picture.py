"""Accuracy on triples by model, modulus and length; success on pairs by width, with the certified width."""

from typing import Any

import numpy as np
from matplotlib import pyplot as plt

COLOURS = ("#0072b2", "#56b4e9", "#009e73", "#e69f00", "#d55e00")


def figures(records: list[dict[str, Any]]) -> dict[str, Any]:
    """Left, Match3, every run and the median; right, Match2, the share of runs that learn by width."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 3.8), width_ratios=(2, 1), layout="constrained")
    triples([record for record in records if record["config"]["task"] == "match3"], left)
    pairs([record for record in records if record["config"]["task"] == "match2"], right)
    return {"triples": figure}


def model(config: dict[str, Any]) -> str:
    """Order, heads and widths in words."""
    heads = f"{config['heads']} head" + "s" * (config["heads"] > 1)
    values = (
        "M - 1" if config["dv"] == config["M"] - 1 and config["order"] == 2 and config["heads"] == 1 else config["dv"]
    )
    return f"order {config['order']}, {heads}, m = {config['m']}, dv = {values}"


def triples(records: list[dict[str, Any]], axis: Any) -> None:
    """A group for each modulus and length."""
    groups = sorted({(record["config"]["M"], record["config"]["N"]) for record in records})
    names = list(dict.fromkeys(model(record["config"]) for record in records))
    for place, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
        for record in (record for record in records if model(record["config"]) == name):
            config, values = record["config"], record["result"]["accuracy"]
            x = groups.index((config["M"], config["N"])) + (place - (len(names) - 1) / 2) * 0.15
            axis.plot([x] * len(values), values, ".", color=colour, alpha=0.5, markersize=5)
            label = name if groups.index((config["M"], config["N"])) == 0 else None
            axis.plot([x - 0.05, x + 0.05], [np.median(values)] * 2, color=colour, lw=2.5, label=label)
    for record in records:
        x = groups.index((record["config"]["M"], record["config"]["N"]))
        axis.plot([x - 0.45, x + 0.45], [record["result"]["by_token"]] * 2, color="0.5", lw=1, ls="--")
    axis.set_xticks(range(len(groups)), [f"M = {M}\nN = {N}" for M, N in groups])
    axis.set(ylabel="accuracy on new inputs", title="Match3; dashes: the best guess from the token alone")
    axis.title.set_fontsize(10)
    axis.legend(fontsize=7, loc="lower left")


def pairs(records: list[dict[str, Any]], axis: Any) -> None:
    """The share of runs with 99 % of the answers right."""
    moduli = sorted({record["config"]["M"] for record in records})
    for M, colour, marker in zip(moduli, COLOURS, "osv^D", strict=False):
        here = sorted((r for r in records if r["config"]["M"] == M), key=lambda record: record["config"]["m"])
        share = [np.mean([value >= 0.99 for value in record["result"]["accuracy"]]) for record in here]
        axis.plot([r["config"]["m"] for r in here], share, marker=marker, color=colour, label=f"M = {M}")
    widths = {record["result"]["upper"] for record in records}
    for width in widths:
        axis.axvline(width, color="k", lw=1, ls=":", label=f"certified: selecting exactly needs {width}")
    axis.set(
        xlabel="m",
        ylabel="share of runs that learn",
        ylim=(-0.05, 1.05),
        title=f"Match2, N = {records[0]['config']['N']}, one head, dv = 1",
    )
    axis.title.set_fontsize(10)
    axis.legend(fontsize=7)
