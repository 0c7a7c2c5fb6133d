"""Rule evaluate (section 6): reductions, and states of classifiers."""

from fractions import Fraction

from .claims import rule
from .computations import answers_of, entry, inputs_of, sizes_of
from .notation import Rejected, form, need, small
from .vectors import dot


def read_off(s, row, column):
    """The bit that is read off a pair (None: none is), or "token" if a token is none of the target's."""

    def own(party, number):
        table = s[party]
        return table[number] if isinstance(table, list) else table.get(str(number))

    parts = {"P": s["public"], "A": own("alice", row), "B": own("bob", column)}
    need(parts["A"] is not None and parts["B"] is not None, "an input is not listed")
    streams, target = {k: iter(v) for k, v in parts.items()}, s["target"]
    word = [next(streams[letter]) for letter in s["owners"]]
    places = s["position"] if isinstance(s["position"], list) else [s["position"]]
    outputs = dict(map(tuple, s["read_out"]))
    if target["task"] == "averaging":
        n, q = target["N"], target["q"]
        if not all(abs(z) <= 1 and len(y) == q and sorted(set(y) & set(range(n))) == y for z, y in word):
            return "token"
        return outputs.get(Fraction(sum(word[j][0] for j in word[places[0]][1]), q))
    alphabet = sizes_of(target)[0]
    if any(not 0 <= x < alphabet for x in word):
        return "token"
    if target["of"] == "table":
        found = next((a for w, a in target["answers"] if w == word), None)
        if found is None:
            return "unasked"
        answers = [found[i] for i in places]
    else:
        answers = answers_of(target, word)
        answers = [answers[i] for i in places]
    return "unasked" if None in answers else outputs.get(max(answers))


@rule("evaluate", "all-pairs", of="correct")
def all_pairs(c, p):
    rows, columns = inputs_of(c.s["source"])
    small(rows * columns * len(c.s["owners"]))
    for a in range(rows):
        for b in range(columns):
            wanted, bit = entry(c.s["source"], a, b), read_off(c.s, a, b)
            need(bit != "token", "a token is none of the target's")
            need(wanted == "*" or (bit in (0, 1) and str(bit) == wanted), "a bit is wrong")


@rule("evaluate", "one-pair", of="incorrect", spec="row nat, column nat")
def one_pair(c, p):
    rows, columns = inputs_of(c.s["source"])
    form(p.row < rows and p.column < columns, "no such pair")
    wanted, bit = entry(c.s["source"], p.row, p.column), read_off(c.s, p.row, p.column)
    need(wanted != "*" and bit != "unasked" and str(bit) != wanted, "the pair is right, or not promised")


@rule("evaluate", "runs", of="not-local")
def not_local(c, p):
    one, two = c.s["runs"]
    for letter, x, y in zip(c.s["owners"], one["tokens"], two["tokens"]):
        same = {"A": one["row"] == two["row"], "B": one["column"] == two["column"], "P": True}[letter]
        if same and x != y:
            return
    raise Rejected("the tokens are local")


@rule("evaluate", "states", of="reachable", spec="points [[int]]")
def states(c, p):
    s, free, sets = c.s, c.s["threshold"] == "free", c.body["sets"]
    width, bias = len(s["weights"][0]), "bias" in s
    form(len(p.points) == len(sets) and all(len(x) == width + bias + free for x in p.points), "a point for each set")
    for chosen, point in zip(sets, p.points):
        x, level, scale = point[:width], point[-1] if free else 0, point[width] if bias else 1
        need(scale > 0 and (not s["centred"] or sum(x) == 0), "the state")
        for j, w in enumerate(s["weights"]):
            score = dot(w, x) + (s["bias"][j] * scale if bias else 0)
            need(score != level and (score > level) == (j in chosen), "another set is reached")
