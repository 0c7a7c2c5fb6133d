"""Upper bound: integer tables that realise the pattern, found numerically and verified exactly."""

from ...questions import Question
from ...solvers.sign_rank.realisation import RESTARTS, realise
from ...solvers.sign_rank.worst_margin import COMPILED_FROM
from ..bound import Bound, certified_bound
from ..pattern_array import pattern_array


def realised_upper(
    question: Question,
    sign_rank: int,
    *,
    seed: int = 0,
    restarts: int | None = RESTARTS,
    seconds: float = float("inf"),
    compiled_from: int = COMPILED_FROM,
) -> Bound | None:
    """m <= sign_rank - offset if tables of that width are found from so many starts, else None (which says nothing).

    >>> from ...questions import SignPattern, pattern_question
    >>> realised_upper(pattern_question(SignPattern(("++-", "+-+", "-++"), null=True)), 2).value
    2
    """
    pattern = pattern_array(question)
    found = realise(pattern, sign_rank, seed=seed, restarts=restarts, seconds=seconds, compiled_from=compiled_from)
    if not found.found:
        return None
    evidence = {
        "kind": "tables",
        "dimension": sign_rank,
        "queries": [list(map(int, row)) for row in found.rows],
        "keys": [list(map(int, row)) for row in found.columns],
    }
    method = f"integer tables of {found.bits} bits found by numerical search"
    return certified_bound(question, "upper", sign_rank - question.offset, method, evidence)
