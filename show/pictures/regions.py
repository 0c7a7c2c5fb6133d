"""Pictures of excluded regions: for every p, or every D, the sizes m below which no fixed-point unit does the task."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ...bounds.constructions.averaging.width_and_bits import SizedAverage
from ...reductions.excluded_sizes.excluded_region import ExcludedRegion
from .lettering import COLOURS, fitted

TALLEST = 10**12
"""Largest m that is drawn; beyond it a curve is cut."""


def draw_regions(
    regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str, path: Path,
    least: int = 0, built: Sequence[SizedAverage] = (),
) -> None:  # fmt: skip
    """Write the picture of some regions (``regions_figure``); the ending of the file name says the format."""
    regions_figure(regions, bits, heads, title, least, built).savefig(path, dpi=120)


def regions_figure(
    regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str, least: int = 0,
    built: Sequence[SizedAverage] = (),
) -> Figure:  # fmt: skip
    """The least m that is not excluded, against p, one curve for each bound; what lies below a curve is excluded.

    Parameters
    ----------
    regions : at least one
    bits : the values of p, increasing
    heads : H
    title : in words, which task
    least : an m below which there is no unit at any p; 0 for none
    built : constructions, drawn as points: filled if proved, open if sampled, round if in class FIXED
    """
    figure = Figure(figsize=(7.5, 5), layout="constrained")
    draw_curves(figure.subplots(), regions, bits, heads, title, least, built)
    return figure


def draw_curves(
    axes: Axes, regions: Sequence[ExcludedRegion], bits: Sequence[int], heads: int, title: str, least: int = 0,
    built: Sequence[SizedAverage] = (),
) -> None:  # fmt: skip
    """The same on the axes of a larger picture."""
    for number, region in enumerate(regions):
        colour = COLOURS[number % len(COLOURS)]
        widths = [min(region.least_m(p, heads), TALLEST) for p in bits]
        axes.plot(bits, widths, "o-", color=colour, label=f"{region.argument}: >= {region.required} bits", markersize=4)
        axes.fill_between(bits, 0.8, widths, color=colour, alpha=0.10, linewidth=0)
    if least:
        ends = [min(bits), max([*bits, *(size.p for size in built)])]
        axes.plot(ends, [least] * 2, "--", color="black", label=f"m >= {least} at every p")
        axes.fill_between(ends, 0.8, least, color="black", alpha=0.10, linewidth=0)
    for number, size in enumerate(built):
        colour = COLOURS[-1 - number % len(COLOURS)]
        marker = "o" if size.unit_class.startswith("FIXED") else "D"
        axes.plot(
            [size.p], [size.m], marker, color=colour, markersize=9, linestyle="none",
            fillstyle="full" if size.status == "proved" else "none",
            label=f"{size.name}: m = {size.m}, p = {size.p} ({size.unit_class}, {size.status})",
        )  # fmt: skip
    _label_axes(axes, "p, bits per number")
    points = ", points: constructions" if built else ""
    words = f"{title}, H = {heads}\nbelow a curve no fixed-point unit of one layer{points}"
    figure = cast(Figure, axes.figure)  # no part of one has a width in inches
    axes.set_title(fitted(words, figure, 11), fontsize=11)
    axes.legend(frameon=False, fontsize=8)


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
    _label_axes(axes, "D, layers")
    widths = " and ".join(sorted({f"dv = {region.dv}" for region in regions}))
    axes.set_title(f"{title}, H = {heads}, {widths}: below a curve, no fixed-point unit of D layers", fontsize=11)
    axes.legend(frameon=False, fontsize=8)
    return figure


def _label_axes(axes: Axes, below: str) -> None:
    axes.set_yscale("log", base=2)
    axes.set_ylim(bottom=0.8)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(below)
    axes.set_ylabel("m, width of queries and keys")
