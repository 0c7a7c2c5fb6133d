"""Certificates of D and of both ranks, for the catalogue ``deterministic``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..bounds.bound import CheckerRefusedError
from ..certificates.verdict import Accepted
from ..elaborate.certify import certify
from ..measures.deterministic import parts_evidence, tree_evidence
from ..solvers.protocols.depth_table import DepthTable
from ..solvers.protocols.protocol_parts import NoTree, PartSearch


def certificate_of_depth(rows: list[str], table: DepthTable, ranks: Mapping[str, int]) -> dict[str, Any]:
    """Both bounds of D and of the two ranks, by their names, accepted by the checker."""
    ones = [sum(1 << c for c, x in enumerate(row) if x == "1") for row in rows]
    depth, claims = table.depth(ones), list[dict[str, Any]]()

    def claim(measure: str, side: str, value: int, evidence: dict[str, Any] | None) -> int:
        claims.append({"measure": measure, "side": side, "value": str(value), "evidence": evidence})
        return len(claims) - 1

    def follows(measure: str, value: int, inequality: str, *premises: int) -> int:
        return claim(measure, "lower", value, {"kind": "theorem", "name": inequality, "from": list(premises)})

    (q, of_q), (complement, of_complement) = ranks.items()
    lower = [claim(name, "lower", rank, {"kind": "elimination"}) for name, rank in ranks.items()]
    for name, rank in ranks.items():
        claim(name, "upper", rank, {"kind": "elimination"})
    if depth and of_q + of_complement > 1 << (depth - 1):
        ones_apart = follows("partition1", of_q, f"{q} <= partition1", lower[0])
        zeros_apart = follows("partition0", of_complement, f"{complement} <= partition0", lower[1])
        leaves = of_q + of_complement
        apart = follows("partition", leaves, "partition0 + partition1 <= partition", zeros_apart, ones_apart)
        follows("D", depth, "partition <= 2^D", apart)
    else:
        claim("D", "lower", depth, no_tree_evidence(ones, len(rows[0]), depth - 1, of_q + of_complement))
    claim("D", "upper", depth, tree_evidence(table.tree()))
    question = {"task": "communication", "of": "matrix", "rows": rows}
    made, verdict = certify({"question": question, "claims": claims})
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"the certificate of {'/'.join(rows)}: {verdict}")
    return made


def no_tree_evidence(ones: Sequence[int], columns: int, depth: int, leaves: int) -> dict[str, Any] | None:
    """Evidence that there is no protocol tree of a depth, for a matrix that has none.

    Parameters
    ----------
    ones : sequence of int
        The columns of each row that hold 1, as bit sets.
    leaves : int
        rk M + rk (J - M), if that is known, else 0.
    """
    if depth < 0:
        return {"kind": "trivial"}
    everything = list(range(len(ones))), list(range(columns))
    if leaves > 1 << depth:
        return {"kind": "parts", "parts": [[depth, *everything]]}
    full = (1 << columns) - 1
    found = PartSearch([[full & ~mask for mask in ones], ones], columns).decide(depth, float("inf"))
    if not isinstance(found, NoTree):
        raise ValueError(f"there is a tree of depth {depth}")
    return parts_evidence(found, *everything)
