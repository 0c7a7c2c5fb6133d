"""The options of ``dimension``, declared once for the command line and Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...tasks.relevance import FORMATS
from ...tasks.relevance.text_table import COMMENTS, QUOTING
from ..options import Options, option

SCORES = ("inner", "cosine", "euclidean")
IN_WORDS = {"inner": "inner products", "cosine": "cosine", "euclidean": "Euclidean distance"}
"""How queries and items are compared."""

MOST_VECTORS = 10_000
"""Most vectors of a document and of a query; models of late interaction have a few hundred."""


@dataclass(frozen=True)
class RelevanceOptions(Options):
    """The options of ``dimension``."""

    format: str | None = option("One of the formats above; told if left out.", choices=tuple(FORMATS), metavar="FORMAT")
    columns: Any = option(
        "Tables: user,item,rating, what each column is (- for none), or the names or numbers of these.",
        metavar="A,B,..",
    )
    relevant_from: float | None = option(
        "Grades at least this are relevant, by one threshold. [each grade is a level]", example=4, metavar="GRADE"
    )
    quoting: str = option(
        "csv: quotation marks enclose fields; none: they are parts of ids.", "csv", choices=QUOTING, metavar="WORD"
    )
    comments: str | None = option(
        "skip or none: whether lines that start with # or % are comments; told if left out.",
        choices=COMMENTS,
        metavar="WORD",
    )
    repeated: str | None = option(
        "Of a pair with two grades the largest or the smallest counts; refused if left out.",
        choices=("largest", "smallest"), metavar="WORD",
    )  # fmt: skip
    directed: bool = option("Lists of edges: an edge goes from its first vertex to its second.", False)
    diagonal: str = option(
        "Graphs, a vertex and itself: free, relevant or irrelevant.",
        "free",
        choices=("free", "relevant", "irrelevant"),
        metavar="WORD",
    )
    others: bool = option("The collection has further items, relevant to no query.", False)
    score: str = option("inner (products), cosine or euclidean (distance).", "inner", choices=SCORES, metavar="WORD")
    threshold: str = option(
        "free: each query its own; zero: 0 for all.", "free", choices=("free", "zero"), metavar="WORD"
    )
    grades: str | None = option(
        "nested: a query has one vector; separate: one for each grade. [nested; with --bits: separate]",
        choices=("nested", "separate"),
        metavar="WORD",
    )
    document_vectors: int | None = option(
        "Late interaction (MaxSim): so many vectors per document. [1]", least=1, most=MOST_VECTORS, metavar="S"
    )
    query_vectors: int | None = option(
        "Late interaction: so many vectors per query. [1]", least=1, most=MOST_VECTORS, metavar="T"
    )
    bits: Any = option("Vectors of p-bit integers, such as 8, or 1,2,4,8, or 1:8.", metavar="P,..")
    jobs: int | None = option("With --bits: so many of them at a time, each with the whole budget.", least=1)
    scheduler: str | None = option(
        "With --bits: run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786.", metavar="ADDRESS"
    )
    margin: Any = option("Vectors of length 1 with this margin, such as 0.05.", metavar="GAMMA")
    at: Any = option("The best margin at dimensions such as 64,128 or 2:16.", metavar="D,..")
    noise: Any = option("With a margin: whether orders survive rounding to int8, float16, ..", metavar="TYPE,..")
    recall: Any = option("So large a share of the queries must not fail, such as 0.95, or 0.9,0.95.", metavar="R,..")
    at_most_wrong: Any = option("So many queries may fail, such as 20, or 0,10,20.", metavar="N,..")
    items: Any = option("Vectors of the items that you have: .npy, or .npz. Nothing is written there.", metavar="FILE")
    queries: Any = option("With --items: vectors of the queries that you have.", metavar="FILE")
    item_ids: Any = option("With --items: the id of each of its vectors, one on each line.", metavar="FILE")
    query_ids: Any = option("With --queries: the id of each of its vectors.", metavar="FILE")
