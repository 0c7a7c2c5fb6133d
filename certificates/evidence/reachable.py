"""Claims about an output layer: which sets of classes are reachable, and which are not (``statement/classifier.py``).

``points``        z = (x s, s, t) for each set; the signs of all scores are compared (``kernel/packed_scores.py``).
``combinations``  (Farkas, Gordan) positive weights w on rows r_j for each set S, with sign + in S and - off it. Let
                  c = sum_j +-w_j r_j. If z reached S, then 0 < sum_j w_j (+-<r_j, z>) = <c, z>. But c is 0 but for the
                  bias, where it is <= 0, and s > 0; if centred, c is the same number at all coordinates of x, and these
                  add up to 0: so <c, z> <= 0. In words: a mean of rows of S is a mean of rows off S, whose mean bias is
                  no smaller (free threshold), or a mix of both signs vanishes (threshold 0).

What no state does with some of the classes, none does with more of them: so rows without weight may be left out.
"""

import re
from collections.abc import Callable, Mapping

from ..kernel.packed_scores import first_wrong_row
from ..messages import short_number
from ..meter import product_steps
from ..reading import Node
from ..reading.classifiers import read_classifier, read_sets
from ..statement.classifier import Classifier

WEIGHT = re.compile(r"[1-9a-f][0-9a-f]*")


def by_points(evidence: Node, classifier: Classifier, sets: list[tuple[int, ...]]) -> str:
    """``{"kind": "points", "points": [[..], ..]}``: a point for each set."""
    evidence.field("kind").word(("points",))
    points = evidence.fields(("kind", "points"))["points"]
    width = classifier.width
    vectors = [point.vector(len(classifier.rows[0])) for point in points.items(len(sets))]
    for k, z in enumerate(vectors):
        if classifier.bias and z[width] < 1:
            points.child(k).fail("must have a scale >= 1 after the coordinates of the state")
        if classifier.centred and sum(z[:width]) != 0:
            points.child(k).reject("constraint-violated", "the coordinates of the state do not add up to 0")
    evidence.meter.charge(len(sets) * (20 + len(classifier.rows) // 8) + 10 * sum(map(len, sets)))
    wrong = first_wrong_row(evidence.meter, (classifier.word(one) for one in sets), vectors, classifier.rows)
    if wrong is not None:
        points.child(wrong[0]).reject("answer-wrong", f"its set is not {classifier.spell(sets[wrong[0]])}")
    return f"for each set a hidden state, all {len(classifier.rows)} scores compared"


def by_combinations(evidence: Node, classifier: Classifier, sets: list[tuple[int, ...]]) -> str:
    """``{"kind": "combinations", "combinations": [[[j, "weight"], ..], ..]}``: positive weights for each set."""
    evidence.field("kind").word(("combinations",))
    combinations = evidence.fields(("kind", "combinations"))["combinations"]
    width = classifier.width
    most = 0
    for combination, one in zip(combinations.items(len(sets)), sets, strict=True):
        chosen = set(one)
        seen: set[int] = set()
        total, held = [0] * len(classifier.rows[0]), 0  # numbers of at most ``held`` bits
        for entry in combination.some(len(classifier.rows)):
            number, text = entry.items(2)
            j = number.integer(0, len(classifier.rows) - 1)
            if j in seen:
                number.fail("has a weight already")
            seen.add(j)
            if not WEIGHT.fullmatch(text.text()):
                text.fail("must be a positive integer in hexadecimal, as 1f")
            row, bits = classifier.rows[j], 4 * len(text.text())
            evidence.meter.room(len(row) * bits // 8)
            evidence.meter.charge(sum(2 + 3 * product_steps(bits, entry.bit_length()) for entry in row))
            held = 1 + max(held, bits + max(entry.bit_length() for entry in row))
            evidence.meter.charge(len(row) * (held // 512))
            weight = int(text.text(), 16) if j in chosen else -int(text.text(), 16)
            total = [have + weight * entry for have, entry in zip(total, row, strict=True)]
        most = max(most, len(seen))
        wanted = total[0] if classifier.centred else 0  # a row has a coordinate, so something is compared
        for k, found in enumerate(total):
            if found > 0 if classifier.bias and k == width else found != (wanted if k < width else 0):
                what = "coordinate" if k < width else "bias" if classifier.bias and k == width else "sum of the weights"
                combination.reject("constraint-violated", f"the {what} ({k}) is left with {short_number(found)}")
    return f"for each set a combination of at most {most} rows that no hidden state can make positive"


REACHABILITY_CLAIMS: Mapping[str, tuple[bool, Callable[[Node, Classifier, list[tuple[int, ...]]], str]]] = {
    "reachable": (True, by_points),
    "unreachable": (False, by_combinations),
}
"""The word of a claim -> whether the sets are said to be reachable, and what decides it."""


def decide(about: Node, claim: Node) -> tuple[str, str, tuple[str, ...]]:
    """What is proved, how, and what the label of the layer assumes, in words."""
    fields = claim.fields(("claim", "sets", "evidence"), ("question",))
    reachable, prove = REACHABILITY_CLAIMS[fields["claim"].text()]
    classifier = read_classifier(about)
    sets = read_sets(fields["sets"], classifier)
    how = prove(fields["evidence"], classifier, sets)
    assumed = f"that the weights written in the certificate are those meant by '{classifier.name}'"
    called = "that the classes have the names written in the certificate"
    labels = [assumed] * bool(classifier.name) + [called] * bool(classifier.names)
    return classifier.says(sets, reachable), how, (", and ".join(labels),) if labels else ()
