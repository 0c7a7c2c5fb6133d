"""Random maps from true premises against brute force on tiny statements: no bound that is false follows."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np

import pattern_truth as truth
import tiny_patterns as tiny
from averages_truth import fixed, meet, saturated, softmax_on_a_line


def signs(rng, side, null=None, symbols="-0+*"):
    """A true bound of m of class SIGN, or of a sign-rank, of a pattern; and the pattern."""
    statement, rows, null = tiny.pattern(rng, null, symbols)
    return bound(rng, statement, rows, null, side), rows, null


def bound(rng, statement, rows, null, side):
    least = truth.least_m(rows, null)
    value = least if rng.random() < 0.8 else max(0, least + rng.choice((-1, -2) if side == "lower" else (1, 2)))
    if null and not any("0" in row for row in rows) and any(set(row) - {"*"} for row in rows) and rng.random() < 0.4:
        matrix = [row.translate(str.maketrans("-+", "01")) for row in rows]
        named = {"question": {"task": "communication", "of": "matrix", "rows": matrix}, "measure": "sign_rank"}
        return {**named, "side": side, "value": str(value)}
    return tiny.size(statement, side, value)


def part_of(rng, rows, more=0):
    """Some rows and columns of a pattern, in any order; and how the part reads, with stars here and there."""
    chosen = rng.sample(range(len(rows)), rng.randint(1, len(rows)))
    columns = rng.sample(range(len(rows[0])), rng.randint(1, len(rows[0])))
    words = ["".join(rows[r][c] if rng.random() < 0.85 else "*" for c in columns) for r in chosen]
    if rng.random() < 0.25:
        r, c = rng.randrange(len(words)), rng.randrange(len(columns))
        words[r] = words[r][:c] + rng.choice("-0+*") + words[r][c + 1 :]
    return chosen, columns, tuple(words)


def explicit(words, null):
    return {"task": "pattern", "rows": list(words), "null": null}


def broken(rng, numbers, most):
    """The list, now and then another one."""
    kind = rng.random()
    if kind < 0.04:
        return numbers[:-1]
    if kind < 0.08:
        return [*numbers, rng.randint(0, most)]
    if kind < 0.12:
        return [rng.randint(0, most) for _ in numbers]
    return None if kind < 0.16 else numbers


def given(**fields):
    return {"rule": "map", **{name: x for name, x in fields.items() if x is not None}}


def between_patterns(rng, counts):
    """Parts, null keys more or less, sign-ranks; both sides."""
    side = rng.choice(("lower", "upper"))
    statement, rows, null = tiny.pattern(rng)
    least = truth.least_m(rows, null)
    if side == "lower":
        chosen, columns, words = part_of(rng, rows)
        premise = bound(rng, explicit(words, rng.random() < 0.5), words, (n := rng.random() < 0.5), side)
        if premise.get("resource"):
            premise["question"] = explicit(words, n)
        claim = tiny.size(statement, side, least + 1)
    else:
        chosen, columns, words = part_of(rng, rows)
        n = rng.random() < 0.5
        claim_null = rng.random() < 0.5
        premise = bound(rng, statement, rows, null, side)
        least = truth.least_m(words, claim_null)
        claim = tiny.size(explicit(words, claim_null), side, 9)
    if rng.random() < 0.2:
        premise = signs(rng, rng.choice(("lower", "upper")))[0]
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3),
                  tied=rng.choice((None,) * 9 + (True,)))  # fmt: skip
    judge(counts, "part", proof, claim, side, least, (claim["question"]["task"], tuple(words), rows, null))


def between_classes(rng, counts):
    """GRID from SIGN, and from GRID of other p, gaps and m; m and p."""
    statement, rows, null = tiny.pattern(rng, most_rows=2)
    name, gap, bits, width = rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2), 1
    width = 2 if len(rows[0]) + null < 4 and rng.random() < 0.5 else 1
    side = rng.choice(("lower", "lower", "upper"))
    chosen, columns, words = part_of(rng, rows)
    _small, _large = (words, rows) if side == "lower" else (rows, words)
    of_rows, of_null = (words, null if rng.random() < 0.7 else not null)
    about = explicit(of_rows, of_null)
    if side == "upper":
        about, of_rows, of_null = statement, rows, null
        statement, rows, null = explicit(words, null if rng.random() < 0.7 else not null), words, None
        null = statement["null"]
    if len(rows[0]) + null > 3 or len(of_rows[0]) + of_null > 3:
        width = 1
    premise = (
        grid_bound(rng, about, of_rows, of_null, side)
        if rng.random() < 0.7
        else bound(rng, about, of_rows, of_null, side)
    )
    if rng.random() < 0.6 and "GRID" in premise.get("unit_class", ""):
        bits = premise["bits"] if rng.random() < 0.7 else bits
        name, gap = premise["grid"], premise["gap"] if rng.random() < 0.7 else gap
    premise = {key: x for key, x in premise.items() if key not in ("bits", "grid", "gap")}
    open_bits = rng.random() < 0.4
    if open_bits:
        claim = tiny.size(statement, side, 1, f"GRID(p, {name}, gap {gap})", "p", m=width)
        fits = [b for b in (1, 2) if truth.in_grid(rows, null, name, b, gap, width)]
        least = min(fits, default=3)  # 3 or more
    else:
        claim = tiny.size(statement, side, 1, f"GRID({bits}, {name}, gap {gap})")
        fits = [m for m in (0, 1, 2) if m <= width and _grid(rows, null, name, bits, gap, m)]
        least = min(fits, default=width + 1)  # or more
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3))
    if not fits and side == "lower":
        counts["class", "unknown"] += 1
        return
    claim["value"] = least + 1 if side == "lower" else 9
    judge(counts, "class", proof, claim, side, least, (rows, null, name, bits, gap, width, open_bits))


def _grid(rows, null, name, bits, gap, m):
    return truth.in_grid(rows, null, name, bits, gap, m)


def grid_bound(rng, statement, rows, null, side):
    """A true bound of m or p in a grid, as far as it is known."""
    name, gap, bits = rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2)
    width = 2 if len(rows[0]) + null < 4 else 1
    more = {"bits": bits, "grid": name, "gap": gap}
    if rng.random() < 0.5:
        fits = [b for b in (1, 2) if truth.in_grid(rows, null, name, b, gap, width)]
        value = min(fits, default=3) if side == "lower" else min(fits, default=None)
        if value is not None:
            return {**tiny.size(statement, side, value, f"GRID(p, {name}, gap {gap})", "p", m=width), **more}
    fits = [m for m in (0, 1, 2) if m <= width and truth.in_grid(rows, null, name, bits, gap, m)]
    value = min(fits, default=width + 1) if side == "lower" else min(fits, default=None)
    if value is None:
        return bound(rng, statement, rows, null, side)
    return {**tiny.size(statement, side, value, f"GRID({bits}, {name}, gap {gap})"), **more}


def other_scores(rng, counts):
    """Cosines, distances, shared queries: from inner products and from one another, with poles and cuts."""
    side = rng.choice(("lower", "lower", "upper"))
    statement, rows, norm, group = tiny.scored(rng)
    least = truth.least_scored(rows, norm, group)
    pole = norm == "distance"
    claim = tiny.size(statement, side, least + 1 if side == "lower" else 9)
    about = (statement["task"], rows, norm, group)
    if side == "lower" and rng.random() < 0.5:
        whole = [row + "-" * pole for row in rows]
        chosen, columns, words = part_of(rng, whole)
        if len(columns) > 3:
            columns, words = columns[:3], tuple(word[:3] for word in words)
        cuts, lines = [], list(words)
        for _ in range(rng.choice((0, 0, 1, 2))):
            by, at = rng.sample(range(len(rows)), rng.randint(1, len(rows))), rng.choice(columns)
            cuts.append({"column": at, "by": by})
            apart = [any({whole[r][c], whole[r][at]} == {"+", "-"} for r in by) for c in columns]
            lines.append(
                "".join(
                    "+" if c == at else "-" if x and rng.random() < 0.9 else rng.choice("**-")
                    for c, x in zip(columns, apart, strict=False)
                )
            )
        if cuts and rng.random() < 0.3:
            chosen, lines = [], lines[len(words) :]
        null = rng.random() < 0.2
        premise = bound(rng, explicit(lines, null), tuple(lines), null, side)
        proof = given(
            name="sphere", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3), cuts=cuts or None
        )
        judge(counts, "sphere", proof, claim, side, least, about)
        return
    kind = rng.random()
    if kind < 0.5:  # another score of the same rows
        other, name = rng.choice((("cosine", "sphere"), ("euclidean", "distance")))
        of = statement.get("of") or {
            "task": "separation",
            "N": statement["N"],
            "least": statement["least"],
            "most": statement["most"],
        }
        asked = {"task": "scored", "score": other, "of": of}
        if rng.random() < 0.5 and statement.get("shared"):
            asked["shared"] = statement["shared"]
        if statement["task"] == "retrieval" and rng.random() < 0.7:
            asked = {**statement, "score": other}
        value = truth.least_scored(rows, name, group if "shared" in asked else tuple(range(len(rows))))
        premise = tiny.size(asked, side, value) if value < truth.NEVER else tiny.size(asked, "lower", 7)
    else:
        of = statement.get("of") or {
            "task": "separation",
            "N": statement["N"],
            "least": statement["least"],
            "most": statement["most"],
        }
        null = rng.random() < 0.4
        premise = bound(rng, explicit(rows, null) if null or rng.random() < 0.5 else of, rows, null, side)
    part = part_of(rng, rows) if rng.random() < 0.2 else (None, None, None)
    proof = given(name=rng.choice(("part",) * 9 + ("sphere",)), of=premise, rows=part[0], columns=part[1])
    judge(counts, "score", proof, claim, side, least, about)


def weights(rng, counts):
    """Attention ratios: nonzeros above zeros, or tied."""
    side = rng.choice(("lower", "upper"))
    statement, rows, least = tiny.ratios(rng)
    symbol = rng.choice("0+")
    table = tuple("".join(symbol if c in row else "-" for c in range(statement["L"])) for row in rows)
    chosen, columns, words = part_of(rng, table) if side == "lower" else (None, None, table)
    if side == "upper" and rng.random() < 0.1:
        words = tuple(word.replace("-", rng.choice("-*")) for word in words)
    null = rng.random() < 0.15
    premise = bound(rng, explicit(words, null), words, null, side)
    tied = True if (symbol == "0") != (rng.random() < 0.2) else None
    chosen, columns = (x and broken(rng, x, 3) for x in (chosen, columns))
    proof = given(name="part", of=premise, rows=chosen, columns=columns, tied=tied)
    claim = tiny.size(statement, side, least + 1 if side == "lower" else 9, "SOFTMAX")
    judge(counts, "weights", proof, claim, side, least, repr(statement))


def strangers(rng, counts):
    """Premises of other kinds: weights, other scores, several heads, averages with another error."""
    side, kind = rng.choice(("lower", "upper")), rng.random()
    if kind < 0.3:  # weights for scores
        question, rows, least = tiny.ratios(rng)
        table = tuple("".join("0" if c in row else "-" for c in range(question["L"])) for row in rows)
        premise, claim = tiny.size(question, side, least, "SOFTMAX"), tiny.size(explicit(table, False), side, 9)
        truth_of = truth.least_m(table, False)
        if rng.random() < 0.3:
            other = {**question, "ratio": rng.choice(("0", "1", "3"))}
            truth_of = truth.least_ratios(
                question["L"], tuple(rows), Fraction(other["ratio"]), Fraction(question["zero"])
            )
            claim = tiny.size(other, side, 9, "SOFTMAX")
    elif kind < 0.6:  # other scores for inner products, or for other ones
        question, rows, norm, group = tiny.scored(rng)
        least = truth.least_scored(rows, norm, group)
        if least == truth.NEVER and side == "upper":
            return
        premise, claim = tiny.size(question, side, min(least, 7)), tiny.size(explicit(rows, False), side, 9)
        truth_of = truth.least_m(rows, False)
        other, name = rng.choice((("cosine", "sphere"), ("euclidean", "distance"), ("inner", "")))
        if rng.random() < 0.6 and (other != "inner" or "shared" in question):
            shared = question.get("shared") if rng.random() < 0.5 or other == "inner" else None
            of = question.get("of") or explicit(rows, False)
            claim = tiny.size(
                {"task": "scored", "score": other, "of": of, **({"shared": shared} if shared else {})}, side, 9
            )
            truth_of = truth.least_scored(rows, name, tuple(shared) if shared else tuple(range(len(rows))))
    elif kind < 0.8:  # two heads for one, and back
        N = rng.randint(2, 3)
        q, name, gap, bits = rng.randint(2, N), rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2)
        two = [m for m in (0, 1) if truth.shares(N, q, 2, "concat", name, bits, gap, m)]
        one = [m for m in (0, 1) if truth.in_grid(tiny.sets(N, q, q, "0"), False, name, bits, gap, m)]
        shared = {"task": "shared", "N": N, "q": q, "heads": 2, "combine": "concat"}
        both = [(shared, two), ({"task": "qsa", "N": N, "q": q}, one)]
        (question, known), (asked, wanted) = both if rng.random() < 0.5 else both[::-1]
        if (not known and side == "upper") or (not wanted and side == "lower"):
            return
        cls = f"GRID({bits}, {name}, gap {gap})"
        premise = tiny.size(question, side, min(known, default=2), cls)
        claim, truth_of = tiny.size(asked, side, 9, cls), min(wanted, default=2)
    else:  # averages with another error, or fewer heads
        N = rng.randint(1, 3)
        q = rng.randint(1, N)
        errors = [Fraction(rng.randint(0, 4), 4) for _ in range(2)]
        question = {"task": "averaging", "N": N, "q": q}
        least = [min((m for m in (0, 1, 2) if saturated(N, q, eps, m)), default=3) for eps in errors]
        if max(least) == 3:
            return
        premise = tiny.size(question, side, least[0], "SATURATED", error=str(errors[0]))
        claim, truth_of = tiny.size(question, side, 9, "SATURATED", error=str(errors[1])), least[1]
        if rng.random() < 0.5:  # of SOFTMAX it is known whether width 0 does it
            flat = [int(not meet([(1,) * N], N, q, eps)) for eps in errors]
            premise["unit_class"] = claim["unit_class"] = "SOFTMAX"
            if side == "upper" or flat[1]:
                return
            premise["value"], truth_of = flat[0], flat[1]
    if side == "lower":
        claim["value"] = truth_of + 1
    proof = given(
        name=rng.choice(("part", "part", "part", "averages")), of=premise, tied=rng.choice((None, None, True))
    )
    judge(counts, "strangers", proof, claim, side, truth_of, repr(claim))


def permutations(rng, counts):
    """Permutation matrices of L <= 3: m is 0, 1, 2."""
    side, L = rng.choice(("lower", "upper")), rng.randint(1, 3)
    of = rng.choice(({"task": "separation", "N": L, "least": 1, "most": 1}, {"task": "qsa", "N": L, "q": 1}))
    symbol = "0" if of["task"] == "qsa" else "+"
    if rng.random() < 0.4:
        of = {
            "task": of["task"],
            "N": (n := rng.randint(1, 3)),
            **({"q": (k := rng.randint(1, n))} if symbol == "0" else {"least": (k := rng.randint(1, n)), "most": k}),
        }
        rows = tiny.sets(n, k, k, symbol)
    else:
        rows = tiny.sets(L, 1, 1, symbol)
    premise = bound(rng, of, rows, False, side)
    proof = given(name="part", of=premise, tied=rng.choice((None, True)))
    claim = tiny.size({"task": "permutation-matrix", "L": L}, side, L if side == "lower" else 9, "SOFTMAX")
    judge(counts, "permutation", proof, claim, side, L - 1, (side, L))


def flattened(rng, counts):
    """Tuples of order 3 in a grid with one coordinate, and m = 1 of real vectors for M = 1."""
    M, part = rng.randint(1, 2), rng.randint(0, 3)
    low = -1 if part else 0
    rows = [rng.randint(low, M - 1) if rng.random() < 0.97 else rng.randint(-2, M) for _ in range(rng.randint(1, 3))]
    columns = [[rng.randint(-1 if not part or i else 0, M - 1) for i in range(2)] for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.03:
        columns[0] = rng.choice(([0], [-1, -1], [M, 0], [0, 0, 0]))
    words = []
    for x in rows:
        word = []
        for others in columns:
            parts = [*others[:part], x, *others[part:]]
            nulls = [y for y in parts[1:] if y == -1]
            word.append("0" if len(nulls) == len(parts) - 1 else "+" if not nulls and sum(parts) % M == 0 else "-")
        words.append("".join(x if rng.random() < 0.95 else "*" for x in word))
    null = rng.random() < 0.7
    premise = bound(rng, explicit(words, null), tuple(words), null, "lower")
    proof = given(name="tuples", of=premise, part=part, rows=rows, columns=columns)
    question = {"task": "match", "order": 3, "M": M}
    name, gap, bits = rng.choice(
        (("midrise", Fraction(1, 2), 2), ("twos", Fraction(1, 2), 2), ("midrise", 1, 1), ("twos", 1, 2))
    )
    fits = truth.tuples_in_grid(M, name, bits, gap, 1)
    if not fits and M == 2:
        return
    least = 1
    claim = (
        tiny.size(question, "lower", 2)
        if M == 1
        else tiny.size(question, "lower", 2, f"GRID({bits}, {name}, gap {gap})")
    )
    judge(counts, "tuples", proof, claim, "lower", least, (M, part))


LINEAR = {}


def linear(inputs):
    """The 0/1 functions on words over two tokens that one head computes: sums of functions of a token each."""
    if inputs not in LINEAR:
        found, n = set(), len(inputs[0])
        for w in product(range(-3, 4), repeat=n):
            for b in range(-7, 8):
                values = [2 * sum(a * x for a, x in zip(w, word, strict=False)) + 2 * b + 1 for word in inputs]
                found.add(tuple(int(v > 0) for v in values))
        LINEAR[inputs] = found
    return LINEAR[inputs]


def cuts(rng, counts):
    """A task on two or three tokens and one that answers: which functions one head computes is known."""
    n, position = rng.randint(1, 3), 0
    position = rng.randint(0, n)
    inputs = tuple(product((0, 1), repeat=n))
    answers = rng.choice(sorted(linear(inputs)))
    if rng.random() < 0.1:
        answers = tuple(1 - a for a in answers)
    asked = [a if rng.random() < 0.9 else None for a in answers]
    if not any(a is not None for a in asked):
        return
    table = []
    for word, a in zip(inputs, asked, strict=False):
        wanted = [None] * (n + 1)
        wanted[position] = a
        table.append([[*word[:position], 0, *word[position:]], wanted])
    question = {
        "task": "computation",
        "of": "table",
        "alphabet": 2,
        "length": n + 1,
        "answers": table,
        "position": position,
    }
    others = [j for j in range(n + 1) if j != position]
    alice = sorted(rng.sample(others, rng.randint(0, n)))
    bob = [j for j in others if j not in alice]
    rows = [[rng.randint(0, 1) for _ in alice] for _ in range(rng.randint(1, 3))]
    columns = [[rng.randint(0, 1) for _ in bob] for _ in range(rng.randint(1, 3))]
    told = {tuple(word): wanted[position] for word, wanted in table}
    words = []
    for row in rows:
        word = ""
        for column in columns:
            at = {**dict(zip(alice, row, strict=False)), **dict(zip(bob, column, strict=False)), position: 0}
            a = told[tuple(at[j] for j in range(n + 1))]
            word += {0: "-", 1: "+", None: rng.choice("***+-")}[a] if rng.random() < 0.93 else rng.choice("*+-")
        words.append(word)
    premise = bound(rng, explicit(words, True), tuple(words), rng.random() < 0.8, "lower")
    if "resource" in premise:
        premise["question"]["null"] = True
        premise["value"] = truth.least_m(tuple(words), True)
    if rng.random() < 0.1:
        alice = sorted(rng.sample(range(n + 1), rng.randint(0, n)))
    proof = given(name="cut", of=premise, token=int(rng.random() < 0.03), alice=alice, rows=rows, columns=columns)
    claim = tiny.size(question, "lower", 2, "THRESH", "H")
    judge(counts, "cut", proof, claim, "lower", 1, (n, position))


def averages(rng, counts):
    """Averages of q of N <= 3 with an error: fixed-point and saturated units of one coordinate, softmax, and ties."""
    N = rng.randint(1, 3)
    q = rng.randint(1, N)
    eps = (
        Fraction(rng.randint(0, 24), rng.choice((8, 12, 24)) * q)
        if rng.random() < 0.8
        else Fraction(rng.randint(0, 8), 8)
    )
    cls, name, bits = (
        rng.choice(("FIXED", "FIXED", "SATURATED", "SOFTMAX")),
        rng.choice(("midrise", "twos")),
        rng.randint(1, 2),
    )
    question, resource, side = {"task": "averaging", "N": N, "q": q}, "m", "lower"
    written = cls
    if cls == "FIXED":
        if rng.random() < 0.4:
            resource, written = "p", f"FIXED(p, {name})"
            least = min((b for b in (1, 2) if fixed(N, q, eps, b, name)), default=None)
        else:
            written = f"FIXED({bits}, {name})"
            least = 1 if fixed(N, q, eps, bits, name) else None
    elif cls == "SATURATED":
        least = min((m for m in (0, 1, 2) if saturated(N, q, eps, m)), default=None)
    else:
        least = 1 if softmax_on_a_line(N, q, eps) else None
    if least is None:
        return  # nothing that is claimed is known to be false
    of = rng.choice(({"task": "separation", "N": N, "least": q, "most": q}, {"task": "qsa", "N": N, "q": q}))
    if rng.random() < 0.1:
        of["N"] = max(1, N + rng.choice((-1, 1)))
    if of["N"] < q or of["N"] > 3:
        return
    rows = tiny.sets(of["N"], q, q, "0" if of["task"] == "qsa" else "+")
    kind = rng.random()
    if kind < 0.4:
        premise = bound(rng, of, rows, False, "lower")
    else:
        gap = rng.choice((Fraction(1, 2), 1, 2, 3, 4))
        most = rng.choice((bits, bits, 1, 2))
        if rng.random() < 0.5:
            fits = [b for b in (1, 2) if truth.in_grid(rows, False, name, b, gap, 1)]
            premise = tiny.size(of, "lower", min(fits, default=3), f"GRID(p, {name}, gap {gap})", "p", m=1)
        else:
            value = 1 if len(rows) == 1 else 1 + (not truth.in_grid(rows, False, name, most, gap, 1))
            value = 0 if truth.in_grid(rows, False, name, most, gap, 0) else value
            premise = tiny.size(of, "lower", value, f"GRID({most}, {name}, gap {gap})")
    more = {"m": 1} if resource == "p" else {}
    if rng.random() < 0.05:
        more["heads"] = 2
        return
    claim = tiny.size(question, side, least + 1, written, resource, error=str(eps), **more)
    judge(counts, "averages", given(name="averages", of=premise), claim, side, least, (N, q, eps, written))


def saturations(rng, counts):
    """Ties of r of N multiplied up: compared with what saturated weights on faces give, N <= 3."""
    N = rng.randint(1, 3)
    q, r = rng.randint(1, N), rng.randint(1, N)
    eps = Fraction(rng.randint(0, 2 * q), 2 * q)
    of = {"task": "qsa", "N": (n := N if rng.random() < 0.8 else rng.randint(r, 3)), "q": min(r, n)}
    premise = bound(rng, of, tiny.sets(n, of["q"], of["q"], "0"), False, "upper")
    claim = tiny.size({"task": "averaging", "N": N, "q": q}, "upper", 9, "SOFTMAX", error=str(eps))
    least = 0 if meet([(1,) * N], N, q, eps) else 1  # no width: all weights are equal
    judge(counts, "saturation", given(name="averages", of=premise), claim, "upper", least, (N, q, eps))


def rectangles(rows, value):
    """All rectangles that hold no other value."""
    found = []
    for chosen in range(1, 2 ** len(rows)):
        for columns in range(1, 2 ** len(rows[0])):
            cells = [
                (r, c) for r in range(len(rows)) for c in range(len(rows[0])) if chosen >> r & 1 and columns >> c & 1
            ]
            if all(rows[r][c] in (value, "*") for r, c in cells):
                found.append(frozenset(cells))
    return found


def measured(name, rows):
    """Some measures by their definitions."""
    matrix = [[int(x) if x != "*" else 0 for x in row] for row in rows]
    if name == "cover1":
        cells = {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "1"}
        shapes = rectangles(rows, "1")
        return next(k for k in range(10) if any(cells <= frozenset().union(*some) for some in combinations(shapes, k)))
    if name == "rank_q":
        return int(np.linalg.matrix_rank(np.array(matrix)))
    if name == "vc_rows":
        n = len(rows[0])
        return max(
            k
            for k in range(n + 1)
            for y in combinations(range(n), k)
            if len({tuple(row[c] for c in y) for row in rows}) == 2**k
        )
    norms = np.linalg.svd(2.0 * np.array(matrix) - 1, compute_uv=False)
    return float({"trace_norm": norms.sum(), "spectral_norm": norms.max(), "forster": np.sqrt(norms.size) / norms.max(),
                  "disc_uniform": 0}[name])  # fmt: skip


def measures(rng, counts):
    """Measures of a part, those that grow and one that does not."""
    name = rng.choice(("cover1", "rank_q", "vc_rows", "trace_norm", "spectral_norm", "forster"))
    rows = tiny.random_rows(rng, symbols="01*" if name == "cover1" else "01")
    rows = tuple(row if name == "cover1" else row.replace("*", "0") for row in rows)
    chosen, columns, _ = part_of(rng, rows)
    if rng.random() < 0.1:
        chosen = [rng.randrange(len(rows)) for _ in range(3)]
    part = tuple(
        "".join(rows[r][c] if name != "cover1" or rng.random() < 0.8 else "*" for c in columns) for r in chosen
    )
    if rng.random() < 0.2:
        part = (*part[:-1], "".join(rng.choice("01") for _ in columns))
    if not all(any(set(row) - {"*"} for row in table) for table in (rows, part)):
        return
    side = rng.choice(("lower", "lower", "upper"))
    small, large = measured(name, part), measured(name, rows)
    known, asked = (small, large) if side == "lower" else (large, small)
    of, about = (part, rows) if side == "lower" else (rows, part)
    value = Fraction(known).limit_denominator(10**6) + (
        0 if known == int(known) else Fraction(1 if side == "upper" else -1, 10**5)
    )
    other = name if rng.random() < 0.95 else rng.choice(("rank_q", "vc_rows"))
    premise = {"question": matrix_of(of), "measure": other, "side": side, "value": str(max(0, value))}
    if other != name:
        premise["value"] = str(measured(other, tuple(row.replace("*", "0") for row in of)))
        premise["question"] = matrix_of(tuple(row.replace("*", "0") for row in of))
    claim = {"question": matrix_of(about), "measure": name, "side": side, "value": "9"}
    proof = given(name="part", of=premise, rows=broken(rng, chosen, 3), columns=broken(rng, columns, 3))
    found = tiny.asked(proof, claim)
    counts["measure", "proofs"] += 1
    counts["measure", "accepted"] += found is not None
    key = ("measure", "about", name, about, side)
    counts[key] = max(counts[key], int(found is not None and abs(found - asked) < 1e-4))
    fine = found is None or (found <= asked + 1e-9 if side == "lower" else found >= asked - 1e-9)
    assert fine, (proof, claim, found, asked)


def matrix_of(rows):
    return {"task": "communication", "of": "matrix", "rows": list(rows)}


def judge(counts, kind, proof, claim, side, least, about):
    """A lower bound above the least size, or an upper one below it, is false."""
    value = tiny.asked(proof, claim)
    counts[kind, "proofs"] += 1
    counts[kind, "accepted"] += value is not None
    key = (kind, "about", side, about)
    counts[key] = max(counts[key], int(value == least))
    assert value is None or (value <= least if side == "lower" else value >= least), (proof, claim, value, least)


KINDS = (
    between_patterns, between_classes, other_scores, weights, permutations, flattened, cuts, averages, saturations,
    measures, strangers
)  # fmt: skip


def attack(seed, rounds, kinds=KINDS):
    """Rounds of every kind; counts of proofs, of those accepted, and of statements whose truth was reached."""
    rng, counts = random.Random(seed), Counter()
    for _ in range(rounds):
        for kind in kinds:
            kind(rng, counts)
    told = {}
    for kind in sorted({key[0] for key in counts}):
        shown = [done for key, done in counts.items() if key[0] == kind and key[1] == "about"]
        told[kind] = (counts[kind, "proofs"], counts[kind, "accepted"], sum(shown), len(shown))
    return told


def test_no_map_gives_a_false_bound():
    told = attack(1, 600)
    assert sum(proofs for proofs, *_ in told.values()) > 3000
    for kind, (_, accepted, reached, _) in told.items():
        assert accepted and reached, kind


if __name__ == "__main__":
    import sys

    for kind, row in attack(int(sys.argv[1]), int(sys.argv[2])).items():
        print(kind, *row)
