"""Hostile reductions, runs and hidden states: what is accepted is what the second checker accepts.

Functions have at most 2 x 2 pairs, tasks at most 3 positions; tables are spliced from those of correct encodings.
"""

import random
from collections import Counter
from itertools import product

import second_opinion
from asking import proves
from statement_judge import pair_right


def judged(found, claim, statement, **proof):
    """Count a claim; both checkers say the same of it."""
    stated = {**claim, "proof": {"rule": "evaluate", **proof}}
    accepted = proves(stated, statement)
    assert second_opinion.accepts(statement, stated) in (accepted, None), (accepted, stated, statement)
    found[claim["claim"], accepted] += 1


def random_statement(rng):
    """An encoding of a tiny function, mostly correct."""
    rows, columns = rng.choice(((1, 1), (1, 2), (2, 1), (2, 2)))
    n = rng.choice((1, 2, 2, 3))
    kind = rng.choice(("match", "table", "averaging"))
    if kind == "averaging":
        target = {"task": "averaging", "N": n, "q": rng.randint(1, n)}
        tokens = [[z, sorted(rng.sample(range(n), target["q"]))] for z in ("1", "-1", "1/2", "0") for _ in range(2)]
        odd = [["2", list(range(target["q"]))], ["1", [0] * target["q"]], ["1", [n, *range(1, target["q"])]]]
    else:
        A = rng.choice((1, 2, 3))
        target = {"task": "computation", "of": "match", "order": 2, "M": A, "N": n}
        tokens, odd = list(range(A)), [A, -1]
        if kind == "table":
            words = [w for w in product(range(A), repeat=n) if rng.random() < 0.9] or [(0,) * n]
            answers = [
                [list(w), [None if rng.random() < 0.05 else rng.choice((0, 1, 2)) for _ in range(n)]] for w in words
            ]
            answers[0][1][0] = 1
            target = {"task": "computation", "of": "table", "alphabet": A, "length": n, "answers": answers}
    owners = "".join(rng.choice("ABP") for _ in range(n))

    def some(k):
        return [rng.choice(odd if rng.random() < 0.02 else tokens) for _ in range(k)]

    places = (
        rng.choice((0, n - 1, [0], sorted(rng.sample(range(n), rng.randint(1, n)))))
        if kind != "averaging"
        else rng.randrange(n)
    )
    statement = {
        "task": "reduction", "source": {"task": "communication", "of": "matrix", "rows": []},
        "target": target, "owners": owners,
        "position": places, "public": some(owners.count("P")), "alice": [some(owners.count("A")) for _ in range(rows)],
        "bob": [some(owners.count("B")) for _ in range(columns)], "read_out": [],
    }  # fmt: skip
    values = ["0", "1", "2", "1/2", "-1", "1/4", "-1/2", "1/3"] if kind == "averaging" else [0, 1, 2, -1]
    statement["read_out"] = [[x, rng.choice((0, 1))] for x in values if rng.random() < 0.95]
    for row in range(rows):
        entries = ""
        for column in range(columns):
            true = next((x for x in "10" if pair_right(statement, [x * columns] * rows, row, column)), "0")
            entries += rng.choice("01*") if rng.random() < 0.15 else true
        statement["source"]["rows"].append(entries)
    return statement


GOOD = {
    "task": "reduction", "source": {"task": "communication", "of": "matrix", "rows": ["01"]},
    "target": {"task": "computation", "of": "match", "order": 2, "M": 3, "N": 2},
    "owners": "AB", "position": 0, "public": [], "alice": [[1]], "bob": [[0], [2]], "read_out": [[0, 0], [1, 1]],
}  # fmt: skip
RUN = {"row": 0, "column": 0, "tokens": [0, 0]}
RUNS = {**{k: GOOD[k] for k in ("task", "source", "target", "owners")}, "runs": [RUN, {**RUN, "tokens": [1, 0]}]}
AVERAGES = {
    **GOOD,
    "target": {"task": "averaging", "N": 2, "q": 1},
    "alice": [[["1", [1]]]],
    "bob": [[["0", [0]]], [["1", [0]]]],
}
AVERAGES["read_out"] = [["0", 0], ["1", 1]]
LAYER = {"task": "classifier", "threshold": "zero", "weights": [[1], [-1]]}


def test_statements_that_are_none_are_refused():
    """Each differs from a statement about which the claim is proved in one field."""
    correct = {"claim": "correct", "proof": {"rule": "evaluate", "exhibit": "all-pairs"}}
    runs = {"claim": "not-local", "proof": {"rule": "evaluate", "exhibit": "runs"}}
    states = {"claim": "reachable", "sets": [[0]], "proof": {"rule": "evaluate", "exhibit": "states", "points": [[1]]}}
    assert proves(correct, GOOD) and proves(runs, RUNS) and proves(states, LAYER)
    assert proves(correct, AVERAGES) and not proves(correct, {**AVERAGES, "position": [0, 1]})
    wrong = {
        "owners": ["A", "ABP", "AC"], "position": [2, [], [0, 2], [1, 0], None], "public": [[0], None],
        "alice": [[[1, 1]], [[]], [], {"1": [1]}, None, 1],
        "bob": [[[0], [2], [0]], {"0": [0], "1": [2], "2": [1]}, {"0": [0], "01": [2]}, [["0", [1]]]],
        "read_out": [[[0, 0], [0, 0], [1, 1]], [[0, 2], [0, 0], [1, 1]]],
        "target": [{**GOOD["target"], "position": 0}, {**GOOD["target"], "N": 3}, AVERAGES["target"]],
        "runs": [RUNS["runs"]], "source": [{"task": "communication", "of": "eq", "n": 1}],
    }  # fmt: skip
    for field, values in wrong.items():
        for value in values:
            assert not proves(correct, {**GOOD, field: value}), (field, value)
    for run in ({**RUN, "row": 1}, {**RUN, "column": 2}, {**RUN, "tokens": [0]}, {**RUN, "tokens": [["0", [0]], 0]}):
        assert not proves(runs, {**RUNS, "runs": [{**RUN, "tokens": [1, 0]}, run]}), run
    for field in ("position", "public", "alice", "bob", "read_out"):
        assert not proves(runs, {**RUNS, field: GOOD[field]}) and not proves(
            correct, {k: GOOD[k] for k in GOOD if k != field}
        )
    for field, value in (
        ("bias", [0]),
        ("classes", [1]),
        ("names", ["a"]),
        ("classes", [2, 1]),
        ("weights", [[1], [-1, 0]]),
    ):
        assert not proves(states, {**LAYER, field: value}), field
    biased = {**states, "proof": {**states["proof"], "points": [[1, 1]]}}
    wide = {**LAYER, "weights": [[1, -1], [-1, 1]], "bias": [0, 0]}
    of_wide = {**states, "proof": {**states["proof"], "points": [[1, -1, 1]]}}
    assert proves(of_wide, wide) and not proves(of_wide, {**wide, "centred": True})
    assert proves(biased, {**LAYER, "bias": [0, 0]}) and not proves(biased, {**LAYER, "bias": [0, 0], "centred": True})


def test_an_exhibit_proves_no_other_claim():
    shown = {"all-pairs": {}, "one-pair": {"row": 0, "column": 0}, "runs": {}, "states": {"points": [[1]]}}
    own = {"all-pairs": "correct", "one-pair": "incorrect", "runs": "not-local", "states": "reachable"}
    wrong = {**GOOD, "read_out": [[0, 1], [1, 0]]}
    for (exhibit, fields), claim in product(
        shown.items(), ("correct", "incorrect", "not-local", "reachable", "unreachable")
    ):
        for statement in (GOOD, wrong, RUNS, LAYER):
            sets = {"sets": [[0]]} if "reachable" in claim else {}
            proof = {"rule": "evaluate", "exhibit": exhibit, **fields}
            if proves({"claim": claim, **sets, "proof": proof}, statement):
                assert own[exhibit] == claim, (exhibit, claim)


def test_reductions():
    rng, found = random.Random(6), Counter()
    while found.total() < 600:
        statement = random_statement(rng)
        rows = statement["source"]["rows"]
        if all(set(row) == {"*"} for row in rows):
            continue
        if rng.random() < 0.3:  # some of the inputs alone, by their numbers
            some = {str(i): x for i, x in enumerate(statement["alice"]) if rng.random() < 0.8}
            statement = {**statement, "alice": some}
        judged(found, {"claim": "correct"}, statement, exhibit="all-pairs")
        row, column = rng.randrange(len(rows) + (rng.random() < 0.03)), rng.randrange(len(rows[0]))
        judged(found, {"claim": "incorrect"}, statement, exhibit="one-pair", row=row, column=column)
    assert min(found["correct", True], found["incorrect", True]) > 30, found


def test_runs():
    rng, found = random.Random(7), Counter()
    for _ in range(300):
        n, A = rng.choice((1, 2, 3)), rng.choice((1, 2))
        rows, columns = rng.choice((1, 2)), rng.choice((1, 2))
        sides = [(rng.randrange(rows), rng.randrange(columns)) for _ in range(2)]
        runs = [{"row": r, "column": c, "tokens": [rng.randrange(A) for _ in range(n)]} for r, c in sides]
        source = {"task": "communication", "of": "matrix", "rows": ["1" * columns] * rows}
        target = {"task": "computation", "of": "match", "order": 2, "M": A, "N": n}
        statement = {"task": "reduction", "source": source, "target": target, "runs": runs}
        statement["owners"] = "".join(rng.choice("ABP") for _ in range(n))
        judged(found, {"claim": "not-local"}, statement, exhibit="runs")
        for claim, fields in (("correct", {"exhibit": "all-pairs"}), ("incorrect", {"exhibit": "one-pair"})):
            judged(found, {"claim": claim}, statement, **fields, **({"row": 0, "column": 0} if claim[0] == "i" else {}))
    assert found["not-local", True] > 15, found
    assert not found["correct", True] and not found["incorrect", True]


def test_hidden_states():
    rng, found = random.Random(2), Counter()
    for _ in range(400):
        classes, width = rng.choice((1, 2, 3)), rng.choice((1, 2))
        statement = {"task": "classifier", "threshold": rng.choice(("free", "zero")),
                     "weights": [[rng.randint(-2, 2) for _ in range(width)] for _ in range(classes)]}  # fmt: skip
        if rng.random() < 0.4:
            statement["bias"] = [rng.randint(-2, 2) for _ in range(classes)]
        elif rng.random() < 0.4:
            statement["centred"] = True
        free, biased = statement["threshold"] == "free", "bias" in statement
        z = [rng.randint(-3, 3) for _ in range(width + biased + free + (rng.random() < 0.03))]
        if statement.get("centred") and rng.random() < 0.8:
            z[:width] = [1, -1][:width] if width == 2 else [0]
        # z = (x s, s, t): the score of a class, and its threshold, are multiplied by s
        scale, bias = (z[width], statement["bias"]) if biased else (0, [0] * classes)
        scores = [
            sum(w * x for w, x in zip(row, z, strict=False)) + scale * b
            for row, b in zip(statement["weights"], bias, strict=True)
        ]
        reached = [j for j, score in enumerate(scores) if score > (z[-1] if free else 0)]
        sets = [reached if rng.random() < 0.9 else sorted(rng.sample(range(classes), rng.randint(0, classes)))]
        points = [z] if rng.random() < 0.97 else [z, z]
        judged(found, {"claim": "reachable", "sets": sets}, statement, exhibit="states", points=points)
    assert found["reachable", True] > 20, found
