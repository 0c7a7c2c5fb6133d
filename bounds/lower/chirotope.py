"""Lower bound: no oriented matroid of rank d fits the columns (or rows), or none that has vectors.

The refutation is replayed by the checker, which verifies each axiom's clause from the pattern and each lemma by
unit propagation.
"""

from dataclasses import dataclass

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...solvers.sign_rank.chirotope_clauses import ChirotopeProof
from ...solvers.sign_rank.chirotope_search import ChirotopeSearch
from ...solvers.sign_rank.contraction_search import ContractionSearch
from ...solvers.sign_rank.independence import IndependentColumns
from ..bound import Bound, certified_bound
from ..patterns import STAR, of_part
from .independent_vectors import independence_evidence, lemma_list

Search = ChirotopeSearch | ContractionSearch


@dataclass(frozen=True)
class Angle:
    """From where a pattern is looked at: whose vectors carry the chirotope, which of them, and against which others.

    ``within`` are the columns (or rows) that are argued about, ``against`` the rows (columns) that they are held
    against, both increasing; None: all.
    """

    vectors: str
    within: tuple[int, ...] | None = None
    against: tuple[int, ...] | None = None

    def part(self, pattern: np.ndarray) -> np.ndarray:
        """The part of the (oriented) pattern that is argued about."""
        lines = pattern if self.against is None else pattern[list(self.against)]
        return lines if self.within is None else np.ascontiguousarray(lines[:, self.within])


def without_repetition(pattern: np.ndarray, angle: Angle, *, last: bool) -> Angle:
    """The angle held against rows of the part that differ, a row and its negative counting as one.

    ``last`` says whether the last row stays in any case: the free threshold of a homogeneous pattern.
    """
    part = angle.part(pattern).astype(np.int64)
    part[part == STAR] = 0
    signs = np.sign(part[np.arange(len(part)), (part != 0).argmax(axis=1)])
    _, first = np.unique(np.hstack([part * signs[:, None], angle.part(pattern) == STAR]), axis=0, return_index=True)
    kept = {*first.tolist(), len(part) - 1} if last else set(first.tolist())
    return Angle(angle.vectors, angle.within, tuple(sorted(kept)))


def chirotope_lower(
    question: Question,
    search: Search,
    angle: Angle,
    *,
    basis: IndependentColumns | None = None,
    deadline: float = float("inf"),
) -> Bound:
    """m >= d + 1 - offset from a search that ended in a refutation.

    Parameters
    ----------
    search : a search on ``angle.part`` of the pattern whose ``run`` returned INFEASIBLE
    basis : the independent columns that the search was told of, with their proof (not needed if uniform)

    Raises
    ------
    ProofError
        If the solver's proof could not be replayed before the deadline.
    """
    if angle.within is not None:
        smaller, lines = _part(question, angle)
        part = chirotope_lower(smaller, search, Angle(angle.vectors), basis=basis, deadline=deadline)
        return of_part(question, part, lines["rows"], lines["columns"])
    proof = search.proof(deadline)
    evidence = _evidence(search, angle, basis, proof)
    method = f"no oriented matroid of rank {search.dimension} fits the {angle.vectors}"
    if any(axiom.rule == "product" for axiom in proof.axioms):
        method = f"no vectors of dimension {search.dimension} fit the {angle.vectors}, by final polynomials"
    method += f" ({len(proof.axioms)} axioms, {len(proof.lemmas)} lemmas)"
    return certified_bound(question, "lower", search.dimension + 1 - question.offset, method, evidence)


def _part(question: Question, angle: Angle) -> tuple[Question, dict[str, list[int]]]:
    """The pattern of what is argued about, and which rows and columns of the question it has.

    Without a null token the last row of the homogeneous pattern is the free threshold; the part has one of its own.
    """
    rows, columns = question.pattern.shape
    other = {"columns": "rows", "rows": "columns"}[angle.vectors]
    lines = {"rows": list(range(rows)), "columns": list(range(columns))}
    for whose, chosen in ((angle.vectors, angle.within), (other, angle.against)):
        if chosen is not None:
            lines[whose] = [number for number in chosen if whose == "columns" or number < rows]
    words = ("".join(question.pattern.rows[i][j] for j in lines["columns"]) for i in lines["rows"])
    return pattern_question(SignPattern(tuple(words), null=question.null)), lines


def _evidence(
    search: Search, angle: Angle, basis: IndependentColumns | None, proof: ChirotopeProof
) -> dict[str, object]:
    axioms, per_set = proof.axioms, 1 if search.uniform else 2
    rules = {axiom.rule for axiom in axioms}
    clauses = [axiom.clause for axiom in axioms] + [literals for literals, _ in proof.lemmas]
    used = sorted({(abs(literal) - 1) // per_set for clause in clauses for literal in clause})
    if "lex" in rules:
        used = list(range(len(proof.sets)))  # the lexicographic order is that of all sets
    place = {number: k for k, number in enumerate(used)}

    def renumbered(literal: int) -> int:
        variable = abs(literal) - 1
        number = place[variable // per_set] * per_set + variable % per_set + 1
        return number if literal > 0 else -number

    stated = {}
    if basis is not None and not search.uniform and "basis" in rules:
        stated["basis"] = independence_evidence(basis)
    return {
        "kind": "chirotope",
        "vectors": angle.vectors,
        "dimension": search.dimension,
        **stated,
        "uniform": search.uniform,
        "sets": [list(proof.sets[number]) for number in used],
        "axioms": [{"rule": one.rule, "clause": [*map(renumbered, one.clause)], **dict(one.detail)} for one in axioms],
        "lemmas": [[[*map(renumbered, literals)], hints] for literals, hints in lemma_list(proof.lemmas)],
    }
