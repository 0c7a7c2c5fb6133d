"""What tasks ask to be told: more transcripts, queries or keys than units have that are too small. Trusted.

k is a number that evidence gives, D the number of layers, V that of values of a token, A that of symbols; the costs are
those of ``costs.py``.

*Disjointness.* Match3 with M >= 2k + 2, N >= 2k + 1; any read-out. Position 1 and those after 2k + 1 hold the token 1.
Alice's token i is 1 if a_i = 0 and else alpha_i, where alpha = (0, 2, 3, .., k); Bob's is 1 if b_i = 0 and else
M - 1 - alpha_i. Two tokens complete the 1 at position 1 to 0 mod M iff they sum to -1 mod M: 1 + 1 + 1 = 3 < M;
2 + alpha <= k + 2 < M; 1 + 1 + M - 1 - alpha = M + 1 - alpha is no multiple of M since alpha != 1 and alpha <= k;
1 + alpha + alpha' is between 1 and 2k + 1 < M; 1 + 2 (M - 1) - (alpha + alpha') is at most 2M - 1 and at least
2M - 1 - 2k > M; and 1 + alpha_i + M - 1 - alpha_j = M + alpha_i - alpha_j is one iff i = j. So the answer at position 1
is 1 iff a and b intersect. Bob answers, Alice speaks, the token at position 1 is public: row sums. If two of the 2^k
pairs (a, complement of a) had one transcript, so would the crossed pairs, and their answer would be "disjoint", too;
but if a != a', a intersects the complement of a' or the other way round. So 2^k transcripts are needed. In ROUNDED the
public token and Alice's come first: rounded sums after k + 1 keys.

*Means.* FIXED, one layer, any tables; averaging with q error < 1. Alice holds the token (z_i, y_i), Bob all others. She
sends H queries, and for every head its score with its own query, and its value; Bob computes the row. With i fixed,
C(N-1, q) subsets avoid i and C(N-1, q-1) contain it, the latter with two signs z_i: any two of these ask for means that
differ by at least 2/q for some values of Bob (two that avoid i, or contain it with one sign or two: put +1 on the rest
of the one and -1 on the rest of the other, agreeing with the signs of i; the same subset with two signs: always). With
one message for both, one of the two would be wrong by 1/q.

*Told token.* Classes of tables (FIXED, ROUNDED, hard weights), order 2, any number D of layers, masks, scores,
read-outs. Alice holds the token at one position, all others are given. In each layer she tells its key and its value
for every head. Bob knows the symbols of all other positions before the first layer; with what he is told he knows their
rows, hence their symbols before the next layer. So no two values of the token may be told alike if the answers that are
asked for elsewhere differ: with V values whose answers differ, two by two, at positions where all of them have one, V
transcripts are needed. In one layer what she tells does not depend on the other tokens, so that answers to several
inputs, alike in that position alone, may tell the values apart; in several layers neither, if no position up to hers
sees a later one, and the inputs are alike before. *told values* evaluates the answers. *told token*: cycle3, asked
everywhere, w -> u and v_j -> w for j = 1 .. N - 2, and no other edges but those out of u, which is Alice's: v_j is on a
triangle iff u -> v_j, because w has one edge out, and there are no loops: V = 2^(N-2), which are more inputs than are
evaluated.

*Answers.* FIXED or hard weights, order 2, any number of layers, masks, scores, read-out any. The answer at a position
is a function of its token and the last row there, which is that of H heads or their sum. So at one position and token
no more answers are possible than there are rows, whatever m is.

*Cut.* FIXED, order 2, one layer, pairwise scores. An encoding of a function f in the task is correct, and f has a
lower bound for the number of rectangles of a value, or of entries of which no two lie in one. The pairs (a, b) with
one transcript are a rectangle. Within it the answer depends on what the answering party holds, so that it is split
into two rectangles, one of answer 0 and one of answer 1, either of which may be empty. So f has a partition with as
many rectangles of each value as there are transcripts. *In bits*: with one bit more, which announces the answer, the
transcripts are those of a protocol tree, so D(f) is at most one more than their bits. *Told*: the party that works out
the rows knows the value after one message, so this is one of more than 2^(v - 1) if v bits are needed; without * each
two different inputs of the party that speaks need different messages, which are counted. *Own token*: the party that
speaks owns the one position that is read, no other, and the answer is read off the row alone: it tells its queries,
what they score with its own key, and its value; the other party knows all other keys and values, so the row and the
value of f. A promise of f is kept by all of this: pairs that are not promised have a transcript and an answer as well,
whatever it is.

*Queries.* GRID. Queries decide what is selected. Different subsets need different H-tuples of queries, of which there
are 2^(p m H). Rows and columns that need different vectors: ``lines.py``. Keys of sets of some sizes differ if not all
sets are everything. All star-free rows: with a null key two that differ need different queries; with a free threshold
a query orders its N columns into at most N levels, and a star-free row is known once the threshold's place is, on a
level, between two, or outside: 2N + 1 rows at most for one query.

*Margin.* GRID. Scores of q-SA differ by the gap; in a midrise grid scores of one query differ by even numbers. So
sum Z_rc (<w_r, u_c> - t_r) >= g C(N, q), with the weights Z of ``costs.py``.
"""

from collections.abc import Callable, Mapping
from math import ceil, comb

from ..meaning.masks import seen_by
from ..meaning.matrices import entries
from ..meaning.quantities import seen
from ..meaning.tasks import task_of
from ..meter import ENTRY, walk
from ..refuse import Refused, need
from ..schema import Record, Type, integer, many
from ..unit_class import FAMILIES, TABULATED
from .case import LINES, PATTERNS, PREMISES, TRUE, Case, K, Row
from .lines import different, shown

Test = Callable[[Case], bool]
Number = Callable[[Case], int]


def choose(n: int, k: int) -> int:
    """C(n, k), or something smaller if it is very large: C(n, j) grows with j up to n/2.

    >>> choose(7, 5), choose(3, 4), choose(10**9, 10**8).bit_length() > 20_000
    (21, 0, True)
    """
    return comb(n, min(k, n - k, 1000)) if k <= n else 0


def pairwise(x: Case) -> bool:
    """Whether the units meant have pairwise scores and one layer."""
    return x.z.kind == "excluded" or (x.z.scope is not None and x.z.layers == 1)


def everywhere(x: Case) -> bool:
    """Whether all positions are asked, and there are three."""
    return x.s.position is None and x.s.N >= 3


def computed(x: Case) -> bool:
    """Whether answers are asked for, the token is one of each input, and what she tells depends on nothing else."""
    placed = all(x.p.position < len(word) for word in walk(x.meter, x.p.inputs))
    return x.s.kind == "computation" and placed and (x.z.layers == 1 or len(x.p.inputs) == 1 or before(x))


def before(x: Case) -> bool:
    """Whether no position up to that of the token sees a later one, and the inputs differ at later ones alone."""
    if x.z.pattern is None:
        return False
    end, layers = x.p.position + 1, range(min(x.z.layers, len(x.z.pattern.layers)))
    earlier = {word[: end - 1] for word in walk(x.meter, x.p.inputs, end)}
    seen = [row for t in layers for row in seen_by(x.z.pattern, t, x.meter)[:end]]
    return len(earlier) == 1 and all(max(row, default=0) < end for row in seen)


def told_apart(x: Case) -> int:
    """How many of the values the answers tell apart that are asked for elsewhere, whichever of the values it is."""
    task, i, values = task_of(x.s, x.meter), x.p.position, x.p.values
    told: list[list[int | None]] = [[] for _ in walk(x.meter, values, ENTRY)]
    for word in walk(x.meter, x.p.inputs, ENTRY * len(values)):
        x.meter.charge(20 * len(word) * len(values))
        found = [task.wanted((*word[:i], value, *word[i + 1 :])) for value in values]
        read = [j for j in range(len(word)) if j != i and all(answers and answers[j] is not None for answers in found)]
        for known, answers in zip(told, found, strict=True):
            if answers is None:
                raise Refused("a value of the token makes no input of the task")
            known += [answers[j] for j in read]
    return len(set(map(tuple, told)))


def match3(x: Case) -> bool:
    """Whether disjointness of k bits is in it, and the first position asked."""
    bits = min((x.s.M - 2) // 2, (x.s.N - 1) // 2)
    return pairwise(x) and x.s.order == 3 and x.s.position in (None, 0) and x.k <= bits


def one_size(x: Case) -> int:
    """The most sets of one size."""
    N, least, most = x.s.N, x.s.least, x.s.most
    return max(choose(N, size) for size in (least, N // 2, most) if least <= size <= most)


PARTS = ("fooling0", "fooling1", "cover0", "cover1", "partition0", "partition1")
"""Measures that are no more than the number of rectangles of a value."""
ONE_WAY = ("one_way_ab", "one_way_ba")


def encoded(*measures: str) -> Test:
    """Whether the premises are an encoding in this task, and a lower bound of such a measure of what is encoded."""

    def test(x: Case) -> bool:
        need(pairwise(x) and len(x.found) == 2, "needs pairwise scores, an encoding that is correct, and a bound")
        correct, bound = x.found
        need(correct.quantity.kind == "correct", "the first premise is no encoding that is correct")
        fits = bound.quantity.kind == "measure" and bound.side == "lower" and bound.quantity.name in measures
        need(fits, f"the second premise is no lower bound of {', '.join(measures)}")
        e = correct.statement
        need(e.target.kind == "computation", "the function is encoded in averages")
        same = bound.statement == e.source or entries(bound.statement, x.meter) == entries(e.source, x.meter)
        need(same, "the bound is about another function than the one that is encoded")
        at = Record(e.target.kind, {**e.target.fields, "position": e.position[0]}, e.target.labels)
        return bool(x.s == e.target or (x.s == at and len(e.position) == 1))

    return test


def own_token(x: Case) -> bool:
    """Whether what is encoded is read off the row at the only position of the party that speaks."""
    told = encoded(*ONE_WAY)(x)
    e, speaker = x.found[0].statement, "AB"[x.found[1].quantity.name == "one_way_ba"]
    alone = e.owners.count(speaker) == len(e.position) == 1 and e.owners[e.position[0]] == speaker
    return told and alone and x.z.fields.get("read_out") == "threshold"


def needed(x: Case) -> int:
    """The least integer that the second premise allows."""
    return ceil(x.found[1].value or 0)


def before_the_last(x: Case) -> int:
    """The transcripts of all bits that the second premise asks for but one; of none, one."""
    return int(2 ** max(0, needed(x) - 1))


def shared_margin(x: Case) -> int:
    """g q (N - q) C(N, q), g the gap, or the next even number in a midrise grid."""
    gap, N, q = x.z.unit_class.gap, x.s.N, x.s.q
    x.meter.charge(100 + q * (1 + N // 64))
    tied = 2 * ceil(gap / 2) if x.z.unit_class.grid == "midrise" else ceil(gap)
    return int(tied * q * (N - q) * comb(N, q))


def means(x: Case) -> int:
    """How many tokens ask for different means."""
    return choose(x.s.N - 1, x.s.q) + 2 * choose(x.s.N - 1, x.s.q - 1)


def messages(x: Case) -> int:
    """The fewest messages: the different inputs of a function without *, else more than there are of one bit less."""
    _, rows = seen(x.found[1], x.meter)
    different, total = set(walk(x.meter, rows, len(rows[0]))), not any("*" in row for row in rows)
    return len(different) if total else before_the_last(x) + (needed(x) > 0)


def read_off(x: Case) -> bool:
    """Whether answers are asked for, and any function of the row may give them."""
    return x.s.kind == "computation" and x.z.fields.get("read_out") == "any"


def most_answers(x: Case) -> int:
    """The most different answers at one position and token."""
    task, seen = task_of(x.s, x.meter), dict[tuple[int, int], set[int]]()
    for word, wanted in task.inputs(ENTRY * task.length):
        for i, answer in enumerate(wanted):
            if answer is not None:
                seen.setdefault((i, word[i]), set()).add(answer)
    return max(map(len, seen.values()), default=0)


TOLD, WHOLE = "token in each layer", " ".join(TABULATED)
EXACT = " ".join(name for name in TABULATED if not FAMILIES[name].rounds)
VALUES = {"inputs": many(many(integer(0))), "position": integer(0), "values": many(integer(0))}
ROWS: tuple[tuple[str, str, str, str, Test, Number, str, Mapping[str, Type]], ...] = (
    ("disjointness", "computation match", "FIXED", "row sums", match3, lambda x: 2**x.k, "Disjointness", K),
    ("disjointness", "computation match", "ROUNDED", "rounded sums", match3, lambda x: 2**x.k, "Disjointness", K),
    ("means", "averaging", "FIXED", "token and score", lambda x: x.z.error * x.s.q < 1, means, "Means", {}),
    ("told token", "computation cycle3", WHOLE, TOLD, everywhere, lambda x: 2 ** (x.s.N - 2), "Told token", {}),
    ("told values", "", WHOLE, TOLD, computed, told_apart, "Told token", VALUES),
    ("answers", "", EXACT, "rows", read_off, most_answers, "Answers", {}),
    ("cut", "", "FIXED", "cut", encoded(*PARTS), needed, "Cut", PREMISES),
    ("cut in bits", "", "FIXED", "cut in bits", encoded("D"), before_the_last, "Cut", PREMISES),
    ("told", "", "FIXED", "tokens", encoded(*ONE_WAY), messages, "Cut", PREMISES),
    ("own token", "", "FIXED", "token and score", own_token, messages, "Cut", PREMISES),
    ("queries", "qsa", "GRID", "queries", TRUE, lambda x: choose(x.s.N, x.s.q), "Queries", {}),
    ("queries", "shared", "GRID", "queries", TRUE, lambda x: choose(x.s.N, x.s.q), "Queries", {}),
    ("queries", "separation", "GRID", "queries", TRUE, one_size, "Queries", {}),
    ("keys", "separation", "GRID", "queries", lambda x: x.s.least < x.s.N, lambda x: x.s.N, "Queries", {}),
    *(("rows", task, "GRID", "queries", TRUE, different(False), "Queries", LINES) for task in PATTERNS),
    *(("columns", task, "GRID", "queries", TRUE, different(True), "Queries", LINES) for task in PATTERNS),
    *(("rows shown", task, "GRID", "queries", TRUE, shown, "Queries", {}) for task in PATTERNS),
    ("margin", "qsa", "GRID", "margin", TRUE, shared_margin, "Margin", {}),
)
NEEDS = tuple(
    Row(name, "lower", task, of, holds, number, f"text: {proof}", given, cost)
    for name, task, of, cost, holds, number, proof, given in ROWS
)
"""Every need: there is no unit whose cost is less."""
