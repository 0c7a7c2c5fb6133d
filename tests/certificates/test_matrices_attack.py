"""Hostile exhibits about tiny matrices: no value that is proved may be beyond the true one, found by brute force.

The oracles are written from the definitions, for each measure apart: measures that the checker sees as another one of
the transposed or complemented matrix are not turned here.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

from asking import judged, of_matrix
from brute_matrices import small_matrices
from headcount.certificates.evaluate.matrices import EXHIBITS
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.meter import LIMIT
from mutants import mutated

RANKS = (
    "rank_q",
    "rank_gf2",
    "rank_gf3",
    "rank_q_complement",
    "rank_gf2_complement",
    "rank_gf3_complement",
    "rank_sign",
)


def subsets(items, least=0):
    items = list(items)
    return (s for k in range(least, len(items) + 1) for s in combinations(items, k))


def depth(rows):
    @cache
    def of(here, there):
        shown = {rows[r][c] for r in here for c in there} - {"*"}
        if len(shown) < 2:
            return 0, [[int(*shown)]]
        best = 99, None
        for owner, side in ((2, here), (3, there)):
            for half in subsets(side, 1):
                rest = tuple(x for x in side if x not in half)
                if rest:
                    parts = [(part, there) if owner == 2 else (here, part) for part in (half, rest)]
                    (one, first), (two, second) = (of(*part) for part in parts)
                    best = min(best, (1 + max(one, two), [[owner, *half], *first, *second]))
        return best

    value, nodes = of(tuple(range(len(rows))), tuple(range(len(rows[0]))))
    return value, {"exhibit": "protocol", "nodes": nodes}


def one_way(lines):
    """Bits of the fewest messages: partitions of the lines into sets in which no place has both values."""
    best = len(lines), list(range(len(lines)))
    for colours in product(range(len(lines)), repeat=len(lines)):
        groups = [[line for line, c in zip(lines, colours, strict=True) if c == colour] for colour in set(colours)]
        if all(len(set(place) - {"*"}) < 2 for group in groups for place in zip(*group, strict=True)):
            best = min(best, (len(groups), list(colours)))
    bits = 0
    while 2**bits < best[0]:
        bits += 1
    return bits, {"exhibit": "messages", "messages": best[1]}


def rectangles(rows, value):
    """Those that do not hold the other value, none empty."""
    other = "10"[int(value)]
    for here in subsets(range(len(rows)), 1):
        for there in subsets(range(len(rows[0])), 1):
            held = frozenset((r, c) for r in here for c in there)
            if all(rows[r][c] != other for r, c in held):
                yield held


def entries_of(rows, value):
    return [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == value]


def fooling(rows, value):
    listed, entries = list(rectangles(rows, value)), entries_of(rows, value)
    apart = {pair: not any(held.issuperset(pair) for held in listed) for pair in combinations(entries, 2)}
    best = max((s for s in subsets(entries) if all(apart[pair] for pair in combinations(s, 2))), key=len)
    return len(best), {"exhibit": "fooling", "entries": [list(entry) for entry in best]}


def cover(rows, value, disjoint):
    listed = list(rectangles(rows, value))

    @cache
    def of(left, k):
        if not left:
            return ()
        for held in listed if k else ():
            if min(left) in held and (not disjoint or held <= left):
                rest = of(left - held, k - 1)
                if rest is not None:
                    return (held, *rest)
        return None

    k = 0
    while (found := of(frozenset(entries_of(rows, value)), k)) is None:
        k += 1
    sides = [[sorted({r for r, _ in held}), sorted({c for _, c in held})] for held in found]
    return k, {"exhibit": "rectangles", "rectangles": sides}


def rank(table, prime=None):
    table, found = [[Fraction(x) if prime is None else x % prime for x in row] for row in table], 0
    for column in range(len(table[0])):
        pivot = next((i for i in range(found, len(table)) if table[i][column]), None)
        if pivot is None:
            continue
        table[found], table[pivot] = table[pivot], table[found]
        for i in range(found + 1, len(table)):
            if prime is None:
                factor = table[i][column] / table[found][column]
                table[i] = [x - factor * y for x, y in zip(table[i], table[found], strict=True)]
            else:
                factor = table[i][column] * pow(table[found][column], -1, prime)
                table[i] = [(x - factor * y) % prime for x, y in zip(table[i], table[found], strict=True)]
        found += 1
    return found


def vc(lines):
    shown = {s: {tuple(line[c] for c in s) for line in lines} for s in subsets(range(len(lines[0])))}
    best = max((s for s, words in shown.items() if len(words) == 2 ** len(s)), key=len)
    return len(best), {"exhibit": "shattered", "columns": list(best)}


def uniform(rows):
    best = max(
        (abs(sum((1 if rows[r][c] == "1" else -1) for r in here for c in there)), here, there)
        for here in subsets(range(len(rows)))
        for there in subsets(range(len(rows[0])))
    )
    shown = {"exhibit": "heavy-rectangle", "rectangle": [list(best[1]), list(best[2])]}
    return Fraction(best[0], len(rows) * len(rows[0])), shown


def truths(rows):
    """Measure -> its value and an exhibit that shows one side of it."""
    columns = list(map("".join, zip(*rows, strict=True)))
    found = {"D": depth(rows), "one_way_ab": one_way(rows), "one_way_ba": one_way(columns)}
    for value in "01":
        found[f"fooling{value}"] = fooling(rows, value)
        found[f"cover{value}"] = cover(rows, value, False)
    if "*" in "".join(rows):
        return found
    for value in "01":
        found[f"partition{value}"] = cover(rows, value, True)
    ones, elimination = [[int(x) for x in row] for row in rows], {"exhibit": "elimination"}
    for field, prime in (("q", None), ("gf2", 2), ("gf3", 3)):
        found[f"rank_{field}"] = rank(ones, prime), elimination
        found[f"rank_{field}_complement"] = rank([[1 - x for x in row] for row in ones], prime), elimination
    found["rank_sign"] = rank([[2 * x - 1 for x in row] for row in ones]), elimination
    return found | {"vc_rows": vc(rows), "vc_columns": vc(columns), "disc_uniform": uniform(rows)}


SHOWN = {
    "protocol": ("upper", ("D",)),
    "messages": ("upper", ("one_way_ab", "one_way_ba")),
    "distinct": ("both", ("one_way_ab", "one_way_ba", *RANKS)),
    "conflicts": ("lower", ("cover0", "cover1", "partition0", "partition1")),
    "fooling": ("lower", ("fooling0", "fooling1")),
    "rectangles": ("upper", ("cover0", "cover1", "partition0", "partition1")),
    "lines": ("upper", ("cover0", "cover1", "partition0", "partition1")),
    "elimination": ("both", RANKS),
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
        "shattered": lambda: {"columns": some(width)},
        "heavy-rectangle": lambda: {"rectangle": rectangle()},
    }
    return {"rule": "evaluate", "exhibit": exhibit, **fields.get(exhibit, dict)()}


def beyond(side, value, truth):
    return value > truth if side == "lower" else value < truth


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
