"""Self-attention matrices to be realised by the input alone: exact sparse right-stochastic matrices."""

from typing import TYPE_CHECKING

from ...lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .attention_matrix import AttentionMatrix as AttentionMatrix
    from .generators import GENERATORS as GENERATORS
    from .generators import band as band
    from .generators import blocks as blocks
    from .generators import dirichlet as dirichlet
    from .generators import generated as generated
    from .generators import others as others
    from .generators import permutations as permutations
    from .reading import attention_matrix as attention_matrix
    from .tolerances import permutation_from_words as permutation_from_words
    from .tolerances import ratio_exponent as ratio_exponent
    from .tolerances import ratios_question as ratios_question
    from .tolerances import zero_exponent as zero_exponent
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "attention_matrix": "AttentionMatrix",
            "generators": "GENERATORS band blocks dirichlet generated others permutations",
            "reading": "attention_matrix",
            "tolerances": "permutation_from_words ratio_exponent ratios_question zero_exponent",
        },
    )
