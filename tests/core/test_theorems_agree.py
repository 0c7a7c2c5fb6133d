"""Every claim of version 2 whose evidence is a theorem or a definite matrix gets the same verdict once elaborated."""

from collections import Counter

from headcount.elaborate.driver import elaborators
from theorem_proofs import agreement

OTHERS = {"weights", "centre", "trivial", "interpolation"}
"""Names of kinds that serve other subjects as well, whose elaborators are in other files."""


def test_theorems_and_definite_matrices_agree():
    counted, wrong = Counter(), []
    for source, kind, before, after, why, *_ in agreement():
        if after == "none" and kind in OTHERS:
            continue
        if source == "communication/malformed/function-too-large.json":
            continue  # a function may be as large as one likes where nothing but its name counts
        counted[kind, before, after] += 1
        if (before == "accepted") != (after == "accepted"):
            wrong.append((source, kind, before, after, why))
    assert not wrong, wrong
    assert sum(count for (_, before, _), count in counted.items() if before == "accepted") >= 1400
    assert sum(count for (_, before, _), count in counted.items() if before == "rejected") >= 80


def test_names_that_serve_several_subjects_have_several_elaborators():
    assert all(len(elaborators()[kind]) > 1 for kind in OTHERS)
