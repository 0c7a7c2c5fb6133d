"""Hostile reductions, runs and hidden states, against definitions written here once more.

Functions have at most 2 x 2 pairs, tasks at most 3 positions; tables are spliced from those of correct encodings.
"""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

from asking import proves


def answers_of(target, tokens):
    """The answer at each position; None if the list does not have the input."""
    if target["task"] == "averaging":
        return [sum(Fraction(tokens[j][0]) for j in y) / len(y) for _, y in tokens]
    if target["of"] == "table":
        return {tuple(word): wanted for word, wanted in target["answers"]}.get(tuple(tokens))
    M = target["M"]  # match of order 2
    return [int(any((x + y) % M == 0 for y in tokens)) for x in tokens]


def is_token(target, token):
    if target["task"] == "averaging":
        z, y = token
        N = target["N"]
        return abs(Fraction(z)) <= 1 and sorted(set(y)) == y and len(y) == target["q"] and all(0 <= j < N for j in y)
    return 0 <= token < (target["alphabet"] if target["of"] == "table" else target["M"])


def word_of(statement, row, column):
    """The input of a pair."""
    queues = {"A": list(statement["alice"][row]), "B": list(statement["bob"][column]), "P": list(statement["public"])}
    return [queues[owner].pop(0) for owner in statement["owners"]]


def outcome(statement, row, column):
    """``right``, ``wrong``, ``silent`` (the list lacks the input, or an answer), or ``free`` (not promised)."""
    entry = statement["source"]["rows"][row][column]
    if entry == "*":
        return "free"
    word, target = word_of(statement, row, column), statement["target"]
    if not all(is_token(target, token) for token in word):
        return "wrong"
    answers = answers_of(target, word)
    places = statement["position"] if isinstance(statement["position"], list) else [statement["position"]]
    read = None if answers is None else [answers[i] for i in places]
    if read is None or None in read:
        return "silent"
    bits = {Fraction(answer): bit for answer, bit in statement["read_out"]}
    return "right" if str(bits.get(Fraction(max(read)))) == entry else "wrong"


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
    values = [
        Fraction(0),
        Fraction(1),
        Fraction(2),
        Fraction(1, 2),
        Fraction(-1),
        Fraction(1, 4),
        Fraction(-1, 2),
        Fraction(1, 3),
    ]
    write = str if kind == "averaging" else int
    usable = [x for x in values if kind == "averaging" or x.denominator == 1]
    statement["read_out"] = [[write(x), rng.choice((0, 1))] for x in usable if rng.random() < 0.95]
    for row in range(rows):
        entries = ""
        for column in range(columns):
            statement["source"]["rows"] = ["1" * columns] * rows
            true = {"right": "1", "wrong": "0"}.get(outcome(statement, row, column), "*")
            entries += rng.choice("01*") if rng.random() < 0.05 else true
        statement.setdefault("made", []).append(entries)
    statement["source"]["rows"] = statement.pop("made")
    return statement


def reductions_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    while sum(found.values()) < count:
        statement = random_statement(rng)
        rows = statement["source"]["rows"]
        if all(set(row) == {"*"} for row in rows):
            continue
        outcomes = {(i, j): outcome(statement, i, j) for i, row in enumerate(rows) for j in range(len(row))}
        valid = all(
            is_token(statement["target"], t)
            for party in (*statement["alice"], *statement["bob"], statement["public"])
            for t in party
        )
        true = valid and set(outcomes.values()) <= {"right", "free"}
        given = statement
        if rng.random() < 0.3:  # some of the inputs alone, by their numbers
            given = {**statement, "alice": {str(i): x for i, x in enumerate(statement["alice"]) if rng.random() < 0.8}}
            true = true and len(given["alice"]) == len(rows)
        accepted = proves({"claim": "correct", "proof": {"rule": "evaluate", "exhibit": "all-pairs"}}, given)
        assert accepted == true, (accepted, true, given)
        found["correct", accepted] += 1
        row, column = rng.randrange(len(rows) + (rng.random() < 0.03)), rng.randrange(len(rows[0]))
        held = not isinstance(given["alice"], dict) or str(row) in given["alice"]
        true = held and outcomes.get((row, column)) == "wrong"
        proof = {"rule": "evaluate", "exhibit": "one-pair", "row": row, "column": column}
        accepted = proves({"claim": "incorrect", "proof": proof}, given)
        assert accepted == true, (accepted, true, given, proof)
        found["incorrect", accepted] += 1
    assert min(found["correct", True], found["incorrect", True]) > count // 20, found
    return found


def runs_attacked(count, seed):
    """Not local iff no tables make both runs, found by trying all tables."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        n, A = rng.choice((1, 2, 3)), rng.choice((1, 2))
        rows, columns = rng.choice((1, 2)), rng.choice((1, 2))
        owners = "".join(rng.choice("ABP") for _ in range(n))
        runs = [
            {
                "row": rng.randrange(rows),
                "column": rng.randrange(columns),
                "tokens": [rng.randrange(A) for _ in range(n)],
            }
            for _ in range(2)
        ]
        local = True
        for i, owner in enumerate(owners):  # each token by itself is a table over its owner's input
            tables = product(range(A), repeat={"A": rows, "B": columns, "P": 1}[owner])
            own = [{"A": run["row"], "B": run["column"], "P": 0}[owner] for run in runs]
            local = local and any(
                all(table[k] == run["tokens"][i] for k, run in zip(own, runs, strict=False)) for table in tables
            )
        source = {"task": "communication", "of": "matrix", "rows": ["1" * columns] * rows}
        target = {"task": "computation", "of": "match", "order": 2, "M": A, "N": n}
        statement = {"task": "reduction", "source": source, "target": target, "owners": owners, "runs": runs}
        accepted = proves({"claim": "not-local", "proof": {"rule": "evaluate", "exhibit": "runs"}}, statement)
        assert accepted == (not local), (accepted, statement)
        for claim, exhibit in (("correct", "all-pairs"), ("incorrect", "one-pair")):
            proof = {"rule": "evaluate", "exhibit": exhibit} | (
                {"row": 0, "column": 0} if exhibit == "one-pair" else {}
            )
            assert not proves({"claim": claim, "proof": proof}, statement)
        found[accepted] += 1
    assert found[True] > count // 20, found
    return found


def states_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        classes, width = rng.choice((1, 2, 3)), rng.choice((1, 2))
        statement = {"task": "classifier", "threshold": rng.choice(("free", "zero")),
                     "weights": [[rng.randint(-2, 2) for _ in range(width)] for _ in range(classes)]}  # fmt: skip
        if rng.random() < 0.4:
            statement["bias"] = [rng.randint(-2, 2) for _ in range(classes)]
        elif rng.random() < 0.4:
            statement["centred"] = True
        free, biased = statement["threshold"] == "free", "bias" in statement
        size = width + biased + free + (rng.random() < 0.03)
        z = [rng.randint(-3, 3) for _ in range(size)]
        if statement.get("centred") and rng.random() < 0.8:
            z[:width] = [1, -1][:width] if width == 2 else [0]
        true = size == width + biased + free
        true = true and (not biased or z[width] > 0) and (not statement.get("centred") or sum(z[:width]) == 0)
        reached = []
        if true:  # z = (x s, s, t): the score of a class, and its threshold, are multiplied by s
            scale = z[width] if biased else 1
            at = Fraction(z[-1], scale) if free else Fraction(0)
            bias = statement.get("bias", [0] * classes)
            scores = [
                sum(w * Fraction(x, scale) for w, x in zip(row, z, strict=False)) + b
                for row, b in zip(statement["weights"], bias, strict=False)
            ]
            reached, true = [j for j, score in enumerate(scores) if score > at], at not in scores
        sets = [reached if rng.random() < 0.9 else sorted(rng.sample(range(classes), rng.randint(0, classes)))]
        true = true and sets[0] == reached
        points = [z] if rng.random() < 0.97 else [z, z]
        true = true and len(points) == 1
        proof = {"rule": "evaluate", "exhibit": "states", "points": points}
        accepted = proves({"claim": "reachable", "sets": sets, "proof": proof}, statement)
        found[accepted, true] += 1
        assert accepted == true, (accepted, statement, sets, points)
    assert found[True, True] > count // 20, found
    return found


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
    reductions_attacked(600, seed=6)


def test_runs():
    runs_attacked(300, seed=7)


def test_hidden_states():
    states_attacked(400, seed=2)
