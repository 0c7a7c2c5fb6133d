"""``unit``, ``softmax-weights`` and ``averaging`` judged from the words of FORMAT.rst: units are run, slowly.

A judge returns the sizes that the evidence needs, and whether it shows what it should.
"""

from fractions import Fraction
from itertools import combinations, product
from math import lcm
from operator import mul

import brute_sparse
from pattern_opinion import dot, flat, in_grid
from task_answers import MOST_INPUTS, NoOpinion, alphabet, inputs_and_answers


def unit_judged(question, claim, name, p, grid, gap):
    unit, at = claim["evidence"]["unit"], claim["evidence"].get("at")
    layers = unit["layers"]
    heads = [head for layer in layers for head in layer["heads"]]
    sizes = {"m": max(len(head["queries"]["rows"][0]) for head in heads), "layers": len(layers)}
    sizes["dv"] = max(len(table["rows"][0]) for head in heads for table in head["values"])
    sizes |= {"H": max(len(layer["heads"]) for layer in layers), "order": max(layer["order"] for layer in layers)}
    stored = [entry for head in heads for entry in flat([head["null_keys"], head["null_values"]])]
    for head in heads:
        for table in (head["queries"], *head["keys"], *head["values"]):
            stored += flat(table["rows"])
    kind = ("fixed", p) if name == "FIXED" else ("saturated", 0)
    of_class = all((layer["weights"], layer["bits"]) == kind for layer in layers) and _masked(layers, claim)
    listed = claim["evidence"].get("look_up")
    try:
        good = of_class and in_grid(grid, p, stored) and _computes(question, unit, at, listed)
    except LookupError:  # a table too short for the task, or a pair that a read-out lacks
        good = False
    return sizes, good


def _masked(layers, claim):
    """Whether all see everything, or in each layer what it says in the pattern."""
    if "pattern" not in claim:
        return all("mask" not in layer for layer in layers)
    rows, n = brute_sparse.stated(claim["pattern"]), claim["pattern"]["n"]
    masks = [[set(row) for row in layer.get("mask", [range(n)] * n)] for layer in layers]
    return all(mask == rows[t % len(rows)] for t, mask in enumerate(masks))


def softmax_judged(question, claim, name, p, grid, gap):
    A, i, evidence = alphabet(question), question["position"], claim["evidence"]
    heads, good = evidence["heads"], True
    for tokens, answers in inputs_and_answers(question):
        if answers[i] is None:
            continue
        output = Fraction(0)
        for head in heads:
            shares, values = head["weights"][tokens[i]], head["values"]
            null = len(values) - A * len(tokens)  # 1 if there is a null token: it comes last
            seen = [j * A + x for j, x in enumerate(tokens)] + [-1] * null
            shares, values = [shares[k] for k in seen], [values[k] for k in seen]
            output += Fraction(dot(shares, values), sum(shares))
        good = good and _above(output, evidence["at"], answers[i])
    return {"H": len(heads)}, good


def averaging_judged(question, claim, name, p, grid, gap):
    evidence = claim["evidence"]
    N, q, heads = question["N"], question["q"], evidence["heads"]
    subsets = list(combinations(range(N), q))
    sizes = {"m": max(len(key) for head in heads for key in [*head["keys"], []]), "H": len(heads)}
    for head in heads:
        stored = flat([head["queries"], head["keys"], head["share"], -head["share"]])
        if len(head["queries"]) != len(subsets) or len(head["keys"]) != N or not in_grid(grid, p, stored):
            return sizes, False
    return sizes, averaging_error(evidence, subsets, N, q, name, p) <= Fraction(claim["error"])


def _computes(question, unit, at, listed):
    pairs = inputs_and_answers(question)
    if not fits(unit, question, len(pairs[0][0])):
        return False
    told = {}
    for i, token, row, answer in listed or ():
        told[i, token, tuple(map(Fraction, row))] = {answer}
    listed = None if listed is None else set(told)
    for tokens, answers in pairs:
        for i, row in enumerate(unit_rows(unit, tokens)):
            if answers[i] is None:
                continue
            if at is None:
                seen = i, tokens[i], tuple(row)
                if listed is not None and seen not in listed:
                    return False
                told.setdefault(seen, set()).add(answers[i])
            elif not _above(row[0], at, answers[i]):
                return False
    return all(len(answers) == 1 for answers in told.values())


def fits(unit, question, length):
    """Whether the tables are for this alphabet and length."""
    A = unit["alphabet"]
    if alphabet(question) != A:
        return False
    for layer, after in zip(unit["layers"], [*unit["read_outs"], None], strict=True):
        for head in layer["heads"]:
            for table in (head["queries"], *head["keys"], *head["values"]):
                if len(table["rows"]) != {"token": A, "position": length, "both": A * length}[table["by"]]:
                    return False
        A = after and after["alphabet"]
    return True


def _above(output, at, answer):
    return output != Fraction(at) and answer == int(output > Fraction(at))


def averaging_error(evidence, subsets, N, q, name, p):
    """The greatest error over subsets and over z in {-1, 1}^N, found by trying every z."""
    if 2**N > MOST_INPUTS:
        raise NoOpinion(N)
    worst = Fraction(0)
    for r, y in enumerate(subsets):
        off = [Fraction(-(j in y), q) for j in range(N)]
        for head in evidence["heads"]:
            scores = [dot(head["queries"][r], key) for key in head["keys"]]
            if name == "SOFTMAX":
                shares = [Fraction(evidence["base"]) ** (score - max(scores)) for score in scores]
            else:
                shares = weights(scores, "fixed" if name == "FIXED" else "saturated", p)
            for j in range(N):
                off[j] += Fraction(head["share"] * shares[j], sum(shares) * evidence["divisor"])
        common = lcm(*(entry.denominator for entry in off))
        integers = [int(entry * common) for entry in off]
        most = max(abs(sum(map(mul, integers, z))) for z in product((-1, 1), repeat=N))
        worst = max(worst, Fraction(most, common))
    return worst


def in_scope(unit, scope):
    """Pairwise scores, and what the scope does not allow does not occur."""
    for layer in unit["layers"]:
        tables = [table for head in layer["heads"] for table in (head["queries"], *head["keys"], *head["values"])]
        if layer["order"] != 2 or layer["monomials"] != [[0, 1]]:
            return False
        if scope["tables"] == "token" and not all(table["by"] == "token" for table in tables):
            return False
        if not scope["null"] and any(head["null_keys"] for head in layer["heads"]):
            return False
        if scope["combine"] == "sum" and layer["combine"] == "concat" and len(layer["heads"]) > 1:
            return False
    return True


def of_certificate(unit, alphabet, bits, masks=None):
    """A unit as it stands in a certificate, where the claim says the weights (FIXED of so many bits), written out."""
    kind = {"weights": "fixed" if bits else "saturated", "bits": bits}
    layers = [{**layer, **kind} for layer in unit["layers"]]
    for t, layer in enumerate(layers if masks else ()):
        layer["mask"] = masks[t % len(masks)]
    read_outs = [{**one, "symbols": [[*seen, symbol] for seen, symbol in one["symbols"]]} for one in unit["read_outs"]]
    return {"alphabet": alphabet, "layers": layers, "read_outs": read_outs}


def unit_rows(unit, tokens):
    """The output rows of a unit given as JSON; LookupError if a read-out lacks a pair."""
    return list(unit_steps(unit, tokens))[-1][1]


def unit_steps(unit, tokens):
    """For each layer the tokens that it sees, and its rows."""
    A, tokens = unit["alphabet"], list(tokens)
    for k, layer in enumerate(unit["layers"]):
        rows = []
        for i in range(len(tokens)):
            of_heads = [head_row(head, layer, i, tokens, A) for head in layer["heads"]]
            if layer["combine"] == "sum":
                rows.append([sum(column) for column in zip(*of_heads, strict=True)])
            else:
                rows.append([entry for row in of_heads for entry in row])
        yield tokens, rows
        if k < len(unit["read_outs"]):
            read_out = unit["read_outs"][k]
            new = []
            for token, row in zip(tokens, rows, strict=True):
                (symbol,) = [
                    symbol
                    for other, entries, symbol in read_out["symbols"]
                    if other == token and [Fraction(entry) for entry in entries] == row
                ] or [None]
                if symbol is None:
                    raise LookupError
                new.append(symbol)
            A, tokens = read_out["alphabet"], new


def head_row(head, layer, i, tokens, A):
    """The output of one head at position i."""
    seen = layer["mask"][i] if "mask" in layer else range(len(tokens))
    seen = [*seen, None] if head["null_keys"] else list(seen)

    def parts(tables, blanks, chosen):
        return [blanks[k] if j is None else vector(tables[k], j, tokens[j], A) for k, j in enumerate(chosen)]

    query = vector(head["queries"], i, tokens[i], A)
    tuples = list(product(seen, repeat=layer["order"] - 1))
    scores = []
    for chosen in tuples:
        everything = [query, *parts(head["keys"], head["null_keys"], chosen)]
        scores.append(sum(dot(*(everything[k] for k in monomial)) for monomial in layer["monomials"]))
    shares = weights(scores, layer["weights"], layer["bits"])
    row = [0] * len(head["values"][0]["rows"][0])
    for share, chosen in zip(shares, tuples, strict=True):
        values = parts(head["values"], head["null_values"], chosen)
        for c in range(len(row)):
            row[c] += share * dot(*([value[c]] for value in values))
    return [Fraction(entry) / sum(shares) for entry in row]


def vector(table, i, x, A):
    return table["rows"][{"token": x, "position": i, "both": i * A + x}[table["by"]]]


def weights(scores, kind, p):
    """Weights by truncation: the integer part of 2^p / 2^d."""
    best = max(scores)
    if kind == "saturated":
        return [1 if score == best else 0 for score in scores]
    if kind == "fixed":
        return [2**p >> (best - score) for score in scores]
    return [Fraction(1, 2 ** (best - score)) for score in scores]
