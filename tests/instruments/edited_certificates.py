"""Certificates with an edit that leaves them in form more often than not: words, fractions and classes, too.

``edited(certificate, rng)`` is a copy with an edit or two of its claims or statements, at random places.
"""

import copy
import re
from fractions import Fraction

import mutants

WORDS = (
    ("lower", "upper"), ("m", "p", "H"), ("rows", "columns"), ("cosine", "euclidean", "inner"), ("sum", "concat"),
    ("any", "threshold"), ("token", "position", "both"), ("qsa", "separation", "retrieval", "match"), ("free", "zero"),
    ("disj", "eq", "gt", "ge", "ip", "index"), ("window", "block", "stride", "star", "dense"), ("cover1", "cover0"),
)  # fmt: skip
"""Words of which one may stand where another does."""


def edited(certificate, rng):
    certificate = copy.deepcopy(certificate)
    for _ in range(rng.choice([1, 1, 1, 2])):
        while True:
            path, leaf = rng.choice([(p, x) for p, x in mutants.places(certificate) if p[1:] and p[0] != "remarks"])
            if choices := changed(leaf):
                break
        set_at(certificate, path, rng.choice(choices))
    return certificate


def set_at(value, path, other):
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = other


def changed(leaf):
    """What may stand in the place of a word, a fraction or a class; else what ``mutants`` would put there."""
    if not isinstance(leaf, str) or set(leaf) <= set("-0+*"):
        return mutants.changed(leaf)
    if re.fullmatch(r"-?\d+(/\d+)?", leaf):
        number = Fraction(leaf)
        return [str(x) for x in (number + 1, number - 1, 2 * number, number / 2, number + Fraction(1, 100))]
    if "(" in leaf:
        return [re.sub(r"\d+", lambda found: str(int(found[0]) + 1), leaf, count=1)]
    return [word for group in WORDS if leaf in group for word in group if word != leaf]
