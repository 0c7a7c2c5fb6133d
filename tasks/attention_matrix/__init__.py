"""Self-attention matrices to be realised by the input alone: exact sparse right-stochastic matrices."""

from .attention_matrix import AttentionMatrix
from .generators import GENERATORS, band, blocks, dirichlet, generated, others, permutations
from .reading import attention_matrix
from .tolerances import permutation_from_words, ratio_exponent, ratios_question, zero_exponent

__all__ = [
    "GENERATORS",
    "AttentionMatrix",
    "attention_matrix",
    "band",
    "blocks",
    "dirichlet",
    "generated",
    "others",
    "permutation_from_words",
    "permutations",
    "ratio_exponent",
    "ratios_question",
    "zero_exponent",
]
