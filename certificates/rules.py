"""The seven rules: whatever is accepted is an instance of one of them."""

from collections.abc import Mapping

from .book import Rule
from .clauses import clauses
from .evaluate import evaluate
from .farkas import farkas
from .maps import mapped
from .psd import psd
from .theorem import theorem
from .tree import tree

RULES: Mapping[str, Rule] = {
    "evaluate": evaluate,
    "clauses": clauses,
    "farkas": farkas,
    "psd": psd,
    "theorem": theorem,
    "map": mapped,
    "tree": tree,
}
"""The word of a proof -> the function that takes the proof, the claim and the book, and says what is proved."""
