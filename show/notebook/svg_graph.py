"""The graph of problems as a drawing: boxes in columns, an arrow per reduction with its sizes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...display.html import AMBER, INK, Html, svg, text
from ...reductions.reduction import OWNER_COLOURS, Owner

if TYPE_CHECKING:
    import networkx as nx

BOX, TALL = 120, 30
ACROSS, DOWN = 290, 62
EDGE, LETTER = 12, 5
FACES = {"two-party": OWNER_COLOURS[Owner.ALICE], "task": OWNER_COLOURS[Owner.BOB]}


def graph_drawing(graph: "nx.DiGraph") -> Html:
    """Problems of ``problem_graph`` in columns, each further right than all that are reduced to it.

    Two-party functions are blue boxes, tasks orange ones. The arrow of a reduction that has been checked is solid, of
    one that has not dashed; the sizes stand at its tail.
    """
    places = layers(graph)
    width = BOX + ACROSS * max((x for x, _ in places.values()), default=0) + 2 * EDGE
    height = TALL + DOWN * max((y for _, y in places.values()), default=0) + 2 * EDGE
    boxes, arrows, labels = [], [], []
    for source, target, edge in graph.edges(data=True):
        (x, y), (u, v) = (_corner(places[problem]) for problem in (source, target))
        dash = "" if edge["checks"] else ' stroke-dasharray="5 4"'
        arrows.append(_arrow(x + BOX, y + TALL / 2, u, v + TALL / 2, dash))
        share = 0.42  # nearer to the tail: arrows meet at the head
        a, b = x + BOX + share * (u - x - BOX), y + TALL / 2 + share * (v - y)
        labels.append(_label(a, b, edge["sizes"]))
    for problem, place in places.items():
        x, y = _corner(place)
        face = FACES[graph.nodes[problem]["kind"]]
        boxes.append(f'<rect x="{x:g}" y="{y:g}" width="{BOX}" height="{TALL}" rx="6" fill="{face}" stroke="{INK}"/>')
        boxes.append(
            f'<text x="{x + BOX / 2:g}" y="{y + TALL / 2 + 4:g}" text-anchor="middle" fill="#222" font-size="13">'
            f"{text(problem)}</text>"
        )
    words = f"graph of {graph.number_of_nodes()} problems and {graph.number_of_edges()} reductions"
    return svg(int(width), int(height), words, [*arrows, *boxes, *labels])


def layers(graph: "nx.DiGraph") -> Mapping[str, tuple[float, float]]:
    """Column and height of every problem: its column is the length of the longest path to it, columns are centred."""
    import networkx as nx

    columns = [sorted(layer) for layer in nx.topological_generations(graph)]
    tallest = max(map(len, columns), default=0)
    return {
        problem: (float(x), y + (tallest - len(column)) / 2)
        for x, column in enumerate(columns)
        for y, problem in enumerate(column)
    }


def _label(x: float, y: float, words: str) -> str:
    """A text on white, so that it can be read where arrows pass below it."""
    wide = LETTER * len(words) + 6
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - 8:.1f}" width="{wide}" height="15" fill="#ffffff" opacity="0.85"/>'
        f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="middle" fill="#222">{text(words)}</text>'
    )


def _corner(place: tuple[float, float]) -> tuple[float, float]:
    return EDGE + ACROSS * place[0], EDGE + DOWN * place[1]


def _arrow(x: float, y: float, u: float, v: float, dash: str) -> str:
    """A line with a head of its own: markers need names, which would clash between two drawings of a page."""
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    a, b = 9 * (u - x) / length, 9 * (v - y) / length
    head = f"M{u:.1f} {v:.1f}L{u - a - b / 2:.1f} {v - b + a / 2:.1f}L{u - a + b / 2:.1f} {v - b - a / 2:.1f}z"
    return (
        f'<path d="M{x:.1f} {y:.1f}L{u - a:.1f} {v - b:.1f}" stroke="{AMBER}" stroke-width="1.4" fill="none"{dash}/>'
        f'<path d="{head}" fill="{AMBER}"/>'
    )
