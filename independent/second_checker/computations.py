"""Computations and what they answer, communication problems and what they say (section 3)."""

from functools import cache
from itertools import pairwise, product

from .notation import fields, form, freeze, small

COMPUTATIONS = {
    "match": "order int 2..8, M short, N short", "match3-local": "M short, N short, K int 0..1000000",
    "match3-bigram": "M short, N short", "cycle3": "N int 1..20", "k-hop": "A short, N short, k short",
    "induction-heads": "A short, N short", "composition": "n short",
    "table": "alphabet short, length short, answers [[[nat],[int|null]]], name=\"\" name",
}  # fmt: skip


def read_computation(v):
    form(isinstance(v.get("of"), str) and v["of"] in COMPUTATIONS, "an unknown computation")
    s = fields(v, "task text, of text, position? nat, " + COMPUTATIONS[v["of"]])
    alphabet, length = sizes_of(s)
    form(s.get("position", 0) < length, "the position is not one")
    if s["of"] == "table":
        words = [word for word, _ in s["answers"]]
        form(all(len(w) == len(a) == length and max(w) < alphabet for w, a in s["answers"]), "inputs, answers")
        form(len(set(map(tuple, words))) == len(words), "an input is there twice")
        at = range(length) if "position" not in s else [s["position"]]
        form(any(a[i] is not None for _, a in s["answers"] for i in at), "no answer is asked for")
    return s


def sizes_of(s):
    """Alphabet and length of a computation; length of averaging."""
    if s["task"] == "averaging":
        return None, s["N"]
    of = s["of"]
    if of == "table":
        return s["alphabet"], s["length"]
    if of == "composition":
        return s["n"], 2 * s["n"] + 1
    return (s["M"] if of.startswith("match") else 2 ** s["N"] if of == "cycle3" else s["A"]), s["N"]


def answers_of(s, x):
    """The answers of a computation (not a table) at each position of the word x."""
    of, n, alphabet = s["of"], len(x), sizes_of(s)[0]
    if of == "match":
        sums = {0}
        for _ in range(s["order"] - 1):
            sums = {(a + b) % alphabet for a in sums for b in set(x)}
        return [int(-t % alphabet in sums) for t in x]
    if of == "match3-local":
        near = [x[max(0, i - s["K"]) : i + s["K"] + 1] for i in range(n)]
        return [int(any((x[i] + a + b) % alphabet == 0 for a in near[i] for b in near[i])) for i in range(n)]
    if of == "match3-bigram":
        return [int(any((t + a + b) % alphabet == 0 for a, b in pairwise(x))) for t in x]
    if of == "cycle3":
        edge = [[j for j in range(n) if t >> j & 1] for t in x]
        return [int(any(i in edge[k] for j in edge[i] for k in edge[j])) for i in range(n)]
    if of == "composition":
        f, g = x[: s["n"]], x[s["n"] : 2 * s["n"]]
        return [f[g[t]] for t in x]
    last, hop = {}, []
    for i, t in enumerate(x):
        hop.append(last[t] + 1 if t in last else None)
        last[t] = i
    result = []
    for i in range(n):
        place = i
        for _ in range(s.get("k", 1)):
            place = None if place is None else hop[place]
            if place is None:
                break
        result.append(alphabet if place is None else x[place])
    return result


@cache
def cases_of(frozen):
    """All inputs of a computation, each with its answers (None: not asked for)."""
    s = thaw(frozen)
    alphabet, length = sizes_of(s)
    if s["of"] == "table":
        found = [(tuple(w), a) for w, a in s["answers"]]
    else:
        small(length * 64 if alphabet == 1 else (alphabet ** min(length, 64)) * length)
        found = [(w, answers_of(s, w)) for w in product(range(alphabet), repeat=length)]
    if "position" in s:
        found = [(w, [a if i == s["position"] else None for i, a in enumerate(x)]) for w, x in found]
    return found


STORE = {}


def store(s):
    key = freeze(s)
    STORE[key] = s
    return key


def thaw(key):
    return STORE[key]


def cases(s):
    return cases_of(store(s))


COMMUNICATIONS = ("disj", "eq", "gt", "ge", "ip", "index")


def read_communication(v):
    form(isinstance(v.get("of"), str), "an unknown communication problem")
    if v["of"] == "matrix":
        s = fields(v, 'task text, of text, rows [text"01*" 1..4096]1..4096 eq, name="" name')
        form(len(s["rows"]) * len(s["rows"][0]) <= 2**20 and any(set(r) != {"*"} for r in s["rows"]), "the matrix")
        return s
    form(v["of"] in COMMUNICATIONS, "an unknown communication problem")
    return fields(v, "task text, of text, n int 1..500")


def read_values(v):
    s = fields(v, 'task text, rows [[int 0..10^9|null]1..4096]1..4096 eq, name="" name')
    found = {x for row in s["rows"] for x in row} - {None}
    form(len(s["rows"]) * len(s["rows"][0]) <= 2**16 and 1 <= len(found) <= 4096, "the matrix of values")
    return s


def inputs_of(s):
    """Numbers of inputs of Alice and Bob."""
    if s["task"] == "values" or s["of"] == "matrix":
        return len(s["rows"]), len(s["rows"][0])
    return 2 ** s["n"], (s["n"] if s["of"] == "index" else 2 ** s["n"])


def entry(s, a, b):
    of = s["of"]
    if of == "matrix":
        return s["rows"][a][b]
    if of == "index":
        return str(a >> (s["n"] - 1 - b) & 1)
    value = {"disj": a & b == 0, "eq": a == b, "gt": a > b, "ge": a >= b, "ip": (a & b).bit_count() % 2 == 1}[of]
    return "1" if value else "0"


@cache
def matrix_of(frozen):
    s = thaw(frozen)
    rows, columns = inputs_of(s)
    small(rows * columns)
    if s["task"] == "values":
        return letters(s["rows"])
    return tuple("".join(entry(s, a, b) for b in range(columns)) for a in range(rows))


def letters(rows):
    """A letter for each value, in increasing order from 0, and * for null."""
    found = sorted({x for row in rows for x in row if x is not None})
    return tuple("".join("*" if x is None else chr(ord("0") + found.index(x)) for x in row) for row in rows)


def ones(s, wanted):
    """The 0/1 matrix of some values of a matrix of values."""
    return tuple("".join("*" if x is None else str(int(x in wanted)) for x in row) for row in s["rows"])
