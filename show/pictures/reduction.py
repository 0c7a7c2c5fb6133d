"""Pictures of reductions: an encoded pair of inputs, token by token, and the graph of problems."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Patch, Rectangle

from ...reductions.reduction import Encoded, Owner
from ...tasks import Task, TaskError
from .lettering import ACCENT, INK, PALE

if TYPE_CHECKING:
    import networkx as nx

COLOURS = {Owner.ALICE: PALE, Owner.BOB: "#f6d9b8", Owner.PUBLIC: "#eeeeee"}
MAX_POSITIONS = 80
"""Most tokens that are drawn."""
ROW = 20
"""Tokens in a row of the picture."""
LINE = 1.6
"""Distance of two rows."""
NODE = 0.4
"""Width of a problem's box in the graph, where columns are 1 apart."""
BEND = 0.35
"""An arc rises by half of this for each position that it passes."""


def draw_encoded(encoded: Encoded, task: Task, path: Path) -> None:
    """Write the picture of an encoded pair of inputs (``encoded_figure``); the file name's ending says the format."""
    encoded_figure(encoded, task).savefig(path, dpi=120)


def encoded_figure(encoded: Encoded, task: Task) -> Figure:
    """Tokens as boxes in their owners' colours; the position whose output is read has a red frame.

    What decides that output is marked, by arcs if all tokens stand in one row, else by dashed frames: for q-SA the q
    positions that it names; for Match3 the pairs that complete its token to 0 mod M (none: nothing matches); for other
    tasks nothing.

    Raises
    ------
    TaskError
        If there are too many tokens to be drawn.
    """
    count, read = len(encoded.tokens), encoded.output_position
    if count > MAX_POSITIONS:
        raise TaskError(f"a picture must have at most {MAX_POSITIONS} tokens, got {count}; draw a smaller n")
    rows = (count - 1) // ROW + 1
    decisive = _decisive(encoded, task)
    arcs = decisive if rows == 1 else []
    top = 0.8 + BEND / 2 * max((abs(j - read) for j in arcs), default=0)
    columns = max(5, min(count, ROW))
    bottom = -LINE * (rows - 1) - 0.9
    figure = Figure(figsize=(0.75 * columns + 0.4, 0.75 * (top - bottom) + 1.3), layout="constrained")
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_xlim(-0.2, columns + 0.2)
    axes.set_ylim(bottom, top)
    for position, (token, owner) in enumerate(zip(encoded.tokens, encoded.owners, strict=True), start=1):
        frame = (
            "read" if position in encoded.read_positions else "decisive" if position in decisive and not arcs else ""
        )
        _draw_token(axes, position, token, owner, frame)
    for j in arcs:
        (x, y), (u, v) = _place(read), _place(j)
        arrow = FancyArrowPatch(
            (x, y + 0.5), (u, v + 0.5), connectionstyle=f"arc3,rad={-BEND if x < u else BEND}", arrowstyle="-|>",
            mutation_scale=9, color=ACCENT, linewidth=1.1, zorder=1,
        )  # fmt: skip
        axes.add_patch(arrow)
    figure.suptitle(
        f"{encoded.title}\noutput {encoded.output}, answer {encoded.answer}: {encoded.function} = {encoded.wanted}"
    )
    handles = [
        Patch(facecolor=COLOURS[owner], edgecolor="grey", label=str(owner)) for owner in Owner if encoded.of(owner)
    ]
    handles.append(Patch(facecolor="none", edgecolor=ACCENT, linewidth=2, label="output read here"))
    figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
    return figure


def draw_problem_graph(graph: "nx.DiGraph", path: Path) -> None:
    """Write the picture of the graph of problems (``problem_graph_figure``)."""
    problem_graph_figure(graph).savefig(path, dpi=120)


def problem_graph_figure(graph: "nx.DiGraph") -> Figure:
    """Problems in columns: a column further right than all that are reduced to it; an arrow per reduction, with sizes.

    Two-party functions are boxes with a blue face, tasks with an orange one; a reduction that has been checked has a
    solid arrow, one that has not a dashed arrow.
    """
    places = layers(graph)
    height = max(
        (sum(x == column for x, _ in places.values()) for column in {x for x, _ in places.values()}), default=1
    )
    width = 1 + max((x for x, _ in places.values()), default=0)
    figure = Figure(figsize=(3.9 * width, 1.2 + 1.15 * height), layout="constrained")
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set_xlim(-0.45, width - 0.5)
    for source, target, edge in graph.edges(data=True):
        (x, y), (u, v) = places[source], places[target]
        arrow = FancyArrowPatch(
            (x + NODE / 2, y), (u - NODE / 2, v), arrowstyle="-|>", mutation_scale=12, color=INK, linewidth=1.2,
            linestyle="-" if edge["checks"] else "--", zorder=1,
        )  # fmt: skip
        axes.add_patch(arrow)
        axes.text(
            0.55 * x + 0.45 * u, 0.55 * y + 0.45 * v, edge["sizes"], fontsize=8, ha="center", va="center", color=INK,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0}, zorder=2,
        )  # fmt: skip
    for problem, (x, y) in places.items():
        face = COLOURS[Owner.ALICE] if graph.nodes[problem]["kind"] == "two-party" else COLOURS[Owner.BOB]
        corner = (x - NODE / 2, y - 0.16)
        shape = "round,pad=0,rounding_size=0.04"
        box = FancyBboxPatch(corner, NODE, 0.32, boxstyle=shape, facecolor=face, edgecolor=INK, zorder=3)
        axes.add_patch(box)
        axes.text(x, y, problem, ha="center", va="center", fontsize=11, zorder=4)
    lowest, highest = min(y for _, y in places.values()), max(y for _, y in places.values())
    axes.set_ylim(lowest - 0.6, highest + 0.6)
    figure.suptitle("who computes the right one computes the left one: lower bounds travel along the arrows")
    kinds = (("two-party function", Owner.ALICE), ("task", Owner.BOB))
    handles = [Patch(facecolor=COLOURS[owner], edgecolor=INK, label=label) for label, owner in kinds]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False)
    return figure


def _draw_token(axes: Axes, position: int, token: Any, owner: Owner, frame: str) -> None:
    x, y = _place(position)
    edge, line = (ACCENT, 2.2) if frame else ("grey", 0.8)
    style = "--" if frame == "decisive" else "-"
    face = COLOURS[owner]
    box = Rectangle(
        (x - 0.45, y - 0.45), 0.9, 0.9, facecolor=face, edgecolor=edge, linewidth=line, linestyle=style, zorder=2
    )
    axes.add_patch(box)
    text = str(token)
    if isinstance(token, tuple) and len(token) == 2:  # q-SA: the value, and the subset where it is read
        value, subset = token
        text = f"{value:+d}" + ("\n" + _broken(subset) if frame == "read" else "")
    size = min(11.0, 60 / max(map(len, text.split("\n"))))
    axes.text(x, y, text, ha="center", va="center", fontsize=size, zorder=3)
    axes.text(x, y - 0.65, str(position), ha="center", va="center", fontsize=7, color="grey", zorder=3)


def _broken(subset: tuple[int, ...]) -> str:
    """A subset in lines of a few numbers; what does not fit is left to the arcs."""
    lines = [",".join(map(str, subset[k : k + 3])) for k in range(0, min(len(subset), 9), 3)]
    return ",\n".join(lines) + (",.." if len(subset) > 9 else "")


def _place(position: int) -> tuple[float, float]:
    row, column = divmod(position - 1, ROW)
    return column + 0.5, -LINE * row


def _decisive(encoded: Encoded, task: Task) -> list[int]:
    """The positions, other than the one that is read, that decide its output."""
    read, tokens = encoded.output_position, encoded.tokens
    if task.name == "qsa":
        return [j for j in tokens[read - 1][1] if j != read]
    if task.name == "match3":
        M, numbered = task.parameters["M"], list(enumerate(tokens, start=1))
        rest = -tokens[read - 1] % M
        return sorted({j for j, y in numbered for _, z in numbered if (y + z) % M == rest} - {read})
    return []


def layers(graph: "nx.DiGraph") -> dict[str, tuple[float, float]]:
    """Column and height of every problem: its column is the length of the longest path to it, columns are centred."""
    import networkx as nx

    places = {}
    for column, layer in enumerate(nx.topological_generations(graph)):
        for row, problem in enumerate(sorted(layer)):
            places[problem] = (float(column), (len(layer) - 1) / 2 - row)
    return places
