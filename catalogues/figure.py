"""A picture of classes of a catalogue: each matrix a panel, with its numbers below."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from .catalogue import CatalogueError, Entry
from .pictures import matrix_of
from .tally import shown

COLOURS = {"+": "#2e4057", "1": "#2e4057", "0": "#f2b48a", "-": "#e8e6df", "*": "#ffffff"}
"""Of the entries; 0 of a 0/1 matrix is drawn as - is."""

ACROSS = 8
"""Panels in a row."""


def classes_figure(entries: Sequence[Entry], quantities: Sequence[str]) -> Figure:
    """A panel for each class, eight in a row.

    Parameters
    ----------
    entries : entries with the field ``rows``
    quantities : fields that are told below each

    Raises
    ------
    CatalogueError
        If a class is no matrix, or there are none.
    """
    matrices = [matrix_of(entry) for entry in entries]
    if not matrices or None in matrices:
        raise CatalogueError("pictures are drawn of one matrix or more, and here is none; choose others with ‹where›")
    across = min(ACROSS, len(entries))
    down = -(-len(entries) // across)
    figure = Figure(figsize=(max(1.35 * across, 2.7), (1.3 + 0.17 * len(quantities)) * down), layout="constrained")
    panels = figure.subplots(down, across, squeeze=False)
    for axes in panels.flat:
        axes.set_axis_off()
    for axes, entry, rows in zip(panels.flat, entries, matrices, strict=False):
        assert rows is not None  # seen above
        signs = bool(set("".join(rows)) & set("+-"))
        letters = "*-0+" if signs else "*01"
        image = np.array([[letters.index(x) for x in row] for row in rows])
        colours = [COLOURS[x if signs or x != "0" else "-"] for x in letters]
        axes.imshow(image, cmap=ListedColormap(colours), vmin=0, vmax=len(letters) - 1, interpolation="nearest")
        axes.set_axis_on()
        axes.set_xticks(np.arange(0.5, len(rows[0]) - 1), [])
        axes.set_yticks(np.arange(0.5, len(rows) - 1), [])
        axes.tick_params(length=0)
        axes.grid(color="white", linewidth=0.7)
        words = "\n".join(f"{name} {shown(entry.fields.get(name))}" for name in quantities)
        axes.set_xlabel(words, fontsize=7)
    return figure
