"""Random maps to other scores and to the weights of a softmax, from true premises."""

from fractions import Fraction

import asking
import brute_patterns
import exact_sign_rank
import pattern_truth as truth
import tiny_patterns as tiny
from averages_truth import meet, saturated
from map_patterns import bound, broken, given, judge, part_of


def other_scores(rng, counts):
    """Cosines, distances, shared queries: from inner products and from one another, with poles and cuts."""
    side = rng.choice(("lower", "lower", "upper"))
    statement, rows, norm, group = tiny.scored(rng)
    least = truth.least_scored(rows, norm, group)
    pole = norm == "distance"
    claim = asking.size(statement, side, least + 1 if side == "lower" else 9)
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
        premise = bound(rng, asking.shown(lines, null), tuple(lines), null, side)
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
        premise = asking.size(asked, side, value) if value < truth.NEVER else asking.size(asked, "lower", 7)
    else:
        of = statement.get("of") or {
            "task": "separation",
            "N": statement["N"],
            "least": statement["least"],
            "most": statement["most"],
        }
        null = rng.random() < 0.4
        premise = bound(rng, asking.shown(rows, null) if null or rng.random() < 0.5 else of, rows, null, side)
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
    premise = bound(rng, asking.shown(words, null), words, null, side)
    tied = True if (symbol == "0") != (rng.random() < 0.2) else None
    chosen, columns = (x and broken(rng, x, 3) for x in (chosen, columns))
    proof = given(name="part", of=premise, rows=chosen, columns=columns, tied=tied)
    claim = asking.size(statement, side, least + 1 if side == "lower" else 9, "SOFTMAX")
    judge(counts, "weights", proof, claim, side, least, repr(statement))


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
    claim = asking.size({"task": "permutation-matrix", "L": L}, side, L if side == "lower" else 9, "SOFTMAX")
    judge(counts, "permutation", proof, claim, side, L - 1, (side, L))


def strangers(rng, counts):
    """Premises of other kinds: weights, other scores, several heads, averages with another error."""
    side, kind = rng.choice(("lower", "upper")), rng.random()
    if kind < 0.3:  # weights for scores
        question, rows, least = tiny.ratios(rng)
        table = tuple("".join("0" if c in row else "-" for c in range(question["L"])) for row in rows)
        premise, claim = asking.size(question, side, least, "SOFTMAX"), asking.size(asking.shown(table, False), side, 9)
        truth_of = exact_sign_rank.least_dimension(table, False)
        if rng.random() < 0.3:
            other = {**question, "ratio": rng.choice(("0", "1", "3"))}
            truth_of = truth.least_ratios(
                question["L"], tuple(rows), Fraction(other["ratio"]), Fraction(question["zero"])
            )
            claim = asking.size(other, side, 9, "SOFTMAX")
    elif kind < 0.6:  # other scores for inner products, or for other ones
        question, rows, norm, group = tiny.scored(rng)
        least = truth.least_scored(rows, norm, group)
        if least == truth.NEVER and side == "upper":
            return
        premise, claim = asking.size(question, side, min(least, 7)), asking.size(asking.shown(rows, False), side, 9)
        truth_of = exact_sign_rank.least_dimension(rows, False)
        other, name = rng.choice((("cosine", "sphere"), ("euclidean", "distance"), ("inner", "")))
        if rng.random() < 0.6 and (other != "inner" or "shared" in question):
            shared = question.get("shared") if rng.random() < 0.5 or other == "inner" else None
            of = question.get("of") or asking.shown(rows, False)
            claim = asking.size(
                {"task": "scored", "score": other, "of": of, **({"shared": shared} if shared else {})}, side, 9
            )
            truth_of = truth.least_scored(rows, name, tuple(shared) if shared else tuple(range(len(rows))))
    elif kind < 0.8:  # two heads for one, and back
        N = rng.randint(2, 3)
        q, name, gap, bits = rng.randint(2, N), rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2)
        two = [m for m in (0, 1) if brute_patterns.shared_feasible(N, q, 2, "concat", bits, name, gap, m)]
        one = [m for m in (0, 1) if brute_patterns.grid_feasible(tiny.sets(N, q, q, "0"), False, bits, name, gap, m)]
        shared = {"task": "shared", "N": N, "q": q, "heads": 2, "combine": "concat"}
        both = [(shared, two), ({"task": "qsa", "N": N, "q": q}, one)]
        (question, known), (asked, wanted) = both if rng.random() < 0.5 else both[::-1]
        if (not known and side == "upper") or (not wanted and side == "lower"):
            return
        cls = f"GRID({bits}, {name}, gap {gap})"
        premise = asking.size(question, side, min(known, default=2), cls)
        claim, truth_of = asking.size(asked, side, 9, cls), min(wanted, default=2)
    else:  # averages with another error, or fewer heads
        N = rng.randint(1, 3)
        q = rng.randint(1, N)
        errors = [Fraction(rng.randint(0, 4), 4) for _ in range(2)]
        question = {"task": "averaging", "N": N, "q": q}
        least = [min((m for m in (0, 1, 2) if saturated(N, q, eps, m)), default=3) for eps in errors]
        if max(least) == 3:
            return
        premise = asking.size(question, side, least[0], "SATURATED", error=str(errors[0]))
        claim, truth_of = asking.size(question, side, 9, "SATURATED", error=str(errors[1])), least[1]
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
