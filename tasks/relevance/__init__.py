"""Real data: which items are relevant to which queries, from files and from Python, merged before it is written out."""

from .all_subsets import WORD, subsets_from_words
from .given import relevance_from
from .merged import Asked, MergedRelevance, merge
from .named_qrels import PREFIX, named_qrels
from .reader import FORMATS, format_of, read_relevance
from .reading import How, Reading
from .relevance import Relevance, relevance

__all__ = [
    "FORMATS",
    "How",
    "WORD",
    "PREFIX",
    "Asked",
    "MergedRelevance",
    "Reading",
    "Relevance",
    "format_of",
    "merge",
    "named_qrels",
    "read_relevance",
    "relevance",
    "relevance_from",
    "subsets_from_words",
]
