r"""A protocol tree of depth k from a SAT solver: it finds trees; that there is none rests on the solver's answer.

**The tree.** Suppose D <= k, k >= 1. Then some *complete* binary tree of depth k computes the matrix, in which of the
two leaves below each last inner node the left one is labelled 0 and the right one 1. For a leaf of depth below k with
answer b may be made an inner node (Alice's, say) that sends everything to one child, the other being any tree: do so
down to depth k - 1, and there send everything to the leaf labelled b. A node of depth k - 1 that had two leaves
labelled 1, 0 has them exchanged; one with two leaves labelled b has a constant rectangle, and sends
all of it to the leaf b.

**Swaps.** Children of a node of depth below k - 1 may be exchanged. Let p be the number of right turns on the way to
node v. If Alice owns v and row p is at v, exchange the children so that row p goes left; if Bob owns it and column p is
at v, so that column p goes left. Node by node from the root: an exchange at v permutes what is below v only. A row goes
to both children of a node of Bob's, a column to both of Alice's, so whoever owns v, row p and column p go left.

**Variables** (heap order: root 1, children 2v and 2v + 1). o_v: Alice owns the inner node v; x_{v,r}: row r is at v;
y_{v,c}: column c is at v. All rows and columns are at the root, so it has no x and y.

**Clauses.** For each inner v with children u, w and each row r: o_v and x_v,r -> x_u,r or x_w,r; not o_v and x_v,r ->
x_u,r; not o_v and x_v,r -> x_w,r; the same for columns with o_v negated; above the last inner nodes x_v,p -> x_u,p and
y_v,p -> y_u,p. For each leaf and each cell (r, c) of the other value: not (x_leaf,r and y_leaf,c).
"""

from collections.abc import Iterator, Sequence

from pysat.solvers import Solver

from ..bit_sets import bit_set
from ..clause_decision import Model, SolverWord, TimeOut
from ..limited_solve import solve_until
from .protocol_tree import Split, Tree

MAX_CLAUSES = 2_000_000
"""Largest set of clauses that is built."""


class TreeSearch:
    """The search for a tree of one depth, at least 1; it can be interrupted and goes on where it was.

    Parameters
    ----------
    zeros, ones : sequences of int
        For each row the columns with this value, as a bit set.
    columns : int
        Their number.

    Raises
    ------
    ValueError
        If there would be more than ``MAX_CLAUSES`` clauses.

    Examples
    --------
    >>> import time
    >>> from headcount.solvers.protocols.protocol_tree import depth
    >>> search = TreeSearch([0b10, 0b01], [0b01, 0b10], 2, 2)
    >>> isinstance(search.resume(time.monotonic() + 5), Model) and depth(search.tree()) == 2
    True
    >>> TreeSearch([0b10, 0b01], [0b01, 0b10], 2, 1).resume(time.monotonic() + 5)
    SolverWord()
    """

    def __init__(self, zeros: Sequence[int], ones: Sequence[int], columns: int, depth: int) -> None:
        self.sizes = len(zeros), columns
        self.depth, self.values = depth, (tuple(zeros), tuple(ones))
        if 2**depth * (self.sizes[0] * columns + 4 * sum(self.sizes)) > MAX_CLAUSES:
            raise ValueError(f"{self.sizes[0]}x{columns} at depth {depth} needs more than {MAX_CLAUSES} clauses")
        self.solver = Solver(name="cadical195", bootstrap_with=self._clauses())
        self.model: Model | None = None

    def resume(self, deadline: float) -> Model | SolverWord | TimeOut:
        """Go on until the deadline (a value of ``time.monotonic()``)."""
        answer = solve_until(self.solver, deadline)
        if answer is None:
            return TimeOut()
        if not answer:
            return SolverWord()
        self.model = Model(frozenset(x for x in self.solver.get_model() or () if x > 0))
        return self.model

    def tree(self) -> Tree:
        """The tree of the model that was found."""
        if self.model is None:
            raise ValueError("no model has been found; call resume first and look at its answer")
        return self._below(1, tuple((1 << size) - 1 for size in self.sizes))

    def _below(self, v: int, here: tuple[int, ...]) -> Tree:
        assert self.model is not None
        for answer in (0, 1):
            other = self.values[1 - answer]
            if not any(other[r] & here[1] for r in range(self.sizes[0]) if here[0] >> r & 1):
                return answer
        side = 0 if v in self.model.true else 1
        lines = [i for i in range(self.sizes[side]) if here[side] >> i & 1]
        zero = bit_set(i for i in lines if self._at(2 * v, side, i) in self.model.true)
        one = here[side] & ~zero
        low, high = ((zero, here[1]), (one, here[1])) if side == 0 else ((here[0], zero), (here[0], one))
        return Split(side == 0, zero, one, self._below(2 * v, low), self._below(2 * v + 1, high))

    def _clauses(self) -> Iterator[list[int]]:
        inner = 2**self.depth
        for v in range(1, inner):
            for side in (0, 1):
                owner = v if side == 0 else -v
                for i in range(self.sizes[side]):
                    here = [] if v == 1 else [-self._at(v, side, i)]
                    left, right = self._at(2 * v, side, i), self._at(2 * v + 1, side, i)
                    yield from ([-owner, *here, left, right], [owner, *here, left], [owner, *here, right])
                turns = v.bit_count() - 1
                if 2 * v < inner and turns < self.sizes[side]:
                    here = [] if v == 1 else [-self._at(v, side, turns)]
                    yield [*here, self._at(2 * v, side, turns)]
        for leaf in range(inner, 2 * inner):
            for r, wrong in enumerate(self.values[1 - (leaf & 1)]):
                for c in range(self.sizes[1]):
                    if wrong >> c & 1:
                        yield [-self._at(leaf, 0, r), -self._at(leaf, 1, c)]

    def _at(self, v: int, side: int, i: int) -> int:
        """The variable that row (side 0) or column i is at node v, which is not the root."""
        return (1 << self.depth) + (v - 2) * sum(self.sizes) + i + (0 if side == 0 else self.sizes[0])
