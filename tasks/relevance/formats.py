"""The formats of files of relevance, and their readers, which are loaded when a file is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .reading import How
    from .relevance import Relevance

Reader = Callable[[Path, "How"], "Relevance"]

FORMATS: dict[str, tuple[str, str]] = {
    "jsonl": ("one JSON object per line with query-id, corpus-id and score", "pair_files:read_jsonl"),
    "json": ("one JSON object: for each query its items with grades, or a list of them", "dicts:read_json"),
    "trec": ("four columns: query, iteration, document, relevance", "pair_files:read_trec"),
    "edges": ("CSV or TSV lines of query, item and perhaps a grade", "pair_files:read_edges"),
    "triples": ("CSV or TSV lines of head, relation, tail", "pair_files:read_triples"),
    "ntriples": ("RDF statements, <subject> <predicate> <object> .", "triple_files:read_ntriples"),
    "matrix": ("CSV or TSV, a line per query: numbers, or + - *", "array_files:read_matrix"),
    "mtx": ("a matrix of Matrix Market", "array_files:read_mtx"),
    "npy": ("a dense matrix written by numpy.save", "array_files:read_npy"),
    "npz": ("a sparse matrix written by scipy.sparse.save_npz", "array_files:read_npz"),
    "parquet": ("a table with names of columns, by pyarrow", "column_files:read_parquet"),
    "feather": ("a table with names of columns, by pyarrow", "column_files:read_feather"),
    "libsvm": ("labels of lines, or grades of documents by qid", "label_files:read_libsvm"),
    "arff": ("a table of pairs, or labels of rows", "label_files:read_arff"),
    "edgelist": ("a list of edges, as networkx writes it", "graphs:read_edgelist"),
    "gml": ("a graph in GML", "networkx:read_gml"),
    "graphml": ("a graph in GraphML", "networkx:read_graphml"),
    "gexf": ("a graph in GEXF", "networkx:read_gexf"),
    "graph6": ("a graph in graph6", "networkx:read_graph6"),
    "sparse6": ("a graph in sparse6", "networkx:read_sparse6"),
    "dot": ("a graph in DOT, by pydot", "graphs:read_dot"),
}
"""Each format with what it is and its reader, ``"module:name"`` of this room or of networkx, loaded when it reads."""


def reader_of(format: str) -> Reader:
    """The reader of one of ``FORMATS``."""
    module, _, name = FORMATS[format][1].partition(":")
    if module == "networkx":
        from .graphs import read_graph

        return partial(read_graph, read=getattr(import_module(module), name))
    found: Reader = getattr(import_module(f".{module}", __package__), name)
    return found
