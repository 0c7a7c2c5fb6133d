"""Fixed-point units for a finite task as a problem: one layer of order 2, pairwise scores, class FIXED. Trusted.

A *key type* is a token at a position (``both``), or a token, or the null token; its entry is a key and a value for each
head, where a head may go without the null token. A *query type* is such a pair or token; its entry is a query for each
head. The row at a position depends on the entry of its query type and on those of the input's key types.

Variables: key types 0 .. K-1 (position * A + token, or token; the null token last), query types K + type, and last, for
read-out ``threshold``, the interval of t, where an answer is 1 if the first coordinate of the row is at least t, else
0: value i says b_i < t <= b_(i+1) for the numbers b that the proof lists. A solution: an entry for each type, and t, so
that all answers that are asked for are right. Entries are numbered in lexicographic order: heads, in each the key, then
the value, the grid ascending, no null token first.

Step n x + y, n cases (inputs and positions with an answer) in order: both have all their entries. ``any``: they have
equal positions, tokens and rows, but not answers. ``threshold``: x has answer 0, y answer 1, and x the greater or equal
first coordinate; or x = y, and it is on the wrong side of all t left.

Moves. *Symmetries* make other tables: type (j, u) gets what (positions[j], tokens[j][u]) has, head h of it what
heads[h] has, coordinate c of queries and keys what |keys[h][c]| has, with its sign, and of values likewise. Scores are
as they were, each input sees what its image saw, which has to have the same answers; rows change by one bijection (for
``sum`` all heads alike, for a threshold not at all). *Lowering*, if m = 0: all weights are equal, so if one coordinate
of one head is a grid step lower in the values of all used tokens at a position (by token: of all tokens), rows change
by a constant, and so does t; it is undefined where there is no lower number.

A claim of a ``scope`` with heads side by side covers ``sum`` if any read-out may follow; a threshold sees the first of
heads side by side only, which a sum does as well, the others holding constants.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..claims import Claim
from ..grids import grid_of
from ..meaning.tasks import Task, Word, task_of
from ..meaning.units import weights_of
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, fraction, integer, many, record
from . import PERMUTATION, TREE, Case, Move, Problem, permutation

SIGNED = many(many(integer(), 0))
PARTS = {
    "positions": PERMUTATION,
    "tokens": many(PERMUTATION),
    "heads": PERMUTATION,
    "keys": SIGNED,
    "values": SIGNED,
    "lower": many(integer(0), 3, 3),
}
BOUNDS = many(fraction(-(10**12), 10**12, 10**12), 0, rule="increasing")
UNITS = record(
    {
        "parts": many(
            record(
                {"moves": many(record(PARTS, dict.fromkeys(PARTS)), 0), "thresholds": BOUNDS, "tree": TREE},
                {"moves": (), "thresholds": ()},
            )
        )
    }
)

Asked = tuple[Word, int, int]
"""An input, a position, and the answer that is asked for there."""

Entry = list[tuple[int, ...]]
"""For each head a query, or a key followed by a value, or () where a head has no null token."""


def unit_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[int, list[Callable[[Record], Problem]]]:
    """No unit of any of the sizes that have to be refuted does the task."""
    q, refuted = claim.quantity, claim.refuted()
    need(claim.statement.kind == "computation" and q.unit_class.name == "FIXED", "these units are of class FIXED")
    need(q.scope is not None and (q.order, q.layers) == (2, 1), "the claim has to name the scope of the units")
    task = task_of(claim.statement, meter)
    listed = task.inputs(150 * task.length)
    asked = [(word, i, a) for word, wanted in listed for i, a in enumerate(wanted) if a is not None]
    need(asked, "no answer is asked for")
    return refuted[-1] + 1, [lambda part, at=at: Units(task, asked, claim, at, part, meter) for at in refuted]


class Units(Problem):
    """The units of a claim where its resource is ``at``."""

    def __init__(self, task: Task, asked: Sequence[Asked], claim: Claim, at: int, part: Record, meter: Meter) -> None:
        q, (self.m, self.bits, self.heads, self.dv) = claim.quantity, claim.sizes(at)
        need(self.heads * self.bits * (self.m + self.dv) <= 12, "keys have more entries than are listed")
        self.grid, self.both, self.null = grid_of(q.unit_class.grid, self.bits), q.scope.tables == "both", q.scope.null
        self.threshold, self.weigh = q.read_out == "threshold", weights_of(self.bits)
        self.concat = q.scope.combine == "concat" and not self.threshold
        self.alphabet, self.length, self.asked, self.bounds, self.meter = (
            task.alphabet, task.length, asked, part.thresholds, meter,
        )  # fmt: skip
        self.tokens = self.alphabet * (self.length if self.both else 1)
        self.keys = self.tokens + self.null
        meter.charge(60 * self.tokens)
        self.answers = {(word, i): a for word, i, a in walk(meter, asked, 300 + self.length)}
        key, query = (len(self.grid) ** width for width in (self.m + self.dv, self.m))
        sizes = [key**self.heads] * self.tokens + [(key + 1) ** self.heads] * self.null
        sizes += [query**self.heads] * self.tokens + [len(self.bounds) + 1]
        self.cost = 40 + self.heads * (40 + 20 * (self.m + self.dv))
        super().__init__(sizes, [self.read_move(item) for item in part.moves])

    def type(self, j: int, token: int) -> int:
        return j * self.alphabet + token if self.both else token

    def shape(self, v: int) -> tuple[int, int]:
        """Whether a head may go without an entry of the type, and how many numbers an entry has."""
        return int(self.null and v == self.tokens), self.m + self.dv * (v < self.keys)

    def entry(self, v: int, x: int) -> Entry:
        (absent, width), parts = self.shape(v), []
        for _ in range(self.heads):
            x, part = divmod(x, len(self.grid) ** width + absent)
            digits = ((part - absent) // len(self.grid) ** c % len(self.grid) for c in reversed(range(width)))
            parts.append(tuple(self.grid[digit] for digit in digits) if part >= absent else ())
        return parts[::-1]

    def number(self, v: int, entry: Entry) -> int:
        (absent, width), x = self.shape(v), 0
        for part in entry:
            number = 0
            for digit in part:
                number = number * len(self.grid) + self.grid.index(digit)
            x = x * (len(self.grid) ** width + absent) + (number + absent if part else 0)
        return x

    def row(self, case: Case, at: int) -> tuple[Fraction, ...]:
        """The output row of a case, all of whose types have an entry."""
        word, i, _ = self.asked[at]
        self.meter.charge(50 + (2 + len(word)) * (40 + self.heads * (40 + 20 * (self.m + self.dv))))
        types = [self.keys + self.type(i, word[i]), *map(self.type, range(len(word)), word), *[self.tokens] * self.null]
        entries = []
        for v in types:
            left = case.left.get(v, int(self.sizes[v] == 1))
            need(left and not left & left - 1, "a row depends on a type that has no entry yet")
            entries.append(self.entry(v, left.bit_length() - 1))
        query, *keys = entries
        heads = [list(self.output(query[h], [key[h] for key in keys if key[h]])) for h in range(self.heads)]
        return tuple(x for head in heads for x in head) if self.concat else tuple(map(sum, zip(*heads, strict=True)))

    def output(self, query: tuple[int, ...], keys: list[tuple[int, ...]]) -> Iterator[Fraction]:
        weights = self.weigh([sum(a * b for a, b in zip(query, key, strict=False)) for key in keys])  # values come last
        for c in range(self.m, self.m + self.dv):
            yield Fraction(sum(w * key[c] for w, key in zip(weights, keys, strict=True)), sum(weights))

    def step(self, case: Case, code: int) -> Mapping[int, int] | None:
        x, y = divmod(code, len(self.asked))
        need(x < len(self.asked), "there is no such case")
        (one, i, a), (two, j, b) = self.asked[x], self.asked[y]
        first = self.row(case, x)
        if not self.threshold:
            fine = (i, one[i]) == (j, two[j]) and a != b and first == self.row(case, y)
        elif x != y:
            fine = (a, b) == (0, 1) and first[0] >= self.row(case, y)[0]
        else:
            left = self.values(case, len(self.sizes) - 1)
            low, high = (left & -left).bit_length() - 2, left.bit_length() - 1
            fine = (a == 0 and high < len(self.bounds) and first[0] >= self.bounds[high]) or (
                a == 1 and low >= 0 and first[0] <= self.bounds[low]
            )
        need(fine, "the cases do not refute each other")
        return None

    def read_move(self, item: Record) -> Move:
        if item.lower is not None:
            need(all(given is None for name, given in item.fields.items() if name != "lower"), "a move is of one kind")
            return self.lowering(*item.lower)
        self.meter.charge(100 * (self.length * (1 + self.alphabet) + self.heads * (2 + self.m + self.dv)))
        places, heads = item.positions or range(self.length), item.heads or range(self.heads)
        tokens = item.tokens or [range(self.alphabet)] * self.length
        keys = item.keys or [range(1, self.m + 1)] * self.heads
        values = item.values or [range(1, self.dv + 1)] * self.heads
        need(permutation(places, self.length) and permutation(heads, self.heads), "a move is no permutation")
        need(len(tokens) == self.length and len(keys) == len(values) == self.heads, "a move is of another shape")
        need(all(permutation(row, self.alphabet) for row in tokens), "a move does not permute the tokens")
        for row, size in (*((row, self.m) for row in keys), *((row, self.dv) for row in values)):
            need(permutation([abs(c) - 1 for c in row], size), "a move is no signed permutation")
            need(min(row, default=1) > 0 or self.grid[0] == -self.grid[-1], "the grid has no opposite numbers")
        plain = all(list(row) == list(range(1, self.dv + 1)) for row in values)
        need(plain or not self.threshold, "the first coordinate is compared with a threshold")
        need(self.concat or all(list(row) == list(values[0]) for row in values), "values that are summed change alike")
        need(self.both or all(list(row) == list(tokens[0]) for row in tokens), "tables by token change alike")
        for word, i, a in walk(self.meter, self.asked, 30 + 10 * self.length):
            seen = [0] * self.length
            for j, x in enumerate(word):
                seen[places[j]] = tokens[j][x]
            need(self.answers.get((tuple(seen), places[i])) == a, "a move is no automorphism of the task")
        target = {}  # from the type that is looked at to the type that looks
        for j in range(self.length if self.both else 1):
            for x in range(self.alphabet):
                at = self.type(places[j], tokens[j][x])
                target |= {at: self.type(j, x), self.keys + at: self.keys + self.type(j, x)}

        def value(v: int, x: int) -> int:
            if v == len(self.sizes) - 1:
                return x
            entry, found = self.entry(v, x), []
            for h, head in enumerate(heads):
                turn = [*keys[h], *(c + self.m if c > 0 else c - self.m for c in values[h])][: len(entry[head])]
                found.append(tuple(entry[head][abs(c) - 1] * (1 if c > 0 else -1) for c in turn))
            return self.number(v, found)

        return Move(target, value, self.cost)

    def lowering(self, position: int, head: int, c: int) -> Move:
        need(self.m == 0 and head < self.heads and c < self.dv, "values are lowered if m = 0")
        need(position < (self.length if self.both else 1), "there is no such position")
        places = range(position, position + 1) if self.both else range(self.length)
        used = {self.type(j, word[j]) for word, _, _ in walk(self.meter, self.asked, 10 * len(places)) for j in places}

        def value(v: int, x: int) -> int | None:
            if v not in used:
                return None if v == len(self.sizes) - 1 else x
            entry = self.entry(v, x)
            digits = list(entry[head])
            digits[c] -= self.grid.step
            entry[head] = tuple(digits)
            return self.number(v, entry) if digits[c] in self.grid else None

        return Move({}, value, self.cost, used)
