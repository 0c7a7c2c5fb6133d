"""Evidence that H heads share out the q-subsets of N positions: ``shared-tables`` (the question is in shared_heads.py).

Every score of every head is computed. The part of a head is the set of positions at its row's maximum; all others have
to lie at least g below, and the parts have to partition the subset, for ``sum`` with the same sizes in all rows. The
heads' tables have one width each; the largest counts.
"""

from itertools import combinations

from .claim import Size
from .question import COMBINES, MAX_CELLS, qsa_question
from .question_file import MAX_HEADS
from .reading import Node
from .unit_class import UnitClass
from .upper_evidence import MAX_PRODUCTS, read_table
from .verdict import RejectionError


def proved_by_shared_tables(node: Node, positions: int, q: int, combine: str, unit_class: UnitClass) -> Size:
    """``shared-tables``: the size of the heads, once every score has been computed. Class GRID."""
    if combine not in COMBINES:
        raise ValueError(f"combine must be one of {COMBINES}, got {combine!r}")
    heads = node.fields(("kind", "heads"))["heads"].items()
    if not 1 <= len(heads) <= MAX_HEADS:
        node.field("heads").fail(f"must hold 1 to {MAX_HEADS} heads, got {len(heads)}")
    if not qsa_question(positions, q).can_be_written_out:
        node.fail(f"needs more than {MAX_CELLS} scores to be checked")
    subsets = list(combinations(range(positions), q))
    shares: list[list[frozenset[int]]] = [[] for _ in subsets]
    work = widest = 0
    for head in heads:
        fields = head.fields(("queries", "keys"))
        first = fields["keys"].items()
        if not first:
            fields["keys"].fail("must not be empty")
        width = len(first[0].items())
        work, widest = work + len(subsets) * positions * width, max(widest, width)
        if work > MAX_PRODUCTS:
            node.fail(f"needs {work} products to be checked; at most {MAX_PRODUCTS} are done")
        queries = read_table(fields["queries"], len(subsets), width)
        keys = read_table(fields["keys"], positions, width)
        unit_class.require_grid(queries, fields["queries"].path)
        unit_class.require_grid(keys, fields["keys"].path)
        for r, query in enumerate(queries):
            scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
            best = max(scores)
            for j, score in enumerate(scores):
                if best - unit_class.gap < score < best:
                    where = f"{fields['queries'].path}[{r}] with {fields['keys'].path}[{j}]"
                    raise RejectionError("gap-missed", where, f"score {score}, the row's maximum is {best}")
            shares[r].append(frozenset(j for j, score in enumerate(scores) if score == best))
    sizes = [len(part) for part in shares[0]]
    for r, (y, parts) in enumerate(zip(subsets, shares, strict=True)):
        if sorted(j for part in parts for j in part) != list(y):
            reason = f"parts {[sorted(part)[:20] for part in parts[:8]]} for the subset {list(y)[:20]}"
            raise RejectionError("parts-wrong", f"{node.path} with row {r}", reason)
        if combine == "sum" and [len(part) for part in parts] != sizes:
            reason = f"sizes {[len(part) for part in parts][:20]} in row {r}, {sizes[:20]} in row 0"
            raise RejectionError("share-sizes-differ", f"{node.path} with row {r}", reason)
    how = f"{len(heads)} heads of integer tables in the grid, gap {unit_class.gap}, every score checked"
    return Size(widest, how.replace("1 heads", "one head") if len(heads) == 1 else how, heads=len(heads))
