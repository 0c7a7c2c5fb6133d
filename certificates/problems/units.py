"""Units with a grid for a finite task as a problem: one layer of order 2, pairwise scores. Trusted.

A *key type* is a token at a place, or the null token; its entry is a key and a value for each head, where a head may go
without the null token, if each position sees another key. A *query type* is a token at a place; its entry is a query
for each head. The place of key j seen from i is j (``both``, ``additive``), 0 (``token``) or j - i + N - 1
(``relative``), that of the query is that of key i. The row at a position depends on the entry of its query type and on
those of the key types that it sees: of the null token, and of all positions of the input, or of those in its row of the
claim's sparse pattern.

Variables: key types 0 .. K-1 (place * A + token; the null token last), query types K + type, and last, for
read-out ``threshold``, the interval of t, where an answer is 1 if the first coordinate of the row is at least t, else
0: value i says b_i < t <= b_(i+1) for the numbers b that the proof lists. A solution: an entry for each type, and t, so
that all answers that are asked for are right. Entries are numbered in lexicographic order: heads, in each the key, then
the value, the grid ascending, no null token first.

Step n x + y, n cases (inputs and positions with an answer) in order: both have all their entries. ``any``: they have
equal positions, tokens and rows, but not answers. ``threshold``: x has answer 0, y answer 1, and x the greater or equal
first coordinate; or x = y, and it is on the wrong side of all t left. Additive tables have the steps n^2 + 2 T x + y,
too, for two of T key types (less than T) or query types (T more): they and the two with their tokens exchanged have
entries, and in some coordinate the former two sum to another number than the latter. (In tables u + v they do not.)

Moves. *Symmetries* make other tables: type (j, u) gets what (positions[j], tokens[j][u]) has, head h of it what
heads[h] has, coordinate c of queries and keys what |keys[h][c]| has, with its sign, and of values likewise. Scores are
as they were, each input sees what its image saw, which has to have the same answers: where an answer is asked for, the
positions that places[i] sees are the images of those that i sees. Rows change by one bijection (for ``sum`` all heads
alike, for a threshold not at all). Positions stay where ties are broken, since keys then have an order, and in relative
tables; they rename tokens alike but in tables of the kind ``both``: tables stay of their kind. *Lowering*, if m = 0: no
input changes weights, so if one coordinate of one head is a grid step lower in the values of all tokens that are seen
at a position (by token: of all that are seen), the rows at each position change by a constant; it is undefined where
there is no lower number. Without a sparse pattern the constants are one, so that t changes by it, too; under one a
threshold does not go along. In additive tables all tokens would have to be lowered, and a relative place is seen from
some positions only: there it is refused.

*Rounded sums*: no lowering, and positions stay, since sums are rounded after each key in their order. Signs of values
may change, because rounding is towards 0.

A claim of a ``scope`` with heads side by side covers ``sum`` if any read-out may follow; a threshold sees the first of
heads side by side only, which a sum does as well, the others holding constants.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from ..claims import Claim
from ..grids import grid_of
from ..meaning.masks import seen_by
from ..meaning.tasks import Task, Word, task_of
from ..meaning.units import rounded_mean, weights_of
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, fraction, integer, many, record
from ..unit_class import FAMILIES, TABULATED
from . import MOST, PERMUTATION, TREE, Case, Makers, Move, Problem, permutation, signed, turned

SIGNED = many(many(integer(), 0))
TABLES = {"positions": PERMUTATION, "tokens": many(PERMUTATION), "heads": PERMUTATION, "keys": SIGNED, "values": SIGNED}
MOVE = record({**TABLES, "lower": many(integer(0), 3, 3)}, dict.fromkeys([*TABLES, "lower"]))
BOUNDS = many(fraction(-(10**12), 10**12, 10**12), 0, rule="increasing")
PART = record({"moves": many(MOVE, 0), "thresholds": BOUNDS, "tree": TREE}, {"moves": (), "thresholds": ()})
UNITS = record({"parts": many(PART)})

Asked = tuple[Word, int, int]
"""An input, a position, and the answer that is asked for there."""

Entry = tuple[tuple[int, ...], ...]
"""For each head a query, or a key followed by a value, or () where a head has no null token."""


def unit_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[int, Makers]:
    """No unit of any of the sizes that have to be refuted does the task."""
    q, refuted = claim.quantity, claim.refuted()
    need(q.kind == "size" and q.unit_class.name in TABULATED, "these units are of another class")
    need(claim.statement.kind == "computation", "these units do finite tasks")
    need(q.scope is not None and (q.order, q.layers) == (2, 1), "the claim has to name the scope of the units")
    task = task_of(claim.statement, meter)
    listed = task.inputs(150 * task.length)
    asked = [(word, i, a) for word, wanted in listed for i, a in enumerate(wanted) if a is not None]
    need(asked, "no answer is asked for")
    return refuted[-1] + 1, [partial(Units, task, asked, claim, at, meter=meter) for at in refuted]


class Units(Problem):
    """The units of a claim where its resource is ``at``."""

    def __init__(self, task: Task, asked: Sequence[Asked], claim: Claim, at: int, part: Record, meter: Meter) -> None:
        q, (self.m, bits, self.heads, self.dv) = claim.quantity, claim.sizes(at)
        width = self.m + self.dv
        need(self.heads * bits * width < MOST.bit_length(), "keys have more entries than are listed")
        self.grid, self.tables, null = grid_of(q.unit_class.grid, bits), q.scope.tables, int(q.scope.null)
        family, self.bits = FAMILIES[q.unit_class.name], bits
        ties, self.rounds = family.ties, family.rounds
        self.threshold, self.weigh = q.read_out == "threshold", weights_of(0 if ties else bits, ties or "average")
        self.first = ties in ("leftmost", "rightmost")  # the null token is before all others
        self.ordered = self.first or self.rounds or self.tables == "relative"
        self.concat = q.scope.combine == "concat" and not self.threshold
        self.alphabet, self.length, self.asked, self.meter = task.alphabet, task.length, asked, meter
        self.masks = None if q.pattern is None else seen_by(q.pattern, 0, meter)
        self.places = {"token": 1, "relative": 2 * self.length - 1}.get(self.tables, self.length)
        self.tokens = self.alphabet * self.places
        self.keys, self.bounds = self.tokens + null, part.thresholds
        meter.charge(60 * self.tokens)
        self.answers = {(word, i): a for word, i, a in walk(meter, asked, 300 + self.length)}
        keys, queries = (list(product(self.grid, repeat=size)) for size in (width, self.m))
        absent = [()] if self.masks is None or all(self.masks) else []
        lists = keys, [*absent, *keys], queries
        choices = [len(given) ** self.heads for given in lists]
        meter.charge(sum(size * (300 + 60 * self.heads) for size in choices if size <= MOST))
        self.entries: list[list[Entry]] = [
            list(product(given, repeat=self.heads)) if size <= MOST else []
            for given, size in zip(lists, choices, strict=True)
        ]
        self.numbers = [{entry: x for x, entry in enumerate(listed)} for listed in self.entries]
        self.cost = 40 + self.heads * (20 + 10 * width)
        sizes = [choices[0]] * self.tokens + [choices[1]] * null + [choices[2]] * self.tokens + [len(self.bounds) + 1]
        super().__init__(sizes, [self.read_move(item) for item in part.moves])

    def type(self, i: int, j: int, token: int) -> int:
        """Of the token at position j, seen from i."""
        place = {"token": 0, "relative": j - i + self.length - 1}.get(self.tables, j)
        return place * self.alphabet + token

    def kind(self, v: int) -> int:
        """Whether it is a key type, the null token or a query type."""
        return (v >= self.tokens) + (v >= self.keys)

    def seen(self, i: int) -> Sequence[int]:
        """The positions that position i sees."""
        return range(self.length) if self.masks is None else self.masks[i]

    def row(self, case: Case, at: int) -> tuple[Fraction, ...]:
        """The output row of a case, all of whose types have an entry."""
        word, i, _ = self.asked[at]
        each = 30 + 20 * (self.m + self.dv) + (40 + 40 * self.dv) * self.rounds
        self.meter.charge(50 + (2 + len(word)) * (40 + self.heads * each))
        null, seen = range(self.tokens, self.keys), [self.type(i, j, word[j]) for j in self.seen(i)]
        keys = [*null, *seen] if self.first else [*seen, *null]
        query, *entries = (self.given(case, v) for v in (self.keys + self.type(i, i, word[i]), *keys))
        heads = [self.output(query[h], [entry[h] for entry in entries if entry[h]]) for h in range(self.heads)]
        if self.concat:
            return tuple(x for head in heads for x in head)
        return tuple([sum(x, Fraction(0)) for x in zip(*heads, strict=True)])

    def given(self, case: Case, v: int) -> Entry:
        left = self.values(case, v)
        need(not left & left - 1, "a row depends on a type that has no entry yet")
        return self.entries[self.kind(v)][left.bit_length() - 1]

    def output(self, query: Sequence[int], keys: Sequence[Sequence[int]]) -> Sequence[Fraction]:
        """The average of the values of a head, which follow its keys."""
        need(keys, "a position sees no key")
        weights = self.weigh([sum(a * b for a, b in zip(query, key, strict=False)) for key in keys])
        if self.rounds:
            values = (key[self.m :] for key in keys)
            return rounded_mean(zip(weights, values, strict=True), self.dv, self.bits)
        columns = list(zip(*keys, strict=True))[self.m :]
        return [Fraction(sum(map(int.__mul__, weights, column)), sum(weights)) for column in columns]

    def step(self, case: Case, code: int) -> Mapping[int, int] | None:
        x, y = divmod(code, len(self.asked))
        if x >= len(self.asked) and self.tables == "additive":
            self.sums(case, code - len(self.asked) ** 2)
            return None
        need(x < len(self.asked), "there is no such case")
        (one, i, a), (two, j, b) = self.asked[x], self.asked[y]
        first = self.row(case, x)
        if not self.threshold:
            fine = (i, one[i]) == (j, two[j]) and a != b and first == self.row(case, y)
        elif x != y:
            fine = (a, b) == (0, 1) and first[0] >= self.row(case, y)[0]
        else:
            left = self.values(case, len(self.sizes) - 1)
            end = left.bit_length() - 1 if a == 0 else (left & -left).bit_length() - 2  # t <= b_end; or b_end < t
            fine = a in (0, 1) and 0 <= end < len(self.bounds) and (first[0] - self.bounds[end]) * (1 - 2 * a) >= 0
        need(fine, "the cases do not refute each other")
        return None

    def sums(self, case: Case, code: int) -> None:
        """Refuse unless the entries of two tokens at two places are no sums."""
        self.meter.charge(200 + 20 * self.heads * (self.m + self.dv))
        one, two = divmod(code, 2 * self.tokens)
        need((one // self.tokens, two // self.tokens) in ((0, 0), (1, 1)), "two types of one kind are needed")
        (j, x), (k, y) = divmod(one, self.alphabet), divmod(two, self.alphabet)
        types = one, two, j * self.alphabet + y, k * self.alphabet + x
        nulls = self.keys - self.tokens  # query types come after the null token
        a, b, c, d = (sum(self.given(case, v + nulls * (v >= self.tokens)), ()) for v in types)
        need(any(p + q != r + s for p, q, r, s in zip(a, b, c, d, strict=True)), "the entries are sums")

    def read_move(self, item: Record) -> Move:
        need(item.lower is None or [*item.fields.values()].count(None) == len(TABLES), "a move is of one kind")
        return self.symmetry(item) if item.lower is None else self.lowering(*item.lower)

    def symmetry(self, item: Record) -> Move:
        self.meter.charge(100 * (self.length * (1 + self.alphabet) + self.heads * (2 + self.m + self.dv)))
        places, heads = item.positions or range(self.length), item.heads or range(self.heads)
        tokens = item.tokens or [range(self.alphabet)] * self.length
        keys = item.keys or [range(1, self.m + 1)] * self.heads
        values = item.values or [range(1, self.dv + 1)] * self.heads
        need(permutation(places, self.length) and permutation(heads, self.heads), "a move is no permutation")
        need(len(tokens) == self.length and len(keys) == len(values) == self.heads, "a move is of another shape")
        need(all(permutation(row, self.alphabet) for row in tokens), "a move does not permute the tokens")
        for row, size in (*((row, self.m) for row in keys), *((row, self.dv) for row in values)):
            signed(row, size, self.grid)
        plain = all([*row] == [*range(1, self.dv + 1)] for row in values)
        need(plain or not self.threshold, "the first coordinate is compared with a threshold")
        need(self.concat or all([*row] == [*values[0]] for row in values), "values that are summed change alike")
        together = self.tables != "both"
        need(not together or all([*row] == [*tokens[0]] for row in tokens), "all positions rename tokens alike")
        need(not self.ordered or [*places] == [*range(self.length)], "positions have an order")
        for word, i, a in walk(self.meter, self.asked, 30 + 10 * self.length):
            seen = [0] * self.length
            for j, x in enumerate(word):
                seen[places[j]] = tokens[j][x]
            need(self.answers.get((tuple(seen), places[i])) == a, "a move is no automorphism of the task")
        for i in {i for _, i, _ in self.asked} if self.masks is not None else ():
            self.meter.charge(50 + 10 * self.length)
            need(sorted(places[j] for j in self.seen(i)) == self.seen(places[i]), "a move does not keep the mask")
        moved = range(self.places) if together and self.tables != "additive" else places
        looked = {  # at: by the type that looks
            moved[j] * self.alphabet + tokens[0 if together else j][x]: j * self.alphabet + x
            for j, x in product(range(self.places), range(self.alphabet))
        }
        target = looked | {self.keys + at: self.keys + by for at, by in looked.items()}
        turns = [(*keys[h], *(c + self.m if c > 0 else c - self.m for c in values[h])) for h in range(self.heads)]

        def value(v: int, x: int) -> int:
            if v == len(self.sizes) - 1:
                return x
            entry = self.entries[self.kind(v)][x]
            found = (turned(entry[head], turn[: len(entry[head])]) for head, turn in zip(heads, turns, strict=True))
            return self.numbers[self.kind(v)][tuple(found)]

        return Move(target, value, self.cost)

    def lowering(self, position: int, head: int, c: int) -> Move:
        lowered = self.m == 0 and not self.rounds and head < self.heads and c < self.dv
        need(lowered, "values are lowered if m = 0 and sums are exact")
        need(self.masks is None or not self.threshold, "under a pattern no threshold goes along with lowered values")
        need(self.tables in ("both", "token"), "the tables would be of another kind")
        need(position < self.places, "there is no such position")
        places = range(position, position + 1) if self.tables == "both" else range(self.length)
        each = 10 * len(places) * (1 if self.masks is None else self.length)
        cases = [(word, self.seen(i)) for word, i, _ in walk(self.meter, self.asked, each)]
        used = {self.type(j, j, word[j]) for word, seen in cases for j in places if j in seen}

        def value(v: int, x: int) -> int | None:
            if v not in used:
                return None if v == len(self.sizes) - 1 else x
            entry = [list(part) for part in self.entries[0][x]]
            entry[head][c] -= self.grid.step
            return self.numbers[0].get(tuple(map(tuple, entry)))

        return Move({}, value, self.cost, used)
