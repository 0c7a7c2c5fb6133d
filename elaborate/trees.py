"""Proofs by cases, of all kinds, as trees of cases."""

from collections.abc import Iterable
from typing import Any

from ..certificates.meaning.quantities import seen
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.problems import Case
from ..certificates.problems.small import RADON, radon_problems
from ..certificates.refuse import Refused
from .driver import Book, CannotElaborate, Elaborator
from .key_trees import Simulated, grid_cases
from .programs import light_tree, matrix
from .unit_trees import fixed_cases, stated

Json = Any
MOST = 4 * 10**8
"""Most entries that trees of light rectangles are gone through for: some minutes."""


def rare_words(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"size": k, "cases": [..]}``: -1 names the next column in turn, a number w closes."""
    size, cases = evidence["size"], evidence["cases"]
    _, rows = seen(stated(claim, question), Meter(10**8))
    if size > 20:
        raise CannotElaborate("more columns than a tree is gone through for")
    columns, tree, place = len(set(zip(*rows, strict=True))), [], 0
    waiting = [(0, 0, False)]  # how many columns are in, the least that may come next, whether the node has been read
    while waiting:
        inside, c, known = waiting.pop()
        missing = size + 1 - inside
        if not known:
            word, place = cases[place], place + 1
            if word >= 0:
                tree += [2, word]
                continue
        if c <= columns - missing:
            tree += [0, c, 0, 0]
            waiting += [(inside, c + 1, True), (inside + 1, c + 1, False)]
    tree = tree if columns > size else []
    return {"rule": "tree", "system": "shattered", "size": size, "parts": [{"tree": tree}]}


def light_cases(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"most": t, "cases": [tree, tree]}`` for the sign matrix and its negative."""
    most, cases = evidence["most"], evidence["cases"]
    rows = matrix("disc_uniform", question)
    if sum(len(item["steps"]) for item in cases) * len(rows) * len(rows[0]) > MOST:
        raise CannotElaborate("the trees are too long to be gone through")
    signs = [[[sign * {"0": -1, "1": 1}.get(x, 0) for x in row] for row in rows] for sign in (1, -1)]
    parts = [light_tree(item, table, most) for item, table in zip(cases, signs, strict=True)]
    return {"rule": "tree", "system": "rectangles", "most": most, "parts": parts}


def radon(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"columns": [..], "spread": "0", "rows": [[i, ..], ..]}``: rows for each way to divide the columns."""
    columns, rows = evidence["columns"], evidence["rows"]
    sums = sorted({tuple(named) for named in rows})
    part: dict[str, Any] = {"sums": list(map(list, sums)), "tree": []}
    proof = {"columns": columns, "spread": evidence["spread"], "parts": [part]}
    read = RADON.read(proof, "proof", Meter(UNLIMITED))
    problem = radon_problems(read, stated(claim, question), Meter(10**9))[1][0](read.parts[0])
    part["tree"] = signs_tree(problem, len(sums))
    return {"rule": "tree", "system": "radon", **proof}


def closing(problem: Any, case: Case, sums: Iterable[int]) -> int | None:
    """The step that closes a case by one of these sums."""
    for i in sums:
        for code in (2 * i, 2 * i + 1):
            try:
                problem.step(case, code)
                return code
            except Refused:
                pass
    return None


def signs_tree(problem: Any, sums: int) -> list[int]:
    """Columns are given signs in turn until a sum closes the case; of a case and its negative one is gone through."""
    replay: Any = Simulated(problem)
    tree: list[int] = []
    waiting: list[Case | None] = [Case({}, None)]
    while waiting:
        case = waiting.pop()
        if case is None:
            continue
        code = closing(problem, case, range(sums))
        if code is not None:
            tree += [2, code]
            continue
        v = next((v for v in range(len(problem.sizes)) if case.left.get(v, 7) & case.left.get(v, 7) - 1), None)
        if v is None:
            raise CannotElaborate("some signs are not covered")
        both = replay.fixes(case, problem.moves[0])
        tree += [0, v, 1, 0, 0] if both else [0, v, 0, 0]
        waiting += [replay.put(case, {v: 1 << x}) for x in reversed(range(2 if both else 3))]
    return tree


ELABORATORS: dict[str, Elaborator] = {
    "fixed-cases": fixed_cases,
    "grid-cases": grid_cases,
    "rare-words": rare_words,
    "cases": light_cases,
    "radon": radon,
}
