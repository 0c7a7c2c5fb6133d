"""Relevance by name: the qrels of a test collection of ir_datasets, if that is installed."""

from __future__ import annotations

from dataclasses import replace

from ..files import reading
from ..libraries import needed
from ..task import TaskError
from .reading import Reading
from .relevance import Relevance, relevance

PREFIX = "ir_datasets:"
"""What stands before a name, in place of a file: ``ir_datasets:beir/nfcorpus/test``."""


def named_qrels(name: str) -> Relevance:
    """The qrels of a collection; ir_datasets fetches what it does not have yet.

    Raises
    ------
    TaskError
        If ir_datasets is not installed, does not know the name, cannot fetch it, or it has no qrels.
    """
    plain = name.removeprefix(PREFIX)
    library = needed("ir_datasets", "Qrels by name", "tables")
    with reading(name, lambda error: f"ir_datasets does not give {plain!r} ({error!s:.80}); check the name"):
        collection = library.load(plain)
        if not collection.has_qrels():
            raise TaskError(f"{plain} of ir_datasets has no qrels; name a part with judgments, such as {plain}/test")
        found = relevance(((one.query_id, one.doc_id, float(one.relevance)) for one in collection.qrels_iter()), plain)
    columns = (("query", "query_id"), ("item", "doc_id"), ("grade", "relevance"))
    return replace(found, read=Reading("ir_datasets", "qrels by name", columns=columns))
