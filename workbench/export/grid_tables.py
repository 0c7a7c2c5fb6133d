"""Tables of class GRID as a script: every entry lies in the grid, every score keeps the gap from its row's threshold.

Patterns, tuples of a higher order (in class SIGN, too, with gap 1), and heads that share out subsets. Scores are
integers; thresholds are written doubled, since one may lie in the middle between two scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

from ...questions.selection import NULL_PART, Matching
from ...questions.shared_averaging import SharedAveraging
from ...questions.unit_class import UnitClass
from .asked import require_sizes, size_of, value_of
from .script import MOST_BITS, Script, TooLargeError, all_of, integer, need_room
from .stated_claim import StatedClaim


def grid_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound of m or p for a pattern in class GRID."""
    size, evidence = size_of(claim), claim.evidence
    question, unit_class = size.question, size.unit_class_at(value_of(claim))
    rows, width = question.pattern.rows, int(evidence["dimension"])
    need_room(len(rows) * (len(rows[0]) + 1) * max(width, 1))
    threshold = "the score of the null key" if question.null else "any number"
    script = _script(
        claim,
        f"queries w_r and keys u_c of {width} numbers of the grid have scores that lie, from the threshold of their "
        "row "
        f"({threshold}), as the pattern says, with gap {unit_class.gap}",
        "that the rows written above the conditions are those of the statement (0 at the threshold, + above it, - "
        "below "
        "it, * anywhere)",
    )
    require_sizes(script, claim, m=width)
    names = [in_grid(script, f"u_{c}", key, unit_class) for c, key in enumerate(evidence["keys"])]
    null = in_grid(script, "n", evidence["null_key"], unit_class) if question.null else []
    for r, (row, query) in enumerate(zip(rows, evidence["queries"], strict=True)):
        script.remark(f"row {r}: {row}")
        w = in_grid(script, f"w_{r}", query, unit_class)
        for c, (symbol, u) in enumerate(zip(row, names, strict=True)):
            if symbol != "*":
                script.define(f"s_{r}_{c}", script.dot(w, u))
        if question.null:
            script.define(f"t_{r}", f"(* 2 {script.dot(w, null)})")
        else:
            scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in evidence["keys"]]
            script.define(f"t_{r}", int(_doubled_threshold(row, scores, unit_class.gap)))
        script.require(
            *(_keeps(symbol, f"s_{r}_{c}", f"t_{r}", unit_class.gap) for c, symbol in enumerate(row) if symbol != "*")
        )
    return script


def _doubled_threshold(row: str, scores: Sequence[int], gap: int | Fraction) -> int | Fraction:
    at = {symbol: [score for s, score in zip(row, scores, strict=True) if s == symbol] for symbol in "-0+"}
    if at["0"]:
        return 2 * at["0"][0]
    if at["-"] and at["+"]:
        return max(at["-"]) + min(at["+"])
    return 2 * max(at["-"]) + 2 * gap if at["-"] else 2 * min(at["+"], default=0) - 2 * gap


def _keeps(symbol: str, score: str, doubled: str, gap: int | Fraction) -> str:
    """How a score lies to a threshold, both doubled."""
    step = int(2 * gap)
    if symbol == "0":
        return f"(= (* 2 {score}) {doubled})"
    return f"(>= (* 2 {score}) (+ {doubled} {step}))" if symbol == "+" else f"(<= (* 2 {score}) (- {doubled} {step}))"


def tuple_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound for tuples of order s >= 3, class SIGN or GRID."""
    size, evidence = size_of(claim), claim.evidence
    question, unit_class = size.question, size.unit_class_at(value_of(claim))
    assert isinstance(question, Matching)  # the table of writers
    order, modulus, width = question.order, question.M, int(evidence["dimension"])
    need_room(modulus * (modulus + 1) ** (order - 1) * max(width, 1) * (order - 1))
    gap = unit_class.gap or 1
    script = _script(
        claim,
        f"the score of every query w_x and every tuple of keys k_1, k_2, .. lies at least {gap} above the score of the "
        f"tuple of null keys if x and the keys add up to 0 modulo {modulus}, and as far below it if not, or if some "
        "but "
        "not all keys are null",
        "that these are all the tuples; k_a_y is key y of part a, k_a_null its null key, and a score is the sum over "
        "coordinates of the products",
    )
    require_sizes(script, claim, m=width, order=order)
    symbols = [str(symbol) for symbol in range(modulus)] + ["null"]
    parts = [
        {
            symbol: in_grid(script, f"k_{a}_{symbol}", key, unit_class)
            for symbol, key in zip(symbols, [*table, null], strict=True)
        }
        for a, (table, null) in enumerate(zip(evidence["keys"], evidence["null_keys"], strict=True), start=1)
    ]
    for x, query in enumerate(evidence["queries"]):
        script.remark(f"query {x}")
        w = in_grid(script, f"w_{x}", query, unit_class)

        def score(chosen: Iterable[str], w: Sequence[str] = w) -> str:
            keys = [part[symbol] for part, symbol in zip(parts, chosen, strict=True)]
            return script.sum(f"(* {' '.join(factors)})" for factors in zip(w, *keys, strict=True))

        script.define(f"t_{x}", f"(* 2 {score(['null'] * (order - 1))})")
        for chosen in product(symbols, repeat=order - 1):
            numbers = tuple(NULL_PART if symbol == "null" else int(symbol) for symbol in chosen)
            symbol = question.cell((x, *numbers))
            if symbol != "0":
                script.require(_keeps(symbol, score(chosen), f"t_{x}", gap))
    return script


def shared_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound for heads that share out subsets."""
    size = size_of(claim)
    question, unit_class = size.question, size.unit_class_at(value_of(claim))
    assert isinstance(question, SharedAveraging)  # the table of writers
    heads = claim.evidence["heads"]
    count, widths = comb(question.N, question.q), [len(head["keys"][0]) for head in heads]
    need_room(count * question.N * max(sum(widths), 1))
    subsets = list(combinations(range(question.N), question.q))
    sizes = ", of sizes that are the same for all subsets" if question.combine == "sum" else ""
    script = _script(
        claim,
        "for every subset each position of it scores highest in exactly one head, and no other position does in any; "
        f"in each head the others score at least {unit_class.gap} less; no head is without a position{sizes}",
        "that these are all the subsets, and that t_h_r is the highest score of head h for subset r "
        "(no score exceeds it, and some is equal)",
    )
    require_sizes(script, claim, m=max(widths), heads=len(heads))
    names = [
        [in_grid(script, f"u_{h}_{j}", key, unit_class) for j, key in enumerate(head["keys"])]
        for h, head in enumerate(heads)
    ]
    for r, y in enumerate(subsets):
        script.remark(f"subset {r}: {' '.join(map(str, y))}")
        for h, head in enumerate(heads):
            query = head["queries"][r]
            w = in_grid(script, f"w_{h}_{r}", query, unit_class)
            scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in head["keys"]]
            top = script.define(f"t_{h}_{r}", max(scores))
            for j, u in enumerate(names[h]):
                s = script.define(f"s_{h}_{r}_{j}", script.dot(w, u))
                script.require(f"(or (= {s} {top}) (<= (* 2 {s}) (- (* 2 {top}) {int(2 * unit_class.gap)})))")
            counted = _selected(script, r, [h], range(question.N))
            if question.combine == "sum" and not r:
                script.define(f"size_{h}", scores.count(max(scores)))
            script.require(f"(>= {counted} 1)", *[f"(= {counted} size_{h})"] * (question.combine == "sum"))
        for j in range(question.N):
            script.require(f"(= {_selected(script, r, range(len(heads)), [j])} {int(j in y)})")
    return script


def _selected(script: Script, r: int, heads: Iterable[int], positions: Iterable[int]) -> str:
    """How many of these scores are highest in their head."""
    return script.sum(f"(ite (= s_{h}_{r}_{j} t_{h}_{r}) 1 0)" for h, j in product(heads, positions))


def in_grid(script: Script, name: str, entries: Sequence[int], unit_class: UnitClass) -> list[str]:
    """A constant for each entry of a vector, and that they lie in the class's grid, if it has one."""
    names = script.vector(name, entries)
    if unit_class.bits > MOST_BITS:
        raise TooLargeError(f"the grid has {unit_class.bits} bits; at most {MOST_BITS} are written")
    if unit_class.grid and names:
        top = (1 << unit_class.bits) - 1 if unit_class.grid == "midrise" else (1 << (unit_class.bits - 1)) - 1
        low = -top if unit_class.grid == "midrise" else -top - 1
        facts = [f"(<= {integer(low)} {one} {integer(top)})" for one in names]
        if unit_class.grid == "midrise":
            facts += [f"(= (mod {one} 2) 1)" for one in names]
        script.require(all_of(facts))
    return names


def _script(claim: StatedClaim, proves: str, believe: str) -> Script:
    grid = size_of(claim).unit_class.grid
    also = {"midrise": "; the grid is +-1, +-3, .., +-(2^p - 1)", "twos": "; the grid is -2^(p-1), .., 2^(p-1) - 1"}
    return Script("QF_NIA", claim.words, proves + also.get(grid, ""), believe)
