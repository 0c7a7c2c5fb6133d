"""A rectangle of a matrix: some rows and some columns, as bit sets."""

from dataclasses import dataclass

from ..bit_sets import bit_set


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
