"""Every version-2 claim about a linear program over rectangles gets the same verdict once it is elaborated."""

from collections import Counter

from headcount.elaborate import CannotElaborate
from headcount.elaborate.programs import ELABORATORS
from matrix_proofs import claims, judged, judged_before

MEASURES = ("fractional_cover", "partition_bound", "smooth_rectangle", "disc")


def test_programs_agree():
    found, wrong = Counter(), []
    for source, claim, question in claims():
        elaborator = ELABORATORS.get(claim["evidence"].get("kind"))
        mine = isinstance(claim.get("measure"), str) and claim["measure"].startswith(MEASURES)
        if elaborator is None or not mine or not isinstance(question, dict) or question.get("task") != "communication":
            continue
        before = judged_before(claim, question)
        try:
            proof = elaborator(claim["evidence"], claim, question, None)
            rest = {name: value for name, value in claim.items() if name != "evidence"}
            after, why, _ = judged({**rest, "proof": proof}, question)
        except CannotElaborate as error:
            after, why = "none", str(error)
        found[before, after, claim["evidence"]["kind"]] += 1
        if (before == "accepted") != (after == "accepted"):
            wrong.append((source, claim.get("measure"), claim["evidence"]["kind"], before, after, why))
    print(found)
    assert not wrong, wrong
    assert sum(count for (before, _, _), count in found.items() if before == "accepted") >= 100
