"""``dimension`` with the options of ``headcount dimension``."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...tasks import TaskError
from ...tasks.relevance import WORD, relevance_from, subsets_from_words
from ..commands.dimension_bits import bits_from_words
from ..search.least_dimension import least_dimension
from .given import in_python_words
from .probe import require_effort

if TYPE_CHECKING:
    from ..search.board import LocalBoard
    from ..search.dimension_in_bits import DimensionInBits
    from ..search.least_dimension import LeastDimension
    from ..search.start import Start


def dimension(
    data: Any,
    *,
    format: str | None = None,
    diagonal: str = "free",
    others: bool = False,
    score: str = "inner",
    threshold: str = "free",
    grades: str | None = None,
    bits: int | str | Iterable[int] | None = None,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    start: Start | None = None,
) -> LeastDimension | DimensionInBits:
    """How wide embeddings have to be for relevance data, with certificates: ``headcount dimension``.

    Parameters
    ----------
    data : path, rows of grades, NumPy or SciPy array, pandas DataFrame, dict, pairs, networkx graph, or text
        Queries by items: a grade above 0 where an item is relevant; or a table with columns query_id, doc_id and
        perhaps relevance, a row per pair; or ``{query: {item: grade}}``, ``{query: items}``; or a list of
        ``(query, item)`` or ``(query, item, grade)``. A graph: neighbours are relevant. The words
        ``"subsets n=16 k=2"``: all sets of 2 of 16 items. Any other text is the name of a file.
    format : str, optional
        Of a file: jsonl, json, trec, edges, triples, matrix, npy, npz, edgelist, gml, graphml; told by the file if left
        out.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.
    others : bool
        The collection has further items, relevant to no query, which have to score below all that are relevant. Qrels
        mostly list relevant items alone.
    score : "inner", "cosine" or "euclidean"
    threshold : "free" or "zero"
        Each query has its own, or 0 is everyone's.
    grades : "nested" or "separate"
        A query with several grades has one vector (so by default, without bits), or one for each grade (with bits).
    bits : int, integers, or text such as "1,2,4:8", optional
        Vectors of p-bit integers, a bracket for each p.
    budget : float > 0
        Seconds of wall-clock time.
    seed : int >= 0
    watch : callable, optional
        Told the board after every change.
    start : certificate, or the name of its file, optional
        An earlier answer about the same data: the search goes on from its ends, which the checker replays.

    Returns
    -------
    LeastDimension, or DimensionInBits where bits are given
        ``bracket.lower``, ``bracket.upper`` (``brackets[p]``), ``closed``, ``certificate()``, ``embeddings()``.

    Raises
    ------
    TaskError
        If the data cannot be read, or an option is impossible.

    Examples
    --------
    >>> found = dimension([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]])
    >>> found.bracket.lower.value, found.bracket.upper.value
    (2, 2)
    >>> dimension("subsets n=6 k=1", bits=1).brackets[1].upper.value
    3
    """
    require_effort(budget, seed)
    with in_python_words():
        relevance = _relevance(data, format, diagonal)
        relevance = relevance.with_others() if others else relevance
        if bits is None:
            return least_dimension(
                relevance,
                score=score,
                threshold=threshold,
                grades=grades or "nested",
                budget=budget,
                seed=seed,
                watch=watch,
                start=start,
            )
        if (score, threshold) != ("inner", "free"):
            raise TaskError(
                "bits says what the numbers are; scores are inner products, queries have thresholds of their own: "
                "leave out score and threshold"
            )
        from ..search.dimension_in_bits import dimension_in_bits

        if isinstance(bits, str):
            bits = bits_from_words(bits)
        plain: Any = bits.ravel() if hasattr(bits, "ravel") else bits  # of NumPy's numbers and arrays
        wanted = tuple(plain) if isinstance(plain, Iterable) else (plain,)
        return dimension_in_bits(relevance, wanted, grades=grades, budget=budget, seed=seed, watch=watch, start=start)


def _relevance(data: Any, format: str | None, diagonal: str) -> Any:
    if isinstance(data, str) and not Path(data).exists():
        words = shlex.split(data)
        if words[:1] == [WORD]:
            return subsets_from_words(words[1:])
    return relevance_from(data, format=format, diagonal=diagonal)
