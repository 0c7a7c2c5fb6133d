"""How far above the certified width Adam succeeds."""

from collections import Counter
from typing import Any

from matplotlib import pyplot as plt


def figures(records: list[dict[str, Any]]) -> dict[str, Any]:
    """For each size, the share of the runs that needed so much more than the certified lower bound."""
    sizes = sorted({record["config"]["n"] for record in records})
    figure, axes = plt.subplots(1, len(sizes), figsize=(3 * len(sizes), 3), sharey=True, squeeze=False)
    for axis, n in zip(axes[0], sizes, strict=True):
        gaps = Counter()
        here = [record["result"] for record in records if record["config"]["n"] == n]
        for result in here:
            gaps.update(m - result["lower"] for m in result["least"])
        runs = sum(gaps.values())
        places = range(max(gaps) + 1)
        axis.bar(places, [gaps[gap] / runs for gap in places], color="#0072b2")
        axis.set(
            title=f"{n} x {n}, {len(here)} patterns", xlabel="least m of a run less the certified m", xticks=places
        )
    axes[0][0].set_ylabel("share of all runs")
    figure.tight_layout()
    return {"sign_patterns": figure}
