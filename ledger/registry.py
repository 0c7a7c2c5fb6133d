"""The theorems of the ledger: the claims of these modules, in the order in which they stand there."""

from ..claims import Claim
from . import (
    architectures,
    attention_matrices,
    communication,
    heads,
    late_interaction,
    pairs_and_triples,
    reductions,
    sign_rank,
    sparse_averaging,
    sparse_patterns,
)
from .theorem import Theorem

MODULES = (
    sparse_averaging,
    pairs_and_triples,
    sign_rank,
    heads,
    communication,
    architectures,
    attention_matrices,
    sparse_patterns,
    reductions,
    late_interaction,
)

THEOREMS: tuple[Theorem, ...] = tuple(
    Theorem(stated) for module in MODULES for stated in vars(module).values() if isinstance(stated, Claim)
)

if len({theorem.name for theorem in THEOREMS}) != len(THEOREMS):
    raise ValueError("two theorems of the ledger have the same name")
