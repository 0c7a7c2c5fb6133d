"""Sparse patterns by definition, slowly: what is reached, hops, orders. A layer is a list of sets, row by row."""

from functools import cache
from itertools import permutations, product

from headcount.questions.sparse_pattern import Lists, SparsePattern


def rows_of(pattern):
    """The layers of a pattern, written out."""
    return [[{j for part in layer.row(i) for j in part} for i in range(pattern.n)] for layer in pattern.layers]


MOST_STATED = 64
"""Largest n of which the truth is told."""

MOST_ORDERED = 12
"""Largest n of which it is told whether there is an order."""


def stated(question):
    """The layers that a statement means, from the words of FORMAT.rst alone."""
    n = question["n"]
    return [[{j for j in range(n) if attends(layer, n, i, j)} for i in range(n)] for layer in question["layers"]]


def attends(layer, n, i, j):
    w, ring = layer.get("w"), n - 1
    match layer["name"]:
        case "dense":
            return True
        case "window":
            return abs(i - j) <= w
        case "block":
            return i // w == j // w
        case "dilated":
            return any(j == i + c * layer["r"] for c in range(-min(w, n), min(w, n) + 1))
        case "stride":
            return i % w == j % w
        case "summaries":
            return i == j or j % w == w - 1 or (layer.get("last", False) and j == n - 1)
        case "star":
            return ring in (i, j) or j in (i, (i + 1) % ring, (i - 1) % ring)
        case "longformer":
            return abs(i - j) <= w or i < layer["g"] or j < layer["g"]
        case "lists":
            return j in layer["lists"][i]
        case "union":
            return any(attends(one, n, i, j) for one in layer["of"])
    return j <= i and attends(layer["of"], n, i, j)


def truth(question, claim):
    """Whether a claim is so; None where brute force is too slow."""
    if question["n"] > MOST_STATED:
        return None
    layers, kind = stated(question), claim.get("claim")
    if kind is None:
        least = hops(layers)
        if claim["side"] == "lower":
            return least is None or claim["value"] <= least
        return least is not None and claim["value"] >= least
    if kind == "self-attending":
        return all(i in row for layer in layers for i, row in enumerate(layer))
    if kind == "not-self-attending":
        return claim["position"] not in layers[claim["layer"] - 1][claim["position"]]
    if kind == "hops-infinite":
        return hops(layers) is None
    if question["n"] > MOST_ORDERED:
        return None
    return has_path(layers) == (kind == "path")


def pattern_of(layers):
    """The pattern whose layers are these, as lists."""
    n = len(layers[0])
    return SparsePattern(tuple(Lists(n, tuple(tuple(sorted(row)) for row in layer)) for layer in layers))


def reached(layers, t):
    """S^t_k for each k."""
    found = [{k} for k in range(len(layers[0]))]
    for s in range(t):
        found = [set().union(*(found[j] for j in row)) for row in layers[s % len(layers)]]
    return found


def hops(layers):
    """The least t >= 1 with S^t_k = [n] for all k; None if there is none."""
    n, t = len(layers[0]), 0
    found, seen = [frozenset({k}) for k in range(n)], set()
    while (t % len(layers), tuple(found)) not in seen:
        seen.add((t % len(layers), tuple(found)))
        found = [frozenset().union(*(found[j] for j in row)) for row in layers[t % len(layers)]]
        t += 1
        if all(len(one) == n for one in found):
            return t
    return None


def least_depth(layers, table, deepest):
    """The least number of layers after which what a position has been told determines its answer, if all pass on all.

    ``table`` lists inputs with answers (None where none is asked for); None if ``deepest`` layers are too few.
    """
    numbers = {}
    states = {tokens: [(k, token) for k, token in enumerate(tokens)] for tokens, _ in table}
    for depth in range(deepest + 1):
        told = {}
        for tokens, answers in table:
            for k, answer in enumerate(answers):
                if answer is not None:
                    told.setdefault((k, states[tokens][k]), set()).add(answer)
        if all(len(answers) == 1 for answers in told.values()):
            return depth
        rows = layers[depth % len(layers)]
        for tokens, own in states.items():
            heard = [(own[k], *(own[j] for j in sorted(row))) for k, row in enumerate(rows)]
            states[tokens] = [numbers.setdefault(one, len(numbers)) for one in heard]
    return None


def depth_truth(claim, table):
    """Whether a claim about the depth of a table is so; None where it takes too long to tell."""
    layers, n = stated(claim["pattern"]), claim["pattern"]["n"]
    deepest = n * n * len(layers) + 1  # every layer that brings something lies in a cycle that does
    if n > MOST_ORDERED or len(table) > 300 or deepest > 500:
        return None
    least = least_depth(layers, table, deepest)
    if claim["side"] == "lower":
        return least is None or claim["value"] <= least
    return least is not None and claim["value"] >= least


def union_rows(layers):
    """To which positions each attends in some layer."""
    return [set().union(*(layer[i] for layer in layers)) for i in range(len(layers[0]))]


def paths(layers):
    """All orders in which each position is attended to by the next one in some layer; n <= 7."""
    rows = union_rows(layers)
    for order in permutations(range(len(rows))):
        if all(order[i] in rows[order[i + 1]] for i in range(len(order) - 1)):
            yield order


def has_path(layers):
    """Whether there is such an order; n <= 15 or so."""
    rows = union_rows(layers)

    @cache
    def ends_at(last, used):
        """Whether an order of the positions ``used`` ends at ``last``."""
        rest = used & ~(1 << last)
        return not rest or any(rest >> j & 1 and ends_at(j, rest) for j in rows[last] - {last})

    everything = (1 << len(rows)) - 1
    return any(ends_at(last, everything) for last in range(len(rows)))


def all_layers(n):
    """Every layer on n positions, as lists of sets."""
    rows = [{j for j in range(n) if word >> j & 1} for word in range(1 << n)]
    return ([*layer] for layer in product(rows, repeat=n))


def order_axioms(layers):
    """The clauses of FORMAT.rst that an order satisfies, written from there."""
    rows, n = union_rows(layers), len(layers[0])

    def at(i, v):
        return i * n + v + 1

    some = [[at(i, v) for v in range(n)] for i in range(n)]
    one = [[-at(i, v), -at(i, u)] for i in range(n) for v in range(n) for u in range(v + 1, n)]
    placed = [[at(i, v) for i in range(n)] for v in range(n)]
    once = [[-at(i, v), -at(j, v)] for v in range(n) for i in range(n) for j in range(i + 1, n)]
    missing = [(v, u) for v in range(n) for u in range(n) if u != v and v not in rows[u]]
    return some + one + placed + once + [[-at(i, v), -at(i + 1, u)] for i in range(n - 1) for v, u in missing]


def refutation(layers):
    """Evidence of kind ``refutation``, by going through all beginnings of orders; None if there is an order."""
    axioms, n = order_axioms(layers), len(layers[0])
    number = {tuple(clause): place for place, clause in reversed(list(enumerate(axioms)))}
    named, lemmas = [], []

    def hint(clause):
        if number[clause] not in named:
            named.append(number[clause])
        return named.index(number[clause])

    def refute(begun):
        """The place among the lemmas of the one that says that no order begins so; None if one does."""
        i, hints = len(begun), []
        if i == n:
            return None
        for v in range(n):
            literal = -(i * n + v + 1)
            if v in begun:
                hints.append(hint((-(begun.index(v) * n + v + 1), literal)))
            elif begun and (-((i - 1) * n + begun[-1] + 1), literal) in number:
                hints.append(hint((-((i - 1) * n + begun[-1] + 1), literal)))
            elif (place := refute((*begun, v))) is None:
                return None
            else:
                hints.append(("lemma", place))
        hints.append(hint(tuple(i * n + v + 1 for v in range(n))))
        lemmas.append([[-(j * n + v + 1) for j, v in enumerate(begun)], hints])
        return len(lemmas) - 1

    if refute(()) is None:
        return None
    counted = [
        [literals, [len(named) + one[1] if isinstance(one, tuple) else one for one in hints]]
        for literals, hints in lemmas
    ]
    return {"kind": "refutation", "axioms": named, "lemmas": counted}
