"""What all exhibits have in common: their fields are read, and what they show is measured by the claim."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..book import Book
from ..claims import Claim
from ..refuse import need
from ..schema import Record, Type


def read(form: Type, proof: Mapping[str, Any], book: Book) -> Record:
    """The fields of an exhibit."""
    found: Record = form.read({k: v for k, v in proof.items() if k not in ("rule", "exhibit")}, "proof", book.meter)
    return found


def need_upper(claim: Claim, task: str, classes: str) -> None:
    """Refuse an exhibit of a unit for anything but an upper bound of a size, for a task, in one of the classes."""
    asked = claim.quantity.kind == "size" and claim.side == "upper" and claim.statement.kind == task
    need(asked and claim.quantity.unit_class.name in classes.split(), "the exhibit is for upper bounds of another kind")


def sized(claim: Claim, bits: int, m: int, heads: int, order: int = 2, layers: int = 1, dv: int = 1) -> int:
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


def need_grid(vectors: Iterable[Iterable[int]], grid: str, bits: int) -> None:
    """Refuse an entry that is not in the p-bit grid (``grids.py``), which may be too large to be formed.

    >>> need_grid([(-2, 1)], "twos", 2), need_grid([(-3, 1)], "midrise", 2)
    (None, None)
    """
    for vector in vectors if grid else ():
        for x in vector:
            odd = x & 1 and x.bit_length() <= bits
            need(odd if grid == "midrise" else (x if x >= 0 else ~x).bit_length() < bits, "an entry is not in the grid")
