"""A picture of excluded regions: for every p, the sizes m below which no fixed-point unit does the task."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ...reductions.excluded_sizes.excluded_region import ExcludedRegion

COLOURS = ("#2e4057", "#d1495b", "#66a182", "#edae49", "#8d6a9f", "#5b8e7d", "#8c6d46", "#3d7ea6")
TALLEST = 10**12
"""Largest m that is drawn; beyond it a curve is cut."""


def draw_regions(regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str, path: Path) -> None:
    """Write the picture of some regions (``regions_figure``); the ending of the file name says the format."""
    regions_figure(regions, bits, heads, title).savefig(path, dpi=120)


def regions_figure(regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str) -> Figure:
    """The least m that is not excluded, against p, one curve for each bound; what lies below a curve is excluded.

    Parameters
    ----------
    regions : at least one
    bits : the values of p, increasing
    heads : H
    title : in words, which task
    """
    figure = Figure(figsize=(7.5, 5), layout="constrained")
    axes = figure.subplots()
    for number, region in enumerate(regions):
        colour = COLOURS[number % len(COLOURS)]
        least = [min(region.least_m(p, heads), TALLEST) for p in bits]
        axes.plot(bits, least, "o-", color=colour, label=f"{region.argument}: >= {region.required} bits", markersize=4)
        axes.fill_between(bits, 0.8, least, color=colour, alpha=0.10, linewidth=0)
    axes.set_yscale("log", base=2)
    axes.set_ylim(bottom=0.8)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("p, bits per number")
    axes.set_ylabel("m, width of queries and keys")
    axes.set_title(f"{title}, H = {heads}: below a curve, no fixed-point unit of one layer", fontsize=11)
    axes.legend(frameon=False, fontsize=8)
    return figure
