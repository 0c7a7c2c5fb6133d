"""Random maps from true premises against brute force on tiny statements: no bound that is false follows."""

from map_outputs import averages, cuts, flattened, measures, saturations
from map_patterns import attacked, between_classes, between_patterns, composed
from map_scores import other_scores, permutations, strangers, weights

KINDS = (
    between_patterns,
    between_classes,
    other_scores,
    weights,
    permutations,
    flattened,
    cuts,
    averages,
    saturations,
    measures,
    strangers,
    composed,
)


def test_no_map_gives_a_false_bound():
    told = attacked(KINDS, 1, 150)
    assert sum(proofs for proofs, *_ in told.values()) > 1000
    for kind, (_, accepted, reached) in told.items():
        assert accepted and reached, kind
