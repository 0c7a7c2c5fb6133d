"""A picture of layers against width: for every D, the sizes m below which no fixed-point unit of D layers exists."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ...reductions.excluded_sizes.excluded_region import ExcludedRegion
from .regions import COLOURS, TALLEST


def draw_depths(regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str, path: Path) -> None:
    """Write the picture (``depths_figure``); the ending of the file name says the format."""
    depths_figure(regions, bits, heads, title).savefig(path, dpi=120)


def depths_figure(regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str) -> Figure:
    """The least m that no region excludes, against D, one curve for each p; what lies below a curve is excluded.

    Parameters
    ----------
    regions : at least one, of units of one or several depths
    bits : the values of p
    heads : H
    title : in words, which task
    """
    depths = sorted({region.layers for region in regions})
    figure = Figure(figsize=(7.5, 5), layout="constrained")
    axes = figure.subplots()
    for number, p in enumerate(bits):
        colour = COLOURS[number % len(COLOURS)]
        least = [
            min(max(region.least_m(p, heads) for region in regions if region.layers == depth), TALLEST)
            for depth in depths
        ]
        axes.plot(depths, least, "o-", color=colour, label=f"p = {p}", markersize=4)
        axes.fill_between(depths, 0.8, least, color=colour, alpha=0.08, linewidth=0)
    axes.set_yscale("log", base=2)
    axes.set_ylim(bottom=0.8)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("D, layers")
    axes.set_ylabel("m, width of queries and keys")
    widths = " and ".join(sorted({f"dv = {region.dv}" for region in regions}))
    axes.set_title(f"{title}, H = {heads}, {widths}: below a curve, no fixed-point unit of D layers", fontsize=11)
    axes.legend(frameon=False, fontsize=8)
    return figure
