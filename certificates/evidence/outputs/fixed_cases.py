"""Evidence that no fixed-point unit of a size does a finite task: ``fixed-cases``, a proof by cases that is replayed.

The evidence names the sizes refuted and, for each, a tree as a list of integers in preorder. What is known at a node is
which types have which entry (``fixed_units.py``), in the order in which they got them, and for read-out ``threshold``
two numbers with low < t <= high. The node says how "no tables do the task and agree with that" is seen:

``-1, T, ..``      key type T gets an entry: a child for each of them, in order;
``-2, T, ..``      query type T, likewise;
``-3, a, b, ..``   t <= a/b, or t > a/b: two children;
``x, y``           the rows of two cases refute the read-out. ``any``: position, token and row are equal, the answers
                   are not. ``threshold``: x has answer 0, y answer 1, and x has not the smaller first coordinate;
``-4, x``          ``threshold``: case x is on the wrong side of all t that are left;
``-5, d, s``       symmetry s takes all such tables to such that agree with an earlier child of the d-th node above that
                   gave an entry;
``-6, d, h, c``    so does lowering values.

A case x is an input and a position: number of the input times N, plus position. Rows are computed for the cases that
are named and for no others; nothing is searched for, and what is refuted rests on three observations:

* *Children.* Every table has one of the entries for T; every number t is at most a/b or above it.
* *Symmetry.* Let tables S do the task. A symmetry makes tables S' of them that do it as well: an automorphism of the
  task lets every input see what its image saw; signed permutations of the coordinates of queries and keys of a head
  change no score (the grid holds opposite numbers: midrise); permuted heads, and for ``any`` permuted and signed
  coordinates of values, change rows by a bijection, the same for all inputs (``sum``: the same in all heads); a
  threshold is compared with what it was before. If S agrees with what is known here, S' agrees, up to the d-th node
  above, with what is known there, and its entry there is a smaller one: so it is refuted, as earlier children have
  been before. t is left alone, and the d-th node knows no more of it.
* *Lowering.* If m = 0 all weights are equal. If coordinate c of the values of head h at one position (by token: of all
  tokens) is above the least number of the grid for every token there, it can be lowered by one step for all of them:
  all rows change by one constant, and so does t, of which nothing may be known. Tokens on which no answer depends are
  left out, and the d-th node gave the first of the entries that are lowered, so S' agrees with an earlier child of it.

**Which sizes follow from one.** A unit can be given one more coordinate, head or value coordinate without spoiling it:

* m: a coordinate that is 1 in all queries and keys (and in the null key) adds 1 to all scores, and weights depend on
  differences only;
* H: one more head with constant values adds a constant to the row (``sum``), or a constant coordinate (``concat``); a
  threshold is moved by as much, or compared with the first head as before;
* dv: a constant coordinate; where values are as wide as queries (dv = m), m and dv grow together.

The number 1 is in every midrise grid; in the others 0 is, which serves as well. So "m >= v" (or "H >= v") follows from
the refutation of m = v - 1 (H = v - 1) alone. **More bits are not more**: with p + 1 bits weights are cut off
elsewhere, and a unit for p need not be one for p + 1; so "p >= v" takes a refutation of every p < v.

**Scope** (``scope.py``). Scores are pairwise (inner products). The claim says whether a null token is allowed, and
whether tables may depend on the position. For read-out ``any``, ``concat`` covers ``sum``: what can be read off a sum
of rows can be read off the rows. For ``threshold`` it is the other way round, as only the first head of ``concat`` is
compared.
"""

from collections.abc import Collection, Iterator
from fractions import Fraction

from ...kernel.case_tree import replay_cases
from ...messages import short_number
from ...reading import Node
from ...statement.grid import GRIDS
from ...statement.least_size import LeastSize
from ..proof import Premises, Proved
from .fixed_symmetries import lowered_together, read_symmetry
from .fixed_units import Entry, FixedUnits, Type, units_of

KEY, QUERY, SPLIT, SIDE, IMAGE, LOWER = -1, -2, -3, -4, -5, -6

Known = tuple[int, Type | None, int, Fraction | None, Fraction | None]
"""How many types had entries before, the type that gets one now (if any), its number, and the bounds for t."""


def by_fixed_cases(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "fixed-cases", "refuted": [{"size": s, "symmetries": [..], "tree": [..]}, ..]}``."""
    if quantity.scope is None:
        node.fail("is about pairwise scores and needs the field 'scope' in the claim")
    refuted = node.fields(("kind", "refuted"))["refuted"]
    proofs = refuted.items()
    sizes = [proof.field("size").integer(quantity.least) for proof in proofs]
    wanted = sizes[:1] if quantity.monotone else list(range(1, len(sizes) + 1))
    if not sizes or sizes != wanted:
        refuted.fail("must be one size; where p is asked for, every p from 1 on")
    cases = sum(_Proof(proof, units_of(quantity, size)).replay() for proof, size in zip(proofs, sizes, strict=True))
    words = ", ".join(f"{quantity.resource} = {short_number(size)}" for size in sizes)
    return Proved(sizes[-1] + 1, f"no unit with {words}, by a proof of {cases} cases")


class _Proof:
    """The replay of one tree: where it is in the list, and what is known there."""

    def __init__(self, node: Node, units: FixedUnits) -> None:
        fields = node.fields(("size", "tree"), ("symmetries",))
        self.node, self.units, self.meter = fields["tree"], units, node.meter
        self.meter.charge(5 * len(self.node.value) if isinstance(self.node.value, list) else 0)
        self.numbers = self.node.integers()
        self.place = self.closed = 0
        if units.exponent((False, 0)) > len(self.numbers).bit_length():  # every row that is named needs a key
            self.here.reject("case-left-open", "keys have more entries to choose from than the tree has numbers")
        self.path: list[tuple[Type, Entry]] = []
        self.given: dict[Type, Entry] = {}
        named = fields["symmetries"].items() if "symmetries" in fields else []
        self.symmetries = [read_symmetry(item, units) for item in named]
        self.together: dict[int, Collection[int]] = {}

    def replay(self) -> int:
        """Replay the tree; the number of its leaves."""
        start: Known = (0, None, 0, None, None)
        replay_cases(None, start, self._cases)
        if self.place != len(self.numbers):
            self.node.fail(f"must end after its last leaf, got {len(self.numbers) - self.place} numbers more")
        return self.closed

    def _cases(self, _: None, known: Known) -> Iterator[tuple[None, Known]]:
        """What follows from the node that comes next in the list."""
        self.meter.charge(40)
        depth, new, number, low, high = known
        for earlier, _entry in self.path[depth:]:
            del self.given[earlier]
        del self.path[depth:]
        if new is not None:
            self.meter.charge(self.units.heads * (10 + 4 * (self.units.m + self.units.dv)))
            self.given[new] = self.units.entry(new, number)
            self.path.append((new, self.given[new]))
        self.closed += 1
        rule, threshold = self._next(), self.units.read_out == "threshold"
        if rule >= 0:
            self._pair(rule, self._next())
        elif rule == SIDE and threshold:
            self._side(self._next(), low, high)
        elif rule == IMAGE:
            self._image(self._next(), self._next())
        elif rule == LOWER and low is None and high is None:
            self._lower(self._next(), self._next(), self._next())
        elif rule in (KEY, QUERY):
            self.closed -= 1
            return self._entries((rule == QUERY, self._next()), low, high)
        elif rule == SPLIT and threshold:
            self.closed -= 1
            return self._split(self._next(), self._next(), low, high)
        else:
            self.here.fail("must name a rule that is for this read-out and, for lowering, stand above all splits")
        return iter(())

    def _next(self) -> int:
        if self.place == len(self.numbers):
            self.here.reject("case-left-open", "the tree ends before all its cases are closed")
        self.place += 1
        return self.numbers[self.place - 1]

    def _entries(self, of: Type, low: Fraction | None, high: Fraction | None) -> Iterator[tuple[None, Known]]:
        units, left = self.units, len(self.numbers) - self.place
        if not 0 <= of[1] < units.types + (units.null and not of[0]) or of in self.given:
            self.here.fail("must name a type of the tables that has no entry yet")
        if units.exponent(of) > left.bit_length() or units.choices(of) > left:
            self.here.reject("case-left-open", "a type has more entries to choose from than the tree has numbers left")
        depth = len(self.path)
        return ((None, (depth, of, number, low, high)) for number in range(units.choices(of)))

    def _split(self, a: int, b: int, low: Fraction | None, high: Fraction | None) -> Iterator[tuple[None, Known]]:
        if b < 1:
            self.here.fail("must split the threshold at a fraction with a positive denominator")
        self.meter.charge(a.bit_length() + b.bit_length())
        at, depth = Fraction(a, b), len(self.path)
        below = (None, (depth, None, 0, low, at if high is None else min(at, high)))
        above = (None, (depth, None, 0, at if low is None else max(at, low), high))
        return iter((below, above))

    def _pair(self, x: int, y: int) -> None:
        """The rows of two cases refute the read-out."""
        first, second = self._case(x), self._case(y)
        if self.units.read_out == "threshold":
            fine = (first[2], second[2]) == (0, 1) and self._output(first) >= self._output(second)
        else:
            fine = first[2] != second[2] and first[:2] == second[:2]
            fine = fine and self.units.row(*first[3:]) == self.units.row(*second[3:])
        if not fine:
            self.here.reject("case-not-refuted", f"cases {x} and {y}" if max(x, y) < 10**9 else "two cases")

    def _side(self, x: int, low: Fraction | None, high: Fraction | None) -> None:
        """A case is on the wrong side of every threshold t with low < t <= high."""
        case = self._case(x)
        above = case[2] == 0 and high is not None and self._output(case) >= high
        below = case[2] == 1 and low is not None and self._output(case) <= low
        if not above and not below:
            self.here.reject("case-not-refuted", "a case is not on the wrong side")

    def _case(self, x: int) -> tuple[int, int, int, Entry, list[Entry]]:
        """Position, token, answer, and the entries on which the row depends."""
        units, task = self.units, self.units.task
        self.meter.charge(units.steps + task.length * (x.bit_length() // 500))
        index, position = divmod(x, task.length)
        word = units.word(index)
        if word is None:
            self.here.fail("must name inputs of the task")
        wanted = task.answers_to(word)
        answer = wanted[position] if wanted is not None and task.position in (None, position) else None
        if answer is None:
            self.here.fail("must name cases whose answers are asked for")
        entries = []
        for of in units.row_types(word, position):
            if of not in self.given:
                self.here.reject("entry-not-given", "a row depends on a type that has no entry yet")
            entries.append(self.given[of])
        return position, word[position], answer, entries[0], entries[1:]

    def _output(self, case: tuple[int, int, int, Entry, list[Entry]]) -> Fraction:
        return self.units.first_coordinate(*case[3:])

    def _image(self, depth: int, chosen: int) -> None:
        """A symmetry takes such tables to some that agree with an earlier child of a node above."""
        if not (0 <= depth < len(self.path) and 0 <= chosen < len(self.symmetries)):
            self.here.fail("must name a node above that gave an entry, and a symmetry")
        symmetry, units = self.symmetries[chosen], self.units
        for k, (of, entry) in enumerate(self.path[: depth + 1]):
            self.meter.charge(10 + units.heads * (10 + 4 * (units.m + units.dv)))
            there = symmetry.of(units, of)
            image = symmetry.entry(self.given[there]) if there in self.given else None
            if image is None or (image != entry if k < depth else image >= entry):
                self.here.reject("image-not-earlier", f"symmetry {chosen}, node {depth} above")

    def _lower(self, depth: int, head: int, coordinate: int) -> None:
        """All values at a position can be lowered, so that tables agree with an earlier child of a node above."""
        units = self.units
        if units.m or not (0 <= depth < len(self.path) and 0 <= head < units.heads and 0 <= coordinate < units.dv):
            self.here.fail("must name a node above, a head and a coordinate of values of tables with m = 0")
        first = self.path[depth][0]
        if first[0] or first[1] == units.types:
            self.here.fail("must name a node above that gave an entry to the key type of a token")
        position = first[1] // units.task.alphabet  # by token: 0
        if position not in self.together:
            self.together[position] = lowered_together(units, position, self.meter)
        before, least = {of for of, _ in self.path[:depth]}, GRIDS[units.grid](units.bits)[0]
        self.meter.charge(10 * (len(self.together[position]) + depth))
        if first[1] not in self.together[position]:  # its entry is the one that gets smaller; so there is one at least
            self.here.reject("image-not-earlier", f"no answer depends on what node {depth} above gave")
        for number in self.together[position]:
            of = (False, number)
            if of in before or of not in self.given or self.given[of][head][coordinate] == least:
                self.here.reject("image-not-earlier", f"values of node {depth} above cannot be lowered")

    @property
    def here(self) -> Node:
        """The number that has been read last, for messages."""
        return Node(None, max(0, self.place - 1), self.meter, self.node)
