"""``fixed-cases``: trees of entries of fixed-point units, and of bounds of a threshold, as trees of cases."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..certificates.book import Book as Proofs
from ..certificates.claims import Claim
from ..certificates.meaning.tasks import task_of
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.problems.units import UNITS, Units
from .driver import Book, CannotElaborate, rest

Json = Any
KEY, QUERY, SPLIT, SIDE, IMAGE, LOWER, SUMS = -1, -2, -3, -4, -5, -6, -7
SPLIT_NODE, HALVES_NODE, STEP_NODE, IMAGE_NODE = range(4)


def stated(claim: Json, question: Json) -> Claim:
    """The claim as the checker reads it."""
    given = {name: item for name, item in claim.items() if name not in ("evidence", "question")}
    return Proofs(Meter(UNLIMITED), {}).stated({**given, "question": question}, "claim")


def fixed_cases(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"refuted": [{"size": .., "symmetries": [..], "tree": [..]}, ..]}``: a part for each size."""
    asked, (refuted,) = stated(claim, question), rest(evidence).values()
    pairs = zip(refuted, asked.refuted(), strict=False)
    return {"rule": "tree", "system": "units", "parts": [UnitTree(asked, item, size).part for item, size in pairs]}


class UnitTree:
    """The old tree of one size, gone through once; ``part`` is what the checker reads."""

    def __init__(self, claim: Claim, item: Mapping[str, Json], size: int) -> None:
        tree, moves = item["tree"], list(item.get("symmetries", []))
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
        self.place_of, self.moves = {b: x for x, b in enumerate(bounds)}, moves
        self.new: list[int] = []
        self.go()
        self.part = {"moves": self.moves, "thresholds": [str(b) for b in bounds], "tree": self.new}
        self.part = {name: found for name, found in self.part.items() if found or name == "tree"}

    @staticmethod
    def bounds(tree: list[int]) -> list[tuple[int, int]]:
        """The fractions at which the threshold is split, in a list whose nodes have known lengths."""
        lengths = {KEY: 2, QUERY: 2, SPLIT: 3, SIDE: 2, IMAGE: 3, LOWER: 4, SUMS: 3}
        found, place = [], 0
        while place < len(tree):
            if tree[place] == SPLIT:
                found.append((tree[place + 1], tree[place + 2]))
            place += lengths.get(tree[place], 2)
        return found

    def next(self) -> int:
        self.place += 1
        return self.old[self.place - 1]

    def case(self) -> int:
        return self.number[divmod(self.next(), self.length)]

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
                node = [IMAGE_NODE, new, move]
            elif rule == LOWER:
                d = self.next()
                self.place -= 1
                new, head, c = self.depth(depths), self.next(), self.next()
                item = {"lower": [given[d] // self.alphabet if self.units.tables == "both" else 0, head, c]}
                if item not in self.moves:
                    self.moves.append(item)
                node = [IMAGE_NODE, new, self.moves.index(item)]
            elif rule == SUMS:
                one, two = self.next(), self.next()
                node = [STEP_NODE, len(self.asked) ** 2 + 2 * self.units.tokens * one + two]
            else:
                if rule != SIDE:
                    self.place -= 1
                x = self.case()
                y = x if rule == SIDE else self.case()
                node = [STEP_NODE, len(self.asked) * x + y]
            if is_open:
                self.new += node

    def depth(self, depths: tuple[int | None, ...]) -> int:
        found = depths[self.next()]
        if found is None:
            raise CannotElaborate("there is no such node above")
        return found
