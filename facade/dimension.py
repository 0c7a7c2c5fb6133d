"""``dimension`` with the options of ``headcount dimension``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..search.ask import ask
from ..search.board import Watch
from ..search.dimension.asked import dimension_question
from ..search.dimension.options import RelevanceOptions
from ..search.options import made, takes
from ..search.start import Start

if TYPE_CHECKING:
    from ..search.dimension.bits import BitsAnswer
    from ..search.dimension.integer_cosines import IntegerCosineAnswer
    from ..search.dimension.late_interaction import LateInteractionAnswer
    from ..search.dimension.margin_curve import MarginAnswer
    from ..search.dimension.own_vectors import VectorsAnswer
    from ..search.dimension.relevance import RelevanceAnswer
    from ..search.dimension.tolerance import ToleranceAnswer


@takes(RelevanceOptions)
def dimension(
    data: Any,
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Watch | None = None,
    start: Start | None = None,
    **options: Any,
) -> (
    RelevanceAnswer
    | LateInteractionAnswer
    | BitsAnswer
    | IntegerCosineAnswer
    | MarginAnswer
    | ToleranceAnswer
    | VectorsAnswer
):
    """How wide embeddings have to be for relevance data, with certificates: ``headcount dimension``.

    Parameters
    ----------
    data : path, rows of grades, NumPy or SciPy array, pandas DataFrame, dict, pairs, networkx graph, or text
        Queries by items: a grade above 0 where an item is relevant; or a table with columns query_id, doc_id and
        perhaps relevance, a row per pair; or ``{query: {item: grade}}``, ``{query: items}``; or a list of
        ``(query, item)`` or ``(query, item, grade)``. A graph: neighbours are relevant. The words
        ``"subsets n=16 k=2"``: all sets of 2 of 16 items. Any other text is the name of a file.
    budget : float > 0
        Seconds of wall-clock time.
    seed : int >= 0
    watch : callable, optional
        Told the board after every change.
    start : certificate, or the name of its file, optional
        An earlier answer about the same data: the search goes on from its bounds, which the checker replays.
    format : str, optional
        Of a file: jsonl, json, trec, edges, triples, ntriples, matrix, mtx, npy, npz, parquet, feather, libsvm, arff,
        edgelist, gml, graphml, gexf, graph6, sparse6, dot; told by the file if left out. What may be read in two ways
        is refused.
    columns : names, or text such as "user,item,rating", optional
        Tables: what each column is, in turn ("-" for none); or the names, or the numbers from 1, of the columns of
        query, item and grade, or of head, relation and tail.
    relevant_from : float > 0, optional
        Pairs of at least this grade are relevant, by one threshold; else every grade of a query is a level.
    quoting : "csv" or "none"
        Texts: quotation marks enclose fields, or are parts of ids.
    comments : "skip" or "none", optional
        Texts: whether lines that start with # or % are comments; told if left out.
    repeated : "largest" or "smallest", optional
        Pairs in lines: which of two grades of a pair counts; such a pair is refused if left out.
    directed : bool
        Lists of edges (edgelist): an edge goes from its first vertex to its second.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.
    others : bool
        The collection has further items, relevant to no query, which have to score below all that are relevant. Qrels
        mostly list relevant items alone.
    score : "inner", "cosine" or "euclidean"
        Inner products; cosines, where all items have length 1; or Euclidean distance, where relevant items are nearer.
        Cosine needs as many dimensions as inner products or one more, distance as many or one fewer.
    threshold : "free" or "zero"
        Whether every query has a threshold of its own, or relevant items score above 0 and others below: then d is the
        sign-rank, at most one more, and the same for cosines and inner products.
    grades : "nested" or "separate"
        A query with several grades has one vector (so by default, without bits), or one for each grade (with bits).
    document_vectors, query_vectors : int >= 1, optional
        Late interaction (MaxSim): so many vectors for each item and each query, 1 where one of the two is left out. The
        score adds up, over the query's vectors, the largest inner product with a vector of the item.
    bits : int, integers, or text such as "1,2,4:8", optional
        Vectors of p-bit integers, an answer for each p: by inner products, or by cosine with score="cosine", margin or
        at.
    jobs : int >= 1, optional
        With bits, by inner products: so many numbers of bits at a time, each in a process of its own and with the whole
        budget. ``watch`` is told how many are done, how many there are, those at work, and what holds them up.
    scheduler : str, optional
        The same on the workers of a Dask scheduler, by its address.
    margin : number or text such as 0.05 or "1/20", above 0 and at most 1, optional
        The least d of vectors of length 1 that score their relevant items so much above a threshold of the query, and
        all others so much below.
    at : int, integers, or text such as "64,128" or "2:16", optional
        The best margin at each of these dimensions.
    noise : text such as "int8,float16", optional
        With a margin: whether all orders survive rounding to int4, int8, int16, fp8, bfloat16, float16, float32.
    recall : float, several, or text such as "0.9,0.95", optional
        The share of the queries that must not fail, above 0 and at most 1. A query fails unless all its relevant items
        score above all others.
    at_most_wrong : int, integers, or text such as "0,10,20", optional
        The same as a number of queries that may fail, below the number of all. By inner products of real vectors, with
        one grade for each query.
    items : array (items, d), dict of vectors by id, or a file (.npy, .npz), optional
        Your own vectors: which queries no query vector can serve with them, and whether other items of this width could
        serve all queries.
    queries : the same for the queries, optional
        With items: which queries are possible only with another query vector than yours.
    item_ids, query_ids : the id of each vector, or a text file with one on each line, optional
        If left out, vectors are in the order in which the data name items and queries.

    Returns
    -------
    RelevanceAnswer, or BitsAnswer (bits), IntegerCosineAnswer (bits and cosine), MarginAnswer (margin),
    ToleranceAnswer (recall), VectorsAnswer (items), LateInteractionAnswer (document_vectors)
        ``read``, how the data were read; ``lower``, ``upper``, ``forced_by()``, ``embeddings()`` (of bits:
        ``answer[p]``; of queries that may fail: ``answer[wrong]``, ``failing(wrong)``), ``closed``, ``certificate()``;
        of items: ``impossible``, ``only_with_another_vector``, ``width_is_the_cause``, ``combination(query)``;
        ``coverage``, how much of what could be asked of the items the queries ask, and ``hardly_constrain()``, a
        sentence where that is too little for a width to be chosen by.

    Raises
    ------
    TaskError
        If the data cannot be read, or an option is impossible.

    Examples
    --------
    >>> found = dimension([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]])
    >>> found.lower.value, found.upper.value
    (2, 2)
    >>> dimension([[5, 3, 0], [0, 4, 1]], relevant_from=4).read.partition("; ")[2]
    'read as array (a row for each query, a column for each item); relevant from grade 4 on; merged to 2 x 3'
    >>> dimension("subsets n=6 k=1", bits=1)[1].upper.value
    3
    >>> dimension("subsets n=6 k=1", bits="1,2", jobs=2)[2].upper.value
    2
    >>> curve = dimension("subsets n=6 k=2", at="4,5", budget=5)
    >>> [str(curve[d].upper.square) for d in (4, 5)], curve.closed
    (['1/16', '9/40'], True)
    >>> disjoint = dimension([[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]], at_most_wrong=1)
    >>> disjoint[1].values, disjoint.failing(1)
    ('1', ('1',))
    >>> pairs = dimension("subsets n=9 k=2", document_vectors=2, query_vectors=2)
    >>> pairs.upper.value, pairs.beside["one vector"].upper.value
    (2, 4)
    >>> own = dimension([[1, 1, 0, 0], [0, 1, 1, 0]], items=[[0, 0], [2, 0], [0, 2], [1, 0]])
    >>> own.impossible, own.width_is_the_cause
    (('0',), False)
    """
    return ask(dimension_question(data, made(RelevanceOptions, options, "dimension")), budget, seed, start, None, watch)  # type: ignore[no-any-return]
