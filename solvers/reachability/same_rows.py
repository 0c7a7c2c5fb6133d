"""Classes with the same row: the one with the larger bias is always above, equal biases always tie."""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from .score_table import ScoreTable


class SameRows:
    """The classes that share their weights with another one.

    Examples
    --------
    >>> from .score_table import score_table
    >>> same = SameRows(score_table(np.array([[1.0], [2], [1]]), np.array([0.0, 1, 2]), free=True))
    >>> same.combination([0]), same.combination([2]), same.combination([0, 2])
    (((0, 1), (2, 1)), (), ())
    """

    def __init__(self, table: ScoreTable) -> None:
        weights = table.rows[:, :-1] if table.bias else table.rows
        self.bias = table.rows[:, -1] if table.bias else np.zeros(table.classes)
        self.weights = weights
        groups: dict[bytes, list[int]] = {}
        for j, row in enumerate(weights):
            digest = blake2b((row + 0.0).tobytes(), digest_size=16).digest()  # -0.0 becomes 0.0
            groups.setdefault(digest, []).append(j)
        self.groups = {j: group for group in groups.values() if len(group) > 1 for j in group}

    def combination(self, chosen: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Weights of a class in the set and one off it that has the same row and no smaller bias; or nothing."""
        members = set(chosen)
        for i in chosen:
            for j in self.groups.get(i, ()):
                alike = j not in members and self.bias[j] >= self.bias[i]
                if alike and np.array_equal(self.weights[i], self.weights[j]):
                    return tuple(sorted(((i, 1), (j, 1))))
        return ()
