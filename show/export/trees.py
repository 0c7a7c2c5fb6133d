"""Trees of cases as refutations: shattered sets, and rectangles that weigh too much (rule tree, without symmetries).

A variable of the tree has two values, so that its cases are sets of literals, and each case that is closed is a clause.
The tree becomes a resolution, a lemma for each case that is split.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...certificates.meaning.quantities import seen
from ...certificates.problems import Case, Problem
from ...certificates.problems.small import Rectangles, Shattered
from ...certificates.schema import Record
from ...certificates.tree import PROOF, Replay
from .refutation import Given, Lemma, Refutation, together
from .stated_claim import Exported, StatedClaim

Literals = tuple[int, ...]
MEANS = {
    "shattered": """\
A shattered set, of 'size' columns any two of which differ. Variable c + 1: column c of those that differ is in it.
rare word, columns: these are not all in the set, because too few rows show the word on them.
fewer columns: not all of these are left out, for then the set would be too small.
more columns: not all of these are in, for then it would be too large.""",
    "rectangles": """\
A rectangle of the table that weighs more than 'most'. The table is the sign matrix or its negative, lines that are
multiples of one another added up, the longer side its columns. Variable r + 1: row r is in the rectangle.
light in, out: it does not have these rows in and those out, because its best columns weigh too little then.""",
}
"""System -> what is refuted, what a variable says, and what each schema says and why."""


def cases(claim: StatedClaim) -> Exported | None:
    """A refutation for each tree; None where one has symmetries, and of other problems."""
    name = claim.proof["system"]
    if name not in MEANS:
        return None
    p = PROOF.read({key: item for key, item in claim.proof.items() if key != "rule"}, "proof", claim.meter)
    _, rows = seen(claim.read, claim.meter)
    if name == "shattered":
        problems: list[Any] = [Shattered(rows, p.size + 1, claim.meter)]
        about: list[dict[str, Any]] = [{"system": name, "size": p.size + 1, "matrix": rows}]
    else:
        tables = [[[{"1": sign, "0": -sign}[x] for x in row] for row in rows] for sign in (1, -1)]
        problems = [Rectangles(t, p.most, part, claim.meter) for t, part in zip(tables, p.parts, strict=True)]
        about = [{"system": name, "most": p.most, "table": problem.table} for problem in problems]
    if any(problem.moves for problem in problems):
        return None
    found = [
        _refutation(f"-{k}" if len(problems) > 1 else "", says, problem, part, claim)
        for k, (says, problem, part) in enumerate(zip(about, problems, p.parts, strict=True))
    ]
    return together(claim, found)


def _refutation(suffix: str, about: Mapping[str, Any], problem: Any, part: Record, claim: StatedClaim) -> Refutation:
    watched = Watched(problem)
    Replay(watched, part.tree, claim.meter)
    given: dict[str, Given] = {}
    leaves = []
    for literals, word in watched.closed:
        label, clause = _clause(problem, literals, word)
        given.setdefault(json.dumps(label), (label, clause))
        leaves.append((literals, list(given).index(json.dumps(label)), clause))
    lemmas = resolution(leaves, len(given))
    return Refutation(suffix, about, MEANS[about["system"]], lambda v: {"in": v - 1}, list(given.values()), lemmas)


def _clause(problem: Any, literals: Literals, word: int | None) -> Given:
    """What closes a case."""
    inside, outside = [x for x in literals if x > 0], [x for x in literals if x < 0]
    numbers, others = [x - 1 for x in inside], [-x - 1 for x in outside]
    if isinstance(problem, Rectangles):
        return ("light", numbers, others), tuple(-x for x in literals)
    if word is not None:
        return ("rare", format(word, f"0{len(inside)}b") if inside else "", numbers), tuple(-x for x in sorted(inside))
    if len(inside) > problem.k:
        return ("more", numbers), tuple(-x for x in inside)
    return ("fewer", others), tuple(-x for x in outside)


class Watched(Problem):
    """A problem of variables with two values, of which is noted which cases are closed, in order, and by which step."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.sizes, ())
        self.problem, self.state, self.kept = problem, problem.state, problem.kept
        self.closed: list[tuple[Literals, int | None]] = []

    def moved(self, state: Any, v: int, before: int, after: int) -> Any:
        return self.problem.moved(state, v, before, after)

    def hopeless(self, case: Case, changed: Any) -> bool:
        found = self.problem.hopeless(case, changed)
        if found:
            self._note(case, None)
        return found

    def step(self, case: Case, code: int) -> None:
        self.problem.step(case, code)
        self._note(case, code)

    def _note(self, case: Case, code: int | None) -> None:
        self.closed.append((tuple(v + 1 if left == 1 else -v - 1 for v, left in case.left.items()), code))


def resolution(leaves: Sequence[tuple[Literals, int, Literals]], given: int) -> list[Lemma]:
    """Lemmas, the last one empty, of cases that a tree of splits has closed, in its order.

    Parameters
    ----------
    leaves : for each case its literals, as they were split, and a clause, by its number, that is false in the case
    given : how many clauses there are

    Examples
    --------
    >>> resolution([((1, 2), 0, (-2,)), ((1, -2), 1, (-1, 2)), ((-1,), 2, (1,))], 3)
    [((-1,), [0, 1]), ((), [3, 2])]
    """
    lemmas: list[Lemma] = []
    waiting: Iterator[tuple[Literals, int, Literals]] = iter(leaves)

    def closed(depth: int, leaf: tuple[Literals, int, Literals]) -> tuple[int, Literals]:
        """What refutes the case of the first ``depth`` literals of a leaf, the first one in it."""
        literals, number, clause = leaf
        if len(literals) == depth:
            return number, clause
        one = closed(depth + 1, leaf)
        two = closed(depth + 1, next(waiting))
        split = literals[depth]
        if -split not in one[1]:
            return one
        if split not in two[1]:
            return two
        left = dict.fromkeys((*one[1], *two[1]))
        lemma = tuple(x for x in left if abs(x) != abs(split))
        lemmas.append((lemma, [one[0], two[0]]))
        return given + len(lemmas) - 1, lemma

    number, _ = closed(0, next(waiting))
    if not lemmas or lemmas[-1][0]:
        lemmas.append(((), [number]))
    return lemmas
