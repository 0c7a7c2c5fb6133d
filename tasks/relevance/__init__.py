"""Real data: which items are relevant to which queries, from files and from Python, merged before it is written out."""

from typing import TYPE_CHECKING

from ...lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .all_subsets import WORD as WORD
    from .all_subsets import subsets_from_words as subsets_from_words
    from .formats import FORMATS as FORMATS
    from .given import relevance_from as relevance_from
    from .merged import Asked as Asked
    from .merged import MergedRelevance as MergedRelevance
    from .merged import merge as merge
    from .named_qrels import PREFIX as PREFIX
    from .named_qrels import named_qrels as named_qrels
    from .reader import format_of as format_of
    from .reader import read_relevance as read_relevance
    from .reading import How as How
    from .reading import Reading as Reading
    from .relevance import Relevance as Relevance
    from .relevance import relevance as relevance
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "all_subsets": "WORD subsets_from_words",
            "formats": "FORMATS",
            "given": "relevance_from",
            "merged": "Asked MergedRelevance merge",
            "named_qrels": "PREFIX named_qrels",
            "reader": "format_of read_relevance",
            "reading": "How Reading",
            "relevance": "Relevance relevance",
        },
    )
