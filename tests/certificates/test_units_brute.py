"""All units of one bit, width 0 or 1 and at most two heads, for tables over at most two tokens and two positions.

The least m and the least H are found by trying every unit. What is shown at the least size is accepted; at a smaller
size nothing is, whatever unit is tried.
"""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from asking import proves

GRIDS = {"midrise": (-1, 1), "twos": (-1, 0)}


@cache
def heads(alphabet, n, grid, m):
    """Output at every input and position -> a head that has it, as tables by position and token."""
    kinds, entries = alphabet * n, GRIDS[grid]
    places = [(word, i) for word in product(range(alphabet), repeat=n) for i in range(n)]
    found = {}
    vectors = list(product(entries, repeat=m))
    for queries in product(vectors, repeat=kinds):
        for keys in product(vectors, repeat=kinds):
            for null in (None, *vectors):
                shares = [_shares(word, i, queries, keys, null, alphabet) for word, i in places]
                for values in product(entries, repeat=kinds):
                    for blank in entries if null is not None else (None,):
                        output = tuple(
                            sum(w * (blank if k is None else values[k]) for k, w in share) for share in shares
                        )
                        found.setdefault(output, (queries, keys, values, null, blank))
    return places, found


def _shares(word, i, queries, keys, null, alphabet):
    """The weights of one bit: 2 at the highest score, 1 at one less, 0 below; in shares of their sum."""
    query = queries[i * alphabet + word[i]]
    seen = [(j * alphabet + x, keys[j * alphabet + x]) for j, x in enumerate(word)] + (
        [(None, null)] if null is not None else []
    )
    scores = [(k, sum(a * b for a, b in zip(query, key, strict=False))) for k, key in seen]
    top = max(score for _, score in scores)
    weights = [(k, {0: 2, 1: 1}.get(top - score, 0)) for k, score in scores]
    return [(k, Fraction(w, sum(w for _, w in weights))) for k, w in weights]


def does(outputs, places, wanted, threshold):
    """Whether rows of these outputs, one for each head, tell the answers; with a threshold, their sum does."""
    if threshold:
        sums = [sum(one) for one in zip(*outputs, strict=False)]
        no, yes = ([x for x, answer in zip(sums, wanted, strict=False) if answer == which] for which in (0, 1))
        return not no or not yes or max(no) < min(yes)
    known = {}
    rows = zip(*outputs, strict=False)
    return all(
        known.setdefault((i, word[i], row), a) == a
        for (word, i), row, a in zip(places, rows, wanted, strict=False)
        if a is not None
    )


def cut(outputs, wanted):
    """A threshold."""
    sums = [sum(one) for one in zip(*outputs, strict=False)]
    no, yes = ([x for x, answer in zip(sums, wanted, strict=False) if answer == which] for which in (0, 1))
    return (max(no) + min(yes)) / 2 if no and yes else min(yes) - 1 if yes else max(no) + 1


def unit(chosen, combine):
    def table(rows):
        return {"by": "both", "rows": [list(row) for row in rows]}

    written = []
    for queries, keys, values, null, blank in chosen:
        one = {"queries": table(queries), "keys": [table(keys)], "values": [table((x,) for x in values)]}
        written.append(
            {**one, "null_keys": [] if null is None else [list(null)], "null_values": [] if null is None else [[blank]]}
        )
    return {"layers": [{"combine": combine, "order": 2, "monomials": [[0, 1]], "heads": written}], "read_outs": []}


def least_sizes_attacked(count, seed, tries=15, shapes=((1, 1), (2, 1), (1, 2))):
    """What is shown at the least size, and that nothing is below."""
    rng, found = random.Random(seed), Counter()
    for _ in range(count):
        alphabet, n = rng.choice(shapes)
        grid, threshold = rng.choice(list(GRIDS)), rng.random() < 0.5
        words = list(product(range(alphabet), repeat=n))
        asked = {(word, i): rng.choice((0, 1, 0, 1, None)) for word in words for i in range(n)}
        if not {0, 1} & set(asked.values()):
            continue
        answers = [[list(word), [asked[word, i] for i in range(n)]] for word in words]
        question = {"task": "computation", "of": "table", "alphabet": alphabet, "length": n, "answers": answers}
        shown = {}
        for m in (0, 1):
            places, known = heads(alphabet, n, grid, m)
            wanted = [asked[place] for place in places]
            for H in (1, 2):
                few = sorted(known)
                if H == 2:  # side by side: what some head tells apart is told apart; sums only if they are not many
                    few = few[:120] if threshold else list({tuple(_told(one, places)): one for one in few}.values())
                chosen = next((one for one in product(few, repeat=H) if does(one, places, wanted, threshold)), None)
                if chosen is not None:
                    shown[m, H] = [known[output] for output in chosen], cut(chosen, wanted) if threshold else None
                elif not threshold or len(few) == len(known):
                    shown[m, H] = None  # refuted: every unit has been tried
        for (m, H), one in shown.items():
            claim = {
                "unit_class": f"FIXED(1, {grid})",
                "side": "upper",
                "read_out": "threshold" if threshold else "any",
                "order": 2,
            }
            sized = ({"resource": "m", "value": m, "heads": H}, {"resource": "H", "value": H, "m": m})
            for size in sized:
                if one is not None:
                    proof = {
                        "rule": "evaluate",
                        "exhibit": "unit",
                        "unit": unit(one[0], "sum" if threshold else "concat"),
                    }
                    proof |= {"at": str(one[1])} if threshold else {}
                    assert proves({**claim, **size, "proof": proof}, question), (claim, size, proof, question)
                    found["shown"] += 1
                    continue
                for _ in range(tries):
                    k, width = rng.choice((H, H, 2)), rng.choice((m, m, 1))
                    _, known = heads(alphabet, n, grid, width)
                    outputs = [rng.choice(list(known)) for _ in range(k)]
                    proof = {
                        "rule": "evaluate",
                        "exhibit": "unit",
                        "unit": unit([known[x] for x in outputs], rng.choice(("sum", "concat"))),
                    }
                    proof |= (
                        {"at": str(rng.choice((Fraction(0), Fraction(1, 3), cut(outputs, wanted))))}
                        if threshold
                        else {}
                    )
                    assert not proves({**claim, **size, "proof": proof}, question), (claim, size, proof, question)
                    found["refused"] += 1
    assert found["shown"] > count and found["refused"] > count, found
    return found


def _told(output, places):
    """For each position and token, which of its inputs have equal outputs."""
    groups = {}
    for (word, i), x in zip(places, output, strict=False):
        groups.setdefault((i, word[i]), []).append(x)
    return [tuple(group.index(x) for x in group) for group in groups.values()]


def test_least_sizes():
    least_sizes_attacked(60, seed=1)
