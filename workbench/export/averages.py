"""Heads that average over subsets (``averaging``) as a script: weights, their sums, and the greatest error.

The output for a subset y is (1/D) sum_h c_h sum_j (w_hj / Z_h) z_j, Z_h the sum of the weights of head h, so it differs
from the mean by sum_j e_j z_j, at most sum_j |e_j|. All is multiplied by q D Z_1 .. Z_H, which makes it integers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

from ...questions.outputs import Averages
from .asked import require_sizes, size_of, value_of
from .grid_tables import in_grid
from .script import Script, need_room
from .stated_claim import StatedClaim

MOST_SPREAD = 2000
"""Most that the scores of a query may differ by where weights are powers of a base."""


def averages(claim: StatedClaim) -> Script:
    """The script of an upper bound: at every subset the error is at most what the claim allows."""
    size, heads = size_of(claim), claim.evidence["heads"]
    question, unit_class = size.question, size.unit_class_at(value_of(claim))
    assert isinstance(question, Averages)  # the table of writers
    N, q = question.N, question.q
    need_room(comb(N, q) * N * sum(2 + len(head["keys"][0]) for head in heads))
    script = Script(
        "QF_NIA",
        claim.words,
        "for every subset y the sum of |e_j| over the positions is at most the error; e_r_j is q D Z_1 .. Z_H times "
        "the weight of position j in the output less 1/q if j is in y",
        "that these are all the subsets; that no z in [-1, 1]^N makes the error larger than that sum; and that "
        "weight(d) "
        f"is the weight of a score d below the highest of its row: {_rule(claim, unit_class.name)}",
    )
    scores = [
        [[sum(a * b for a, b in zip(query, key, strict=True)) for key in head["keys"]] for query in head["queries"]]
        for head in heads
    ]
    spread = max(max(row) - min(row) for table in scores for row in table)
    weight_function(script, unit_class.family.weights, unit_class.bits, Fraction(claim.evidence.get("base", 1)), spread)
    require_sizes(script, claim, m=max(len(head["keys"][0]) for head in heads), heads=len(heads))
    script.function("size", [("x", "Int")], "Int", "(ite (>= x 0) x (- x))")
    keys = []
    for h, head in enumerate(heads):
        share = script.define(f"c_{h}", head["share"])
        if unit_class.grid:
            in_grid(script, f"value_{h}", [head["share"], -head["share"]], unit_class)
            script.require(f"(= {share} value_{h}_0)")
        keys.append([in_grid(script, f"u_{h}_{j}", key, unit_class) for j, key in enumerate(head["keys"])])
    divisor = script.define("D", claim.evidence["divisor"])
    for r, y in enumerate(combinations(range(N), q)):
        script.remark(f"subset {r}: {' '.join(map(str, y))}")
        for h, head in enumerate(heads):
            w = in_grid(script, f"w_{h}_{r}", head["queries"][r], unit_class)
            top = script.define(f"t_{h}_{r}", max(scores[h][r]))
            names = [script.define(f"s_{h}_{r}_{j}", script.dot(w, u)) for j, u in enumerate(keys[h])]
            highest(script, top, names)
            for j, name in enumerate(names):
                script.define(f"a_{h}_{r}_{j}", f"(weight (- {top} {name}))")
            script.define(f"Z_{h}_{r}", script.sum(f"a_{h}_{r}_{j}" for j in range(N)))
        others = [" ".join(f"Z_{g}_{r}" for g in range(len(heads)) if g != h) for h in range(len(heads))]
        common = f"(* {divisor} {' '.join(f'Z_{h}_{r}' for h in range(len(heads)))})"
        for j in range(N):
            parts = [f"(* {q} c_{h} a_{h}_{r}_{j} {others[h]})".replace(" )", ")") for h in range(len(heads))]
            script.define(f"e_{r}_{j}", f"(- {script.sum(parts)} {common if j in y else 0})")
        total = script.sum(f"(size e_{r}_{j})" for j in range(N))
        script.require(f"(<= (* {size.error.denominator} {total}) (* {size.error.numerator} {q} {common}))")
    return script


def _rule(claim: StatedClaim, family: str) -> str:
    if family == "SOFTMAX":
        base = claim.evidence["base"]
        return f"it falls by the factor {base} from d to d + 1, as in a softmax of scores times the logarithm of {base}"
    return {"FIXED": "2^(p - d), and 0 beyond p", "SATURATED": "1 for d = 0, else 0"}[family]


def weight_function(script: Script, weights: str, bits: int, base: Fraction, spread: int) -> None:
    """``weight(d)``, the weight of a score d >= 0 below the highest of its row, as a list of its values.

    ``weights`` is ``"saturated"``, ``"fixed"``, ``"base_two"``, or empty: powers of the base.
    """
    top, bottom = (2, 1) if weights == "base_two" else (base.numerator, base.denominator)
    if weights == "saturated":
        values = [1]
    elif weights == "fixed":
        values = [1 << (bits - d) for d in range(bits + 1)]
    else:
        need_room(50 * spread if spread <= MOST_SPREAD else 10**9, "steps of a score")
        values = [top ** (spread - d) * bottom**d for d in range(spread + 1)]
    term = "0"
    for d in reversed(range(len(values))):
        term = f"(ite (= d {d}) {values[d]} {term})"
    script.function("weight", [("d", "Int")], "Int", term)
    if weights not in ("saturated", "fixed"):
        script.require(f"(> (weight {spread}) 0)")
        for d in range(spread):
            script.require(f"(= (* {top} (weight {d + 1})) (* {bottom} (weight {d})))")


def highest(script: Script, top: str, scores: list[str]) -> None:
    """That ``top`` is the highest of the scores."""
    script.require(
        f"(and {' '.join(f'(<= {s} {top})' for s in scores)} (or false {' '.join(f'(= {s} {top})' for s in scores)}))"
    )
