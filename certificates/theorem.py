"""Rule 5, theorem: a row of a table says what follows, once its hypotheses have been evaluated. Trusted.

``{"rule": "theorem", "name": .., ..}``, with ``k``, ``lines``, ``from`` (premises) and others where the name asks for
them. The rows are data: closed forms (``theorems/closed_forms.py``), what units have to tell (``needs.py``, against
``costs.py``), inequalities among measures (``inequalities.py``), theorems about one matrix (``matrices.py``), sparse
patterns (``hops.py``), planarity (``planarity.py``), matrices of values (``values.py``), margins (``margins.py``), rows
that may fail (``tolerance.py``), several vectors for a document (``late_interaction.py``), keys of few bits
(``sums.py``).

*Least.* A dimension and a measure are not negative, a unit has a head, a number a bit, a row a coordinate where values
are as wide as keys, a pattern a layer.
"""

from typing import Any

from .book import Book, Proved
from .claims import Claim, Sizes
from .meaning.quantities import SEEN_AS
from .meter import product_steps
from .refuse import need
from .schema import record, text
from .text import short
from .theorems.case import OPTIONAL, PREMISES, TRUE, Case, Row
from .theorems.closed_forms import CLOSED_FORMS
from .theorems.costs import COSTS, exceeds
from .theorems.cycle import OF_CYCLES
from .theorems.hops import OF_SPARSE
from .theorems.inequalities import INEQUALITIES, applied
from .theorems.late_interaction import OF_LATE_INTERACTION
from .theorems.margins import OF_MARGINS
from .theorems.matrices import OF_MATRICES
from .theorems.needs import NEEDS
from .theorems.planarity import PLANARITY
from .theorems.sums import OF_SUMS
from .theorems.tolerance import TOLERANCE
from .theorems.values import OF_VALUES

LEAST = Row("least", "lower", "", "", TRUE, lambda x: x.claim.least, "text: Least")
OTHERS = (*OF_CYCLES, *OF_VALUES, *OF_SPARSE, *OF_MARGINS, *TOLERANCE, *OF_LATE_INTERACTION, *OF_SUMS)
ROWS = (LEAST, *CLOSED_FORMS, *PLANARITY, *NEEDS, *OF_MATRICES, *OTHERS)
FIELDS = {**{row.name: row.given for row in ROWS}, **dict.fromkeys(INEQUALITIES, PREMISES)}
"""Name -> what a proof gives."""


def theorem(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """What the theorem of this name gives for the claim's statement and quantity."""
    name = text(most=100).read(proof.get("name"), "proof.name", book.meter)
    need(name in FIELDS, "there is no theorem of this name")
    form = record(FIELDS[name], {key: value for key, value in OPTIONAL.items() if key in FIELDS[name]})
    p = form.read({key: value for key, value in proof.items() if key not in ("rule", "name")}, "proof", book.meter)
    found = tuple(book.premise(one, "proof.from") for one in p.fields.get("from", ()))
    if name in INEQUALITIES:
        book.cite(f"{name}: {INEQUALITIES[name]}")
        return Proved(applied(name, found, claim, book), name)
    x, row = Case(claim, p, found, book.meter), row_for(name, claim)
    need(row.holds(x), "a hypothesis of the theorem fails")
    if not row.proof.startswith("text: "):
        book.cite(row.proof)
    return told(row, x) if row.cost else Proved(row.value(x), f"the theorem '{name}'")


def row_for(name: str, claim: Claim) -> Row:
    """The row of this name for the task, the side and the quantity of a claim."""
    s, z = claim.statement, claim.quantity
    task = f"computation {s.of}" if s.kind == "computation" else s.kind
    kind = z.unit_class.name if z.kind in ("size", "excluded") else z.kind
    if z.kind == "measure":
        kind = SEEN_AS.get(z.name, (z.name,))[0]
    side = "lower" if z.kind == "excluded" or claim.side == "none" else claim.side
    fits = [row for row in ROWS if row.name == name and row.side == side and row.task in ("", task)]
    fits = [row for row in fits if not row.of or kind in row.of.split()]
    need(fits, "the theorem is about other tasks, quantities or classes")
    deep = fits[0].cost in ("token in each layer", "rows")
    if z.kind == "size" and fits[0].of:
        plain = z.order == 2 and (deep or (z.pattern, z.layers) == (None, 1))
        single = z.resource == "m" and z.heads == 1
        several = s.kind == "computation" and z.resource in ("m", "H")  # the row looks at the heads
        need(plain and (fits[0].cost or single or several), "the theorem is about other sizes")
    need(z.kind != "excluded" or (fits[0].cost and not deep), "the theorem is about other sizes")
    anywhere = z.fields.get("scope") is None or z.scope.tables != "relative" or not fits[0].of
    need(anywhere, "a token with a key for each offset is another one for each query")
    return fits[0]


def told(row: Row, x: Case) -> Proved:
    """What has to be told exceeds the cost at sizes that are too small; as costs grow, at all smaller ones, too."""
    x.meter.charge(100_000)
    z, number, none = x.z, row.value(x), x.claim.side == "none"
    free = row.cost == "rows" and z.fields.get("resource") == "m" and z.dv is not None  # the cost is that of any m
    need(free or not none, "a larger size may tell more")
    value = None if none or z.kind == "excluded" else x.claim.refuted()[-1]
    for size in [Sizes(*size) for size in z.sizes] if z.kind == "excluded" else [x.claim.sizes(value or 0)]:
        x.meter.charge(1000 + product_steps(3 * size.bits, 3 * size.bits))
        x.meter.room(3 * size.bits)
        enough = not exceeds(number, COSTS[row.cost](x, z.unit_class.grid, size), x.meter)
        need(not enough, "the size that is claimed to be too small is not")
    return Proved(None if value is None else value + 1, f"{row.cost}: less than the {short(number)} that is needed")
