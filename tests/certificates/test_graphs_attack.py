"""Hostile proofs about sparse patterns on at most 4 positions, empty rows and cycles of layers included.

The truth is found by other means (``brute_sparse.py``): hops by following all sets until they repeat, paths by trying
all orders, depth by letting every position keep all that it hears.
"""

import random
from collections import Counter
from itertools import combinations, permutations, product

import brute_sparse
from asking import book_of
from headcount.certificates.evaluate import EXHIBITS
from headcount.certificates.meaning.masks import row_of
from headcount.certificates.meter import Meter, OverLimitError
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.schema import Record

INFINITE = 10**6


class Case:
    """A pattern, what is true of it, and the claims that hostile proofs are tried on."""

    def __init__(self, layers, n, answers, alphabet):
        self.layers, self.n, self.answers = layers, n, answers
        lists = [{"name": "lists", "lists": [sorted(row) for row in rows]} for rows in layers]
        pattern = {"task": "sparse-pattern", "n": n, "layers": lists}
        table = {"task": "computation", "of": "table", "alphabet": alphabet, "length": n}
        table["answers"] = [[list(w), list(a)] for w, a in answers]
        self.book, self.task_book = book_of(pattern), book_of(table)
        state = self.book.stated
        self.claims = {
            name: state({"claim": name}, "c") for name in ("path", "no-path", "hops-infinite", "self-attending")
        }
        self.claims["not-self-attending"] = state({"claim": "not-self-attending", "layer": 1, "position": n - 1}, "c")
        self.claims["hops lower"] = state({"quantity": "hops", "side": "lower", "value": 1}, "c")
        self.claims["hops upper"] = state({"quantity": "hops", "side": "upper", "value": 1}, "c")
        for side in ("lower", "upper"):
            claim = {"quantity": "depth", "pattern": pattern, "side": side, "value": 1}
            self.claims[f"depth {side}"] = self.task_book.stated(claim, "c")
        hops, depth = brute_sparse.hops(layers), brute_sparse.least_depth(layers, answers, n * len(layers))
        self.hops = INFINITE if hops is None else hops
        self.depth = INFINITE if depth is None else depth
        self.path = brute_sparse.has_path(layers)
        self.best = {"hops lower": 1, "depth lower": 0, "hops upper": INFINITE, "depth upper": INFINITE}
        self.shown = set()

    def said(self, *more):
        return (*more, self.layers, self.answers)

    def attempt(self, name, proof):
        """Try a proof on a claim; fails if something false is proved."""
        book = self.task_book if name.startswith("depth") else self.book
        book.meter.spent = 0
        try:
            found = EXHIBITS[proof["exhibit"]](proof, self.claims[name], book).value
        except (Refused, Malformed, OverLimitError):
            return False
        if name.endswith("lower"):
            assert found <= (self.hops if name[0] == "h" else self.depth), self.said(name, proof, found)
            self.best[name] = max(self.best[name], found)
        elif name.endswith("upper"):
            assert found >= (self.hops if name[0] == "h" else self.depth), self.said(name, proof, found)
            self.best[name] = min(self.best[name], found)
        else:
            true = {
                "not-self-attending": self.n - 1 not in self.layers[0][self.n - 1],
                "path": self.path, "no-path": not self.path, "hops-infinite": self.hops == INFINITE,
                "self-attending": all(k in row for rows in self.layers for k, row in enumerate(rows)),
            }  # fmt: skip
            assert true[name], self.said(name, proof)
            self.shown.add(name)
        return True


def random_case(rng):
    n, alphabet = rng.choice((1, 2, 2, 3, 3, 4)), rng.choice((1, 2, 2))
    dense = rng.choice((0.3, 0.5, 0.8))
    layers = [
        [{j for j in range(n) if rng.random() < dense} for _ in range(n)] for _ in range(rng.choice((1, 1, 2, 3)))
    ]
    words = list(product(range(alphabet), repeat=n))
    rng.shuffle(words)
    answers = []
    for word in words[: rng.choice((1, 2, 4, len(words)))]:
        rules = (lambda w, k: w[0], lambda w, k: w[k], lambda w, k: max(w), lambda w, k: 1, lambda w, k: w[k - 1])
        rule = rng.choice(rules)
        answers.append((word, [None if rng.random() < 0.2 else rule(word, k) for k in range(n)]))
    answers[0][1][0] = rng.choice((0, 1))
    return Case(layers, n, answers, alphabet)


def hostile(rng, case):
    """A proof, some of whose numbers are too large, of positions, ranges and sets; and the claim to try it on."""
    n, P, kind = case.n, len(case.layers), rng.choice(list(KINDS))
    layers, order = rng.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 9, 20)), rng.sample(range(n), n)

    def place():
        return rng.randrange(n + (rng.random() < 0.05))

    def some():
        spans = [[place(), rng.randint(0, n + 1), rng.choice((0, 1, 1, 2))] for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        return [rng.choice((place(), span)) for span in spans]

    def word():
        return list(rng.choice(case.answers)[0]) if rng.random() < 0.9 else [0] * rng.choice((n, n, n + 1))

    orders = [{"order": x} for x in (order, order, order[1:], [*order[1:], order[-1]])]
    orders += [{}, {"reversed": True}]
    fields = {
        "far-pair": lambda: {"position": place(), "token": place(), "layers": layers},
        "centre": lambda: {"position": place(), "to": rng.randint(0, 4), "from": rng.randint(0, 4)},
        "hops": lambda: {"layers": layers},
        "closed-sets": lambda: {"sets": [some() for _ in range(rng.choice((P, P, 2 * P, 3 * P, 1, 0)))]},
        "path": lambda: rng.choice(orders),
        "two-ends": lambda: {"side": rng.choice(("attended", "attending")), "ends": [some(), some()]},
        "components": lambda: {"removed": sorted(rng.sample(range(n + (rng.random() < 0.05)), rng.randint(0, n)))},
        "self": dict,
        "two-inputs": lambda: {"position": place(), "layers": layers, "inputs": [word(), word()]},
        "uniform-heads": lambda: {"layers": layers},
    }[kind]()
    name = rng.choice(KINDS[kind]) if rng.random() < 0.95 else rng.choice(list(case.claims))
    return name, {"rule": "evaluate", "exhibit": kind, **fields}


KINDS = {
    "far-pair": ["hops lower"], "centre": ["hops upper"], "hops": ["hops lower", "hops upper"],
    "closed-sets": ["hops-infinite"],
    "path": ["path"], "two-ends": ["no-path"], "components": ["no-path"],
    "self": ["self-attending", "not-self-attending"],
    "two-inputs": ["depth lower"], "uniform-heads": ["depth upper"],
}  # fmt: skip


def power(case, found):
    """Count what is true, and of that what was proved."""
    for name in ("hops", "depth"):
        truth = getattr(case, name)
        if truth < INFINITE:
            found[f"{name} upper", case.best[f"{name} upper"] == truth] += 1
            found[f"{name} lower", case.best[f"{name} lower"] == truth] += 1
    for name, true in (("path", case.path), ("no-path", not case.path), ("hops-infinite", case.hops == INFINITE)):
        if true:
            found[name, name in case.shown] += 1


def patterns_attacked(cases, count, seed):
    """Hostile proofs on random patterns."""
    rng, found, accepted, tried = random.Random(seed), Counter(), 0, 0
    for _ in range(cases):
        case = random_case(rng)
        for name, proof in (hostile(rng, case) for _ in range(count)):
            tried += 1
            accepted += case.attempt(name, proof)
        power(case, found)
    found["tried"], found["accepted"] = tried, accepted
    assert accepted > tried // 20, found
    return found


def small_patterns_attacked(n, cycles):
    """Every pattern on n positions, every proof of a few kinds: what is true is proved, nothing else is."""
    rows = [set(chosen) for k in range(n + 1) for chosen in combinations(range(n), k)]
    found = Counter()
    for P in cycles:
        for layers in product(product(rows, repeat=n), repeat=P):
            words = [(word, [word[0], *[None] * (n - 1)]) for word in product((0, 1), repeat=n)]
            case = Case(layers, n, words, 2)
            for name, proof in every_proof(n, P, words):
                case.attempt(name, proof)
            power(case, found)
    missed = {name for name, proved in found if not proved}
    assert missed <= ({"hops-infinite"} if n == 1 else {"no-path"}), found  # of one position no set is closed and short
    return found


def every_proof(n, P, words):
    shown = {"rule": "evaluate"}
    for T in range(8):
        for side in ("lower", "upper"):
            yield f"hops {side}", {**shown, "exhibit": "hops", "layers": T}
        yield "depth upper", {**shown, "exhibit": "uniform-heads", "layers": T}
        for k, j in product(range(n), repeat=2):
            yield "hops lower", {**shown, "exhibit": "far-pair", "position": k, "token": j, "layers": T}
            yield "hops upper", {**shown, "exhibit": "centre", "position": k, "to": T, "from": j}
    for (x, _), (y, _) in combinations(words, 2):
        for k, T in product(range(n), range(3)):
            inputs = {"exhibit": "two-inputs", "position": k, "layers": T, "inputs": [list(x), list(y)]}
            yield "depth lower", {**shown, **inputs}
    sets = [list(one) for k in range(1, n + 1) for one in combinations(range(n), k)]
    for R in (P, 2 * P):
        for chosen in product(sets, repeat=R):
            yield "hops-infinite", {**shown, "exhibit": "closed-sets", "sets": list(chosen)}
    for order in permutations(range(n)):
        yield "path", {**shown, "exhibit": "path", "order": list(order)}
    for one, other in product(sets, repeat=2):
        for side in ("attended", "attending"):
            yield "no-path", {**shown, "exhibit": "two-ends", "side": side, "ends": [one, other]}
    for k in range(n):
        for removed in combinations(range(n), k):
            yield "no-path", {**shown, "exhibit": "components", "removed": list(removed)}
    for name in KINDS["self"]:
        yield name, {**shown, "exhibit": "self"}


def test_hostile_proofs_about_patterns():
    found = patterns_attacked(100, 60, seed=1)
    assert found["tried"] == 6000


def test_every_proof_of_small_patterns():
    assert small_patterns_attacked(1, (1, 2))["path", True] == 6
    assert small_patterns_attacked(2, (1,))["hops upper", True] == 3


def named(n):
    """The named layers on n positions, with small parameters."""
    yield from ({"name": "dense"}, {"name": "star"})
    for w in range(n + 2):
        yield {"name": "window", "w": w}
        yield from ({"name": "longformer", "w": w, "g": g} for g in range(n + 1))
        yield from ({"name": "dilated", "w": w, "r": r} for r in range(1, n + 2))
    for w in range(1, n + 2):
        yield from ({"name": name, "w": w} for name in ("block", "stride"))
        yield from ({"name": "summaries", "w": w, "last": last} for last in (False, True))


def test_named_layers_have_the_rows_that_their_words_say():
    """Rows against their definitions, position by position; and every one holds its own position."""
    count = 0
    for n in range(1, 6):
        for i, j, layer in ((i, j, layer) for i, j in product(range(n), repeat=2) for layer in named(n)):
            one = Record(layer["name"], {name: x for name, x in layer.items() if name != "name"})
            row, causal = (row_of(x, i, n, Meter()) for x in (one, Record("causal", {"of": one})))
            says = brute_sparse.attends(layer, n, i, j)
            assert all(part and part.start >= 0 and part[-1] < n for part in row), (layer, n, i)
            assert any(j in part for part in row) == says, (layer, n, i, j)
            assert any(j in part for part in causal) == (says and j <= i), (layer, n, i, j)
            assert says or i != j
            count += 1
    assert count > 3000
