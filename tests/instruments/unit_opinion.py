"""Units and averaging heads run from the words of FORMAT.rst, slowly."""

from fractions import Fraction
from itertools import product
from math import lcm, prod
from operator import mul


def dot(*vectors):
    """The sum of the products of entries; an error where one vector is too short."""
    return sum(prod(vector[a] for vector in vectors) for a in range(len(vectors[0])))


def averaging_error(evidence, subsets, N, q, name, p):
    """The greatest error over subsets and over z in {-1, 1}^N, found by trying every z."""
    worst = Fraction(0)
    for r, y in enumerate(subsets):
        off = [Fraction(-(j in y), q) for j in range(N)]
        for head in evidence["heads"]:
            scores = [dot(head["queries"][r], key) for key in head["keys"]]
            if name == "SOFTMAX":
                shares = [Fraction(evidence["base"]) ** (score - max(scores)) for score in scores]
            else:
                shares = weights(scores, "fixed" if name == "FIXED" else "saturated", p)
            for j in range(N):
                off[j] += Fraction(head["share"] * shares[j], sum(shares) * evidence["divisor"])
        common = lcm(*(entry.denominator for entry in off))
        integers = [int(entry * common) for entry in off]
        most = max(abs(sum(map(mul, integers, z))) for z in product((-1, 1), repeat=N))
        worst = max(worst, Fraction(most, common))
    return worst


def of_certificate(unit, alphabet, bits, masks=None, name="", relative=False):
    """A unit as it stands in a certificate, where the claim says the weights (FIXED of so many bits), written out."""
    known = {"HARDMAX": "saturated", "LEFTMOST": "leftmost", "RIGHTMOST": "rightmost", "ROUNDED": "rounded"}
    kind = {"weights": known.get(name) or ("fixed" if bits else "saturated"), "bits": bits, "relative": relative}
    layers = [{**layer, **kind} for layer in unit["layers"]]
    for t, layer in enumerate(layers if masks else ()):
        layer["mask"] = masks[t % len(masks)]
    read_outs = [{**one, "symbols": [[*seen, symbol] for seen, symbol in one["symbols"]]} for one in unit["read_outs"]]
    return {"alphabet": alphabet, "layers": layers, "read_outs": read_outs}


def unit_rows(unit, tokens):
    """The output rows of a unit given as JSON; LookupError if a read-out lacks a pair."""
    return list(unit_steps(unit, tokens))[-1][1]


def unit_steps(unit, tokens):
    """For each layer the tokens that it sees, and its rows."""
    A, tokens = unit["alphabet"], list(tokens)
    for k, layer in enumerate(unit["layers"]):
        rows = []
        for i in range(len(tokens)):
            of_heads = [head_row(head, layer, i, tokens, A) for head in layer["heads"]]
            if layer["combine"] == "sum" and layer["weights"] == "rounded":
                rows.append([rounded_sum(column, layer["bits"]) for column in zip(*of_heads, strict=True)])
            elif layer["combine"] == "sum":
                rows.append([sum(column) for column in zip(*of_heads, strict=True)])
            else:
                rows.append([entry for row in of_heads for entry in row])
        yield tokens, rows
        if k < len(unit["read_outs"]):
            read_out = unit["read_outs"][k]
            new = []
            for token, row in zip(tokens, rows, strict=True):
                (symbol,) = [
                    symbol
                    for other, entries, symbol in read_out["symbols"]
                    if other == token and [Fraction(entry) for entry in entries] == row
                ] or [None]
                if symbol is None:
                    raise LookupError
                new.append(symbol)
            A, tokens = read_out["alphabet"], new


def head_row(head, layer, i, tokens, A):
    """The output of one head at position i."""
    seen = layer["mask"][i] if "mask" in layer else range(len(tokens))
    null = [None] if head["null_keys"] else []
    seen = [*null, *seen] if layer["weights"] in ("leftmost", "rightmost") else [*seen, *null]
    shift = len(tokens) - 1 - i if layer.get("relative") else 0

    def parts(tables, blanks, chosen):
        return [blanks[k] if j is None else vector(tables[k], j + shift, tokens[j], A) for k, j in enumerate(chosen)]

    query = vector(head["queries"], i, tokens[i], A)
    tuples = list(product(seen, repeat=layer["order"] - 1))
    scores = []
    for chosen in tuples:
        everything = [query, *parts(head["keys"], head["null_keys"], chosen)]
        scores.append(sum(dot(*(everything[k] for k in monomial)) for monomial in layer["monomials"]))
    shares = weights(scores, layer["weights"], layer["bits"])
    row = [0] * len(head["values"][0]["rows"][0])
    if layer["weights"] == "rounded":
        products = [[dot(*([v[c]] for v in parts(head["values"], head["null_values"], chosen))) for chosen in tuples]
                    for c in range(len(row))]  # fmt: skip
        total, p = rounded_sum(shares, layer["bits"]), layer["bits"]
        return [by_definition(rounded_sum(map(mul, shares, column), p) / total, p) for column in products]
    for share, chosen in zip(shares, tuples, strict=True):
        values = parts(head["values"], head["null_values"], chosen)
        for c in range(len(row)):
            row[c] += share * dot(*([value[c]] for value in values))
    return [Fraction(entry) / sum(shares) for entry in row]


def by_definition(x, p):
    """The s 2^e of largest absolute value <= |x| with |s| < 2^p, and the sign of x: by trying the e that matter."""
    size = abs(Fraction(x))
    if size == 0:
        return size
    place = size.numerator.bit_length() - size.denominator.bit_length()  # size is near 2^place
    steps = [Fraction(2) ** e for e in range(place - p - 2, place + 3)]
    found = max(size // step * step for step in steps if size // step < 2**p)
    return found if x > 0 else -found


def rounded_sum(numbers, p):
    """Numbers added in their order, rounded after each one."""
    total = Fraction(0)
    for number in numbers:
        total = by_definition(total + number, p)
    return total


def vector(table, i, x, A):
    return table["rows"][{"token": x, "position": i, "both": i * A + x}[table["by"]]]


def weights(scores, kind, p):
    """Weights by truncation: the integer part of 2^p / 2^d."""
    best = max(scores)
    if kind == "saturated":
        return [1 if score == best else 0 for score in scores]
    if kind in ("leftmost", "rightmost"):
        tied = [k for k, score in enumerate(scores) if score == best]
        return [int(k == tied[0 if kind == "leftmost" else -1]) for k in range(len(scores))]
    if kind in ("fixed", "rounded"):
        return [2**p >> (best - score) for score in scores]
    return [Fraction(1, 2 ** (best - score)) for score in scores]
