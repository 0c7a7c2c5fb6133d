"""A picture of a contextual mapping: the id of each position after each layer, on two inputs one token apart."""

from __future__ import annotations

from math import log2
from pathlib import Path

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...bounds.constructions.universal.contextual_mapping import ContextualMapping, Shift, Spread

MOST_LABELLED = 12
PALE = {Shift: "#eef2f8", Spread: "#fbeee6"}


def draw_contextual_mapping(mapping: ContextualMapping, path: Path) -> None:
    """Write the picture; the ending of the file name says the format."""
    contextual_mapping_figure(mapping).savefig(path, dpi=120)


def contextual_mapping_figure(mapping: ContextualMapping) -> Figure:
    """Ids in bits against attention layers: solid for one input, dashed for another with the first token changed.

    Layers that shift are shaded blue, those that spread orange, idle ones of the cycle not at all.
    """
    figure = Figure(figsize=(8.5, 5), layout="constrained")
    axes = figure.subplots()
    last = mapping.tokens - 1
    one = tuple(k % mapping.tokens for k in range(mapping.n))
    changed = mapping.order[0]
    other = tuple((token + 1) % (last + 1) if k == changed else token for k, token in enumerate(one))
    for t, step in enumerate(mapping.steps):
        if type(step) in PALE:
            axes.axvspan(t, t + 1, color=PALE[type(step)], linewidth=0)
    _draw_ids(axes, mapping, one, "-", labelled=True)
    _draw_ids(axes, mapping, other, "--", labelled=False)
    axes.set_xlim(0, mapping.layers + 0.6)  # room for the ids after the last layer
    axes.set_xlabel("attention layers (shaded: blue shifts ids along the path, orange spreads them)")
    axes.set_ylabel("bits of the id")
    axes.set_title(
        f"{mapping.pattern.words}: tokens {_word(one)} (solid) and {_word(other)} (dashed), {mapping.layers} layers",
        fontsize=10,
    )
    axes.legend(loc="upper left", fontsize=8, ncols=2)
    return figure


def _draw_ids(axes: Axes, mapping: ContextualMapping, tokens: tuple[int, ...], style: str, *, labelled: bool) -> None:
    stages = list(mapping.stages(tokens))
    colours = colormaps["viridis"].resampled(mapping.n)
    for place, position in enumerate(mapping.order):
        label = f"position {position}" if labelled and place < MOST_LABELLED else None
        bits = [log2(1 + ids[position]) for ids in (*stages, stages[-1])]
        axes.step(range(len(bits)), bits, style, where="post", color=colours(place), label=label, linewidth=1.4)


def _word(tokens: tuple[int, ...]) -> str:
    return " ".join(map(str, tokens[:10])) + (" .." if len(tokens) > 10 else "")
