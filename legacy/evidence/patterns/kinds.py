"""The kinds of evidence about a sparse pattern: for claims that are simply right, and for bounds of hops."""

from collections.abc import Callable, Mapping

from ....questions.reading import Node
from ....questions.matrix import CommunicationMatrix
from ....questions.question import Question
from ....questions.sparse_pattern import SparsePattern
from ..proof import Proved
from .hops import by_centre, by_closed_sets, by_far_pair, by_hops_lower, by_hops_upper
from .named_hops import by_name_lower, by_name_upper
from .no_path import by_components, by_refutation, by_two_ends
from .path import by_order, by_own_order
from .rows import attended
from .self_attending import by_definition

HopsProver = Callable[[Node, SparsePattern, int], Proved]
"""Takes the evidence, the pattern, and the value claimed."""

HOPS_KINDS: Mapping[str, Mapping[str, HopsProver]] = {
    "lower": {"far-pair": by_far_pair, "hops": by_hops_lower, "named": by_name_lower},
    "upper": {"centre": by_centre, "hops": by_hops_upper, "named": by_name_upper},
}
"""Side -> kind -> what decides it."""

FactProver = Callable[[Node, SparsePattern], str]
"""Takes the evidence and the pattern; says how the claim is proved."""

PATTERN_CLAIMS: Mapping[str, tuple[str, Mapping[str, FactProver]]] = {
    "self-attending": ("each position attends to itself in every layer", {"trivial": by_definition}),
    "not-self-attending": ("", {}),
    "path": (
        "in some order each position is attended to by the next one in some layer (a Hamiltonian path)",
        {"order": by_order, "in-order": by_own_order},
    ),
    "no-path": (
        "in no order each position is attended to by the next one in some layer (no Hamiltonian path)",
        {"two-ends": by_two_ends, "components": by_components, "refutation": by_refutation},
    ),
    "hops-infinite": (
        "after any number of layers, some position does not depend on all tokens (hops infinite)",
        {"closed-sets": by_closed_sets},
    ),
}
"""The word of a claim -> what it says, and its kinds of evidence."""


def decide_pattern(
    claim: Node, pattern: Question | CommunicationMatrix | SparsePattern
) -> tuple[str, str, tuple[str, ...]]:
    """What is proved, how, and what is assumed, in words."""
    word = claim.field("claim").text()
    if not isinstance(pattern, SparsePattern):
        claim.field("claim").fail("is about a sparse pattern, which the question is not")
    if word == "not-self-attending":
        says, how = _missing(claim, pattern)
    else:
        says, kinds = PATTERN_CLAIMS[word]
        evidence = claim.fields(("claim", "evidence"), ("question",))["evidence"]
        how = kinds[evidence.field("kind").word(kinds)](evidence, pattern)
    return f"the sparse pattern on {pattern.words}: {says}", how, ()


def _missing(claim: Node, pattern: SparsePattern) -> tuple[str, str]:
    fields = claim.fields(("claim", "layer", "position", "evidence"), ("question",))
    layer = fields["layer"].integer(1, len(pattern.layers))
    position = fields["position"].integer(0, pattern.n - 1)
    fields["evidence"].fields(("kind",))["kind"].word(("trivial",))
    if attended(claim.meter, (pattern.layer(layer),), position, position):
        fields["position"].reject("attended", "by itself")
    return f"position {position} does not attend to itself in layer {layer}", "its row"
