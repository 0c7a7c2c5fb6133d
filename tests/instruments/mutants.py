"""Certificates with one place changed: every number, truth value, string and list, in several ways."""

from contextlib import contextmanager

WORDS = (
    *("lower", "upper", "columns", "rows", "independence", "chirotope", "trivial", "symmetric", "tables", "polynomial"),
    *("squares", "identity", "row", "nonzero", "exclusive", "cramer", "plucker", "sign", "basis", "product", "lex"),
    *("qsa", "match", "pattern", "relevance", ""),
)


def edits(value):
    """All single changes of a JSON value, as pairs (path, new content)."""
    return [(path, other) for path, leaf in places(value) for other in changed(leaf)]


def places(value, path=()):
    """All paths below a JSON value, with what stands there."""
    if path:
        yield path, value
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def changed(leaf):
    if isinstance(leaf, bool):
        return [not leaf, int(leaf)]
    if isinstance(leaf, int):
        return sorted({leaf + 1, leaf - 1, -leaf, 0, leaf + 7, 10**6 + 7} - {leaf})
    if isinstance(leaf, str) and leaf and set(leaf) <= set("-0+*"):
        return [leaf[:k] + s + leaf[k + 1 :] for k in range(len(leaf)) for s in "-0+*" if s != leaf[k]] + [leaf[1:]]
    if isinstance(leaf, str):
        return [word for word in WORDS if word != leaf]
    if isinstance(leaf, list):
        shorter = [leaf[:k] + leaf[k + 1 :] for k in range(len(leaf))]
        longer = [leaf[: k + 1] + leaf[k:] for k in range(len(leaf))]
        swapped = [[*leaf[:k], leaf[k + 1], leaf[k], *leaf[k + 2 :]] for k in range(len(leaf) - 1)]
        alike = [[entry] * len(leaf) for entry in leaf]
        others = {repr(other): other for other in (*shorter, *longer, *swapped, *alike, [])}  # entries may be equal
        others.pop(repr(leaf), None)
        return list(others.values())
    return []


@contextmanager
def edited(value, path, other):
    """The value with one place changed, for a while."""
    target = value
    for key in path[:-1]:
        target = target[key]
    before, target[path[-1]] = target[path[-1]], other
    try:
        yield
    finally:
        target[path[-1]] = before


def edits_of_some(value, rng):
    """The changes of one place, chosen at random among those that can be changed."""
    while True:
        path, leaf = rng.choice(list(places(value)))
        choices = changed(leaf)
        if choices:
            return [(path, other) for other in choices]


def mutated(value, rng):
    """A copy of a proof with one number, truth value, side or list changed, somewhere; its rule and its kind stay."""
    if isinstance(value, dict):
        names = [name for name in value if name not in ("rule", "exhibit", "system")]
        name = rng.choice(names) if names else None
        return {**value, name: mutated(value[name], rng)} if names else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value, 0, 1, 2, 2 * value, rng.randint(-9, 9), 10**6])
    if value in ("rows", "columns"):
        return rng.choice(("rows", "columns"))
    if not isinstance(value, list):
        return value
    kind = rng.random()
    if not value or kind < 0.1:
        return [*value, rng.choice([*value, rng.randint(-3, 3), [], [0], [[0], [0]]])]
    k, j = rng.randrange(len(value)), rng.randrange(len(value))
    if kind < 0.2:
        return value[:k] + value[k + 1 :]
    if kind < 0.25:
        return value[: k + 1] + value[k:]
    if kind < 0.3:
        return [value[j] if i == k else value[k] if i == j else entry for i, entry in enumerate(value)]
    return [*value[:k], mutated(value[k], rng), *value[k + 1 :]]
