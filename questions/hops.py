"""The number of hops of a sparse pattern, as a quantity of which bounds are claimed."""

from dataclasses import dataclass

from .sparse_pattern import SparsePattern


@dataclass(frozen=True)
class HopsOf:
    """The least number t >= 1 of layers after which every position reaches all: S^t_k = [n] for all k.

    >>> from .sparse_pattern import Window
    >>> HopsOf(SparsePattern((Window(256, 1),))).words
    'the sparse pattern on n = 256, every layer: window(1)'
    """

    pattern: SparsePattern

    @property
    def symbol(self) -> str:
        """The name of the quantity."""
        return "hops"

    @property
    def words(self) -> str:
        """The pattern in words."""
        return f"the sparse pattern on {self.pattern.words}"

    @property
    def assumption(self) -> str:
        """A pattern has no label."""
        return ""

    def to_json(self) -> dict[str, object]:
        """The quantity as it stands in a claim, without the pattern."""
        return {"quantity": "hops"}
