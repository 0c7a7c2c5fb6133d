"""The claims of a certificate judged a second time, by code that shares nothing with the checker.

It covers what shows an explicit unit: ``tables``, ``shared-tables``, ``unit``, ``averaging`` and ``softmax-weights``.
Everything is written from FORMAT.rst, slowly, and takes for granted that the certificate is well formed.
"""

import re
from fractions import Fraction
from itertools import combinations, product

MOST_INPUTS = 5000


class NoOpinion(Exception):
    """There are more inputs than are tried here."""


def proves(certificate):
    """Whether each claim follows from its evidence (lower ends are taken on trust).

    Raises NoOpinion for a task of more than MOST_INPUTS inputs (for averages: so many z in {-1, 1}^N): enumerating them
    this slowly would take minutes.
    """
    uppers = [claim for claim in certificate["claims"] if claim["side"] == "upper"]
    return all(_proves(claim.get("question", certificate.get("question")), claim) for claim in uppers)


def _proves(question, claim):
    value, resource = claim["value"], claim["resource"]
    name, _, bits, grid, gap = re.fullmatch(
        r"(\w+)(\((\w+), (\w+)(?:, gap (\d+(?:/\d+)?))?\))?", claim["unit_class"]
    ).groups()
    p = value if bits == "p" else int(bits or 0)
    most = {"m": claim.get("m"), "H": claim.get("heads", question.get("heads", 1))}
    named = question["order"] if question["task"] == "match" else 2
    most |= {"order": claim.get("order", named), "layers": claim.get("layers", 1)}
    most["dv"] = value if claim.get("dv") == "m" else claim.get("dv", 1)
    if resource != "p":
        most[resource] = value
    sizes, good = JUDGES[claim["evidence"]["kind"]](question, claim, name, p, grid, Fraction(gap or 0))
    good = good and ("scope" not in claim or in_scope(claim["evidence"]["unit"], claim["scope"]))
    return good and all(most[size] is None or needed <= most[size] for size, needed in sizes.items())


def in_grid(grid, p, numbers):
    if grid == "midrise":
        return all(x % 2 and abs(x) < 2**p for x in numbers)
    return grid is None or all(-(2**p) <= 2 * x < 2**p for x in numbers)


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def dot(*vectors):
    total = 0
    for a in range(len(vectors[0])):
        term = 1
        for vector in vectors:
            term *= vector[a]
        total += term
    return total


# --- patterns


def pattern(question):
    """(rows, null) of an order-2 pattern."""
    if question["task"] == "pattern":
        return question["rows"], question["null"]
    if question["task"] == "relevance":
        free = question.get("free", [[] for _ in question["selected"]])
        width = range(question["columns"])
        signs = [
            ["-+*"[(c in y) + 2 * (c in z)] for c in width] for y, z in zip(question["selected"], free, strict=True)
        ]
        return ["".join(row) for row in signs], question["null"]
    if question["task"] == "match":
        M = question["M"]
        return ["".join("+" if x + y in (0, M) else "-" for y in range(M)) for x in range(M)], True
    N = range(question["N"])
    return ["".join("-0"[j in y] for j in N) for y in combinations(N, question["q"])], False


def keeps_gap(word, scores, t, gap):
    """Whether the scores have the word's signs around t, nonzero ones by the gap."""
    wanted = {"0": lambda d: d == 0, "+": lambda d: d >= gap, "-": lambda d: -d >= gap, "*": lambda d: True}
    return all(wanted[symbol](score - t) for symbol, score in zip(word, scores, strict=True))


def _tables(question, claim, name, p, grid, gap):
    if question["task"] == "match" and question["order"] > 2:
        return _tensor(question, claim["evidence"], grid, p, gap)
    if question["task"] == "scored":
        return _points(question, claim["evidence"])
    evidence, (rows, null) = claim["evidence"], pattern(question)
    queries, keys = evidence["queries"], evidence["keys"]
    real = name == "SIGN"
    if real and not null:  # the functional that gives the free threshold is positive on all keys
        rows = [*rows, "+" * len(rows[0])]
    good = len(queries) == len(rows) and len(keys) == len(rows[0])
    good = good and in_grid(grid, p, flat(queries) + flat(keys) + evidence.get("null_key", []))
    for word, query in zip(rows, queries, strict=False):
        if not good:
            break
        scores = [dot(query, key) for key in keys]
        if "null_key" in evidence:
            thresholds = [dot(query, evidence["null_key"])]
        elif real:
            thresholds = [0]
        else:  # where some real threshold works, one of these does: a score, or a score plus or minus the gap
            thresholds = [score + step for score in scores for step in (0, gap, -gap)]
        good = any(keeps_gap(word, scores, t, gap or 1) for t in thresholds)
    return {"m": evidence["dimension"] - (real and not null)}, good


def _points(question, evidence):
    """Points and queries as fractions: thresholds from the scores themselves, distances from the centre."""
    rows, width = pattern(question["of"])[0], evidence["dimension"]
    queries, keys = evidence["queries"], evidence["keys"]
    good = len(queries) == len(rows) and len(keys) == len(rows[0]) and all(key[-1] > 0 for key in keys)
    points = [[Fraction(x, key[-1]) for x in key[:-1]] for key in keys] if good else []
    if question["score"] == "cosine" and width:
        good = good and all(dot(point, point) == 1 for point in points)
    vectors = {}
    for r, (word, query) in enumerate(zip(rows, queries, strict=False)):
        if not good:
            break
        vector, t = query[:width], Fraction(query[-1])
        if question["score"] == "euclidean":
            good = query[width] < 0
            centre = [Fraction(x, -2 * query[width]) for x in vector] if good else vector
            vector, t = [*vector, query[width]], t / -(query[width] or 1) + dot(centre, centre)
            scores = [
                -dot(away, away) for away in ([a - b for a, b in zip(point, centre, strict=True)] for point in points)
            ]
        else:
            scores = [dot(vector, point) for point in points]
        group = question.get("shared", range(len(rows)))[r]
        good = good and vectors.setdefault(group, vector) == vector
        good = good and all(
            s == "*" or (score > -t if s == "+" else score < -t) for s, score in zip(word, scores, strict=True)
        )
    return {"m": width}, good


def _tensor(question, evidence, grid, p, gap):
    M, order = question["M"], question["order"]
    good = len(evidence["queries"]) == M and all(len(table) == M for table in evidence["keys"])
    good = good and in_grid(grid, p, flat([evidence[k] for k in ("queries", "keys", "null_keys")]))
    for x, query in enumerate(evidence["queries"]):
        if not good:
            break
        t = dot(query, *evidence["null_keys"])
        for chosen in product([*range(M), None], repeat=order - 1):
            blanks = chosen.count(None)
            if blanks == order - 1:
                continue
            keys = [
                blank if c is None else table[c]
                for c, table, blank in zip(chosen, evidence["keys"], evidence["null_keys"], strict=True)
            ]
            score = dot(query, *keys)
            wins = blanks == 0 and (x + sum(chosen)) % M == 0
            good = good and (score - t if wins else t - score) >= (gap or 1)
    return {"m": evidence["dimension"], "order": order}, good


def _shared(question, claim, name, p, grid, gap):
    heads, N, q = claim["evidence"]["heads"], question["N"], question["q"]
    subsets = list(combinations(range(N), q))
    sizes = {"m": max(len(key) for head in heads for key in [*head["keys"], []]), "H": len(heads)}
    good = len(heads) == question["heads"] and in_grid(grid, p, flat([[h["queries"], h["keys"]] for h in heads]))
    if not good or any(len(h["queries"]) != len(subsets) or len(h["keys"]) != N for h in heads):
        return sizes, False
    cardinalities = set()
    for r, y in enumerate(subsets):
        parts = []
        for head in heads:
            scores = [dot(head["queries"][r], key) for key in head["keys"]]
            parts.append({j for j in range(N) if all(scores[j] >= other for other in scores)})
            word = "".join("-0"[j in parts[-1]] for j in range(N))
            good = good and keeps_gap(word, scores, max(scores), gap)
        good = good and set().union(*parts) == set(y) and sum(map(len, parts)) == q
        cardinalities.add(tuple(map(len, parts)))
    return sizes, good and (question["combine"] == "concat" or len(cardinalities) == 1)


# --- units


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


def weights(scores, kind, p):
    """Weights by truncation: the integer part of 2^p / 2^d."""
    best = max(scores)
    if kind == "saturated":
        return [1 if score == best else 0 for score in scores]
    if kind == "fixed":
        return [2**p >> (best - score) for score in scores]
    return [Fraction(1, 2 ** (best - score)) for score in scores]


def vector(table, i, x, A):
    return table["rows"][{"token": x, "position": i, "both": i * A + x}[table["by"]]]


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
    row = [Fraction(0)] * len(head["values"][0]["rows"][0])
    for share, chosen in zip(shares, tuples, strict=True):
        values = parts(head["values"], head["null_values"], chosen)
        for c in range(len(row)):
            row[c] += Fraction(share) / sum(shares) * dot(*([value[c]] for value in values))
    return row


def unit_rows(unit, tokens):
    """The output rows of a unit given as JSON; LookupError if a read-out lacks a pair."""
    A, tokens = unit["alphabet"], list(tokens)
    for k, layer in enumerate(unit["layers"]):
        rows = []
        for i in range(len(tokens)):
            of_heads = [head_row(head, layer, i, tokens, A) for head in layer["heads"]]
            if layer["combine"] == "sum":
                rows.append([sum(column) for column in zip(*of_heads, strict=True)])
            else:
                rows.append([entry for row in of_heads for entry in row])
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
    return rows


def inputs_and_answers(question):
    """All inputs of a computation with their answers (None: not asked for), from the words of FORMAT.rst."""
    position = question.get("position")
    return [
        (x, [a if position in (None, i) else None for i, a in enumerate(answers)])
        for x, answers in all_inputs_and_answers(question)
    ]


def all_inputs_and_answers(question):
    """The same before one position is singled out."""
    of = question["of"]
    if of == "table":
        return [(tuple(given), answers) for given, answers in question["answers"]]
    N = 2 * question["n"] + 1 if of == "composition" else question["N"]
    A = alphabet(question)
    if A**N > MOST_INPUTS:
        raise NoOpinion(question)
    return [(x, [int(answer(question, x, i)) for i in range(N)]) for x in product(range(A), repeat=N)]


def answer(question, x, i):
    of, N = question["of"], len(x)
    if of == "cycle3":
        edges = {(a, b) for a in range(N) for b in range(N) if format(x[a], f"0{N}b")[N - 1 - b] == "1"}
        return any({(i, j), (j, k), (k, i)} <= edges for j in range(N) for k in range(N))
    if of == "induction-heads":
        followed = [j for j in range(i) if x[j] == x[i]]
        return x[max(followed) + 1] if followed else question["A"]
    if of == "k-hop":
        for _ in range(question["k"]):
            i = next((j for j in reversed(range(1, i + 1)) if x[j - 1] == x[i]), None) if i is not None else None
        return question["A"] if i is None else x[i]
    if of == "composition":
        return x[x[question["n"] + x[i]]]
    M = question["M"]
    if of == "match3-bigram":
        return any((x[i] + x[j] + x[j + 1]) % M == 0 for j in range(N - 1))
    order, reach = question.get("order", 3), question.get("K", N)
    near = [j for j in range(N) if -reach <= i - j <= reach]
    return any((x[i] + sum(x[j] for j in chosen)) % M == 0 for chosen in product(near, repeat=order - 1))


def _unit(question, claim, name, p, grid, gap):
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
    of_class = all((layer["weights"], layer["bits"]) == kind and "mask" not in layer for layer in layers)
    try:
        good = of_class and in_grid(grid, p, stored) and _computes(question, unit, at)
    except LookupError:  # a table too short for the task, or a pair that a read-out lacks
        good = False
    return sizes, good


def _computes(question, unit, at):
    pairs = inputs_and_answers(question)
    if not _fits(unit, question, len(pairs[0][0])):
        return False
    told = {}
    for tokens, answers in pairs:
        for i, row in enumerate(unit_rows(unit, tokens)):
            if answers[i] is None:
                continue
            if at is None:
                told.setdefault((i, tokens[i], tuple(row)), set()).add(answers[i])
            elif not _above(row[0], at, answers[i]):
                return False
    return all(len(answers) == 1 for answers in told.values())


def alphabet(question):
    """A."""
    named = {"cycle3": lambda: 2 ** question["N"], "composition": lambda: question["n"]}
    named |= dict.fromkeys(("induction-heads", "k-hop"), lambda: question["A"])
    return named.get(question["of"], lambda: question.get("M", question.get("alphabet")))()


def _fits(unit, question, length):
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


def _softmax(question, claim, name, p, grid, gap):
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


def _above(output, at, answer):
    return output != Fraction(at) and answer == int(output > Fraction(at))


# --- averaging


def _averaging(question, claim, name, p, grid, gap):
    evidence = claim["evidence"]
    N, q, heads = question["N"], question["q"], evidence["heads"]
    subsets = list(combinations(range(N), q))
    sizes = {"m": max(len(key) for head in heads for key in [*head["keys"], []]), "H": len(heads)}
    for head in heads:
        stored = flat([head["queries"], head["keys"], head["share"], -head["share"]])
        if len(head["queries"]) != len(subsets) or len(head["keys"]) != N or not in_grid(grid, p, stored):
            return sizes, False
    return sizes, averaging_error(evidence, subsets, N, q, name, p) <= Fraction(claim["error"])


def averaging_error(evidence, subsets, N, q, name, p):
    """The greatest error over subsets and over z in {-1, 1}^N, found by trying every z."""
    if 2**N > MOST_INPUTS:
        raise NoOpinion(N)
    worst = Fraction(0)
    for r, y in enumerate(subsets):
        coefficients = [Fraction(0)] * N
        for head in evidence["heads"]:
            scores = [dot(head["queries"][r], key) for key in head["keys"]]
            if name == "SOFTMAX":
                shares = [Fraction(evidence["base"]) ** (score - max(scores)) for score in scores]
            else:
                shares = weights(scores, "fixed" if name == "FIXED" else "saturated", p)
            for j in range(N):
                coefficients[j] += Fraction(head["share"] * shares[j], sum(shares) * evidence["divisor"])
        for z in product((-1, 1), repeat=N):
            output = sum(c * x for c, x in zip(coefficients, z, strict=True))
            worst = max(worst, abs(output - Fraction(sum(z[j] for j in y), q)))
    return worst


JUDGES = {
    "tables": _tables,
    "shared-tables": _shared,
    "unit": _unit,
    "averaging": _averaging,
    "softmax-weights": _softmax,
}
