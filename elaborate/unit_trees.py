"""``fixed-cases``: trees of entries of fixed-point units, and of bounds of a threshold, as trees of cases."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..certificates.book import Book as Proofs
from ..certificates.claims import Claim
from ..certificates.meaning.tasks import task_of
from ..certificates.meter import UNLIMITED, Meter, OverLimitError
from ..certificates.problems.units import UNITS, Units
from ..certificates.refuse import Malformed, Refused
from .driver import Book, CannotElaborate, fields

Json = Any
KEY, QUERY, SPLIT, SIDE, IMAGE, LOWER = -1, -2, -3, -4, -5, -6
SPLIT_NODE, HALVES_NODE, STEP_NODE, IMAGE_NODE = range(4)
NAMES = {"positions", "tokens", "heads", "keys", "values"}


def stated(claim: Json, question: Json) -> Claim:
    """The claim as the checker reads it."""
    given = {name: item for name, item in claim.items() if name not in ("evidence", "question")}
    try:
        return Proofs(Meter(UNLIMITED), {}).stated({**given, "question": question}, "claim")
    except Malformed as error:
        raise CannotElaborate(str(error)) from None


def fixed_cases(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"refuted": [{"size": .., "symmetries": [..], "tree": [..]}, ..]}``: a part for each size."""
    (refuted,) = fields(evidence, "refuted")
    asked = stated(claim, question)
    try:
        sizes = asked.refuted()
        if not isinstance(refuted, list) or asked.monotone > (len(refuted) == 1):
            raise CannotElaborate("one size has to be refuted")
        if [item.get("size") for item in refuted][: len(sizes)] != sizes:
            raise CannotElaborate("other sizes have to be refuted")
        parts = [UnitTree(asked, item, size).part for item, size in zip(refuted, sizes, strict=False)]
    except (Refused, Malformed, OverLimitError) as error:
        raise CannotElaborate(str(error)) from None
    except (AttributeError, TypeError, ValueError, ZeroDivisionError, IndexError) as error:
        raise CannotElaborate(f"the evidence has another form: {error!r:.60}") from None
    return {"rule": "tree", "system": "units", "parts": parts}


class UnitTree:
    """The old tree of one size, gone through once; ``part`` is what the checker reads."""

    def __init__(self, claim: Claim, item: Mapping[str, Json], size: int) -> None:
        tree, *_ = fields(item, "tree", "size", optional=("symmetries",))
        moves = list(item.get("symmetries", []))
        if not all(isinstance(move, dict) and set(move) <= NAMES for move in moves):
            raise CannotElaborate("a symmetry has other parts")
        if not all(type(x) is int for x in tree):
            raise CannotElaborate("a tree holds integers")
        meter = Meter(10**9)
        task = task_of(claim.statement, meter)
        inputs = list(task.inputs())
        self.length, self.alphabet = task.length, task.alphabet
        self.asked = [(word, i, a) for word, wanted in inputs for i, a in enumerate(wanted) if a is not None]
        self.number = {
            at: n
            for n, at in enumerate((x, i) for x, (_, w) in enumerate(inputs) for i, a in enumerate(w) if a is not None)
        }
        self.old: list[int] = tree
        self.place = 0
        bounds = (
            sorted({Fraction(a, b) for a, b in self.bounds(tree)}) if claim.quantity.read_out == "threshold" else []
        )
        plain = UNITS.read({"parts": [{"tree": [], "thresholds": [str(b) for b in bounds]}]}, "proof", meter).parts[0]
        self.units = Units(task, self.asked, claim, size, plain, meter)
        self.place_of, self.count, self.moves = {b: x for x, b in enumerate(bounds)}, len(moves), moves
        self.new: list[int] = []
        self.go()
        self.part = {"moves": self.moves, "thresholds": [str(b) for b in bounds], "tree": self.new}
        self.part = {name: found for name, found in self.part.items() if found or name == "tree"}

    @staticmethod
    def bounds(tree: list[int]) -> list[tuple[int, int]]:
        """The fractions at which the threshold is split, in a list whose nodes have known lengths."""
        lengths = {KEY: 2, QUERY: 2, SPLIT: 3, SIDE: 2, IMAGE: 3, LOWER: 4}
        found, place = [], 0
        while place < len(tree):
            if tree[place] == SPLIT:
                found.append((tree[place + 1], tree[place + 2]))
            place += lengths.get(tree[place], 2)
        if any(b < 1 for _, b in found):
            raise CannotElaborate("a fraction needs a positive denominator")
        return found

    def next(self) -> int:
        if self.place == len(self.old):
            raise CannotElaborate("a case is left open")
        self.place += 1
        return self.old[self.place - 1]

    def case(self) -> int:
        found = self.number.get(divmod(self.next(), self.length))
        if found is None:
            raise CannotElaborate("there is no such case")
        return found

    def go(self) -> None:
        """A case: the types given, the new depth of each node that gave one, the values of t, whether it is open."""
        last = len(self.units.sizes) - 1
        waiting: list[tuple[tuple[int, ...], tuple[int | None, ...], int, range, bool]] = [
            ((), (), 0, range(self.units.sizes[last]), True)
        ]
        while waiting:
            given, depths, depth, left, is_open = waiting.pop()
            rule, node = self.next(), []
            if rule in (KEY, QUERY):
                token = self.next()
                v = token + (self.units.keys if rule == QUERY else 0)
                if not 0 <= token < (self.units.keys if rule == KEY else self.units.tokens) or v in given:
                    raise CannotElaborate("there is no such type, or it has an entry")
                many = self.units.sizes[v] > 1
                node = [SPLIT_NODE, v, 0, 0] if many else []
                if self.units.sizes[v] > len(self.old):
                    raise CannotElaborate("a type has more entries than the tree has numbers")
                child = ((*given, v), (*depths, depth if many else None), depth + many, left, is_open)
                waiting += [child] * self.units.sizes[v]
            elif rule == SPLIT and self.units.threshold:
                x = self.place_of[Fraction(self.next(), self.next())]
                low, high = range(left.start, min(left.stop, x + 1)), range(max(left.start, x + 1), left.stop)
                node = [HALVES_NODE, last, x]
                waiting += [(given, depths, depth + 1, part, is_open and len(part) > 0) for part in (high, low)]
            elif rule == IMAGE:
                new, move = self.depth(depths), self.next()
                if not 0 <= move < self.count:
                    raise CannotElaborate("there is no such symmetry")
                node = [IMAGE_NODE, new, move]
            elif rule == LOWER:
                d = self.next()
                self.place -= 1
                new, head, c = self.depth(depths), self.next(), self.next()
                item = {"lower": [given[d] // self.alphabet if self.units.both else 0, head, c]}
                if item not in self.moves:
                    self.moves.append(item)
                node = [IMAGE_NODE, new, self.moves.index(item)]
            else:
                if rule != SIDE:
                    self.place -= 1
                x = self.case()
                y = x if rule == SIDE else self.case()
                if (x == y) != (rule == SIDE):
                    raise CannotElaborate("two cases have to differ")
                node = [STEP_NODE, len(self.asked) * x + y]
            if is_open:
                self.new += node
        if self.place < len(self.old):
            raise CannotElaborate("numbers are left over")

    def depth(self, depths: tuple[int | None, ...]) -> int:
        d = self.next()
        found = depths[d] if 0 <= d < len(depths) else None
        if found is None:
            raise CannotElaborate("there is no such node above")
        return found
