"""Lower bound: columns (or rows) of a pattern that are linearly independent in every realisation.

Covers the cheap arguments: shattered sets (VC dimension), sign-nonsingular and triangular submatrices, distinct rows.
"""

import numpy as np

from ...questions import Question
from ...solvers.sign_rank.independence import IndependentColumns, independent_columns
from ..bound import Bound, certified_bound
from ..patterns import pattern_array


def independent_vectors_lower(
    question: Question,
    *,
    vectors: str = "columns",
    seed: int = 0,
    deadline: float = float("inf"),
    proof_deadline: float = float("inf"),
    enough: int | None = None,
) -> Bound | None:
    """m >= k - offset for k columns (``vectors="rows"``: rows) found independent; None if none is forced.

    Parameters
    ----------
    question : what is asked
    deadline, proof_deadline : when to stop looking, and when to give up writing the proof down
    enough : a sign-rank at which to stop looking (say, the best upper bound known)

    Examples
    --------
    >>> from ...questions import qsa_question
    >>> independent_vectors_lower(qsa_question(7, 2)).value
    4
    """
    found = independent_columns(
        oriented(question, vectors), seed=seed, deadline=deadline, proof_deadline=proof_deadline, enough=enough
    )
    if found is None:
        return None
    value = len(found.columns) - question.offset
    if value < 0:
        return None
    evidence = {"kind": "independence", "vectors": vectors, **independence_evidence(found)}
    count = len(found.columns)
    method = f"{count} {vectors if count > 1 else vectors[:-1]} independent in every realisation"
    return certified_bound(question, "lower", value, method, evidence)


def oriented(question: Question, vectors: str) -> np.ndarray:
    """The pattern array, transposed if the vectors argued about are the rows'."""
    pattern = pattern_array(question)
    return pattern if vectors == "columns" else np.ascontiguousarray(pattern.T)


def independence_evidence(found: IndependentColumns) -> dict[str, object]:
    """The set, its axioms and its lemmas as they stand in a certificate."""
    axioms = [
        {"rule": rule, **({"row": row} if rule == "row" else {}), "clause": list(clause)}
        for rule, row, clause in found.axioms
    ]
    return {"set": list(found.columns), "axioms": axioms, "lemmas": lemma_list(found.proof.lemmas)}


def lemma_list(lemmas: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> list[list[list[int]]]:
    """Lemmas as they stand in a certificate: [literals, hints]."""
    return [[list(literals), list(hints)] for literals, hints in lemmas]
