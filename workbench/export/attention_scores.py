"""Score tables of an attention matrix as a script: every ratio of weights within its tolerance."""

from __future__ import annotations

from itertools import permutations, product

from ...questions.attention_matrix import AttentionRatios
from .asked import require_sizes, size_of
from .script import Script, integer, need_room
from .stated_claim import StatedClaim


def score_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound of m for the weights of a matrix."""
    question, evidence = size_of(claim).question, claim.evidence
    assert isinstance(question, AttentionRatios)  # the table of writers
    width, precision = evidence["dimension"], evidence["precision"]
    conditions = sum(len(row) * (question.L - 1) for row in question.entries)
    need_room(len(question.entries) * question.L * max(width, 1) + 5 * conditions)
    script = Script(
        "QF_NIA",
        claim.words,
        f"S = s_i_j / D are scores of tables of width {width}; off the support S is at most S on it plus "
        f"{question.zero}; "
        f"on it S_j - S_l - log2(w_j / w_l) is at most {question.ratio}",
        "that the rows written above the conditions, [column, weight] of the nonzero entries, are those of the "
        "statement; "
        "logarithms are between integers over c: low_w <= c log2 w <= high_w, as 2^low_w <= w^c <= 2^high_w",
    )
    denominator, c = script.define("D", evidence["denominator"]), script.define("c", precision)
    script.require(f"(>= {denominator} 1)")
    require_sizes(script, claim, m=width)
    keys = [script.vector(f"u_{j}", key) for j, key in enumerate(evidence["keys"])]
    logarithms: set[int] = set()
    ratio, zero = question.ratio, question.zero
    for i, (row, query) in enumerate(zip(question.entries, evidence["queries"], strict=True)):
        script.remark(f"row {i}: {[list(entry) for entry in row]}")
        w = script.vector(f"w_{i}", query)
        for j, key in enumerate(keys):
            script.define(f"s_{i}_{j}", script.dot(w, key))
        support = {column for column, _ in row}
        for j, (column, _) in product((j for j in range(question.L) if j not in support), row):
            difference = f"(* {zero.denominator} (- s_{i}_{j} s_{i}_{column}))"
            script.require(f"(<= {difference} (* {integer(zero.numerator)} {denominator}))")
        for (j, one), (k, other) in permutations(row, 2):
            difference = f"(* {ratio.denominator} (- s_{i}_{j} s_{i}_{k}))"
            if one == other:
                script.require(f"(<= {difference} (* {ratio.numerator} {denominator}))")
                continue
            for weight in (one, other):
                if weight not in logarithms:
                    logarithms.add(weight)
                    _logarithm(script, weight, precision)
            logs = f"(* {ratio.denominator} {denominator} (- low_{one} high_{other}))"
            script.require(f"(<= (- (* {c} {difference}) {logs}) (* {c} {ratio.numerator} {denominator}))")
    return script


def _logarithm(script: Script, weight: int, precision: int) -> None:
    """``low`` and ``high`` of a weight, with the powers that show them."""
    power = weight**precision
    low = power.bit_length() - 1
    high = low if power == 1 << low else low + 1
    script.define(f"low_{weight}", low)
    script.define(f"high_{weight}", high)
    script.remark(f"{weight}^{precision}, 2^{low} and 2^{high}, by squaring")
    names = [
        _power(script, f"{name}_{weight}", base, exponent)
        for name, base, exponent in (("above", weight, precision), ("least", 2, low), ("most", 2, high))
    ]
    script.require(f"(and (<= {names[1]} {names[0]}) (<= {names[0]} {names[2]}))")


def _power(script: Script, name: str, base: int, exponent: int) -> str:
    """A power, as products of earlier ones."""
    last = script.define(f"{name}_0", 1)
    for step, digit in enumerate(f"{exponent:b}" if exponent else "", start=1):
        factors = [last, last] + ([str(base)] if digit == "1" else [])
        last = script.define(f"{name}_{step}", f"(* {' '.join(factors)})")
    return last
