"""Whether it is an attention matrix that words ask about; how one is made is loaded only where it may be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ....tasks.registry import TASKS

if TYPE_CHECKING:
    from ....tasks.attention_matrix.tolerances import Tolerance

ENDINGS = (".npz", ".npy")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")


def is_matrix(words: Sequence[str], delta: Tolerance | None = None, eps2: Tolerance | None = None) -> bool:
    """Whether the words ask for an attention matrix: by their name or ending, or since a tolerance is given.

    >>> is_matrix(["A.npz"]), is_matrix(["A.csv"]), is_matrix(["A.csv"], "0.1"), is_matrix(["others", "L=4"])
    (True, False, True, True)
    """
    tolerances = delta is not None or eps2 is not None
    return tolerances or Path(words[0]).suffix.lower() in ENDINGS or _is_name(words[0])


def _is_name(word: str) -> bool:
    if "." in word or any(entry.name == word for entry in TASKS):
        return False
    from ....tasks.attention_matrix import GENERATORS

    return word == "permutation" or word in GENERATORS
