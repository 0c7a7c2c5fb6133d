"""Matrices of values: hostile proofs about tiny ones, against brute force; what is malformed or of another kind."""

from random import Random

import pytest

import brute_matrices as brute
from asking import Trusting, accepts, judged, proved
from brute_values import rank, truths
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.theorems.inequalities import OF_VALUES

NAMES = [name for name, one in MEASURES.items() if "values" in one.about]


def statement(rows):
    return {"task": "values", "rows": [list(row) for row in rows]}


def tiny(random, widest):
    shapes = [
        (r, c) for r, c in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2)) if r * c <= 2 * widest
    ]
    height, width = random.choice(shapes)
    values = random.choice(((0, 1, 2), (0, 1, 2, None), (1, 2, 4, 6), (3,), (0,)))
    while True:
        rows = tuple(tuple(random.choice(values) for _ in range(width)) for _ in range(height))
        if {x for row in rows for x in row} - {None}:
            return rows


def ones(rows, wanted):
    return {
        "task": "communication",
        "of": "matrix",
        "rows": ["".join("*" if x is None else "01"[x in wanted] for x in row) for row in rows],
    }


def true_premise(random, rows, wanted):
    """A bound, which is true, of some measure of some 0/1 matrix made of the matrix; the book believes it."""
    about = ones(rows, wanted)
    words = tuple(about["rows"])
    name = random.choice(("fooling1", "cover1", "partition1", "cover0", "D"))
    if "*" in "".join(words) and name == "partition1":
        name = "cover1"
    if not set("".join(words)) - {"*"}:
        return None
    exact, side = brute.measure(words, name), random.choice(("lower", "upper"))
    value = max(0, exact - random.choice((0, 0, 1))) if side == "lower" else exact + random.choice((0, 0, 1))
    return {"question": about, "measure": name, "side": side, "value": str(value)}


def hostile(random, rows, known):
    height, width = len(rows), len(rows[0])
    values = sorted({x for row in rows for x in row} - {None})

    def tree(deep):
        if not deep or random.random() < 0.3:
            return [[random.choice((4, 4, 4, 0, 1))]]
        some = [i for i in range(max(height, width)) if random.random() < 0.5]
        return [[random.choice((2, 3)), *some], *tree(deep - 1), *tree(deep - 1)]

    def table(r, c, most):
        return [[random.randrange(most) for _ in range(c)] for _ in range(r)]

    def premises():
        chosen = [{value} for value in values] if random.random() < 0.8 else [set(values) - {0}]
        found = [true_premise(random, rows, wanted) for wanted in chosen]
        if random.random() < 0.1:
            found = found[1:] or found
        return [one for one in found if one]

    k, name = random.randint(1, 3), random.choice(sorted(known))
    earlier = {"measure": name, "side": random.choice(("lower", "upper")), "value": str(known[name])}
    whole = [random.randrange(2), list(range(height)), list(range(width))]
    exhibits = {
        "protocol": lambda: {"nodes": tree(random.randrange(4))},
        "messages": lambda: {"messages": [random.randrange(3) for _ in range(random.choice((height, width)))]},
        "factors": lambda: {"left": table(height, k, 3), "right": table(k, width, 3), "scale": 1},
        "square-root": lambda: {"rows": table(height, width, 3), "scale": random.choice((1, 4))},
        "distinct": dict,
        "numbers": dict,
        "elimination": dict,
    }
    kind = random.choice((*exhibits, "values", "support", "least", "inequality", "parts"))
    if kind in exhibits:
        return {"rule": "evaluate", "exhibit": kind, **exhibits[kind]()}
    if kind == "parts":
        return {"rule": "clauses", "system": "splits", "parts": [whole]}
    if kind == "inequality":
        inequality = random.choice((*OF_VALUES, "D <= one_way_ab + 1", "fooling1 <= cover1"))
        return {"rule": "theorem", "name": inequality, "from": [earlier]}
    return {"rule": "theorem", "name": kind, **({} if kind == "least" else {"from": premises()})}


@pytest.mark.parametrize("count", [12, pytest.param(80, marks=pytest.mark.slow)])
def test_no_proof_shows_too_much(count):
    random, tried, accepted, names = Random(4), 0, 0, set()
    for _ in range(count):
        rows = tiny(random, 2 if count == 12 else 3)
        known = truths(rows)
        for _ in range(160):
            name, side = random.choice(NAMES), random.choice(("lower", "upper"))
            proof = hostile(random, rows, known)
            claim = {"measure": name, "side": side, "value": "0"}
            value = proved(statement(rows), claim, proof, kind=Trusting)
            tried += 1
            if value is None:
                continue
            accepted += 1
            names.add((name, side))
            if name in known:
                assert value <= known[name] if side == "lower" else value >= known[name], (rows, claim, proof, value)
            elif name == "psd_rank" and side == "upper":
                assert value * (value + 1) // 2 >= rank(rows), (rows, proof, value)
            elif name == "fractional_cover":
                assert value <= known["cover"] if side == "lower" else value >= known["fooling"], (rows, proof, value)
    assert tried == 160 * count and accepted > 5 * count, (tried, accepted)
    assert len(names) > 12, names


def test_what_is_true_is_accepted():
    """Sums, products and trees of one matrix: each closes its measure."""
    rows = ((0, 1, 4), (1, 0, 1), (4, 1, 0))
    exact = truths(rows)
    assert (exact["D"], exact["cover"], exact["rank"]) == (4, 7, 3)
    for name, one in (("cover", "cover1"), ("fooling", "fooling1"), ("partition", "partition1")):
        premises = []
        for value in (0, 1, 4):
            about = ones(rows, {value})
            premises.append(
                {
                    "question": about,
                    "measure": one,
                    "side": "upper",
                    "value": str(brute.measure(tuple(about["rows"]), one)),
                }
            )
        claim = {"measure": name, "side": "upper", "value": str(exact[name])}
        proof = {"rule": "theorem", "name": "values", "from": premises}
        assert proved(statement(rows), claim, proof, kind=Trusting) == exact[name]
        assert proved(statement(rows), claim, {**proof, "from": premises[::-1]}, kind=Trusting) is None
        assert proved(statement(rows), claim, {**proof, "from": premises[:2]}, kind=Trusting) is None
        assert proved(statement(rows), {**claim, "side": "lower"}, proof, kind=Trusting) is None
    root = {"rule": "evaluate", "exhibit": "square-root", "scale": 1, "rows": [[0, -1, -2], [1, 0, -1], [2, 1, 0]]}
    assert accepts(statement(rows), {"measure": "psd_rank", "side": "upper", "value": "2"}, root)
    assert not accepts(statement(rows), {"measure": "psd_rank", "side": "upper", "value": "1"}, root)
    assert not accepts(statement(rows), {"measure": "nonnegative_rank", "side": "upper", "value": "2"}, root)
    unit = {"rule": "evaluate", "exhibit": "factors", "scale": 2, "left": [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}
    assert accepts(
        statement(rows),
        {"measure": "nonnegative_rank", "side": "upper", "value": "3"},
        {**unit, "right": [list(r) for r in rows]},
    )
    wrong = [list(row) for row in rows[:2]] + [[4, 1, 1]]
    assert not accepts(
        statement(rows), {"measure": "nonnegative_rank", "side": "upper", "value": "3"}, {**unit, "right": wrong}
    )


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"task": "values", "rows": [[0, -1]]}, "integer >= 0"),
        ({"task": "values", "rows": [[0], [1, 2]]}, "one length"),
        ({"task": "values", "rows": []}, "entries"),
        ({"task": "values", "rows": [[None]]}, "different values"),
        ({"task": "values", "rows": [[0, "1"]]}, "integer"),
        ({"task": "values", "rows": [[True]]}, "integer"),
    ],
)
def test_what_is_no_matrix_of_values(question, words):
    claim = {"measure": "D", "side": "lower", "value": "0", "proof": {"rule": "theorem", "name": "least"}}
    verdict, why, _ = judged(claim, question)
    assert verdict == "malformed" and words in why, why


def test_measures_are_asked_of_the_matrices_that_they_are_about():
    about = statement([[0, 1], [1, 0]])
    bits = {"task": "communication", "of": "matrix", "rows": ["01", "10"]}
    least = {"rule": "theorem", "name": "least"}
    for name, one in MEASURES.items():
        claim = {"measure": name, "side": "lower", "value": "0", "proof": least}
        if one.parameter:
            claim[one.parameter] = str(one.range[0])
        assert (judged(claim, about)[0] == "accepted") == ("values" in one.about), name
        assert (judged(claim, bits)[0] == "accepted") == ("communication" in one.about), name
    star = statement([[0, None], [1, 0]])
    for name in NAMES:
        claim = {"measure": name, "side": "lower", "value": "0", "proof": least}
        assert (judged(claim, star)[0] == "accepted") == MEASURES[name].promise
    source = {"task": "reduction", "source": about, "target": {}, "owners": "A", "runs": []}
    assert judged({"claim": "not-local", "proof": least}, source)[0] == "malformed"


def test_a_part_of_a_matrix_of_values_is_not_what_the_map_is_for():
    """Values are renamed in each matrix by itself, so the map of parts, which compares symbols, refuses them."""
    whole, part = statement([[0, 5], [7, 0]]), statement([[5], [0]])
    inner = {"question": part, "measure": "D", "side": "lower", "value": "1"}
    claim = {"measure": "D", "side": "lower", "value": "1"}
    proof = {"rule": "map", "name": "part", "of": inner, "rows": [0, 1], "columns": [0]}
    assert proved(whole, claim, proof, kind=Trusting) is None
