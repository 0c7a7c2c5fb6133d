"""``D`` by parts of the matrix: where a part has bad splits only, two refutations of colourings, one for each party.

A colouring of the rows with two colours is a split by Alice, of the columns one by Bob; variable x says that a row has
colour 1. The tree of cases of the evidence becomes a resolution: a step says that a part has no row of some colour, and
gives it to one after the other, so what closes these cases excludes all rows of the clause "not all have the other
colour".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .record import Exported, ExportedFile
from .refutation import Axiom, Refutation
from .stated_claim import StatedClaim
from .tree_resolution import Numbered, Resolution

PARTIES = (("rows", "alice", "A"), ("columns", "bob", "B"))


def parts(claim: StatedClaim) -> Exported:
    """Each part with how it is proved; two refutations for those that are split."""
    listed: list[list[Any]] = claim.evidence["parts"]
    entries: list[Mapping[str, Any]] = []
    files: list[ExportedFile] = []
    for number, (depth, rows, columns, *splits) in enumerate(listed):
        by: Any = "rank" if depth else "both values"
        if splits:
            by = {}
            for split, (side, party, speaks) in zip(splits, PARTIES, strict=True):
                name = f"{claim.name}-part-{number}-{side}"
                about = {"kind": "parts", "depth": depth, "rows": rows, "columns": columns, "speaks": speaks}
                by[party] = f"{name}.cnf"
                files += _no_colouring(claim, listed, number, about, split, side).files(
                    name,
                    f"that no protocol of depth {depth} in which {party.capitalize()} speaks first computes rows "
                    f"{_few(rows)} and columns {_few(columns)}, part {number} of the proof of {claim.words}",
                    f"A first message splits the {side} in two, each half with a protocol of depth {depth - 1}; the "
                    "parts named, inside this one, have none, as the parts before this one show",
                )
        entries.append({"depth": depth, "rows": rows, "columns": columns, "by": by})
    return Exported({"parts": entries}, tuple(files))


def _no_colouring(
    claim: StatedClaim, listed: list[list[Any]], number: int, about: Mapping[str, Any], split: Any, side: str
) -> Refutation:
    names, steps = split
    place = 1 if side == "rows" else 2
    variables = {element: k for k, element in enumerate(listed[number][place], start=1)}
    edges = [[variables[element] for element in listed[name][place]] for name in names]
    axioms = []
    for edge, lacking in used(steps):
        depth, rows, columns = listed[names[edge]][:3]
        label = {"rule": "not-one-colour", "part": names[edge], "depth": depth, "rows": rows, "columns": columns}
        axioms.append(Axiom({**label, "colour": 1 - lacking}, some_has(edges[edge], lacking)))
    lemmas = resolution(steps, edges).lemmas
    met = {abs(literal) for axiom in axioms for literal in axiom.clause}
    says = {k: {"colour": element} for element, k in variables.items() if k in met}
    return Refutation(claim.question, claim.claim, about, says, len(variables), axioms, lemmas)


def used(steps: Sequence[int]) -> list[tuple[int, int]]:
    """The clauses that the steps use: an edge, and the colour that some element of it has."""
    return [(step >> 1, step & 1) for step in dict.fromkeys(steps)]


def some_has(edge: Sequence[int], colour: int) -> tuple[int, ...]:
    """The clause that some element of an edge, a list of variables, has a colour."""
    return tuple(x if colour else -x for x in edge)


def resolution(steps: Sequence[int], edges: Sequence[Sequence[int]]) -> Resolution:
    """The tree of cases as lemmas; ``edges`` are lists of variables, the axioms those that are ``used``.

    >>> resolution([0, 1], [[1]]).lemmas
    [((), [1, 0])]
    """
    numbers = {step: number for number, step in enumerate(dict.fromkeys(steps))}
    proof = Resolution(len(numbers))
    left = iter(steps)
    stack: list[_Node] = [_Node(next(left), edges, {})]
    while True:
        node = stack[-1]
        if len(node.closed) < len(node.free):
            stack.append(_Node(next(left), edges, node.case(len(node.closed))))
            continue
        stack.pop()
        clause = (numbers[node.step], some_has(edges[node.step >> 1], node.step & 1))
        found = proof.derived(clause, list(zip(node.free, node.closed, strict=True)))
        if not stack:
            return proof
        stack[-1].closed.append(found)


class _Node:
    """A case: the step that is taken there, the literals that it makes true in turn, and what has excluded them."""

    def __init__(self, step: int, edges: Sequence[Sequence[int]], true: Mapping[int, bool]) -> None:
        literals = some_has(edges[step >> 1], step & 1)
        self.step, self.true = step, true
        self.free = [literal for literal in literals if abs(literal) not in true]
        self.closed: list[Numbered] = []

    def case(self, place: int) -> dict[int, bool]:
        """What is known where the literal is true, and those before it are not."""
        known = dict(self.true)
        known |= {abs(literal): literal < 0 for literal in self.free[:place]}
        known[abs(self.free[place])] = self.free[place] > 0
        return known


def _few(numbers: Sequence[int]) -> str:
    listed = ", ".join(map(str, numbers[:8]))
    return listed + (f" and {len(numbers) - 8} more" if len(numbers) > 8 else "")
