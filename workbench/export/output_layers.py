"""Output layers as scripts: states that reach sets of classes, and combinations that exclude states (Farkas)."""

from __future__ import annotations

from fractions import Fraction

from ...core.meter import Meter
from ...questions.classifier import Classifier
from ...questions.reading import Node
from ...questions.reading.classifiers import read_classifier, read_sets
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import UNLIMITED, StatedClaim

ROWS = (
    "c_j_k is weight k of class j; after the weights comes its bias, if there is one, and -1 if the threshold is free"
)


def reached_sets(claim: StatedClaim) -> Script:
    """The script of ``reachable``: at the point of a set the scores of its classes, and of no others, are positive."""
    classifier, sets = _read(claim)
    need_room(len(sets) * len(classifier.rows) * len(classifier.rows[0]))
    script = Script(
        "QF_NIA",
        classifier.says(sets, reachable=True),
        "at the point z_i of set i the sums of products with the rows of its classes are positive, those with the "
        "other "
        "rows negative",
        f"that the rows are those of the statement: {ROWS}; a point is a state times a scale, the scale (>= 1) if "
        "there "
        "is a bias, and the threshold times the scale if it is free",
    )
    rows = [script.vector(f"c_{j}", row) for j, row in enumerate(classifier.rows)]
    for i, (one, point) in enumerate(zip(sets, claim.evidence["points"], strict=True)):
        script.remark(f"set {i}: {classifier.spell(one)}")
        z = script.vector(f"z_{i}", point)
        if classifier.bias:
            script.require(f"(>= {z[classifier.width]} 1)")
        if classifier.centred:
            script.require(f"(= {script.sum(z[: classifier.width])} 0)")
        for sign, row in zip(classifier.word(one), rows, strict=True):
            script.require(f"({'>' if sign == '+' else '<'} {script.dot(row, z)} 0)")
    return script


def excluded_states(claim: StatedClaim) -> Script:
    """The script of ``unreachable``: positive weights with which the conditions of a set add up to a contradiction."""
    classifier, sets = _read(claim)
    combinations = claim.evidence["combinations"]
    need_room(sum(map(len, combinations)) * len(classifier.rows[0]))
    script = Script(
        "QF_NIA",
        classifier.says(sets, reachable=False),
        "the rows of set i, times positive weights f_i_j, less those of the other classes, times positive weights, "
        "leave "
        + ("one number at all coordinates" if classifier.centred else "0 at every coordinate")
        + (", at most 0 at the bias" if classifier.bias else "")
        + (", and 0 at the threshold" if classifier.free else "")
        + "; at a state that reaches the set the same sum of scores would be positive",
        f"that the rows are those of the statement: {ROWS}; a row without a weight is left out",
    )
    used = sorted({j for combination in combinations for j, _ in combination})
    rows = {j: script.vector(f"c_{j}", classifier.rows[j]) for j in used}
    for i, (one, combination) in enumerate(zip(sets, combinations, strict=True)):
        script.remark(f"set {i}: {classifier.spell(one)}")
        chosen = set(one)
        weights = {j: script.define(f"f_{i}_{j}", int(weight, 16)) for j, weight in combination}
        for weight in weights.values():
            script.require(f"(> {weight} 0)")
        left = [
            script.define(
                f"left_{i}_{k}",
                script.sum(f"(* {'' if j in chosen else '(- 1) '}{f} {rows[j][k]})" for j, f in weights.items()),
            )
            for k in range(len(classifier.rows[0]))
        ]
        width = classifier.width
        for k, name in enumerate(left):
            if classifier.bias and k == width:
                script.require(f"(<= {name} 0)")
            else:
                script.require(f"(= {name} {left[0] if classifier.centred and k < width else 0})")
    return script


def margin_program(claim: StatedClaim) -> str:
    """The linear programs of all sets in one: the sum of the best margins, 0 exactly if no set is reachable.

    For set i the margin t_i is the most by which all scores can be on their sides, weights of the point at most 1 in
    absolute value. Of ``reachable`` the claim is that every t_i is positive, of ``unreachable`` that all are 0.
    """
    classifier, sets = _read(claim)
    size = sum(len(str(entry)) + 8 for row in classifier.rows for entry in row) * len(sets)
    if size > MOST_BYTES:
        raise TooLargeError(f"the program would have {size} characters; at most {MOST_BYTES} are written")
    width, lines = classifier.width, ["maximize", " obj: " + " ".join(f"+ t{i}" for i in range(len(sets)))]
    lines.append("subject to")
    bounds = []
    for i, one in enumerate(sets):
        for j, (sign, row) in enumerate(zip(classifier.word(one), classifier.rows, strict=True)):
            scale = max(map(abs, row)) or 1
            terms = (
                f"{'+' if (x > 0) == (sign == '+') else '-'} {float(Fraction(abs(x), scale))!r} z{i}_{k}"
                for k, x in enumerate(row)
                if x
            )
            lines.append(f" c{i}_{j}: {' '.join(terms)} - t{i} >= 0")
        if classifier.centred:
            lines.append(f" centre{i}: {' '.join(f'+ z{i}_{k}' for k in range(width))} = 0")
        bounds.append(f" 0 <= t{i} <= 1")
        for k in range(len(classifier.rows[0])):
            low = 0 if classifier.bias and k == width else -1
            bounds.append(f" {low} <= z{i}_{k} <= 1")
    return "\n".join([*lines, "bounds", *bounds, "end", ""])


def _read(claim: StatedClaim) -> tuple[Classifier, list[tuple[int, ...]]]:
    classifier = read_classifier(Node(claim.question, "question", Meter(UNLIMITED)))
    return classifier, read_sets(Node(claim.value, "claim", Meter(UNLIMITED)).field("sets"), classifier)
