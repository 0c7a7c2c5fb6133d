"""Rule ``tree``: a proof by cases, with symmetries. Trusted.

A problem (``problems/__init__.py``) has no solution if a tree of cases says so. The tree is a list of numbers in
preorder; with D the case at hand, a node is

    0 v j s_1 .. s_j k c_1 .. c_k   split. While variable v has values left in D, let x be the least: the next child is
                                    D with v = x, to which steps c_1, .., c_k are applied until it is closed. Then the
                                    orbit of (v, x) under the moves s, all of which fix D, is struck off D.
    1 v x                           halves: D with v <= x, then D with v > x
    2 c                             step c of the problem: values that no solution in D has are struck off
    3 d s                           image: move s takes D to what has been closed at the d-th split or halving above
                                    (the first one, at the root, is number 0)

Each child that is open takes the next node. That such a list refutes the problem:

* *Fix.* A bijective move fixes D if it takes restricted variables to restricted ones, and the pairs left to pairs left.
  It then permutes the finite set of pairs left to restricted variables, and so does its inverse, which is a power of it
  and takes solutions to solutions. (Were a restricted variable to go to an unrestricted one, D might be mapped to a
  part of itself, and a solution in D need not be the image of one in D.)
* *Orbits.* A solution in D with a pair of the orbit is the image of one in D with v = x, and that child is refuted.
  What is struck off is all of an orbit, so the moves fix what is left of D, and the loop goes on.
* *Image.* Let A be the case at split d, v its variable, E the values of v in A that are gone before the child at hand:
  closed or struck off. No solution in A has one of these. If s is defined on all pairs of D that matter and takes D
  into A, and v into E, a solution in D would have an image in A with v in E. A move that does nothing, or of which
  nothing is compared, fails by itself: D leaves v values that are not in E.

A set of values costs its length at each touch, an orbit each pair times each move, and a case that is kept its bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .book import Book, Proved
from .claims import Claim
from .meter import Meter, words
from .problems import MOST, Case, Makers, Move, Problem, keys, members, small, units
from .refuse import Refused, need
from .schema import Record, Type, tagged

SYSTEMS: Mapping[str, tuple[Type, Callable[[Record, Claim, Meter], tuple[Fraction | int, Makers]]]] = {
    "units": (units.UNITS, units.unit_problems),
    "keys": (keys.KEYS, keys.key_problems),
    "rectangles": (small.RECTANGLES, small.rectangle_problems),
    "shattered": (small.SHATTERED, small.shattered_problems),
    "radon": (small.RADON, small.radon_problems),
}
"""Name -> what a proof of the system holds, and what that says: the value proved, and the problems to be refuted."""

PROOF = tagged("system", {name: form for name, (form, _) in SYSTEMS.items()})


def tree(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rule": "tree", "system": .., "parts": [{"tree": [..], ..}, ..], ..}``: one part for each problem."""
    read = PROOF.read({name: item for name, item in proof.items() if name != "rule"}, "proof", book.meter)
    value, problems = SYSTEMS[read.kind][1](read, claim, book.meter)
    need(problems and len(read.parts) == len(problems), "there has to be a tree for each problem, and one at least")
    nodes = 0
    for problem, part in zip(problems, read.parts, strict=True):
        nodes += Replay(problem(part), part.tree, book.meter).nodes
    return Proved(value, f"{read.kind}: a proof of {nodes} cases")


def no_rectangle_above(table: Sequence[Sequence[int]], most: int, proof: object, meter: Meter) -> int:
    """The number of nodes of ``{"moves": [..], "tree": [..]}``: no rectangle of a table weighs more than ``most``.

    Refuses the proof if it does not. The table holds integers, at least one; a rectangle is any set of its rows times
    any set of its columns, and weighs the sum of its entries, 0 if it is empty.
    """
    part = small.RECTANGLES_PART.read(proof, "rectangles", meter)
    return Replay(small.Rectangles(table, most, part, meter), part.tree, meter).nodes


class Replay:
    """``nodes``: their number, once the numbers are known to refute the problem; refuses if they do not."""

    def __init__(self, problem: Problem, numbers: Iterable[int], meter: Meter) -> None:
        self.problem, self.reader, self.meter = problem, iter(numbers), meter
        self.path: list[tuple[Case, int, int]] = []  # for each split above: its case, its variable, the values gone
        self.nodes, held = 0, dict[int, int]()
        meter.charge(10 * len(problem.sizes))
        need(min(problem.sizes, default=1) > 0, "a variable has no values")
        self.wide = words(max((size for size in problem.sizes if size <= MOST), default=1))
        start = Case({}, problem.state)
        stack: list[Iterator[Case]] = [iter(() if problem.hopeless(start, range(len(problem.sizes))) else (start,))]
        while stack:
            case = next(stack[-1], None)
            if case is None:
                stack.pop()
                continue
            kept = 500 + problem.kept + len(case.left) * (80 + 32 * self.wide)
            before = held.get(len(stack), 0)
            meter.charge(80 + max(0, kept - before))
            held[len(stack)] = max(kept, before)
            self.nodes += 1
            kind = self.number()
            need(kind < 4, "there is no such node")
            stack.append((self.split, self.halves, self.step, self.image)[kind](case))
        need(next(self.reader, None) is None, "numbers are left over after the last case")

    def number(self) -> int:
        found = next(self.reader, None)
        if found is None:
            raise Refused("a case is left open")
        return found

    def move(self) -> Move:
        number = self.number()
        need(number < len(self.problem.moves), "there is no such move")
        return self.problem.moves[number]

    def put(self, case: Case, changed: Mapping[int, int] | None) -> Case | None:
        """The case in which some variables have fewer values left; None if that closes it, or if it has been closed."""
        if changed is None:
            return None
        self.meter.charge(30 + 2 * len(case.left) + (15 + self.wide) * len(changed))
        left, state = dict(case.left), case.state
        for v, after in changed.items():
            before = self.problem.values(case, v)
            if not after:
                return None
            if after != before:
                left[v], state = after, self.problem.moved(state, v, before, after)
        found = Case(left, state)
        return None if self.problem.hopeless(found, changed) else found

    def split(self, case: Case) -> Iterator[Case]:
        v = self.number()
        moves = [self.move() for _ in range(self.number())]
        steps = [self.number() for _ in range(self.number())]
        for move in moves:
            need(self.fixes(case, move), "a move does not fix the case")
        open_case: Case | None = case
        before = self.problem.values(case, v)
        while open_case is not None:
            left = self.problem.values(open_case, v)
            x = (left & -left).bit_length() - 1
            child = self.put(open_case, {v: 1 << x})
            for code in steps:
                child = child and self.put(child, self.problem.step(child, code))
            yield from self.below(child, case, v, before & ~left)
            kept: dict[int, int] = {}
            for u, y in self.orbit((v, x), moves):
                kept[u] = kept.get(u, self.problem.values(open_case, u)) & ~(1 << y)
            open_case = self.put(open_case, kept)

    def below(self, child: Case | None, case: Case, v: int, gone: int) -> Iterator[Case]:
        """The child, if it is open, while the path says where it comes from."""
        if child is not None:
            self.path.append((case, v, gone))
            yield child
            self.path.pop()

    def halves(self, case: Case) -> Iterator[Case]:
        v, x = self.number(), self.number()
        left = self.problem.values(case, v)
        need(x < self.problem.sizes[v], "there is no such value")
        low = left & (2 << x) - 1
        for part, gone in ((low, 0), (left & ~low, low)):
            yield from self.below(self.put(case, {v: part}), case, v, gone)

    def step(self, case: Case) -> Iterator[Case]:
        child = self.put(case, self.problem.step(case, self.number()))
        return iter(() if child is None else (child,))

    def image(self, case: Case) -> Iterator[Case]:
        depth, move = self.number(), self.move()
        need(depth < len(self.path), "there is no such split above")
        above, v, gone = self.path[depth]
        self.meter.charge(10 + 4 * len(above.left) + 2 * len(move.partial or ()))
        wanted = {**above.left, v: gone}
        for u in {*wanted, *(move.partial or ())}:
            for _, y in self.images(case, move, move.back.get(u, u)):
                need(y is not None and wanted.get(u, -1) >> y & 1, "the image has not been closed before")
        return iter(())

    def fixes(self, case: Case, move: Move) -> bool:
        if move.partial is not None:
            return False
        return all(
            y is not None and case.left.get(u, 0) >> y & 1 for v in case.left for u, y in self.images(case, move, v)
        )

    def images(self, case: Case, move: Move, v: int) -> Iterator[tuple[int, int | None]]:
        """The images of the pairs left to a variable."""
        left = self.problem.values(case, v)
        self.meter.charge(20 + left.bit_length() + left.bit_count() * (10 + move.cost))
        return (move(v, x) for x in members(left))

    def orbit(self, pair: tuple[int, int], moves: Sequence[Move]) -> set[tuple[int, int]]:
        """The images of a pair under the group that the moves generate."""
        found, waiting = {pair}, [pair]
        for here in waiting:
            self.meter.charge(20 + self.wide + sum(10 + move.cost for move in moves))
            new = {(u, x) for u, x in (move(*here) for move in moves) if x is not None} - found
            found |= new
            waiting += new
        return found
