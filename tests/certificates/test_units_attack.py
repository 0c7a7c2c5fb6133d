"""Hostile units against a second evaluator: what is accepted is right, and what is right is accepted.

``unit_opinion.py`` runs a unit word for word, with nothing remembered. Questions are tiny and degenerate:
one token, one position, one input, answers that are not asked for, masks with empty rows, m = 0, any order up to 4.
"""

import random
from collections import Counter
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, pairwise, product

from asking import proves
from brute_patterns import entries
from unit_opinion import averaging_error, in_scope, of_certificate, unit_rows, unit_steps

UNDEFINED = (LookupError, ValueError)
"""What running a unit raises that is none, or undefined somewhere."""


def shaped(unit, alphabet, n):
    """Whether all tables have the shapes that they must have."""
    if len(unit["read_outs"]) != len(unit["layers"]) - 1:
        return False
    if not all(
        layer["heads"] and layer["monomials"] and all(map(increasing, layer["monomials"])) for layer in unit["layers"]
    ):
        return False
    for t, layer in enumerate(unit["layers"]):
        order, widths = layer["order"], []
        if any(not 0 <= part < order for mono in layer["monomials"] for part in mono):
            return False
        for head in layer["heads"]:
            m, dv = len(head["queries"]["rows"][0]), len(head["values"][0]["rows"][0])
            widths.append(dv)
            if dv < 1 or len(head["keys"]) != order - 1 or len(head["values"]) != order - 1:
                return False
            for table, width in [
                (head["queries"], m),
                *((k, m) for k in head["keys"]),
                *((v, dv) for v in head["values"]),
            ]:
                height = {"token": alphabet, "position": n, "both": alphabet * n}[table["by"]]
                if len(table["rows"]) != height or any(len(row) != width for row in table["rows"]):
                    return False
            if (head["null_keys"] or head["null_values"]) and not len(head["null_keys"]) == len(
                head["null_values"]
            ) == order - 1:
                return False
            if any(len(row) != m for row in head["null_keys"]) or any(len(row) != dv for row in head["null_values"]):
                return False
        if layer["combine"] == "sum" and len(set(widths)) > 1:
            return False
        if t < len(unit["read_outs"]):
            read_out, width = unit["read_outs"][t], sum(widths) if layer["combine"] == "concat" else widths[0]
            keys = [(x, tuple(row)) for (x, row), _ in read_out["symbols"]]
            if len(set(keys)) < len(keys) or any(not 0 <= x < alphabet or len(row) != width for x, row in keys):
                return False
            if any(not 0 <= symbol < read_out["alphabet"] for _, symbol in read_out["symbols"]):
                return False
            alphabet = read_out["alphabet"]
    return True


def increasing(numbers):
    return bool(numbers) and all(a < b for a, b in pairwise(numbers))


def entries_of(unit):
    for layer in unit["layers"]:
        for head in layer["heads"]:
            for table in (head["queries"], *head["keys"], *head["values"]):
                yield from (x for row in table["rows"] for x in row)
            yield from (x for row in (*head["null_keys"], *head["null_values"]) for x in row)


def does(unit, proof, claim, question):
    """Whether the unit is one of the class, as small as the claim says, and right at every input."""
    alphabet, n = question["alphabet"], question["length"]
    _, _, rest = claim["unit_class"].partition("(")
    grid = rest.rstrip(")").split(", ")[1] if rest else ""
    bits = 0
    if grid:
        bits = proof.get("bits") if claim["resource"] == "p" else int(rest.split(",")[0])
    if (claim["resource"] == "p") != ("bits" in proof) or (bits is not None and bits < 0):
        return False
    if not shaped(unit, alphabet, n) or (grid and not set(entries_of(unit)) <= set(entries(bits, grid))):
        return False
    parts = [head for layer in unit["layers"] for head in layer["heads"]]
    used = {"m": max(len(head["queries"]["rows"][0]) for head in parts), "layers": len(unit["layers"])}
    used |= {"dv": max(len(head["values"][0]["rows"][0]) for head in parts), "p": bits}
    used["heads"], used["order"] = (
        max(sizes) for sizes in zip(*((len(layer["heads"]), layer["order"]) for layer in unit["layers"]), strict=True)
    )
    limits = {"order": 2, "layers": 1, "dv": 1, "heads": 1, **{k: v for k, v in claim.items() if k in used}}
    if limits["dv"] == "m":  # m bounds both widths
        limits["dv"], used["m"] = used["dv"], max(used["m"], used["dv"])
    limits["heads" if claim["resource"] == "H" else claim["resource"]] = claim["value"]
    if any(used[size] > limit for size, limit in limits.items()):
        return False
    if "scope" in claim and not in_scope(unit, claim["scope"]):
        return False
    masks = [layer["lists"] for layer in claim["pattern"]["layers"]] if "pattern" in claim else None
    if (claim["read_out"] == "threshold") != ("at" in proof) or ("at" in proof and "look_up" in proof):
        return False
    seen = {}
    listed = proof.get("look_up")
    if listed is not None:
        seen = {(i, x, tuple(map(Fraction, row))): answer for ((i, x), row), answer in listed}
        if len(seen) < len(listed) or any(i < 0 or x < 0 for (i, x), _ in (known for known, _ in listed)):
            return False
    for word, wanted in question["answers"]:
        try:
            rows = unit_rows(of_certificate(unit, alphabet, bits, masks), word)
        except UNDEFINED:
            return False
        for i, (row, answer) in enumerate(zip(map(tuple, rows), wanted, strict=True)):
            if answer is None or question.get("position", i) != i:
                continue
            if "at" in proof:
                if (
                    row[0] == Fraction(proof["at"])
                    or (row[0] > Fraction(proof["at"])) != answer
                    or answer not in (0, 1)
                ):
                    return False
            elif listed is not None:
                if seen.get((i, word[i], row)) != answer:
                    return False
            elif seen.setdefault((i, word[i], row), answer) != answer:
                return False
    return True


def random_unit(rng, alphabet, n, bits, grid, layers, orders):
    """A unit of these sizes, mostly of the right shape."""
    numbers = entries(bits, grid) if grid and rng.random() < 0.97 else [-2, -1, 0, 1, 2, 3]
    off = (lambda k: k) if rng.random() < 0.9 else (lambda k: max(0, k + rng.choice((0, 0, 0, 0, 1, -1))))
    unit, symbols = {"layers": [], "read_outs": []}, alphabet

    def table(width, A):
        by = rng.choice(("token", "position", "both", "both"))
        height = off({"token": A, "position": n, "both": A * n}[by]) or 1
        return {"by": by, "rows": [[rng.choice(numbers) for _ in range(width)] for _ in range(height)]}

    for t in range(layers):
        order, heads, usual = rng.choice(orders), [], rng.choice((1, 1, 2))
        for _ in range(rng.choice((1, 1, 2))):
            m, parts = rng.choice((0, 1, 1, 2)), off(order - 1) or 1
            dv = usual if rng.random() < 0.9 else 3 - usual
            null = rng.random() < 0.35
            heads.append({
                "queries": table(m, symbols), "keys": [table(off(m), symbols) for _ in range(parts)],
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


def fill_read_outs(rng, unit, alphabet, words, bits, masks):
    """List what occurs, with random symbols, layer by layer; sometimes not all of it."""
    for t, read_out in enumerate(unit["read_outs"]):
        symbols = {}
        part = {"layers": unit["layers"][: t + 1], "read_outs": unit["read_outs"][:t]}
        for word in words:
            try:
                *_, (tokens, rows) = unit_steps(of_certificate(part, alphabet, bits, masks), word)
            except UNDEFINED:
                continue
            symbols |= {
                (x, tuple(row)): rng.randrange(read_out["alphabet"]) for x, row in zip(tokens, rows, strict=True)
            }
        items = [[[x, list(map(str, row))], symbol] for (x, row), symbol in symbols.items()]
        read_out["symbols"] = items[: len(items) - (rng.random() < 0.05)] or [[[0, ["0"]], 0]]


def class_of(name, resource, bits, grid):
    return f"FIXED({'p' if resource == 'p' else bits}, {grid})" if grid else name


def random_case(rng):
    """A claim with a proof, mostly near the truth, and its statement."""
    alphabet, n = rng.choice(((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (2, 3), (3, 1)))
    words = list(product(range(alphabet), repeat=n))
    rng.shuffle(words)
    words = words[: rng.choice((1, 2, len(words), len(words)))]
    name = rng.choice(("FIXED", "FIXED", "SATURATED"))
    grid, bits = (rng.choice(("midrise", "twos")), rng.choice((1, 1, 2))) if name == "FIXED" else ("", 0)
    masked = name == "SATURATED" and rng.random() < 0.5
    cycle = rng.choice((1, 1, 2))
    masks = [[[j for j in range(n) if rng.random() < 0.7] for _ in range(n)] for _ in range(cycle)] if masked else None
    layers = rng.choice((1, 1, 2))
    unit = random_unit(rng, alphabet, n, bits, grid, layers, (2, 2, 3, 4) if rng.random() < 0.3 else (2,))
    fill_read_outs(rng, unit, alphabet, words, bits, masks)
    labels, answers, at = {}, [], Fraction(rng.choice((-1, 0, 1, 1, 1)), rng.choice((1, 2, 3)))
    threshold = rng.random() < 0.4
    look_up = []
    for word in words:
        try:
            rows = list(map(tuple, unit_rows(of_certificate(unit, alphabet, bits, masks), word)))
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
        claim["pattern"] = {
            "task": "sparse-pattern",
            "n": n,
            "layers": [{"name": "lists", "lists": mask} for mask in masks],
        }
    if grid and rng.random() < 0.3:
        claim |= {
            "order": 2,
            "layers": 1,
            "scope": {
                "null": rng.random() < 0.5,
                "tables": rng.choice(("both", "token")),
                "combine": rng.choice(("sum", "concat")),
            },
        }
    proof = {"rule": "evaluate", "exhibit": "unit", "unit": unit}
    if threshold != (rng.random() < 0.02):
        proof["at"] = str(at)
    if rng.random() < 0.2:
        proof["look_up"] = look_up if rng.random() < 0.7 else look_up[1:] or look_up
    if (resource == "p") != (rng.random() < 0.02):
        proof["bits"] = bits or 1
    return claim, proof, question


def units_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        claim, proof, question = random_case(rng)
        accepted = proves({**claim, "proof": proof}, question)
        try:
            right = does(proof["unit"], proof, claim, question) and not _refused_claim(claim, question)
        except (*UNDEFINED, TypeError):
            right = False
        found[accepted, right] += 1
        assert accepted == right, (accepted, right, claim, proof, question)
    assert found[True, True] > count // 12, found
    return found


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


def mutations_attacked(count, seed, each=12):
    """Units that do their task with one thing changed; and that they show nothing else than what they show."""
    rng, found = random.Random(seed), Counter()
    while sum(found.values()) < count:
        claim, proof, question = random_case(rng)
        if not proves({**claim, "proof": proof}, question):
            continue
        lower = {**claim, "side": "lower"}
        fails = {"claim": "unit-fails", "unit_class": claim["unit_class"].replace("(p", "(1")}
        average = {
            **{k: v for k, v in claim.items() if k in ("resource", "unit_class", "side", "value", "m")},
            "error": "2",
        }
        n = question["length"]
        pattern = {"task": "sparse-pattern", "n": n, "layers": [{"name": "dense"}]}
        deep = {"quantity": "depth", "pattern": pattern, "side": "upper", "value": 0}
        thresh = {"resource": "H", "unit_class": "THRESH", "side": "upper", "value": 9}
        for other, about in (
            (lower, question), (fails, question), (deep, question), (average, {"task": "averaging", "N": n, "q": 1}),
            (thresh, {**question, "position": question.get("position", 0)}),
        ):  # fmt: skip
            for exhibit in ("unit", "failing-unit", "averaging"):
                assert not proves({**other, "proof": {**proof, "exhibit": exhibit}}, about), (other, about, proof)
        for _ in range(each):
            changed = deepcopy(proof)
            mutate(rng, changed[rng.choice(("unit", "unit", "unit", "look_up")) if "look_up" in proof else "unit"])
            try:
                right = does(changed["unit"], changed, claim, question)
            except (*UNDEFINED, TypeError):
                right = False
            accepted = proves({**claim, "proof": changed}, question)
            found[accepted, right] += 1
            assert accepted == right, (accepted, right, claim, changed, question)
    return found


def test_a_unit_with_one_thing_changed():
    found = mutations_attacked(500, seed=4)
    assert min(found[True, True], found[False, False]) > 100, found


def _refused_claim(claim, question):
    """Claims that the reader refuses: a p or H below 1, values as wide as m where m is not asked for."""
    return claim["resource"] != "m" and (claim["value"] < 1 or claim.get("dv") == "m")


def random_heads(rng, subsets, n, numbers):
    m = rng.choice((0, 1, 1, 2))
    return {
        "queries": [[rng.choice(numbers) for _ in range(m)] for _ in range(subsets + (rng.random() < 0.02))],
        "keys": [[rng.choice(numbers) for _ in range(m + (rng.random() < 0.02))] for _ in range(n)],
        "share": rng.choice(numbers),
    }


def averages_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        n = rng.choice((1, 2, 2, 3))
        q = rng.randint(1, n)
        subsets = list(combinations(range(n), q))
        name, bits, grid = rng.choice(
            (("FIXED", 1, "midrise"), ("FIXED", 2, "twos"), ("SATURATED", 0, ""), ("SOFTMAX", 0, ""))
        )
        numbers = entries(bits, grid) if grid else [-2, -1, 0, 1, 2]
        heads = [random_heads(rng, len(subsets), n, numbers) for _ in range(rng.choice((1, 1, 2)))]
        base, divisor = rng.choice(("2", "3/2", "1", "1/2")) if rng.random() < 0.2 else "2", rng.choice((1, 1, 2))
        shapes = all(
            len(h["queries"]) == len(subsets) and {len(v) for v in h["keys"]} == {len(v) for v in h["queries"]}
            for h in heads
        )
        shapes = shapes and all(len({len(v) for v in h["keys"]}) == 1 for h in heads)
        fails = rng.random() < 0.3 and name != "SOFTMAX"
        shown = {"heads": heads, "divisor": divisor, "base": base}
        in_grid = not grid or all(x in numbers and -x in numbers for h in heads for x in [h["share"]])
        if fails:
            r = rng.randrange(len(subsets))
            heads = [{**h, "queries": h["queries"][r : r + 1]} for h in heads]
            shapes = all({len(v) for v in h["keys"]} == {len(v) for v in h["queries"]} for h in heads)  # one query each
            worst = averaging_error({**shown, "heads": heads}, [subsets[r]], n, q, name, bits) if shapes else None
            error = rng.choice((worst or Fraction(0), Fraction(1, 2), (worst or 0) - Fraction(1, 1000)))
            claim = {"claim": "unit-fails", "unit_class": f"FIXED({bits}, {grid})" if grid else name}
            proof = {
                "exhibit": "failing-heads",
                "subset": list(subsets[r]),
                "heads": heads,
                "divisor": divisor,
                "error": str(max(error, Fraction(0))),
            }
            right = shapes and in_grid and worst > max(error, Fraction(0))
        else:
            worst = averaging_error(shown, subsets, n, q, name, bits) if shapes else Fraction(1)
            error = rng.choice((worst, worst, worst - Fraction(1, 1000), Fraction(1)))
            error = max(error, Fraction(0))
            resource = rng.choice(("m", "H", "p")) if grid else rng.choice(("m", "H"))
            claim = {"resource": resource, "unit_class": class_of(name, resource, bits, grid), "side": "upper",
                     "value": rng.choice((1, 2)), "error": str(error)}  # fmt: skip
            claim |= {"m": 2} if resource != "m" else {}
            claim |= {"heads": rng.choice((1, 2))} if resource != "H" else {}
            proof = {"exhibit": "averaging", "heads": heads, "divisor": divisor}
            proof |= {"base": base} if (name == "SOFTMAX") != (rng.random() < 0.02) else {}
            proof |= {"bits": bits} if resource == "p" else {}
            used = {"m": max(len(h["queries"][0]) for h in heads), "H": len(heads), "p": bits}
            held = (
                claim.get("heads", 99) >= len(heads)
                and claim.get("m", 99) >= used["m"]
                and used[resource] <= claim["value"]
            )
            right = shapes and in_grid and worst <= error and held and (("base" in proof) == (name == "SOFTMAX"))
            right = right and (name != "SOFTMAX" or Fraction(base) > 1)
        accepted = proves({**claim, "proof": {"rule": "evaluate", **proof}}, {"task": "averaging", "N": n, "q": q})
        if not fails:
            lower = {**claim, "side": "lower", "proof": {"rule": "evaluate", **proof}}
            assert not proves(lower, {"task": "averaging", "N": n, "q": q})
        found[fails, accepted, right] += 1
        assert accepted == right, (accepted, right, claim, proof, n, q)
    assert found[False, True, True] > count // 12 and found[True, True, True] > count // 20, found
    return found


def softmax_weights_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        alphabet, n = rng.choice(((1, 1), (2, 1), (1, 2), (2, 2), (2, 3)))
        position = rng.randrange(n)
        heads = []
        for _ in range(rng.choice((1, 1, 2))):
            keys = alphabet * n + rng.choice((0, 0, 1)) + (rng.random() < 0.03)
            rows = alphabet + (rng.random() < 0.02)
            heads.append({"weights": [[rng.choice((1, 1, 2, 5)) for _ in range(keys)] for _ in range(rows)],
                          "values": [rng.choice((-2, -1, 0, 1, 3)) for _ in range(keys)]})  # fmt: skip
        at, answers, right = Fraction(rng.choice((-1, 0, 1)), rng.choice((1, 2, 7))), [], True
        for word in product(range(alphabet), repeat=n):
            output = Fraction(0)
            for head in heads:
                null = len(head["values"]) - alphabet * n
                right = right and null in (0, 1) and len(head["weights"]) == alphabet
                seen = [j * alphabet + x for j, x in enumerate(word)] + [alphabet * n] * (null == 1)
                row = head["weights"][word[position]]
                output += Fraction(sum(row[k] * head["values"][k] for k in seen), sum(row[k] for k in seen))
            answer = int(output > at) if rng.random() < 0.97 else rng.choice((0, 1, 2))
            wanted = [rng.choice((0, 1, None)) for _ in range(n)]
            wanted[position] = None if rng.random() < 0.1 else answer
            right = right and (
                wanted[position] is None
                or (output != at and (output > at) == wanted[position] and wanted[position] < 2)
            )
            answers.append([list(word), wanted])
        if all(wanted[position] is None for _, wanted in answers):
            continue
        question = {
            "task": "computation",
            "of": "table",
            "alphabet": alphabet,
            "length": n,
            "answers": answers,
            "position": position,
        }
        claim = {"resource": "H", "unit_class": "THRESH", "side": "upper", "value": rng.choice((1, 2))}
        proof = {"rule": "evaluate", "exhibit": "softmax-weights", "at": str(at), "heads": heads}
        accepted = proves({**claim, "proof": proof}, question)
        right = right and len(heads) <= claim["value"]
        assert not proves({**claim, "side": "lower", "proof": proof}, question)
        found[accepted, right] += 1
        assert accepted == right, (accepted, right, claim, proof, question)
    assert found[True, True] > count // 12, found
    return found


def failing_units_attacked(count, seed):
    """Accepted iff right."""
    rng, found = random.Random(seed), Counter()
    while sum(found.values()) < count:
        claim, proof, question = random_case(rng)
        if claim["resource"] == "p" or "pattern" in claim:
            continue
        bits = int(claim["unit_class"].partition("(")[2].partition(",")[0] or 0)
        grid = claim["unit_class"].rstrip(")").partition(", ")[2]
        inputs = [
            word for word, _ in rng.sample(question["answers"], min(len(question["answers"]), rng.choice((1, 2, 2))))
        ]
        if rng.random() < 0.05:
            inputs = [[question["alphabet"] - (rng.random() < 0.5)] * question["length"], *inputs[1:]]
        given = {"rule": "evaluate", "exhibit": "failing-unit", "unit": proof["unit"], "inputs": inputs}
        given |= {"at": proof["at"]} if "at" in proof else {}
        known = {tuple(word): wanted for word, wanted in question["answers"]}
        right = all(tuple(word) in known for word in inputs)
        if right:
            some = {**question, "answers": [[list(word), known[tuple(word)]] for word in inputs]}
            big = {
                "resource": "m",
                "unit_class": claim["unit_class"],
                "value": 99,
                "heads": 99,
                "order": 9,
                "layers": 9,
                "dv": 99,
            }
            big["read_out"] = "threshold" if "at" in given else "any"
            fine = shaped(given["unit"], question["alphabet"], question["length"])
            fine = fine and (not grid or set(entries_of(given["unit"])) <= set(entries(bits, grid)))
            right = fine and not does(given["unit"], {k: v for k, v in given.items() if k == "at"}, big, some)
        accepted = proves({"claim": "unit-fails", "unit_class": claim["unit_class"], "proof": given}, question)
        found[accepted, right] += 1
        assert accepted == right, (accepted, right, given, question, claim)
    assert found[True, True] > count // 20, found
    return found


def test_a_unit_is_accepted_iff_it_does_the_task():
    units_attacked(400, seed=2)


def test_averages_are_accepted_iff_the_error_is_what_it_is():
    averages_attacked(300, seed=7)


def test_softmax_weights():
    softmax_weights_attacked(300, seed=7)


def test_failing_units():
    failing_units_attacked(300, seed=7)
