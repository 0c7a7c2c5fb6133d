"""Maps that prove nothing, each because of one condition: what random attacks meet too rarely."""

import pytest

from asking import scored, shown, size, trusted


def cosine(rows, shared=None):
    return scored("cosine", rows, shared)


def euclidean(rows, shared=None):
    return scored("euclidean", rows, shared)


def match(M):
    return {"task": "match", "order": 2, "M": M}


def ratios(rows, ratio="0", zero="-3"):
    return {"task": "attention-matrix", "L": 3, "rows": rows, "ratio": ratio, "zero": zero}


def qsa(N, q):
    return {"task": "qsa", "N": N, "q": q}


def shared(N, q, heads=2):
    return {"task": "shared", "N": N, "q": q, "heads": heads, "combine": "concat"}


def separation(N, q):
    return {"task": "separation", "N": N, "least": q, "most": q}


def averaging(N, q):
    return {"task": "averaging", "N": N, "q": q}


def lower(question, value, *others, **held):
    return size(question, "lower", value, *others, **held)


def upper(question, value, *others, **held):
    return size(question, "upper", value, *others, **held)


def measure(rows, name, value):
    question = {"task": "communication", "of": "matrix", "rows": rows}
    return {"question": question, "measure": name, "side": "lower", "value": value}


TABLE = {"task": "computation", "of": "table", "alphabet": 2, "length": 3, "position": 0,
         "answers": [[[0, a, b], [a ^ b, None, None]] for a in (0, 1) for b in (0, 1)]}  # fmt: skip
TWO, NESTED, TIED = ("+-", "-+"), ("+--", "++-"), ("00-", "--0")
THREE = ("+--", "-+-", "--+")
UNEQUAL = [[[0, 1], [1, 2]], [[2, 1]]]
OVER = [[[0, 1], [1, 1]], [[1, 1], [2, 1]]]
GRID = "GRID(1, midrise, gap 1)"
MATCH = {"task": "match", "order": 3, "M": 2}
TUPLE = {"part": 0, "rows": [0, 1], "columns": [[0, 0], [1, 0]]}
TWOS, BITS = "GRID(1, twos, gap 1)", ("GRID(p, twos, gap 1)", "p")
CUT = {"token": 0, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]}
ONE_HEAD, ALIKE = lower(TABLE, 1, "THRESH", "H"), lower(shown(TWO, True), 2)
CASES = {
    "part": {
        "several heads for one": (lower(qsa(3, 2), 2, GRID), lower(shared(3, 2), 2, GRID)),
        "one head for several": (lower(shared(3, 2), 2, GRID), lower(qsa(3, 2), 2, GRID)),
        "weights for scores": (upper(shown(TIED), 1), upper(ratios(UNEQUAL), 1, "SOFTMAX")),
        "tied within a ratio": (
            lower(ratios(OVER, "3"), 2, "SOFTMAX"),
            lower(shown(("00-", "-00")), 2),
            {"tied": True},
        ),
        "weights not equal": (lower(ratios(UNEQUAL), 1, "SOFTMAX"), lower(shown(TIED), 1), {"tied": True}),
        "tied further apart": (upper(ratios(UNEQUAL, "1/2"), 1, "SOFTMAX"), upper(shown(TIED), 1), {"tied": True}),
        "upper without ties": (upper(ratios(OVER), 1, "SOFTMAX"), upper(shown(("++-", "-++")), 1)),
        "unnamed rows": (lower(ratios(OVER), 3, "SOFTMAX"), lower(match(3), 3)),
        "other tuples": (lower(match(2), 2), lower(match(3), 2)),
        "shared queries for own": (lower(cosine(("+-+", "-+-")), 7), lower(cosine(("+-+", "-+-"), [0, 0]), 7)),
        "own queries for shared": (upper(cosine(("+-+", "-+-"), [0, 0]), 2), upper(cosine(("+-+", "-+-")), 2)),
        "a sphere for a line": (lower(shown(NESTED), 2), lower(cosine(NESTED), 2)),
        "balls for half-spaces": (upper(shown(("-+-",)), 1), upper(euclidean(("-+-",)), 1)),
        "one less for balls": (lower(euclidean(("-+-", "+--")), 2), lower(cosine(("-+-", "+--")), 2)),
        "one more for spheres": (upper(cosine(("-+-", "+--")), 1), upper(euclidean(("-+-", "+--")), 1)),
        "norms cost one": (upper(cosine(NESTED), 1), upper(shown(NESTED), 1)),
        "a null key less": (lower(shown(TWO), 2), ALIKE),
        "a null key more": (upper(shown(TWO, True), 1), upper(shown(TWO), 1)),
        "a null key too many": (upper(shown(TWO), 1), upper(shown(TWO, True), 2)),
        "a null key for balls": (upper(euclidean(TWO), 1), upper(shown(TWO, True), 2)),
        "a null key in a grid": (lower(shown(TWO), 1, GRID), lower(shown(TWO, True), 2, GRID)),
        "another error": (
            lower(averaging(3, 1), 1, "SOFTMAX", error="2"),
            lower(averaging(3, 1), 1, "SOFTMAX", error="0"),
        ),
        "fewer bits": (lower(qsa(3, 1), 2, "GRID(2, twos, gap 1)"), lower(qsa(3, 1), 2, TWOS)),
        "a larger gap": (lower(qsa(3, 1), 2, GRID), lower(qsa(3, 1), 2, "GRID(1, midrise, gap 2)")),
        "another grid": (lower(qsa(3, 1), 2, GRID), lower(qsa(3, 1), 2, TWOS)),
        "a grid for reals": (lower(qsa(3, 1), 3), lower(qsa(3, 1), 3, GRID)),
        "reals for a grid": (upper(qsa(3, 1), 2, GRID), upper(qsa(3, 1), 2)),
        "a narrower unit": (lower(qsa(3, 1), 2, *BITS, m=2), lower(qsa(3, 1), 2, *BITS, m=1)),
        "a wider unit": (upper(qsa(3, 1), 2, *BITS, m=1), upper(qsa(3, 1), 2, *BITS, m=2)),
        "m wide enough": (lower(qsa(3, 1), 2, *BITS, m=2), lower(qsa(3, 1), 2)),
        "bits for m": (lower(qsa(3, 1), 2, "GRID(2, twos, gap 1)"), lower(qsa(3, 1), 2, *BITS, m=1)),
        "the other side": (upper(qsa(3, 1), 2), lower(qsa(3, 1), 2)),
        "a measure that does not grow": (
            measure(["01", "10"], "forster", "2"),
            measure(["01"], "forster", "2"),
            {"rows": [0], "columns": [0, 1]},
        ),
        "another measure": (measure(["01", "10"], "cover1", "2"), measure(["01", "10"], "rank_q", "2")),
        "a row twice": (
            measure(["01", "10"], "trace_norm", "4"),
            measure(["01", "01"], "trace_norm", "2"),
            {"rows": [0, 0], "columns": [0, 1]},
        ),
        "covers are no sign-ranks": (lower(shown(("-+", "+-"), True), 2), measure(["01", "10"], "cover1", "2")),
    },
    "sphere": {
        "a sphere from above": (upper(cosine(NESTED), 1), upper(shown(NESTED), 1)),
        "a null key for a sphere": (lower(cosine(TWO), 2), ALIKE),
        "a sphere for a sphere": (lower(cosine(NESTED), 2), lower(cosine(NESTED), 2)),
        "weights for a sphere": (lower(cosine(("+--",)), 1), lower(ratios(OVER), 1, "SOFTMAX")),
        "cuts without a sphere": (
            lower(scored("inner", NESTED, [0, 0]), 2),
            lower(shown(("-+-",)), 2),
            {"rows": [], "cuts": [{"column": 1, "by": [0, 1]}]},
        ),
        "plain rows are no scores": (lower(shown(("+--",)), 1), lower(shown(("+--",)), 1)),
        "a cut of another key": (
            lower(cosine(THREE), 1),
            lower(shown(("+-",)), 1),
            {"rows": [], "columns": [0, 1], "cuts": [{"column": 2, "by": [0]}]},
        ),
        "keys that are not told apart": (
            lower(cosine(("+--",)), 2),
            lower(shown(("-+-",)), 2),
            {"rows": [], "cuts": [{"column": 1, "by": [0]}]},
        ),
        "a sphere of shared queries": (lower(cosine(NESTED), 2), lower(scored("inner", NESTED, [0, 0]), 2)),
    },
    "tuples": {
        "tuples from above": (upper(MATCH, 1), upper(shown(TWO, True), 1), TUPLE),
        "tuples in a grid": (lower(MATCH, 2, GRID), lower(shown(TWO, True), 2, GRID), TUPLE),
        "no match": (lower(qsa(2, 1), 2), ALIKE, TUPLE),
        "parts too many": (lower(MATCH, 2), ALIKE, {**TUPLE, "columns": [[0, 0, 0], [1, 0, 0]]}),
        "parts too few": (lower(MATCH, 2), ALIKE, {**TUPLE, "columns": [[0], [1]]}),
        "no such symbol": (lower(MATCH, 2), ALIKE, {**TUPLE, "columns": [[0, 2], [1, 2]]}),
        "a null query": (
            lower(MATCH, 2),
            lower(shown(("-+", "+-"), True), 2),
            {**TUPLE, "rows": [-1, 0], "columns": [[0, 0], [1, 0]]},
        ),
        "a score held fixed": (
            lower(MATCH, 2),
            ALIKE,
            {**TUPLE, "part": 1, "rows": [0, 1], "columns": [[0, 0], [1, 0]]},
        ),
    },
    "averages": {
        "several heads of averages": (
            lower(averaging(4, 2), 3, "SOFTMAX", error="0", heads=2),
            lower(separation(4, 2), 3),
        ),
        "averages of more": (lower(averaging(4, 2), 3, "SOFTMAX", error="0"), lower(separation(5, 2), 3)),
        "fixed weights too far off": (lower(averaging(3, 1), 2, "FIXED(1, twos)", error="3/4"), lower(qsa(3, 1), 2)),
        "fixed weights just too far off": (
            lower(averaging(3, 1), 2, "FIXED(1, twos)", error="1/2"),
            lower(qsa(3, 1), 2),
        ),
        "separated averages from above": (
            upper(averaging(4, 2), 3, "SOFTMAX", error="1/8"),
            upper(separation(4, 2), 3),
        ),
        "averages too far off": (lower(averaging(4, 2), 3, "SOFTMAX", error="1/2"), lower(separation(4, 2), 3)),
        "softmax is not tied": (lower(averaging(4, 2), 3, "SOFTMAX", error="0"), lower(qsa(4, 2), 3)),
        "other sets": (lower(averaging(4, 2), 3, "SATURATED", error="0"), lower(qsa(4, 1), 3)),
        "saturation of too few": (upper(averaging(4, 2), 2, "SOFTMAX", error="1/2"), upper(qsa(4, 1), 2)),
        "saturation of too many": (upper(averaging(4, 1), 3, "SOFTMAX", error="0"), upper(qsa(4, 2), 3)),
        "saturated units are integers": (upper(averaging(4, 2), 3, "SATURATED", error="1"), upper(qsa(4, 2), 3)),
        "saturation of sets that are not tied": (
            upper(averaging(4, 2), 3, "SOFTMAX", error="1"),
            upper(separation(4, 2), 3),
        ),
        "no averages": (lower(qsa(4, 2), 3), lower(qsa(4, 2), 3)),
    },
    "cut": {
        "a cut from above": (upper(TABLE, 1, "THRESH", "H"), upper(shown(("-+", "+-"), True), 2), CUT),
        "a cut of the answer": (
            ONE_HEAD,
            lower(shown(("-+", "+-"), True), 2),
            {"token": 0, "alice": [0, 1], "rows": [[0, 0], [0, 1]], "columns": [[0], [1]]},
        ),
        "a cut twice": (
            ONE_HEAD,
            lower(shown(("-+", "+-"), True), 2),
            {"token": 0, "alice": [1, 7], "rows": [[0, 0], [1, 0]], "columns": [[0], [1]]},
        ),
        "a word too long": (
            ONE_HEAD,
            lower(shown(("-+", "+-"), True), 2),
            {"token": 0, "alice": [1], "rows": [[0, 0], [1, 0]], "columns": [[0], [1]]},
        ),
        "a word that is no input": (
            ONE_HEAD,
            lower(shown(("-+", "+-"), True), 2),
            {"token": 1, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
        ),
        "a cut from a grid": (ONE_HEAD, lower(shown(("-+", "+-"), True), 2, GRID), CUT),
        "a cut for FIXED": (
            lower(TABLE, 1, "FIXED(1, twos)", read_out="any"),
            lower(shown(("-+", "+-"), True), 2),
            CUT,
        ),
    },
}
"""Name of a map -> what is wrong -> claim, premise (taken as proved), fields of the proof."""

RIGHT = {
    "a part": (2, "part", lower(shown(THREE), 2), lower(shown(THREE), 2)),
    "no width is enough": (9, "part", lower(qsa(3, 1), 9, *BITS, m=1), lower(qsa(3, 1), 2)),
    "a pole": (2, "sphere", lower(euclidean(THREE), 2), lower(shown(("+---", "-+--", "--+-")), 3)),
    "tuples": (2, "tuples", lower(MATCH, 2), ALIKE, TUPLE),
    "averages": (3, "averages", lower(averaging(4, 2), 3, "SOFTMAX", error="1/4"), lower(separation(4, 2), 3)),
    "saturation": (2, "averages", upper(averaging(4, 2), 2, "SOFTMAX", error="3/4"), upper(qsa(4, 1), 2)),
    "a cut": (1, "cut", ONE_HEAD, lower(shown(("-+", "+-"), True), 2), CUT),
}
"""What is proved, then the same."""


def value(name, claim, premise, fields=None):
    """What the map gives; a value that does not reach the claim proves nothing."""
    found = trusted({"rule": "map", "name": name, "of": premise, **(fields or {})}, claim)
    if found is None:
        return None
    wanted = float(claim["value"])
    return found if (found >= wanted if claim["side"] == "lower" else found <= wanted) else None


@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name in CASES for wrong in CASES[name]])
def test_a_condition_fails(name, wrong):
    assert value(name, *CASES[name][wrong]) is None


@pytest.mark.parametrize("name", RIGHT)
def test_the_same_without_the_mistake(name):
    wanted, *case = RIGHT[name]
    assert value(*case) == wanted
