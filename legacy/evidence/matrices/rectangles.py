"""Rectangles, a set of rows times a set of columns each: reading them, and refusing those that hold both values."""

from dataclasses import dataclass

from ...kernel.bit_sets import bit_set
from ....questions.reading import Node
from ....questions.matrix import CommunicationMatrix


@dataclass(frozen=True)
class Rectangle:
    """A set of rows times a set of columns, each increasing."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The columns as a bit set."""
        return bit_set(self.columns)

    def to_json(self) -> list[list[int]]:
        """As it stands in a certificate: ``[[rows], [columns]]``."""
        return [list(self.rows), list(self.columns)]


def read_rectangle(sides: list[Node], matrix: CommunicationMatrix) -> Rectangle:
    """A rectangle, its rows and columns strictly increasing; either may be empty. Its cells are charged."""
    rows, columns = (side.increasing(0, size - 1) for side, size in zip(sides, matrix.shape, strict=True))
    rectangle = Rectangle(rows, columns)
    sides[0].meter.charge(1 + len(rectangle.rows) * len(rectangle.columns))
    return rectangle


def require_no_zero(node: Node, rectangle: Rectangle, zeros: tuple[int, ...]) -> None:
    """Reject a rectangle that holds a 0; ``zeros`` are those of each row as bit sets."""
    columns = rectangle.mask
    for i in rectangle.rows:
        if wrong := columns & zeros[i]:
            node.reject("rectangle-not-constant", first_place(i, wrong))


def first_place(row: int, columns: int) -> str:
    """The first of some columns (a bit set) of a row, in words."""
    return f"row {row}, column {(columns & -columns).bit_length() - 1}"
