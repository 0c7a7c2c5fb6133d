"""The classes of units that a bound may speak of. Bounds of different classes are never merged into one bracket.

``SIGN``                    saturated head with real queries and keys that selects what a pattern asks for;
``GRID(p, grid, gap g)``    the same with every entry in the p-bit grid, scores apart from the threshold by >= g;
``FIXED(p, grid)``          queries, keys and values in the p-bit grid, weights 2^(p-d) cut to p bits, any read-out;
``SATURATED``               uniform weight on the keys of highest score, integer tables, any read-out;
``THRESH``                  one layer of order 2, real softmax, any m and p, sign of an affine function of the row.

Where p is the number asked for (resource p), the class is written with the letter p in place of the number.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .unit import GRIDS
from .verdict import RejectionError, short_number

MAX_BITS = 4096
"""Largest p: weights go up to 2^p."""


@dataclass(frozen=True)
class UnitClass:
    """A class of units.

    Parameters
    ----------
    name : SIGN, GRID, FIXED, SATURATED or THRESH
    bits : p; 0 if the class has no grid, or if p is what is asked for
    grid : a name of ``GRIDS``; empty if the class has no grid
    gap : g >= 1 for GRID, else 0

    Examples
    --------
    >>> two_bits = UnitClass.parse("GRID(2, midrise, gap 4)")
    >>> two_bits, str(two_bits)
    (UnitClass(name='GRID', bits=2, grid='midrise', gap=4), 'GRID(2, midrise, gap 4)')
    >>> str(UnitClass.parse("FIXED(p, twos)").at(3))
    'FIXED(3, twos)'
    """

    name: str
    bits: int = 0
    grid: str = ""
    gap: int = 0

    @classmethod
    def parse(cls, text: str) -> "UnitClass":
        """The class that is written so.

        Raises
        ------
        ValueError
            If the text is not the name of a class, written exactly as ``str`` writes it, with 1 <= p <= MAX_BITS.
        """
        form = re.fullmatch(
            r"(SIGN|SATURATED|THRESH)|(GRID|FIXED)\((p|[0-9]{1,9}), (midrise|twos)(?:, gap ([0-9]{1,9}))?\)", text
        )
        if form:
            plain, name, bits, grid, gap = form.groups()
            found = cls(plain) if plain else cls(name, 0 if bits == "p" else int(bits), grid, int(gap or 0))
            if str(found) == text and found.bits <= MAX_BITS and (found.gap > 0) == (found.name == "GRID"):
                return found
        raise ValueError(
            f"must be SIGN, SATURATED, THRESH, GRID(p, grid, gap g) or FIXED(p, grid), such as "
            f"'GRID(2, midrise, gap 1)', with grid midrise or twos, 1 <= p <= {MAX_BITS}, g >= 1; got {text[:60]!r}"
        )

    def __str__(self) -> str:
        if not self.grid:
            return self.name
        gap = f", gap {self.gap}" if self.name == "GRID" else ""
        return f"{self.name}({self.bits or 'p'}, {self.grid}{gap})"

    @property
    def asks_for_bits(self) -> bool:
        """Whether p is left open."""
        return bool(self.grid) and not self.bits

    def at(self, bits: int) -> "UnitClass":
        """The class with p filled in."""
        return replace(self, bits=bits)

    def require_grid(self, vectors: Iterable[Iterable[int]], path: str) -> None:
        """Reject the first vector with an entry that is not in the class's grid (if it has one)."""
        if not self.grid:
            return
        grid = GRIDS[self.grid](self.bits)
        for r, vector in enumerate(vectors):
            for entry in vector:
                if entry not in grid:
                    raise RejectionError("grid-exceeded", f"{path}[{r}]", f"{short_number(entry)} in class {self}")


SIGN = UnitClass("SIGN")
SATURATED = UnitClass("SATURATED")
THRESH = UnitClass("THRESH")
