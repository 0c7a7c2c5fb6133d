"""Hostile exhibits about tiny matrices: no value that is proved may be beyond the true one, found by brute force."""

import json
from collections import Counter
from itertools import product
from random import Random

import brute_matrices as brute
from asking import judged, of_matrix
from brute_matrices import small_matrices
from headcount.certificates.evaluate.matrices import EXHIBITS
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.meter import LIMIT
from mutants import mutated

RANKS = (*(f"rank_{field}{end}" for field in ("q", "gf2", "gf3") for end in ("", "_complement")), "rank_sign")


def sides(held):
    return [sorted({r for r, _ in held}), sorted({c for _, c in held})]


def truths(rows):
    """Measure -> its value and an exhibit that shows one side of it."""
    found = {"D": ("protocol", "nodes", *brute.protocol(rows))}
    for name, lines in (("one_way_ab", rows), ("one_way_ba", brute.turned(rows))):
        found[name] = ("messages", "messages", *brute.one_way(lines))
    whole = "*" not in "".join(rows)
    for value in (0, 1):
        found[f"fooling{value}"] = ("fooling", "entries", *brute.fooling(rows, value))
        for name, disjoint in (("cover", False), ("partition", True)) if whole else (("cover", False),):
            count, held = brute.cover(rows, value, disjoint)
            found[f"{name}{value}"] = "rectangles", "rectangles", count, [sides(one) for one in held]
    if whole:
        for name, lines in (("vc_rows", rows), ("vc_columns", brute.turned(rows))):
            found[name] = ("shattered", "columns", *brute.shattered(lines))
        value, held = brute.disc_uniform(rows)
        found["disc_uniform"] = "heavy-rectangle", "rectangle", value, sides(held)
    known = {
        name: (value, {"exhibit": kind, field: json.loads(json.dumps(shown))})
        for name, (kind, field, value, shown) in found.items()
    }
    ranks = {name: (brute.measure(rows, name), shown_rank(rows, name)) for name in RANKS}
    return known | ranks


def shown_rank(rows, name):
    """By elimination; under a promise a completion of least rank, as the measure sees it, from above."""
    if "*" not in "".join(rows):
        return {"exhibit": "elimination"}
    seen = [row.translate(str.maketrans("01", "10")) for row in rows] if name.endswith("complement") else rows
    plain = name.removesuffix("_complement")
    least = min(brute.completions(seen), key=lambda full: brute.measure(full, plain))
    return {"exhibit": "completion", "rows": list(least)}


SHOWN = {
    "protocol": ("upper", ("D",)),
    "messages": ("upper", ("one_way_ab", "one_way_ba")),
    "distinct": ("both", ("one_way_ab", "one_way_ba", *RANKS)),
    "conflicts": ("lower", ("cover0", "cover1", "partition0", "partition1")),
    "fooling": ("lower", ("fooling0", "fooling1")),
    "rectangles": ("upper", ("cover0", "cover1", "partition0", "partition1")),
    "lines": ("upper", ("cover0", "cover1", "partition0", "partition1")),
    "elimination": ("both", RANKS),
    "completion": ("upper", RANKS),
    "completions": ("lower", RANKS),
    "shattered": ("lower", ("vc_rows", "vc_columns")),
    "heavy-rectangle": ("lower", ("disc_uniform",)),
}
"""What each exhibit may show; most hostile ones are about these, and some about anything."""


def hostile(random, exhibit, rows):
    """A random exhibit, mostly one that could be right."""
    height, width = len(rows), len(rows[0])
    if random.random() < 0.5:  # measures may see the matrix transposed
        height, width = width, height

    def some(size, least=0):
        found = [i for i in range(size) if random.random() < 0.6]
        if random.random() < 0.02:
            found += [random.choice((size, size + 1, 0))]
        return found if len(found) >= least else [random.randrange(size)]

    def rectangle():
        here, there = some(height), some(width)
        if random.random() < 0.7:  # one that does not hold both values
            wrong = random.choice("01")
            there = [c for c in there if all(r < len(rows) and c < len(rows[0]) and rows[r][c] != wrong for r in here)]
        return [here, there]

    def tree(deep):
        if deep == 0 or random.random() < 0.25:
            return [[random.choice((0, 1))] + ([0] if random.random() < 0.02 else [])]
        node = [random.choice((2, 3)), *some(max(height, width))]
        return [node, *tree(deep - 1), *tree(deep - 1)] + (tree(1) if random.random() < 0.01 else [])

    def completed():
        turned = "01" if random.random() < 0.5 else "10"
        entries = {"0": turned[0], "1": turned[1], "*": ""}
        wrong = 0.05 if random.random() < 0.3 else 0
        return [
            "".join(random.choice("01") if random.random() < wrong else entries[x] or random.choice("01") for x in row)
            for row in rows
        ]

    of = random.choice(("rows", "columns"))
    fields = {
        "protocol": lambda: {"nodes": tree(random.randrange(5))},
        "messages": lambda: {"messages": [random.randrange(max(1, random.randrange(4))) for _ in range(height)]},
        "conflicts": lambda: {"of": of, "lines": some(max(height, width))},
        "fooling": lambda: {
            "entries": [[r, c] for r, c in product(range(height), range(width)) if random.random() < 0.3]
        },
        "rectangles": lambda: {"rectangles": [rectangle() for _ in range(random.randrange(5))]},
        "lines": lambda: {"of": of},
        "completion": lambda: {"rows": completed()},
        "shattered": lambda: {"columns": some(width)},
        "heavy-rectangle": lambda: {"rectangle": rectangle()},
    }
    return {"rule": "evaluate", "exhibit": exhibit, **fields.get(exhibit, dict)()}


def attack(matrices, proofs, seed):
    """How many exhibits were tried and accepted, and all that is false or that should have been accepted."""
    random, counts, wrong = Random(seed), Counter(), []
    kept = []  # accepted ones, to be spliced and mutated
    for rows in matrices:
        known = truths(rows)

        def tried(measure, side, proof, rows=rows, known=known):
            value = of_matrix(rows, measure, side, proof)
            counts["tried"] += 1
            if value is None:
                return None
            counts["accepted"] += 1
            if measure not in known or (value > known[measure][0] if side == "lower" else value < known[measure][0]):
                wrong.append((rows, measure, side, proof, value, known.get(measure)))
            return value

        for measure, (value, shown) in known.items():
            side, alike = SHOWN[shown["exhibit"]]
            proof = {"rule": "evaluate", **shown}
            for end in ("lower", "upper") if side == "both" else (side,):
                counts["true"] += 1
                if tried(measure, end, proof) != value:
                    wrong.append((rows, measure, end, shown, "not accepted"))
            for other in alike:  # what shows one thing is tried as showing others
                tried(other, "upper" if side == "both" else side, proof)
            kept.append((side, measure, proof))
        kept = kept[-2000:]
        for _ in range(proofs):
            exhibit = random.choice(list(EXHIBITS))
            side, measures = SHOWN[exhibit]
            measure, proof = random.choice(measures), hostile(random, exhibit, rows)
            if random.random() < 0.4:
                own = kept[-len(known) :]
                side, measure, proof = random.choice(random.choice((kept, own)))
                measure = random.choice((measure, random.choice(SHOWN[proof["exhibit"]][1])))
                proof = mutated(proof, random) if random.random() < 0.6 else proof
            side = random.choice(("lower", "upper")) if side == "both" or random.random() < 0.1 else side
            if random.random() < 0.05:
                measure = random.choice(list(MEASURES))
            if tried(measure, side, proof) is not None and random.random() < 0.1:
                kept[random.randrange(len(kept) - len(known) + 1)] = side, measure, proof
    return counts, wrong


NOTABLE = [
    ("110", "111", "011"),  # two rectangles cover its ones, three partition them
    ("0110", "1001", "0110", "1001"),
    ("0000",),
    ("1", "1", "1", "1"),
    ("01*1", "1*00", "*110"),
]


def test_no_exhibit_shows_too_much():
    random = Random(1)
    matrices = [rows for rows in small_matrices(3, 3) if len(rows) < 3 or len(rows[0]) < 3 or random.random() < 0.03]
    counts, wrong = attack([*random.sample(matrices, 45), *NOTABLE], 200, 2)
    assert not wrong, wrong[:3]
    assert counts["tried"] > 10_000 and counts["accepted"] > 1500 and counts["true"] > 400, counts


def test_all_completions_show_the_least_rank_and_no_more():
    random = Random(3)
    matrices = [rows for rows in small_matrices(3, 3) if 0 < "".join(rows).count("*") < 7]
    proof = {"rule": "evaluate", "exhibit": "completions"}
    for rows in random.sample(matrices, 60):
        for name in RANKS:
            assert of_matrix(rows, name, "lower", proof) == brute.measure(rows, name), (rows, name)
            assert of_matrix(rows, name, "upper", proof) is None
    assert of_matrix(("1" + "*" * 14,), "rank_q", "lower", proof) == 1  # 15 columns, 2 of them different
    many = tuple("0" * i + "*" + "1" * (14 - i) for i in range(15))  # 15 different rows with a * each
    assert of_matrix(many, "rank_q", "lower", proof) is None
    assert of_matrix(many[:8], "rank_gf2", "lower", proof) == 4  # neighbours may be made equal


def test_what_is_too_large_is_refused_before_it_is_built():
    claim = {
        "measure": "rank_gf2",
        "side": "upper",
        "value": "1",
        "proof": {"rule": "evaluate", "exhibit": "elimination"},
    }
    for of in ("disj", "eq", "gt", "ge", "ip", "index"):
        for n in (25, 100, 500):
            verdict, _, steps = judged(claim, {"task": "communication", "of": of, "n": n})
            assert (verdict, steps) == ("undecided", LIMIT), (of, n)
