"""Match2 at any modulus M >= 4: the least embedding dimension is 3, class SIGN, with a null token.

Lower bound: the queries that match keys 0, 1, 2 and one that matches none of them. These three keys are independent in
every realisation, so m >= 3. Upper bound: keys (1, t, t^2), and the query 1/2 - (t - s)^2 for the one key s that
matches. They are for patterns that are too large to be written out; in smaller ones a search argues about the pattern
itself.
"""

from ..questions import Question, SignPattern, pattern_question
from ..questions.selection import Matching
from .bound import Bound, certified_bound, premise
from .lower.independent_vectors import independent_vectors_lower

KEYS = 3


def matching_pairs_lower(question: Question) -> Bound | None:
    """m >= 3 by four queries and three keys; None unless the question is Match2 with M >= 4, and large.

    >>> from ..questions import match2_question
    >>> matching_pairs_lower(match2_question(5000)).value
    3
    """
    if not _is_large(question) or question.columns <= KEYS:
        return None
    queries = [-key % question.columns for key in range(KEYS + 1)]
    columns = list(range(KEYS))
    part = pattern_question(SignPattern(question.part(queries, columns), null=True), "")
    bound = independent_vectors_lower(part)
    if bound is None:
        return None
    evidence = {"kind": "restriction", "of": premise(bound), "rows": queries, "columns": columns}
    return certified_bound(question, "lower", bound.value, f"{KEYS} keys independent in every realisation", evidence)


def matching_pairs_upper(question: Question) -> Bound | None:
    """m <= 3 by squares on the moment curve; None unless the question is Match2, and large.

    >>> from ..questions import match2_question
    >>> matching_pairs_upper(match2_question(10**6)).value
    3
    """
    if not _is_large(question):
        return None
    return certified_bound(question, "upper", 3, "moment curve: a square for each query", {"kind": "squares"})


def _is_large(question: Question) -> bool:
    return isinstance(question, Matching) and question.order == 2 and not question.can_be_written_out
