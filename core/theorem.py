"""Rule 5, theorem: a row of a table says what follows, once its hypotheses have been evaluated. Trusted.

``{"rule": "theorem", "name": .., "k": .., "lines": [..], "from": [premises], ..}``; a name has only the fields that it
asks for. The rows are data: closed forms (``theorems/closed_forms.py``), what units have to tell (``needs.py``, against
``costs.py``), inequalities among measures (``inequalities.py``), theorems about one matrix (``matrices.py``), sparse
patterns (``hops.py``), planarity (``planarity.py``). *Least.* A dimension and a measure are not negative, a unit has a
head, a number a bit, a row a coordinate where values are as wide, a pattern a layer.
"""

from typing import Any

from .book import Book, Proved
from .claims import Claim, Sizes
from .meaning.quantities import seen
from .meter import product_steps
from .refuse import need
from .schema import Record, Type, integer, many, record, text, truth
from .text import short
from .theorems.case import Case
from .theorems.closed_forms import CLOSED_FORMS, PATTERNS
from .theorems.costs import COSTS, exceeds
from .theorems.hops import in_order, least_layers, reach
from .theorems.inequalities import BY_NAME, applied
from .theorems.matrices import OF_MATRICES
from .theorems.needs import NEEDS
from .theorems.planarity import DATA, not_planar

ROWS = (*CLOSED_FORMS, *NEEDS)
PREMISES = {"from": many(Type(lambda value, path, meter: value), 1, 10)}
GIVEN: dict[str, dict[str, Type]] = {
    "": {},
    "k": {"k": integer(0)},
    "lines": {"lines": many(integer(0), rule="increasing")},
    "from": PREMISES,
}
FIELDS: dict[str, dict[str, Type]] = {
    "least": {},
    "named hops": {},
    "in order": {"reversed": truth()},
    "planarity": DATA,
    **{name: row.data for name, row in OF_MATRICES.items()},
    **{row.name: GIVEN[row.given] for row in ROWS},
    **dict.fromkeys(BY_NAME, PREMISES),
}
"""Name -> what a proof gives. ``lines`` and ``reversed`` may be left out: all lines, in order."""


def theorem(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """What the theorem of this name gives for the claim's statement and quantity."""
    name = text(most=100).read(proof.get("name"), "proof.name", book.meter)
    need(name in FIELDS, "there is no theorem of this name")
    defaults = {"lines": (), "reversed": False} if name != "antichain" else {}
    form = record(FIELDS[name], {key: value for key, value in defaults.items() if key in FIELDS[name]})
    p = form.read({key: value for key, value in proof.items() if key not in ("rule", "name")}, "proof", book.meter)
    found = tuple(book.premise(one, "proof.from") for one in p.fields.get("from", ()))
    if name == "least":
        need(claim.side == "lower", "a least value is a lower bound")
        return Proved(claim.least, "nothing is less")
    if name in BY_NAME:
        because = f"{name}: {BY_NAME[name].because}"
        book.cite(because)
        return Proved(applied(BY_NAME[name], found, claim, book), because)
    if name in OF_MATRICES:
        return _of_matrix(name, p, claim, book)
    if name in ("named hops", "in order"):
        return _of_pattern(name, p, claim, book)
    if name == "planarity":
        need(_asked(claim) == ("lower", "SIGN") and claim.statement.kind in PATTERNS, "it is about a pattern of signs")
        book.cite("the graph of a 3-polytope is planar (Steinitz, Wagner)")
        return Proved(
            not_planar(claim.statement, p, book.meter), "pairs in space would make K5 or K3,3 a minor of a polytope"
        )
    return _row(
        name,
        Case(claim.statement, claim.quantity, book.meter, p.fields.get("k", 0), p.fields.get("lines", ()), found),
        claim,
    )


def _asked(claim: Claim) -> tuple[str, str]:
    """The side and the class of a claim about m of one head of order 2 in one layer; else nothing."""
    z = claim.quantity
    plain = z.kind == "size" and (z.resource, z.heads, z.order, z.layers, z.pattern) == ("m", 1, 2, 1, None)
    return (claim.side, z.unit_class.name) if plain else ("", "")


def _row(name: str, x: Case, claim: Claim) -> Proved:
    """A closed form, or what has to be told at sizes that the claim says are too small."""
    s, z = x.s, x.z
    need(z.kind in ("size", "excluded"), "the theorem is about units")
    task = f"computation {s.of}" if s.kind == "computation" else s.kind
    rows = [row for row in ROWS if row.name == name and row.task in ("", task) and row.unit_class == z.unit_class.name]
    need(rows, "the theorem is about other tasks or classes")
    (row,) = rows
    if not row.cost:
        need(_asked(claim) == (row.side, row.unit_class), "the theorem is about m of one head, on one side")
        need(row.holds(x), "a hypothesis of the theorem fails")
        return Proved(row.value(x), f"{name}, at any size")
    deep = row.cost == "token in each layer"
    fits = (
        z.kind == "excluded" if claim.side == "fact" else (z.order, z.pattern) == (2, None) and (deep or z.layers == 1)
    )
    need(fits and not (deep and z.kind == "excluded"), "the theorem is about order 2, and one layer")
    need(row.holds(x), "a hypothesis of the theorem fails")
    least = 0 if z.kind == "excluded" else claim.refuted()[-1]  # costs grow: the largest size refutes the smaller ones
    x.meter.charge(100_000)
    number = row.value(x)
    for size in [Sizes(*size) for size in z.sizes] if z.kind == "excluded" else [claim.sizes(least)]:
        x.meter.charge(1000 + product_steps(3 * size.bits, 3 * size.bits))
        x.meter.room(3 * size.bits)
        need(
            exceeds(number, COSTS[row.cost](x, z.unit_class.grid, size), x.meter),
            "the size that is claimed to be too small is not",
        )
    return Proved(
        None if z.kind == "excluded" else least + 1, f"{row.cost}: less than the {short(number)} that {name} asks for"
    )


def _of_matrix(name: str, p: Record, claim: Claim, book: Book) -> Proved:
    row = OF_MATRICES[name]
    measure, rows = seen(claim, book.meter)
    need(measure in row.measures.split() and claim.side == row.side, "the theorem is about other measures")
    if not row.proof.startswith("text"):
        book.cite(row.proof)
    return Proved(row.value(rows, p, book.meter), f"{name} of the matrix")


def _of_pattern(name: str, p: Record, claim: Claim, book: Book) -> Proved:
    if name == "in order":
        need(claim.quantity.kind == "path", "it is about a path")
        in_order(claim.statement, p.reversed, book.meter)
        return Proved(None, "the positions as they are numbered, in which each is attended to by the next")
    need(claim.quantity.kind == "hops", "it is about the hops of a pattern")
    if claim.side == "lower":
        return Proved(reach(claim.statement, book.meter), "how far a position attends in each layer")
    return Proved(least_layers(claim.statement, book.meter), "a closed form of the patterns' names")
