"""Claims about late interaction: several vectors for a document and for a query, sums of largest inner products."""

from ..claims import Statement, claim, least
from ..questions import late_interaction_question, separation_question
from ..questions.late_interaction import LateInteraction


def _all_sets(n: int, k: int, S: int, t: int) -> LateInteraction:
    """Every set of k of n documents, S vectors for a document, t for a query."""
    return late_interaction_question(separation_question(n, k, k), S, t)


@claim(n=[4, 5, 6, 7, 8, 30, 46, 10**6], k=[2, 3, 4, 32], where=lambda n, k: 2 * k <= n)
def late_interaction_width(n: int, k: int) -> Statement:
    """Two vectors for a document and k for a query score each set of k of n documents above the others from d = 2 on.

    Scores are sums, over the query's vectors, of the largest inner product with a vector of the
    document (MaxSim). More vectors change nothing. One vector for each needs min(2k, n - 2) dimensions for 2 <= k.

    Source: upper bound: documents u, -u in the plane, proved in certificates/theorems/late_interaction.py and in
    bounds/upper/centred_tables.py; lower bound: ``plane``, in the first of these
    Beyond: all n and k: the checker argues at any size; for k > n/2 with n - k vectors for a query
    Where: 2 k <= n
    """
    return least("m", _all_sets(n, k, 2, k)) == 2


@claim(n=range(3, 11), left_out=[False, True])
def single_documents_on_a_line(n: int, left_out: bool) -> Statement:
    """Two vectors for a document and two for a query have each single one of n documents first, or last, at d = 1.

    Source: bounds/upper/late_interaction.py, *Line*
    Beyond: all n >= 2
    """
    return least("m", _all_sets(n, n - 1 if left_out else 1, 2, 2)) == 1


@claim(N=range(4, 10), k=[2, 3], where=lambda N, k: 2 * k <= N)
def exactly_k_width(N: int, k: int) -> Statement:
    """One vector for each scores each set of exactly k <= N/2 of N keys above the others from m = min(2k, N - 2) on.

    For all sets of at most k it is min(2k, N - 1): another question.

    Source: lower bound: columns independent, certificates/theorems/closed_forms.py; upper bound: the moment curve, and
    for N - 2 < 2k the simplex with a point inside
    In part: the upper bound for all N and k; the lower bound for 3 k <= N, in Coq (separation_width); at N = 8, k = 4
    it is searched for, at N = 9, k = 4 open
    Where: 4 <= 2 k <= N
    """
    return least("m", separation_question(N, k, k)) == min(2 * k, N - 2)


@claim(n=range(4, 9))
def one_query_vector_pairs(n: int) -> Statement:
    """One query vector does all pairs of n documents from d = 2 on, with S = ceil((n - 1)/2) vectors for a document.

    Source: an Euler circuit round a polygon, bounds/upper/polygon_tables.py
    Beyond: all n
    """
    return least("m", _all_sets(n, 2, n // 2, 1)) == 2


@claim(n=[18, 20, 30, 46])
def one_query_vector_needs_more(n: int) -> Statement:
    """All pairs of n >= 18 documents with two vectors each and one query vector need d >= 3.

    Source: proved in certificates/theorems/late_interaction.py (``hull``)
    Beyond: all n >= 18, and S vectors for n - 1 > 8 S
    """
    return least("m", _all_sets(n, 2, 2, 1)) >= 3


@claim(n=[4, 5])
def as_many_queries_as_items(n: int) -> Statement:
    """S = 2 vectors for a document in the plane need t = k query vectors: with t = 1 all pairs need d >= 3.

    Source: refuted by one-query-vector-pairs
    Refuted: false at n = 4 and 5, by vectors; at n = 6 too (tests/certificates); true for n >= 18
    """
    return least("m", _all_sets(n, 2, 2, 1)) >= 3


@claim(n=range(4, 9))
def pairs_on_a_line(n: int) -> Statement:
    """Late interaction at d = 1 does all pairs of n documents, with enough vectors.

    At most 4 of the 6 pairs of four documents can be had.

    Source: refuted by ``plane``, certificates/theorems/late_interaction.py
    Refuted: false for every n >= 4, whatever S and t
    """
    return least("m", _all_sets(n, 2, n, n)) <= 1
