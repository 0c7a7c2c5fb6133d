"""What all exhibits have in common: their fields are read, and what they show is measured by the claim."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from ..book import Book, Proved
from ..claims import Claim
from ..meter import Meter
from ..refuse import need
from ..schema import Record, Type

Shown = tuple[Fraction | int | None, str]
"""What is shown: a bound, or None for a fact; and how, in words."""


class Exhibit(NamedTuple):
    """A row of the table of exhibits.

    ``about``: for the claims it is for, words that hold of them: the kind of the quantity, the side, the task of the
    statement, the class of units; ``|`` between words one of which holds. ``form``: its fields. ``run`` evaluates it.
    """

    about: str
    form: Type
    run: Callable[[Record, Claim, Meter], Shown]

    def __call__(self, proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
        """What the exhibit shows of the claim."""
        fields = {name: value for name, value in proof.items() if name not in ("rule", "exhibit")}
        p, q = self.form.read(fields, "proof", book.meter), claim.quantity
        own = {q.kind, claim.side, claim.statement.kind, q.unit_class.name if "unit_class" in q.fields else ""}
        fits = all(own.intersection(words.split("|")) for words in self.about.split())
        need(fits, "the exhibit is for claims of another kind")
        return Proved(*self.run(p, claim, book.meter))


def sized(claim: Claim, bits: int, m: int, heads: int = 1, order: int = 2, layers: int = 1, dv: int = 1) -> int:
    """The value of the resource that a unit of these sizes shows; none exceeds what the claim holds fixed."""
    q = claim.quantity
    for name, used in (("m", m), ("heads", heads), ("order", order), ("layers", layers), ("dv", dv)):
        held = q.fields[name]  # None: what is asked for; of dv, as wide as m
        need(held is None or used <= held, f"{name} is larger than what the claim holds fixed")
    return {"m": m if q.dv is not None else max(m, dv), "H": heads, "p": bits}[q.resource]


def bits_of(claim: Claim, given: int | None) -> int:
    """p of the class; where p is asked for, the unit says it."""
    need((given is not None) == (claim.quantity.resource == "p"), "bits are given exactly if p is asked for")
    return given or int(claim.quantity.unit_class.bits)


def bits_needed(grid: str, vectors: Iterable[Iterable[int]]) -> int:
    """The least p such that the grid holds every entry, 0 without a grid; grids of more bits hold those of fewer.

    >>> bits_needed("midrise", [(3, -5)]), bits_needed("twos", [(3, -4)]), bits_needed("twos", [(4,)])
    (3, 3, 4)
    """
    odd, found = grid == "midrise", 1
    for x in (x for vector in vectors for x in vector) if grid else ():
        need(x & 1 or not odd, "an entry is not in the grid")
        found = max(found, x.bit_length() if odd else 1 + (x if x >= 0 else ~x).bit_length())
    return found if grid else 0


def need_grid(vectors: Iterable[Iterable[int]], grid: str, bits: int) -> None:
    """Refuse an entry that is not in the p-bit grid (``grids.py``), which may be too large to be formed."""
    need(bits_needed(grid, vectors) <= bits, "an entry is not in the grid")
