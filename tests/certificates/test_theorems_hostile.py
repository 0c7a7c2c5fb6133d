"""Random proofs of random claims by the names of all theorems: nothing but a refusal or a value comes out."""

import random
import time

from asking import named, proved
from headcount.certificates.statements import FINITE
from headcount.certificates.theorem import FIELDS, ROWS

ODD = (0, 1, 2, 3, -1, 10**9, 10**30, None, True, "1", [], [0], [[0]], {}, [1, 0])


def hostile(count, seed):
    """Random proofs of random claims by all names: nothing but a refusal or a value comes out."""
    rng, names = random.Random(seed), list(FIELDS)
    finite = [{"task": "computation", "of": of, **dict.fromkeys(fields, 3)} for of, fields in FINITE.items()]
    statements = [
        {"task": "qsa", "N": 3, "q": 3}, {"task": "qsa", "N": 10**9, "q": 5 * 10**8},
        {"task": "averaging", "N": 2, "q": 1},
        {"task": "averaging", "N": 10**9, "q": 10**8}, {"task": "separation", "N": 1, "least": 1, "most": 1},
        {"task": "retrieval", "N": 1, "least": 1, "most": 1, "score": "cosine"}, {"task": "match", "order": 4, "M": 1},
        {"task": "shared", "N": 2, "q": 2, "heads": 2, "combine": "sum"}, {"task": "permutation-matrix", "L": 1},
        {"task": "attention-matrix", "L": 2, "rows": [[[0, 1], [1, 3]]], "ratio": "0", "zero": "-1"},
        {"task": "pattern", "rows": ["*"], "null": True}, {"task": "pattern", "rows": ["+-", "*0"], "null": False},
        {"task": "communication", "of": "matrix", "rows": ["*1"]}, {"task": "communication", "of": "eq", "n": 1},
        {"task": "communication", "of": "disj", "n": 500},
        {"task": "sparse-pattern", "n": 1, "layers": [{"name": "lists", "lists": [[]]}]},
        {"task": "sparse-pattern", "n": 10**9, "layers": [{"name": "window", "w": 0}]},
        {"task": "computation", "of": "table", "alphabet": 1, "length": 1, "answers": [[[0], [1]]]}, *finite,
    ]  # fmt: skip
    classes = ["SIGN", "SOFTMAX", "SATURATED", "THRESH", "FIXED(2, twos)", "FIXED(p, midrise)"]
    classes += ["GRID(p, twos, gap 1/2)", "GRID(1, midrise, gap 3)", "GRID(999999999, twos, gap 1)"]
    classes += ["FIXED(999999999, twos)"]
    measures = ["D", "fooling1", "gamma2", "gamma2_alpha", "partition_bound"]
    measures += ["disc", "spectral_norm", "cover0", "rank_q"]
    answered, slowest = 0, (0.0, None)
    for _ in range(count):
        row, straight = rng.choice(ROWS), rng.random() < 0.8
        task = row.task.removeprefix("computation ")
        fit = [one for one in statements if task in ("", one["task"], one.get("of"))]
        statement = rng.choice(fit if straight and fit else statements)
        side = row.side if straight and row.side != "fact" else rng.choice(("lower", "upper"))
        claim = {"side": side, "value": rng.choice((0, 1, 2, 5, 10**9, 10**40))}
        if statement["task"] == "communication":
            measure = rng.choice(row.of.split() if straight and row.of in measures else measures)
            claim |= {"measure": measure, "value": str(claim["value"])}
            claim |= {"alpha": "2"} if claim["measure"] == "gamma2_alpha" else {}
            claim |= {"epsilon": "1/2"} if claim["measure"] == "partition_bound" else {}
        elif statement["task"] == "sparse-pattern":
            claim = {"quantity": "hops", **claim} if rng.random() < 0.7 else {"claim": "path"}
        elif statement["task"] in ("computation", "averaging") and rng.random() < 0.2:
            claim = {"claim": "excluded", "unit_class": "FIXED(p, twos)", "sizes": [[1, 1, 1, 1], [10**30, 1, 1, 1]]}
            claim |= {"error": "0"} if statement["task"] == "averaging" else {"read_out": "any"}
        else:
            resource = rng.choice(("m", "m", "p", "H"))
            fit = [one for one in classes if one.startswith(row.of) and ("(p" in one) == (resource == "p")]
            claim |= {"resource": resource, "unit_class": rng.choice(fit if straight and fit else classes)}
            claim |= {} if resource == "m" else {"m": rng.choice((0, 1, 10**20))}
            claim |= {"error": rng.choice(("0", "1/3", "5"))} if statement["task"] == "averaging" else {}
            if statement["task"] == "computation" and claim["unit_class"] != "THRESH":
                claim |= {"read_out": "any"}
                scope = {"null": True, "tables": "both", "combine": "concat"}
                claim |= {"scope": scope} if rng.random() < 0.7 else {"layers": 10**20} if rng.random() < 0.5 else {}
            if rng.random() < 0.2:
                claim |= {rng.choice(("heads", "order", "layers", "dv")): rng.choice((1, 2, 10**20))}
        name = row.name if rng.random() < 0.8 else rng.choice(names)
        keys = FIELDS[name] if rng.random() < 0.8 else ("k", "lines", "from", "sets", "left", "of")
        given = {key: rng.choice(ODD) for key in keys if rng.random() < 0.8}
        given |= {"k": rng.choice((0, 1, 2, 10**9, 10**30))} if "k" in keys else {}
        start = time.perf_counter()
        answered += proved(statement, claim, named(name, **given), limit=3 * 10**7) is not None
        slowest = max(slowest, (time.perf_counter() - start, str((statement, claim, name, given))))
    return answered, slowest


def test_hostile_proofs_are_refused_or_answered():
    answered, _ = hostile(3600, 4)
    assert answered > 150
