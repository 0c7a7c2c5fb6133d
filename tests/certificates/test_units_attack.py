"""Hostile units against the second checker: what is accepted is right, and what is right is accepted.

Questions are tiny and degenerate: one token, one position, one input, answers that are not asked for, masks with empty
rows, m = 0, any order up to 4. ``unit_opinion.py`` runs the units, so that many claims are near the truth.
"""

import random
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, product

import pytest

import second_opinion
from asking import proves
from brute_patterns import entries
from unit_opinion import averaging_error, of_certificate, unit_rows, unit_steps

UNDEFINED = (LookupError, ValueError)
"""What running a unit raises that is none, or undefined somewhere."""


def judged(found, claim, question):
    """Count a claim; both checkers say the same of it."""
    accepted = proves(claim, question)
    assert second_opinion.accepts(question, claim) in (accepted, None), (accepted, claim, question)
    found[accepted] += 1
    return accepted


def random_unit(rng, alphabet, n, bits, grid, layers, orders, kind="both"):
    """A unit of these sizes, mostly of the right shape, with tables of a kind of a scope."""
    numbers = entries(bits, grid) if grid and rng.random() < 0.97 else [-2, -1, 0, 1, 2, 3]
    off = (lambda k: k) if rng.random() < 0.9 else (lambda k: max(0, k + rng.choice((0, 0, 0, 0, 1, -1))))
    unit, symbols = {"layers": [], "read_outs": []}, alphabet

    def table(width, A, query=False):
        by = rng.choice(("token", "position", "both", "both"))
        places = n if kind != "relative" else 2 * n - 1
        if kind == "relative" and query and rng.random() < 0.97:
            by = "token"
        height = off({"token": A, "position": places, "both": A * places}[by]) or 1
        rows = [[rng.choice(numbers) for _ in range(width)] for _ in range(height)]
        if kind == "additive" and by == "both" and rng.random() < 0.9:  # and often in the grid: one summand is even
            shifts = [[rng.choice((0, 0, 2, -2)) for _ in range(width)] for _ in range(n)]
            rows = [[a + b for a, b in zip(rows[k % A], shifts[k // A % n], strict=True)] for k in range(height)]
        return {"by": by, "rows": rows}

    for t in range(layers):
        order, heads, usual = rng.choice(orders), [], rng.choice((1, 1, 2))
        for _ in range(rng.choice((1, 1, 2))):
            m, parts = rng.choice((0, 1, 1, 2)), off(order - 1) or 1
            dv = usual if rng.random() < 0.9 else 3 - usual
            null = rng.random() < 0.35
            heads.append({
                "queries": table(m, symbols, True), "keys": [table(off(m), symbols) for _ in range(parts)],
                "values": [table(dv, symbols) for _ in range(parts)],
                "null_keys": [[rng.choice(numbers) for _ in range(off(m))] for _ in range(off(parts))] if null else [],
                "null_values": [[rng.choice(numbers) for _ in range(dv)] for _ in range(parts)] if null else [],
            })  # fmt: skip
        one = [list(range(order))]
        monomials = (
            one if rng.random() < 0.7 else [sorted(rng.sample(range(order), rng.randint(1, order))) for _ in range(2)]
        )
        unit["layers"].append(
            {"combine": rng.choice(("sum", "concat")), "order": order, "monomials": monomials, "heads": heads}
        )
        if t < layers - 1:
            unit["read_outs"].append({"alphabet": (after := rng.choice((1, 2, 3))), "symbols": []})
            symbols = after
    return unit


def fill_read_outs(rng, unit, alphabet, words, bits, masks, name):
    """List what occurs, with random symbols, layer by layer; sometimes not all of it."""
    for t, read_out in enumerate(unit["read_outs"]):
        symbols = {}
        part = {"layers": unit["layers"][: t + 1], "read_outs": unit["read_outs"][:t]}
        for word in words:
            try:
                *_, (tokens, rows) = unit_steps(of_certificate(part, alphabet, bits, masks, name), word)
            except UNDEFINED:
                continue
            for seen in zip(tokens, map(tuple, rows), strict=True):
                symbols[seen] = rng.randrange(read_out["alphabet"])
        items = [[[x, list(map(str, row))], symbol] for (x, row), symbol in symbols.items()]
        read_out["symbols"] = items[: len(items) - (rng.random() < 0.05)] or [[[0, ["0"]], 0]]


def class_of(name, resource, bits, grid):
    return f"{name}({'p' if resource == 'p' else bits}, {grid})" if grid else name


TINY = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (2, 3), (3, 1))
"""Alphabets and lengths."""


def random_case(
    rng, names=("FIXED", "FIXED", "SATURATED", "SATURATED", "HARDMAX", "LEFTMOST", "RIGHTMOST"), shapes=TINY
):
    """A claim with a proof, mostly near the truth, and its statement."""
    alphabet, n = rng.choice(shapes)
    words = list(product(range(alphabet), repeat=n))
    rng.shuffle(words)
    words = words[: rng.choice((1, 2, len(words), len(words)))]
    name = rng.choice(names)
    grid, bits = ("", 0) if name == "SATURATED" else (rng.choice(("midrise", "twos")), rng.choice((1, 1, 2)))
    masked = rng.random() < (0.5 if name == "SATURATED" else 0.3)
    cycle = rng.choice((1, 1, 2))
    masks = [[[j for j in range(n) if rng.random() < 0.7] for _ in range(n)] for _ in range(cycle)] if masked else None
    kind = rng.choice(("both", "token", "additive", "relative")) if grid and rng.random() < 0.4 else ""
    layers = 1 if kind else rng.choice((1, 1, 2))
    unit = random_unit(rng, alphabet, n, bits, grid, layers, (2, 2, 3, 4) if rng.random() < 0.3 else (2,), kind)
    fill_read_outs(rng, unit, alphabet, words, bits, masks, name)
    labels, answers, at = {}, [], Fraction(rng.choice((-1, 0, 1, 1, 1)), rng.choice((1, 2, 3)))
    threshold = rng.random() < (0.03 if name == "ROUNDED" else 0.4)
    look_up = []
    for word in words:
        try:
            rows = unit_rows(of_certificate(unit, alphabet, bits, masks, name, kind == "relative"), word)
            rows = list(map(tuple, rows))
        except UNDEFINED:
            rows = [(Fraction(0),)] * n
        wanted = []
        for i, row in enumerate(rows):
            known = (i, word[i], row)
            if known not in labels:
                labels[known] = rng.choice((0, 1)) if rng.random() < 0.95 else rng.choice((-1, 2))
                look_up.append([[[i, word[i]], list(map(str, row))], labels[known]])
            answer = int(row[0] > at) if threshold else labels[known]
            answer = rng.choice((0, 1)) if rng.random() < 0.03 else answer
            wanted.append(None if rng.random() < 0.1 else answer)
        answers.append([list(word), wanted])
    if all(answer is None for _, wanted in answers for answer in wanted):
        answers[0][1][0] = 1
    question = {"task": "computation", "of": "table", "alphabet": alphabet, "length": n, "answers": answers}
    asked = [i for i in range(n) if any(wanted[i] is not None for _, wanted in answers)]
    if rng.random() < 0.2:
        question["position"] = rng.choice(asked)
    resource = rng.choice(("m", "m", "H", "p")) if grid else rng.choice(("m", "H"))
    claim = {"resource": resource, "unit_class": class_of(name, resource, bits, grid), "side": "upper",
             "value": rng.choice((1, 1, 2, 2, 0)), "read_out": "threshold" if threshold else "any"}  # fmt: skip
    if resource != "m":
        claim["m"] = rng.choice((0, 1, 2, 2))
    if resource != "H" and rng.random() < 0.8:
        claim["heads"] = rng.choice((1, 2, 2))
    for size, most in (("order", (2, 4)), ("layers", (1, 2, 2)), ("dv", (1, 2, "m"))):
        if rng.random() < 0.8:
            claim[size] = rng.choice(most)
    if masked:
        listed = [{"name": "lists", "lists": mask} for mask in masks]
        claim["pattern"] = {"task": "sparse-pattern", "n": n, "layers": listed}
    if kind:
        kind = kind if rng.random() < 0.9 else rng.choice(("both", "token", "additive", "relative"))
        scope = {"tables": kind, "combine": rng.choice(("sum", "concat"))}
        claim |= {"order": 2, "layers": 1, "scope": {"null": rng.random() < 0.5, **scope}}
    proof = {"rule": "evaluate", "exhibit": "unit", "unit": unit}
    if threshold != (rng.random() < 0.02):
        proof["at"] = str(at)
    if rng.random() < 0.2:
        proof["look_up"] = look_up if rng.random() < 0.7 else look_up[1:] or look_up
    if (resource == "p") != (rng.random() < 0.02):
        proof["bits"] = bits or 1
    return claim, proof, question


def test_a_unit_is_accepted_iff_it_does_the_task():
    rng, found = random.Random(2), Counter()
    for _ in range(400):
        claim, proof, question = random_case(rng)
        judged(found, {**claim, "proof": proof}, question)
    assert found[True] > 33, found


@pytest.mark.parametrize(("count", "least"), [(150, 1), pytest.param(600, 4, marks=pytest.mark.slow)])
def test_a_unit_with_rounded_sums_is_accepted_iff_it_does_the_task(count, least):
    """Longer inputs, too, so that sums have more bits than are kept: what rounded sums do, exact ones may not."""
    rng, found, other = random.Random(3), Counter(), 0
    for _ in range(count):
        claim, proof, question = random_case(rng, ("ROUNDED",), ((1, 1), (1, 5), (2, 3), (2, 3)))
        accepted = judged(found, {**claim, "proof": proof}, question)
        of = claim["unit_class"].replace("ROUNDED", "FIXED")
        other += accepted != judged(Counter(), {**claim, "unit_class": of, "proof": proof}, question)
    assert found[True] > 7 * least and other >= least, (found, other)


def mutate(rng, value):
    """Change one number, or leave out, repeat or empty one list, somewhere in a unit."""
    where = [value]
    while True:
        here = where[-1]
        inner = [x for x in (here.values() if isinstance(here, dict) else here) if isinstance(x, (dict, list))]
        if not inner or (isinstance(here, list) and rng.random() < 0.15):
            break
        where.append(rng.choice(inner))
    here = where[-1]
    if isinstance(here, dict):
        return
    kind = rng.choice(("out", "twice", "number", "number", "new"))
    if kind == "number" and here and any(type(x) is int for x in here):
        k = rng.choice([k for k, x in enumerate(here) if type(x) is int])
        here[k] = here[k] + rng.choice((-1, 1, 2))
    elif kind == "new":
        here.append(rng.choice((0, 1, -1)) if not here or type(here[0]) is int else deepcopy(here[0]))
    elif here:
        k = rng.randrange(len(here))
        here[k : k + 1] = [] if kind == "out" else [here[k], deepcopy(here[k])]


def test_a_unit_with_one_thing_changed():
    """Units that do their task with one thing changed; and that they show nothing else than what they show."""
    rng, found = random.Random(4), Counter()
    while found.total() < 500:
        claim, proof, question = random_case(rng)
        if not proves({**claim, "proof": proof}, question):
            continue
        n = question["length"]
        same = {k: v for k, v in claim.items() if k in ("resource", "unit_class", "side", "value", "m")}
        pattern = {"task": "sparse-pattern", "n": n, "layers": [{"name": "dense"}]}
        for other, about in (
            ({**claim, "side": "lower"}, question),
            ({"claim": "unit-fails", "unit_class": claim["unit_class"].replace("(p", "(1")}, question),
            ({"quantity": "depth", "pattern": pattern, "side": "upper", "value": 0}, question),
            ({**same, "error": "2"}, {"task": "averaging", "N": n, "q": 1}),
            ({"resource": "H", "unit_class": "THRESH", "side": "upper", "value": 9}, {"position": 0, **question}),
        ):
            for exhibit in ("unit", "failing-unit", "averaging"):
                assert not proves({**other, "proof": {**proof, "exhibit": exhibit}}, about), (other, about, proof)
        for _ in range(12):
            changed = deepcopy(proof)
            mutate(rng, changed[rng.choice(("unit", "unit", "unit", "look_up")) if "look_up" in proof else "unit"])
            judged(found, {**claim, "proof": changed}, question)
    assert min(found.values()) > 100, found


def random_heads(rng, subsets, n, numbers):
    m = rng.choice((0, 1, 1, 2))
    return {
        "queries": [[rng.choice(numbers) for _ in range(m)] for _ in range(subsets + (rng.random() < 0.02))],
        "keys": [[rng.choice(numbers) for _ in range(m + (rng.random() < 0.02))] for _ in range(n)],
        "share": rng.choice(numbers),
    }


def test_averages_are_accepted_iff_the_error_is_what_it_is():
    rng, upper, failing = random.Random(7), Counter(), Counter()
    for _ in range(300):
        n = rng.choice((1, 2, 2, 3))
        q = rng.randint(1, n)
        question, subsets = {"task": "averaging", "N": n, "q": q}, list(combinations(range(n), q))
        classes = (("FIXED", 1, "midrise"), ("FIXED", 2, "twos"), ("SATURATED", 0, ""), ("SOFTMAX", 0, ""))
        name, bits, grid = rng.choice(classes)
        numbers = entries(bits, grid) if grid else [-2, -1, 0, 1, 2]
        heads = [random_heads(rng, len(subsets), n, numbers) for _ in range(rng.choice((1, 1, 2)))]
        base = rng.choice(("2", "3/2", "1", "1/2")) if rng.random() < 0.2 else "2"
        fails = rng.random() < 0.3 and name != "SOFTMAX"
        if fails:
            r = rng.randrange(len(subsets))
            subsets = [subsets[r]]
            heads = [{**h, "queries": h["queries"][r : r + 1]} for h in heads]
        proof = {"rule": "evaluate", "heads": heads, "divisor": rng.choice((1, 1, 2))}
        try:
            worst = averaging_error({**proof, "base": base}, subsets, n, q, name, bits)
        except UNDEFINED:
            worst = Fraction(1)
        error = str(
            max(rng.choice((worst, worst, worst - Fraction(1, 1000), Fraction(1, 2), Fraction(1))), Fraction(0))
        )
        if fails:
            proof |= {"exhibit": "failing-heads", "subset": list(subsets[0]), "error": error}
            claim = {"claim": "unit-fails", "unit_class": class_of(name, "m", bits, grid), "proof": proof}
            judged(failing, claim, question)
            continue
        resource = rng.choice(("m", "H", "p")) if grid else rng.choice(("m", "H"))
        claim = {"resource": resource, "unit_class": class_of(name, resource, bits, grid), "error": error}
        claim |= {"value": rng.choice((1, 2))} | ({"m": 2} if resource != "m" else {})
        claim |= {"heads": rng.choice((1, 2))} if resource != "H" else {}
        proof |= {"exhibit": "averaging"} | ({"bits": bits} if resource == "p" else {})
        proof |= {"base": base} if (name == "SOFTMAX") != (rng.random() < 0.02) else {}
        judged(upper, {**claim, "side": "upper", "proof": proof}, question)
        assert not proves({**claim, "side": "lower", "proof": proof}, question)
    assert upper[True] > 25 and failing[True] > 15, (upper, failing)


def test_softmax_weights():
    rng, found = random.Random(7), Counter()
    for _ in range(300):
        alphabet, n = rng.choice(((1, 1), (2, 1), (1, 2), (2, 2), (2, 3)))
        position, heads = rng.randrange(n), []
        for _ in range(rng.choice((1, 1, 2))):
            keys = alphabet * n + rng.choice((0, 0, 1)) + (rng.random() < 0.03)
            rows = alphabet + (rng.random() < 0.02)
            heads.append({"weights": [[rng.choice((1, 1, 2, 5)) for _ in range(keys)] for _ in range(rows)],
                          "values": [rng.choice((-2, -1, 0, 1, 3)) for _ in range(keys)]})  # fmt: skip
        at, answers = Fraction(rng.choice((-1, 0, 1)), rng.choice((1, 2, 7))), []
        for word in product(range(alphabet), repeat=n):
            output = Fraction(0)
            for head in heads:
                null = len(head["values"]) - alphabet * n
                seen = [j * alphabet + x for j, x in enumerate(word)] + [alphabet * n] * (null == 1)
                row = head["weights"][word[position]]
                output += Fraction(sum(row[k] * head["values"][k] for k in seen), sum(row[k] for k in seen))
            wanted = [rng.choice((0, 1, None)) for _ in range(n)]
            answer = int(output > at) if rng.random() < 0.97 else rng.choice((0, 1, 2))
            wanted[position] = None if rng.random() < 0.1 else answer
            answers.append([list(word), wanted])
        if all(wanted[position] is None for _, wanted in answers):
            continue
        question = {"task": "computation", "of": "table", "alphabet": alphabet, "length": n}
        question |= {"answers": answers, "position": position}
        claim = {"resource": "H", "unit_class": "THRESH", "value": rng.choice((1, 2))}
        claim["proof"] = {"rule": "evaluate", "exhibit": "softmax-weights", "at": str(at), "heads": heads}
        judged(found, {**claim, "side": "upper"}, question)
        assert not proves({**claim, "side": "lower"}, question)
    assert found[True] > 25, found


def test_failing_units():
    rng, found = random.Random(7), Counter()
    while found.total() < 900:
        claim, proof, question = random_case(rng)
        if claim["resource"] == "p" or "pattern" in claim:
            continue
        words = [word for word, _ in question["answers"]]
        inputs = rng.sample(words, min(len(words), rng.choice((1, 2, 2))))
        if rng.random() < 0.05:
            inputs = [[question["alphabet"] - (rng.random() < 0.5)] * question["length"], *inputs[1:]]
        given = {"rule": "evaluate", "exhibit": "failing-unit", "unit": proof["unit"], "inputs": inputs}
        given |= {"at": proof["at"]} if "at" in proof else {}
        judged(found, {"claim": "unit-fails", "unit_class": claim["unit_class"], "proof": given}, question)
    assert found[True] > 15, found
