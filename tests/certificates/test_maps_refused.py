"""Maps that prove nothing, each because of one condition: what random attacks meet too rarely."""

import pytest

from asking import size, trusted


def shown(rows, null=False):
    return {"task": "pattern", "rows": list(rows), "null": null}


def scored(score, rows, shared=None):
    return {"task": "scored", "score": score, "of": shown(rows), **({"shared": shared} if shared else {})}


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


def measure(rows, name, value, side="lower"):
    return {
        "question": {"task": "communication", "of": "matrix", "rows": rows},
        "measure": name,
        "side": side,
        "value": value,
    }


TABLE = {"task": "computation", "of": "table", "alphabet": 2, "length": 3, "position": 0,
         "answers": [[[0, a, b], [a ^ b, None, None]] for a in (0, 1) for b in (0, 1)]}  # fmt: skip
THREE = ("+--", "-+-", "--+")
UNEQUAL = [[[0, 1], [1, 2]], [[2, 1]]]
OVER = [[[0, 1], [1, 1]], [[1, 1], [2, 1]]]
GRID = "GRID(1, midrise, gap 1)"
MATCH = {"task": "match", "order": 3, "M": 2}
TUPLE = {"part": 0, "rows": [0, 1], "columns": [[0, 0], [1, 0]]}
CASES = {
    "several heads for one": ("part", lower(qsa(3, 2), 2, GRID), lower(shared(3, 2), 2, GRID), {}),
    "one head for several": ("part", lower(shared(3, 2), 2, GRID), lower(qsa(3, 2), 2, GRID), {}),
    "weights for scores": ("part", upper(shown(("00-", "--0")), 1), upper(ratios(UNEQUAL), 1, "SOFTMAX"), {}),
    "tied within a ratio": (
        "part",
        lower(ratios(OVER, "3"), 2, "SOFTMAX"),
        lower(shown(("00-", "-00")), 2),
        {"tied": True},
    ),
    "weights not equal": (
        "part",
        lower(ratios(UNEQUAL), 1, "SOFTMAX"),
        lower(shown(("00-", "--0")), 1),
        {"tied": True},
    ),
    "tied further apart": (
        "part",
        upper(ratios(UNEQUAL, "1/2"), 1, "SOFTMAX"),
        upper(shown(("00-", "--0")), 1),
        {"tied": True},
    ),
    "upper without ties": ("part", upper(ratios(OVER), 1, "SOFTMAX"), upper(shown(("++-", "-++")), 1), {}),
    "unnamed rows": ("part", lower(ratios(OVER), 3, "SOFTMAX"), lower({"task": "match", "order": 2, "M": 3}, 3), {}),
    "other tuples": (
        "part",
        lower({"task": "match", "order": 2, "M": 2}, 2),
        lower({"task": "match", "order": 2, "M": 3}, 2),
        {},
    ),
    "shared queries for own": (
        "part",
        lower(scored("cosine", ("+-+", "-+-")), 7),
        lower(scored("cosine", ("+-+", "-+-"), [0, 0]), 7),
        {},
    ),
    "own queries for shared": (
        "part",
        upper(scored("cosine", ("+-+", "-+-"), [0, 0]), 2),
        upper(scored("cosine", ("+-+", "-+-")), 2),
        {},
    ),
    "a sphere for a line": ("part", lower(shown(("+--", "++-")), 2), lower(scored("cosine", ("+--", "++-")), 2), {}),
    "balls for half-spaces": ("part", upper(shown(("-+-",)), 1), upper(scored("euclidean", ("-+-",)), 1), {}),
    "one less for balls": (
        "part",
        lower(scored("euclidean", ("-+-", "+--")), 2),
        lower(scored("cosine", ("-+-", "+--")), 2),
        {},
    ),
    "one more for spheres": (
        "part",
        upper(scored("cosine", ("-+-", "+--")), 1),
        upper(scored("euclidean", ("-+-", "+--")), 1),
        {},
    ),
    "norms cost one": ("part", upper(scored("cosine", ("+--", "++-")), 1), upper(shown(("+--", "++-")), 1), {}),
    "a null key less": ("part", lower(shown(("+-", "-+")), 2), lower(shown(("+-", "-+"), True), 2), {}),
    "a null key more": ("part", upper(shown(("+-", "-+"), True), 1), upper(shown(("+-", "-+")), 1), {}),
    "a null key too many": ("part", upper(shown(("+-", "-+")), 1), upper(shown(("+-", "-+"), True), 2), {}),
    "a null key for balls": (
        "part",
        upper(scored("euclidean", ("+-", "-+")), 1),
        upper(shown(("+-", "-+"), True), 2),
        {},
    ),
    "a null key in a grid": (
        "part",
        lower(shown(("+-", "-+")), 1, GRID),
        lower(shown(("+-", "-+"), True), 2, GRID),
        {},
    ),
    "another error": (
        "part",
        lower(averaging(3, 1), 1, "SOFTMAX", error="2"),
        lower(averaging(3, 1), 1, "SOFTMAX", error="0"),
        {},
    ),
    "fewer bits": (
        "part",
        lower(qsa(3, 1), 2, "GRID(2, twos, gap 1)"),
        lower(qsa(3, 1), 2, "GRID(1, twos, gap 1)"),
        {},
    ),
    "a larger gap": ("part", lower(qsa(3, 1), 2, GRID), lower(qsa(3, 1), 2, "GRID(1, midrise, gap 2)"), {}),
    "another grid": ("part", lower(qsa(3, 1), 2, GRID), lower(qsa(3, 1), 2, "GRID(1, twos, gap 1)"), {}),
    "a grid for reals": ("part", lower(qsa(3, 1), 3), lower(qsa(3, 1), 3, GRID), {}),
    "reals for a grid": ("part", upper(qsa(3, 1), 2, GRID), upper(qsa(3, 1), 2), {}),
    "a narrower unit": (
        "part",
        lower(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=2),
        lower(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=1),
        {},
    ),
    "a wider unit": (
        "part",
        upper(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=1),
        upper(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=2),
        {},
    ),
    "m wide enough": ("part", lower(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=2), lower(qsa(3, 1), 2), {}),
    "bits for m": (
        "part",
        lower(qsa(3, 1), 2, "GRID(2, twos, gap 1)"),
        lower(qsa(3, 1), 2, "GRID(p, twos, gap 1)", "p", m=1),
        {},
    ),
    "the other side": ("part", upper(qsa(3, 1), 2), lower(qsa(3, 1), 2), {}),
    "a measure that does not grow": (
        "part",
        measure(["01", "10"], "forster", "2"),
        measure(["01"], "forster", "2"),
        {"rows": [0], "columns": [0, 1]},
    ),
    "another measure": ("part", measure(["01", "10"], "cover1", "2"), measure(["01", "10"], "rank_q", "2"), {}),
    "a row twice": (
        "part",
        measure(["01", "10"], "trace_norm", "4"),
        measure(["01", "01"], "trace_norm", "2"),
        {"rows": [0, 0], "columns": [0, 1]},
    ),
    "a sphere from above": ("sphere", upper(scored("cosine", ("+--", "++-")), 1), upper(shown(("+--", "++-")), 1), {}),
    "a null key for a sphere": (
        "sphere",
        lower(scored("cosine", ("+-", "-+")), 2),
        lower(shown(("+-", "-+"), True), 2),
        {},
    ),
    "a sphere for a sphere": (
        "sphere",
        lower(scored("cosine", ("+--", "++-")), 2),
        lower(scored("cosine", ("+--", "++-")), 2),
        {},
    ),
    "weights for a sphere": ("sphere", lower(scored("cosine", ("+--",)), 1), lower(ratios(OVER), 1, "SOFTMAX"), {}),
    "cuts without a sphere": (
        "sphere",
        lower(scored("inner", ("+--", "++-"), [0, 0]), 2),
        lower(shown(("-+-",)), 2),
        {"rows": [], "cuts": [{"column": 1, "by": [0, 1]}]},
    ),
    "plain rows are no scores": ("sphere", lower(shown(("+--",)), 1), lower(shown(("+--",)), 1), {}),
    "a cut of another key": (
        "sphere",
        lower(scored("cosine", THREE), 1),
        lower(shown(("+-",)), 1),
        {"rows": [], "columns": [0, 1], "cuts": [{"column": 2, "by": [0]}]},
    ),
    "keys that are not told apart": (
        "sphere",
        lower(scored("cosine", ("+--",)), 2),
        lower(shown(("-+-",)), 2),
        {"rows": [], "cuts": [{"column": 1, "by": [0]}]},
    ),
    "tuples from above": ("tuples", upper(MATCH, 1), upper(shown(("+-", "-+"), True), 1), TUPLE),
    "tuples in a grid": ("tuples", lower(MATCH, 2, GRID), lower(shown(("+-", "-+"), True), 2, GRID), TUPLE),
    "no match": ("tuples", lower(qsa(2, 1), 2), lower(shown(("+-", "-+"), True), 2), TUPLE),
    "parts too many": (
        "tuples",
        lower(MATCH, 2),
        lower(shown(("+-", "-+"), True), 2),
        {**TUPLE, "columns": [[0, 0, 0], [1, 0, 0]]},
    ),
    "parts too few": ("tuples", lower(MATCH, 2), lower(shown(("+-", "-+"), True), 2), {**TUPLE, "columns": [[0], [1]]}),
    "no such symbol": (
        "tuples",
        lower(MATCH, 2),
        lower(shown(("+-", "-+"), True), 2),
        {**TUPLE, "columns": [[0, 2], [1, 2]]},
    ),
    "a null query": (
        "tuples",
        lower(MATCH, 2),
        lower(shown(("-+", "+-"), True), 2),
        {**TUPLE, "rows": [-1, 0], "columns": [[0, 0], [1, 0]]},
    ),
    "a score held fixed": (
        "tuples",
        lower(MATCH, 2),
        lower(shown(("+-", "-+"), True), 2),
        {**TUPLE, "part": 1, "rows": [0, 1], "columns": [[0, 0], [1, 0]]},
    ),
    "several heads of averages": (
        "averages",
        lower(averaging(4, 2), 3, "SOFTMAX", error="0", heads=2),
        lower(separation(4, 2), 3),
        {},
    ),
    "averages of more": ("averages", lower(averaging(4, 2), 3, "SOFTMAX", error="0"), lower(separation(5, 2), 3), {}),
    "fixed weights too far off": (
        "averages",
        lower(averaging(3, 1), 2, "FIXED(1, twos)", error="3/4"),
        lower(qsa(3, 1), 2),
        {},
    ),
    "fixed weights just too far off": (
        "averages",
        lower(averaging(3, 1), 2, "FIXED(1, twos)", error="1/2"),
        lower(qsa(3, 1), 2),
        {},
    ),
    "separated averages from above": (
        "averages",
        upper(averaging(4, 2), 3, "SOFTMAX", error="1/8"),
        upper(separation(4, 2), 3),
        {},
    ),
    "a sphere of shared queries": (
        "sphere",
        lower(scored("cosine", ("+--", "++-")), 2),
        lower(scored("inner", ("+--", "++-"), [0, 0]), 2),
        {},
    ),
    "covers are no sign-ranks": (
        "part",
        lower(shown(("-+", "+-"), True), 2),
        measure(["01", "10"], "cover1", "2"),
        {},
    ),
    "averages too far off": (
        "averages",
        lower(averaging(4, 2), 3, "SOFTMAX", error="1/2"),
        lower({"task": "separation", "N": 4, "least": 2, "most": 2}, 3),
        {},
    ),
    "softmax is not tied": ("averages", lower(averaging(4, 2), 3, "SOFTMAX", error="0"), lower(qsa(4, 2), 3), {}),
    "other sets": ("averages", lower(averaging(4, 2), 3, "SATURATED", error="0"), lower(qsa(4, 1), 3), {}),
    "saturation of too few": ("averages", upper(averaging(4, 2), 2, "SOFTMAX", error="1/2"), upper(qsa(4, 1), 2), {}),
    "saturation of too many": ("averages", upper(averaging(4, 1), 3, "SOFTMAX", error="0"), upper(qsa(4, 2), 3), {}),
    "saturated units are integers": (
        "averages",
        upper(averaging(4, 2), 3, "SATURATED", error="1"),
        upper(qsa(4, 2), 3),
        {},
    ),
    "saturation of sets that are not tied": (
        "averages",
        upper(averaging(4, 2), 3, "SOFTMAX", error="1"),
        upper({"task": "separation", "N": 4, "least": 2, "most": 2}, 3),
        {},
    ),
    "no averages": ("averages", lower(qsa(4, 2), 3), lower(qsa(4, 2), 3), {}),
    "a cut from above": (
        "cut",
        upper(TABLE, 1, "THRESH", "H"),
        upper(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
    ),
    "a cut of the answer": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [0, 1], "rows": [[0, 0], [0, 1]], "columns": [[0], [1]]},
    ),
    "a cut twice": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [1, 7], "rows": [[0, 0], [1, 0]], "columns": [[0], [1]]},
    ),
    "a word too long": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [1], "rows": [[0, 0], [1, 0]], "columns": [[0], [1]]},
    ),
    "a word that is no input": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 1, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
    ),
    "a cut from a grid": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2, GRID),
        {"token": 0, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
    ),
    "a cut for FIXED": (
        "cut",
        lower(TABLE, 1, "FIXED(1, twos)", read_out="any"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
    ),
}
"""Name of a map, claim, premise (taken as proved), fields of the proof."""

RIGHT = {
    "a part": ("part", lower(shown(THREE), 2), lower(shown(("+--", "-+-", "--+")), 2), {}, 2),
    "no width is enough": ("part", lower(qsa(3, 1), 9, "GRID(p, twos, gap 1)", "p", m=1), lower(qsa(3, 1), 2), {}, 9),
    "a pole": ("sphere", lower(scored("euclidean", THREE), 2), lower(shown(("+---", "-+--", "--+-")), 3), {}, 2),
    "tuples": ("tuples", lower(MATCH, 2), lower(shown(("+-", "-+"), True), 2), TUPLE, 2),
    "averages": (
        "averages",
        lower(averaging(4, 2), 3, "SOFTMAX", error="1/4"),
        lower({"task": "separation", "N": 4, "least": 2, "most": 2}, 3),
        {},
        3,
    ),
    "saturation": ("averages", upper(averaging(4, 2), 2, "SOFTMAX", error="3/4"), upper(qsa(4, 1), 2), {}, 2),
    "a cut": (
        "cut",
        lower(TABLE, 1, "THRESH", "H"),
        lower(shown(("-+", "+-"), True), 2),
        {"token": 0, "alice": [1], "rows": [[0], [1]], "columns": [[0], [1]]},
        1,
    ),
}


def value(name, claim, premise, fields):
    """What the map gives; a value that does not reach the claim proves nothing."""
    found = trusted({"rule": "map", "name": name, "of": premise, **fields}, claim)
    if found is None:
        return None
    wanted = float(claim["value"])
    return found if (found >= wanted if claim["side"] == "lower" else found <= wanted) else None


@pytest.mark.parametrize("name", CASES)
def test_a_condition_fails(name):
    assert value(*CASES[name]) is None


@pytest.mark.parametrize("name", RIGHT)
def test_the_same_without_the_mistake(name):
    *case, wanted = RIGHT[name]
    assert value(*case) == wanted
