"""Selection patterns on few keys: the least width of one head, and the least bits at each width.

Two families, each whole up to renaming of the keys; no null token, so every query has a threshold of its own.

**Thresholds.** A query puts some keys above its threshold and the others below. The opposite query exchanges the two,
in real numbers and in the grid, so what is asked is a set of *splits* of the keys into two parts; the part without the
last key is written ``+``. The catalogue has every set of splits that is not empty.

**Ties.** A query ties some keys at the maximum, as in sparse averaging: ``0`` there, ``-`` at the others. If two such
sets meet, the sum of their queries ties what they have in common. So the least width of a family of sets is that of all
intersections that are not empty, and of the least family that has these: the sets that are no intersection of others.
The catalogue has this least family for every family that is closed; it is not empty, and without the set of all keys.
Least bits are those of the rows that are written; other families with the same intersections need as many at least if
they contain these, and perhaps more.

Left out: null tokens, rows that mix ties and thresholds, stars. Heads: only the q-subsets of q-SA are shared out among
several heads, by the definitions of this package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from ..questions import Question, SignPattern, least_size, pattern_question
from .catalogue import Bracket, Entry, Stated
from .entries import entry_of, over
from .point_sets import PointSets, Renaming
from .selection_questions import bits_at, row_of


@dataclass(frozen=True, slots=True)
class _Selections(ABC):
    """What the two catalogues share: keys are codes in hexadecimal digits, rows are sets of keys."""

    sizes = (2, 3, 4, 5)
    quantities = ("m", "p")
    name: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str]
    objects: ClassVar[str]

    @abstractmethod
    def keys(self, n: int) -> list[str]:
        """All classes."""

    @abstractmethod
    def count(self, n: int) -> int:
        """Their number."""

    @abstractmethod
    def rows(self, n: int, key: str) -> tuple[str, ...]:
        """The pattern of a class."""

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes."""
        from .selection_bounds import bounds_of_selection  # here, since it takes long to load

        return [entry_of(self, n, key, bounds_of_selection(self._question(n, key))) for key in keys if not over(until)]

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The least width in class SIGN, and the least bits at each width below n."""
        question = self._question(n, key)
        asked = {"m": least_size(question), **{str(m): bits_at(question, m) for m in range(1, n)}}
        return {name: Stated(question.to_json(), one.to_json()) for name, one in asked.items()}

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """Rows, the least width, the least bits there (``p``) and at each width from 1 on (``bits``)."""
        bits = [brackets[str(width)] for width in range(1, n)]
        return {"rows": list(self.rows(n, key)), "m": brackets["m"], "p": bits[brackets["m"][1] - 1], "bits": bits}

    def _question(self, n: int, key: str) -> Question:
        return pattern_question(SignPattern(self.rows(n, key), null=False))


@dataclass(frozen=True, slots=True)
class Thresholds(_Selections):
    """Sets of splits of the keys."""

    name = "thresholds"
    title = "Thresholds on few keys: least width and bits"
    says = (
        "Every set of splits of n keys, each made by a query with its own threshold: the least width of one head in "
        "real numbers, and the least bits of a fixed-point grid with gap 1 at each width below n, up to renaming the "
        "keys and exchanging the sides of a split."
    )

    objects = "sets of splits of n keys up to renaming, the empty one left out"

    def keys(self, n: int) -> list[str]:
        """All sets of splits but the empty one."""
        return [f"{code:x}" for code in splits(n).classes().tolist() if code]

    def count(self, n: int) -> int:
        """Their number, by Burnside's lemma."""
        return splits(n).count() - 1

    def rows(self, n: int, key: str) -> tuple[str, ...]:
        """A row for each split."""
        return tuple(row_of(n, part, "+") for part in splits(n).members(int(key, 16)))


@dataclass(frozen=True, slots=True)
class Ties(_Selections):
    """Families of sets that are closed under intersection, by the sets that are no intersection of others."""

    name = "ties"
    title = "Ties on few keys: least width and bits"
    says = (
        "Every family of sets of n keys, each tied at the maximum by a query, up to renaming the keys and adding "
        "intersections: the least width of one head in real numbers, and the least bits of a fixed-point grid with gap "
        "1 at each width below n."
    )

    objects = "closed families of sets of n keys up to renaming, the empty one left out"

    def keys(self, n: int) -> list[str]:
        """All closed families but the empty one."""
        from .closed_families import closed_families  # here, since it takes long to load

        return [f"{code:x}" for code in closed_families(n).tolist()]

    def count(self, n: int) -> int:
        """Their number, by Burnside's lemma."""
        from .closed_families import count_closed_families

        return count_closed_families(n)

    def rows(self, n: int, key: str) -> tuple[str, ...]:
        """A row for each set that is no intersection of others."""
        from .closed_families import families

        family = families(n).members(int(key, 16))
        return tuple(row_of(n, part, "0") for part in family if not _is_intersection(part, family))


THRESHOLDS, TIES = Thresholds(), Ties()


@cache
def splits(keys: int) -> PointSets:
    """Sets of splits; a split is the part without the last key, as a number.

    >>> [splits(keys).count() - 1 for keys in (2, 3, 4, 5)]
    [1, 3, 21, 543]
    """
    from .closed_families import renamed_set

    whole = (1 << keys) - 1

    def renamed(renaming: Renaming, part: int) -> int:
        image = renamed_set(renaming, part)
        return whole ^ image if image >> keys - 1 else image

    return PointSets(keys, range(1, 1 << keys - 1), renamed)


def _is_intersection(part: int, family: Sequence[int]) -> bool:
    common = -1
    for other in family:
        if other != part and other & part == part:
            common &= other
    return common == part
