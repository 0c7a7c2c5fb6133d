"""A tree of cases of colourings with two colours as lemmas, each with the literals that it needs only.

Node 2 e + c of the tree, in preorder, says that edge e has no element of colour c yet: one without a colour has to get
it. Case k: the k-th of them does, and those before have the other colour. The clause of a node is the edge's clause
(some element has colour c), resolved with the clauses of the cases, from the last to the first; a case whose clause
does not need that its element has colour c has a clause of the node itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Edge = tuple[int, int]
"""The number of an edge, and the colour that not all of its elements have."""
Lemma = list[list[int]]


def lemmas_of_cases(steps: Sequence[int], edges: Sequence[Sequence[int]]) -> tuple[list[Edge], list[Lemma]]:
    """The clauses of edges that are used, and lemmas; an element i has colour 1 by literal i + 1.

    >>> lemmas_of_cases([0, 1, 2, 5, 3, 4], [[0, 1], [1, 2], [0, 2]])[1][-1][0]
    []
    """
    used: dict[Edge, int] = {}
    found: list[tuple[frozenset[int], list[tuple[bool, int]]]] = []
    reader = iter(steps)

    def node(colours: dict[int, int]) -> tuple[frozenset[int], tuple[bool, int]]:
        edge, lacking = divmod(next(reader, -1), 2)
        free = [x for x in edges[edge] if x not in colours]
        sign = 1 if lacking else -1
        clause = frozenset(sign * (x + 1) for x in edges[edge])
        own = (True, used.setdefault((edge, 1 - lacking), len(used)))
        cases = [node({**colours, **dict.fromkeys(free[:k], 1 - lacking), x: lacking}) for k, x in enumerate(free)]
        hints: list[tuple[bool, int]] = [own]
        for x, (other, name) in reversed(list(zip(free, cases, strict=True))):
            if -sign * (x + 1) not in other:
                clause, hints = other, [name]
                continue
            if sign * (x + 1) in clause:
                clause = (clause - {sign * (x + 1)}) | (other - {-sign * (x + 1)})
                hints.insert(0, name)
        if len(hints) == 1:
            return clause, hints[0]
        found.append((clause, hints))
        return clause, (False, len(found) - 1)

    clause, name = node({})
    if name[0]:
        found.append((clause, [name]))

    def numbered(names: list[tuple[bool, int]]) -> Iterator[int]:
        return (number if given else len(used) + number for given, number in names)

    return list(used), [[sorted(clause), list(numbered(hints))] for clause, hints in found]
