"""A tiny question for the attack on the tree rule, with a claim whose truth is found by brute force."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MOST = 1200
"""Most assignments that a truth is looked for among."""


@dataclass
class Question:
    """A claim; what its proof holds beside trees, moves proposed among it; how many steps there may be; its truth."""

    system: str
    statement: Any
    claim: Any
    parts: list[Any]
    steps: int
    truth: Callable[[], bool]
    proof: Any
    ready: Callable[[Any, int], bool] = lambda left, code: True
    """Whether a step is worth a try where these values are left; one attack in five tries all."""
    solutions: Callable[[Any], list[dict[int, int]]] | None = None
    """All solutions of the last problem, by its variables: the values that matter."""
