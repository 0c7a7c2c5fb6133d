"""Random maps from true premises against brute force on tiny statements: no bound that is false follows."""

import random
from collections import Counter

from map_outputs import averages, cuts, flattened, measures, saturations
from map_patterns import between_classes, between_patterns, composed
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


def attack(seed, rounds, kinds=KINDS):
    """Rounds of every kind; counts of proofs, of those accepted, and of statements whose truth was reached."""
    rng, counts = random.Random(seed), Counter()
    for _ in range(rounds):
        for kind in kinds:
            kind(rng, counts)
    told = {}
    for kind in sorted({key[0] for key in counts}):
        shown = [done for key, done in counts.items() if key[0] == kind and key[1] == "about"]
        told[kind] = (counts[kind, "proofs"], counts[kind, "accepted"], sum(shown), len(shown))
    return told


def test_no_map_gives_a_false_bound():
    told = attack(1, 150)
    assert sum(proofs for proofs, *_ in told.values()) > 1000
    for kind, (_, accepted, reached, _) in told.items():
        assert accepted and reached, kind
