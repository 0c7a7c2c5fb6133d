"""Evidence that H heads share out the q-subsets of N positions: ``shared-tables``, class GRID.

Every score of every head is computed. The part of a head is the set of positions at its row's maximum; all others have
to lie at least g below, and the parts have to partition the subset, for ``sum`` with the same sizes in all rows. The
heads' tables have one width each; the largest counts.
"""

from ...messages import short_number
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.shared_averaging import SharedAveraging
from ...statement.size import Size
from ..proof import Premises, Proved
from ..size import size_proved
from .tables import all_subsets, charge_scores, dot, read_queries_and_keys


def by_shared_tables(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "shared-tables", "heads": [{"queries": [..], "keys": [..]}, ..]}``."""
    assert isinstance(quantity.question, SharedAveraging)  # the table of kinds
    question, unit_class = quantity.question, quantity.unit_class_at(value)
    heads = node.fields(("kind", "heads"))["heads"].items(question.heads)
    subsets = all_subsets(node, question.N, question.q)
    shares: list[list[frozenset[int]]] = [[] for _ in subsets]
    widest = 0
    for head in heads:
        fields = head.fields(("queries", "keys"))
        queries, keys = read_queries_and_keys(fields, len(subsets), question.N, unit_class)
        widest = max(widest, len(keys[0]))
        charge_scores(node, queries, keys)
        for r, query in enumerate(queries):
            scores = [dot(query, key) for key in keys]
            best = max(scores)
            for j, score in enumerate(scores):
                if best - unit_class.gap < score < best:
                    reason = f"score {short_number(score)}, the row's maximum is {short_number(best)}"
                    fields["queries"].reject("gap-missed", reason, at=f"[{r}] with {fields['keys'].path}[{j}]")
            shares[r].append(frozenset(j for j, score in enumerate(scores) if score == best))
    sizes = [len(part) for part in shares[0]]
    for r, (y, parts) in enumerate(zip(subsets, shares, strict=True)):
        if sorted(j for part in parts for j in part) != list(y):
            reason = f"parts {[sorted(part)[:20] for part in parts[:8]]} for the subset {list(y)[:20]}"
            node.reject("parts-wrong", reason, at=f" with row {r}")
        if question.combine == "sum" and [len(part) for part in parts] != sizes:
            reason = f"sizes {[len(part) for part in parts][:20]} in row {r}, {sizes[:20]} in row 0"
            node.reject("share-sizes-differ", reason, at=f" with row {r}")
    counted = "one head" if len(heads) == 1 else f"{len(heads)} heads"
    how = f"{counted} of integer tables in the grid, gap {unit_class.gap}, every score checked"
    return size_proved(node, quantity, value, Size(widest, len(heads)), how)
