"""D, the least depth of a protocol tree: the tree, and parts of the matrix that exclude one of smaller depth.

A party says which of its k different inputs it has, the other announces the value, one of v: D <= ceil(log2 k) +
ceil(log2 v). Below that,
two searches take turns at each depth that is open: a SAT solver for a tree (good at finding one), and
``PartSearch`` (finds trees too, and small certificates that there is none). Ranks, covers and one-way messages come in
through the inequalities, as what is known already.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from ..questions.value_matrix import Matrix
from ..solvers.bit_sets import bit_set, members
from ..solvers.clause_decision import Model, SolverWord
from ..solvers.outcome import NotDecided
from ..solvers.protocols.protocol_parts import NoTree, PartSearch
from ..solvers.protocols.protocol_tree import Split, Tree, announced, complete, depth
from ..solvers.protocols.protocol_tree_search import TreeSearch
from ..solvers.protocols.two_colouring import no_two_colouring
from ..tasks.words import counted
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified
from .reduced_matrix import copies

MAX_CELLS = 64 * 64
"""Largest matrix, without equal rows and columns, that trees are searched for."""

FIRST_TURN = 0.5
"""Seconds of the first turn of each search; the next ones are twice as long."""


def deterministic_bounds(matrix: Matrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of D: 0 and a tree that says everything, then what the searches find.

    Parameters
    ----------
    matrix : CommunicationMatrix or ValueMatrix
        With or without entries outside a promise.
    known : Known
        What is known of the matrix; bounds that follow from ranks or covers are not searched for again.
    effort : Effort

    Raises
    ------
    Declined
        If the two cheap bounds do not meet and there are more than ``MAX_CELLS`` cells without equal lines.

    Examples
    --------
    >>> from headcount.questions import CommunicationMatrix
    >>> matrix = CommunicationMatrix(("11110", "11000", "11111", "01101", "10011"))
    >>> known = Known(matrix)
    >>> for bound in deterministic_bounds(matrix, known, Effort()):
    ...     known.add(bound)
    >>> str(known.value("D", "lower")), str(known.value("D", "upper"))
    ('4', '4')
    """
    yield certified(matrix, "D", "lower", 0, "a number of bits", {"kind": "trivial"})
    search = _Search(matrix, known)
    tree = saying_all(matrix)
    yield _tree_bound(matrix, tree, "one party says everything, the other announces the value")
    if known.closed("D"):
        return
    if len(search.rows) * len(search.columns) > MAX_CELLS:
        size = f"{len(search.rows)}x{len(search.columns)}"
        raise Declined(
            f"D: {size} without equal lines; trees are searched for up to {MAX_CELLS} cells; try a part of the matrix"
        )
    yield from search.turns(effort)


class _Search:
    """The two searches on the matrix without equal lines."""

    def __init__(self, matrix: Matrix, known: Known) -> None:
        self.matrix, self.known = matrix, known
        self.rows, self.columns = (
            [places[0] for places in copies(side.rows).values()] for side in (matrix, matrix.transposed)
        )
        self.values = matrix.part(self.rows, self.columns).places
        self.trees: dict[int, TreeSearch | None] = {}
        self.no_tree: set[int] = set()
        self.parts: PartSearch | None = None

    def turns(self, effort: Effort) -> Iterator[MeasureBound]:
        """Bounds until both ends meet, are certified, or the time is over: open depths from above, in longer turns."""
        turn = FIRST_TURN
        while not effort.over:
            for k in range(self.end("upper") - 1, self.end("lower") - 1, -1):
                if self.end("lower") <= k < self.end("upper") and not effort.over:
                    yield from self.at_depth(k, turn, effort)
            if self.end("lower") == self.end("upper") and not self.no_tree:
                return
            if self.end("lower") == self.end("upper"):
                yield from self.certificate(self.end("upper") - 1, effort.deadline)
                return
            turn *= 2

    def at_depth(self, k: int, turn: float, effort: Effort) -> Iterator[MeasureBound]:
        """What one turn of each search says of a tree of depth k."""
        if k not in self.no_tree:
            found = self.by_clauses(k, min(time.monotonic() + turn, effort.deadline))
            if isinstance(found, Split | int):
                yield self.tree_bound(found, "a tree found by SAT")
                return
            if isinstance(found, SolverWord):
                self.no_tree.add(k)
        yield from self.certificate(k, min(time.monotonic() + 4 * turn, effort.deadline))
        if k in self.no_tree and self.end("lower") <= k:
            yield by_solver("D", "lower", k + 1, f"SAT solver: no tree of depth {k}")

    def certificate(self, k: int, deadline: float) -> Iterator[MeasureBound]:
        """Parts that exclude depth k, or a tree."""
        self.parts = self.parts or PartSearch(self.values, len(self.columns))
        found = self.parts.decide(k, deadline)
        if isinstance(found, NoTree):
            method = counted(len(found.parts), "part")
            evidence = parts_evidence(found, self.rows, self.columns, deadline)
            if evidence is None:
                yield by_solver("D", "lower", k + 1, f"{method}, no time to list the cases of all splits")
            else:
                yield certified(self.matrix, "D", "lower", k + 1, method, evidence)
            self.no_tree.discard(k)
        elif not isinstance(found, NotDecided):
            yield self.tree_bound(found, "a tree found by splitting")

    def by_clauses(self, k: int, deadline: float) -> Tree | SolverWord | NotDecided:
        """The SAT solver's answer at depth k."""
        if k < 1 or len(self.values) != 2:
            return NotDecided("depth 0 is a question of ranks, and the solver is asked about two values")
        if k not in self.trees:
            try:
                self.trees[k] = TreeSearch(*self.values, len(self.columns), k)
            except ValueError:  # too many clauses: the other search goes on alone
                self.trees[k] = None
        search = self.trees[k]
        answer = None if search is None else search.resume(deadline)
        if search is not None and isinstance(answer, Model):
            return search.tree()
        return answer if isinstance(answer, SolverWord) else NotDecided("no answer yet, or too many clauses")

    def end(self, side: str) -> int:
        """The known end of D."""
        return int(self.known.value("D", side) or 0)

    def tree_bound(self, tree: Tree, method: str) -> MeasureBound:
        """The bound of a tree of the part: lines are renamed, and those left out go where an equal one goes."""
        whole = [list(zip(*matrix.places, strict=True)) for matrix in (self.matrix, self.matrix.transposed)]
        return _tree_bound(self.matrix, complete(self.renamed(tree), whole[0], whole[1]), method)

    def renamed(self, tree: Tree) -> Tree:
        """The tree with the lines of the whole matrix instead of the part's."""
        if isinstance(tree, int):
            return tree
        lines = self.rows if tree.alice else self.columns
        zero, one = (sum(1 << lines[m] for m in members(mask)) for mask in (tree.zero, tree.one))
        return Split(tree.alice, zero, one, self.renamed(tree.left), self.renamed(tree.right))


def saying_all(matrix: Matrix) -> Tree:
    """The tree in which the party with fewer different inputs says its own, in ceil(log2 k) bits."""
    alice = len(copies(matrix.rows)) <= len(copies(matrix.transposed.rows))
    source = matrix if alice else matrix.transposed
    lines = copies(source.rows)
    every = (1 << source.shape[1]) - 1
    values = list(zip(*source.places, strict=True))

    def below(kept: list[Any]) -> Tree:
        if len(kept) == 1:
            places = {value: there for value, there in enumerate(values[lines[kept[0]][0]]) if there}
            return announced(not alice, places, every)
        low, high = kept[: len(kept) // 2], kept[len(kept) // 2 :]
        zero, one = (bit_set(place for line in half for place in lines[line]) for half in (low, high))
        return Split(alice, zero, one, below(low), below(high))

    return below(list(lines))


def _tree_bound(matrix: Matrix, tree: Tree, method: str) -> MeasureBound:
    return certified(matrix, "D", "upper", depth(tree), method, tree_evidence(tree))


def tree_evidence(tree: Tree) -> dict[str, Any]:
    """The tree as evidence of an upper bound of D."""
    return {"kind": "tree", "root": _written(tree)}


def parts_evidence(
    found: NoTree, rows: Sequence[int], columns: Sequence[int], deadline: float = float("inf")
) -> dict[str, Any] | None:
    """Parts as evidence of a lower bound of D; None if the time is over before the splits are refuted.

    Parameters
    ----------
    found : NoTree
        Of the part of the matrix that has these ``rows`` and ``columns``.
    """
    parts = []
    for part in found.parts:
        written: list[Any] = [part.depth, [rows[r] for r in members(part.rows)]]
        written.append([columns[c] for c in members(part.columns)])
        for side, numbers in enumerate(part.splits):
            inner = [found.parts[number] for number in numbers]
            steps = no_two_colouring([p.columns if side else p.rows for p in inner], deadline)
            if steps is None:
                return None
            written.append([list(numbers), steps])
        parts.append(written)
    return {"kind": "parts", "parts": parts}


def _written(tree: Tree) -> Any:
    """The tree as it stands in a certificate; the children are exchanged where that makes the list shorter."""
    if isinstance(tree, int):
        return tree
    first, zero, children = tree.zero, tree.one, (tree.right, tree.left)
    if first.bit_count() <= zero.bit_count():
        zero, children = first, (tree.left, tree.right)
    return {
        "owner": "A" if tree.alice else "B",
        "zero": list(members(zero)),
        "children": [_written(child) for child in children],
    }
