"""Self-attention matrices to be realised by the input alone: exact sparse right-stochastic matrices."""

from .attention_matrix import AttentionMatrix
from .generators import GENERATORS, band, blocks, dirichlet, generated, others, permutations, ranged
from .reading import SUM_TOLERANCE, attention_matrix

__all__ = [
    "GENERATORS",
    "SUM_TOLERANCE",
    "AttentionMatrix",
    "attention_matrix",
    "band",
    "blocks",
    "dirichlet",
    "generated",
    "others",
    "permutations",
    "ranged",
]
