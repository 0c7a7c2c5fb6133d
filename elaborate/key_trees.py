"""``grid-cases``: trees of keys, whose symmetries were found while they were checked, with the symmetries named."""

from collections.abc import Iterator
from typing import Any

from ..certificates.claims import Claim
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.problems import Case, members
from ..certificates.problems.keys import KEYS, Keys, rows_of
from ..certificates.tree import Replay
from ..solvers.units.key_cases import alike
from .driver import Book, CannotElaborate
from .unit_trees import stated

Json = Any


def grid_cases(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``{"trees": [[[split, narrow, ..], ..], ..], ["positions": n]}``: a part for each list of rows."""
    asked = stated(claim, question)
    columns = {"columns": evidence["positions"]} if "positions" in evidence else {}
    (refuted,) = asked.refuted()
    lists = rows_of(asked.statement, columns.get("columns"), Meter(10**9))
    parts = [KeyTree(asked, refuted, rows, tree).part for rows, tree in zip(lists, evidence["trees"], strict=True)]
    return {"rule": "tree", "system": "keys", **columns, "parts": parts}


class Simulated(Replay):
    """The cases of a problem, without a tree."""

    def __init__(self, problem: Keys) -> None:
        self.problem, self.meter, self.wide = problem, Meter(UNLIMITED), 1


class KeyTree:
    """An old tree, gone through once; ``part`` is what the checker reads."""

    def __init__(self, claim: Claim, refuted: int, rows: Json, tree: Json) -> None:
        size, q = claim.sizes(refuted), claim.quantity.unit_class
        if size.bits * max(size.m, 1) > 12:
            raise CannotElaborate("there are more points than are listed")
        names, width = alike(rows, Meter(10**9)), size.m
        swaps = [(b, c) for c in range(len(names)) for b in range(c) if names[b] == names[c]]
        signs = (1, -1) if q.grid == "midrise" else (1,)
        turns = [[-(c + 1) if c == a else c + 1 for c in range(width)] for a in range(width)] if len(signs) > 1 else []
        turns += [exchanged(width, a, b, sign) for b in range(width) for a in range(b) for sign in signs]
        heads = range(len(rows[0][0]))
        self.moves: list[dict[str, Any]] = [{"swap": list(swap)} for swap in swaps]
        self.moves += [{"head": h, "turn": t} for h in heads for t in turns]
        part = KEYS.read({"parts": [{"moves": self.moves, "tree": []}]}, "proof", Meter(UNLIMITED)).parts[0]
        self.keys = Keys(rows, claim, size.bits, width, part, Meter(UNLIMITED))
        self.cases, self.old, self.place = Simulated(self.keys), tree, 0
        self.new: list[int] = []
        first = {name: c for c, name in reversed(list(enumerate(names)))}
        connecting = [{"swap": [first[name], c]} for c, name in enumerate(names) if first[name] != c]
        self.used: list[Json] = connecting
        start = Case({}, None)
        if not self.keys.hopeless(start, range(len(self.keys.sizes))):
            self.go(start)
        self.part = {"moves": self.used, "tree": self.new} if self.used else {"tree": self.new}

    def go(self, start: Case) -> None:
        stack: list[Iterator[Case]] = [iter((start,))]
        while stack:
            case = next(stack[-1], None)
            if case is None:
                stack.pop()
            else:
                stack.append(self.split(case))

    def split(self, case: Case) -> Iterator[Case]:
        v, *steps = self.old[self.place]
        self.place += 1
        left = self.keys.values(case, v)
        moves = self.chosen(case, v)
        self.new += [0, v, len(moves), *map(self.name, moves), len(steps), *steps]
        given = [self.keys.moves[k] for k in moves]
        open_case: Case | None = case
        while open_case is not None:
            left = self.keys.values(open_case, v)
            x = (left & -left).bit_length() - 1
            child = self.cases.put(open_case, {v: 1 << x})
            for code in steps:
                child = child and self.cases.put(child, self.keys.step(child, code))
            if child is not None:
                yield child
            struck: dict[int, int] = {}
            for u, y in self.cases.orbit((v, x), given):
                struck[u] = struck.get(u, 0) | 1 << y
            kept = {u: self.keys.values(open_case, u) & ~gone for u, gone in struck.items()}
            open_case = self.cases.put(open_case, kept)

    def name(self, k: int) -> int:
        if self.moves[k] not in self.used:
            self.used.append(self.moves[k])
        return self.used.index(self.moves[k])

    def chosen(self, case: Case, v: int) -> list[int]:
        """Moves within the cell and the head of the key that fix the case, as many as make its orbits what they are."""
        head, cell = v // self.keys.columns, self.keys.cell(case, v)
        found: list[int] = []
        group = {
            (u, x): (u, x)
            for u in (head * self.keys.columns + c for c in cell)
            for x in members(self.keys.values(case, v))
        }

        def root(pair: tuple[int, int]) -> tuple[int, int]:
            while group[pair] != pair:
                group[pair] = group[group[pair]]
                pair = group[pair]
            return pair

        for k, item in enumerate(self.moves):
            near = set(item["swap"]) <= set(cell) if "swap" in item else item["head"] == head
            if not near or not self.cases.fixes(case, self.keys.moves[k]):
                continue
            joined = False
            for pair in list(group):
                u, x = self.keys.moves[k](*pair)
                if x is not None and root(pair) != root((u, x)):
                    group[root(pair)] = root((u, x))
                    joined = True
            if joined:
                found.append(k)
        return found


def exchanged(width: int, a: int, b: int, sign: int) -> list[int]:
    """Coordinates a and b exchanged, up to a sign."""
    turn = list(range(1, width + 1))
    turn[a], turn[b] = sign * (b + 1), sign * (a + 1)
    return turn
