"""Exhibits about measures of communication matrices: the definition of the measure is run on them. Trusted.

Measures that are another one of the transposed matrix, or of its complement, are looked at as that one. A set that may
be empty is written with least 0 in the table at the end; why nothing is lost by it stands at its function.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from ..claims import Claim
from ..meaning.matrices import Rows, different, masks, transposed
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, Type, integer, many, pair, record, text, word
from .exhibit import Exhibit, Shown
from .ranks import rank_of

Asked = tuple[str, str]
"""The name of the measure, and the side of the bound."""

DEEPEST = 64
"""Longest path of a protocol tree that is read, and most nodes that wait; a matrix that can be written needs fewer."""


def _protocol(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """Nodes in preorder: [0] and [1] are leaves with this answer, [2, rows..] is Alice's, [3, columns..] Bob's.

    [4] is a leaf with some answer, and no other. She sends 0 for the rows listed, which go to the child that is next,
    and 1 for all others; numbers that do not come to the node mean nothing. What comes to a node is a rectangle; a leaf
    to which nothing comes may say anything.
    """
    deepest, waiting = 0, [(frozenset(range(len(rows))), frozenset(range(len(rows[0]))), 0)]
    for node in walk(meter, p.nodes, 10):
        need(waiting, "nodes are left over")
        here, there, depth = waiting.pop()
        meter.charge(len(here) + len(there) + 2 * len(node))
        if node[0] in (0, 1, 4):
            need(len(node) == 1, "a leaf lists nothing")
            meter.charge(len(here) * len(there))
            found = {rows[r][c] for r in here for c in there} - {"*"}
            need(len(found) < 2 if node[0] == 4 else found <= {"01"[node[0]]}, "a leaf has another value")
            deepest = max(deepest, depth)
            continue
        need(node[0] in (2, 3) and depth < DEEPEST, "a node is Alice's, Bob's or a leaf, at most 64 bits deep")
        zero = frozenset(node[1:])
        if node[0] == 2:
            waiting += [(here - zero, there, depth + 1), (here & zero, there, depth + 1)]
        else:
            waiting += [(here, there - zero, depth + 1), (here, there & zero, depth + 1)]
    need(not waiting, "a node is missing")
    return deepest, f"a protocol tree of depth {deepest}, all leaves constant"


def _messages(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """A message for each row; no column has two values in two rows of one message, so Bob knows what to answer."""
    need(len(p.messages) == len(rows), "there must be a message for each row")
    answers: dict[int, str] = {}
    meter.charge(len(rows) * (300 + 3 * len(rows[0])))
    for message, row in zip(p.messages, rows, strict=True):
        pairs = [*zip(answers.get(message, row), row, strict=True)]
        need(all(x == y or "*" in (x, y) for x, y in pairs), "a message leaves an answer open")
        answers[message] = "".join([y if x == "*" else x for x, y in pairs])
    return _bits(len(answers)), f"{len(answers)} messages, each of which determines every answer"


def _distinct(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """How many different rows (and columns, for ranks) there are.

    Without ``*`` rows may share a message exactly if they are equal. Equal rows or columns do not add to a rank.
    """
    need(not any("*" in row for row in walk(meter, rows, 1 + len(rows[0]) // 64)), "the matrix must have no *")
    part = different(rows, meter)
    height, width = len(part), len(part[0])
    if asked[0] == "one_way_ab":
        return _bits(height), f"{height} different inputs of the sender"
    return min(height, width), f"{height} different rows, {width} different columns"


def _conflicts(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """N lines, any two of which have 0 and 1 in some place, need log2 N rectangles.

    In a cover let S_i be the set of rectangles that meet line i: where line i has 1 and line j has 0, the rectangle
    that holds the 1 meets i, not j. So S_i and S_j differ: N <= 2^k for k rectangles.
    """
    lines = rows if p.of == "rows" else transposed(rows, meter)
    need(p.lines[-1] < len(lines), "there is no such line")
    zeros, ones = masks(lines, "0", meter), masks(lines, "1", meter)
    meter.charge(len(p.lines) ** 2 * (1 + len(lines[0]) // 64))
    for k, i in enumerate(p.lines):
        need(all(zeros[i] & ones[j] or ones[i] & zeros[j] for j in p.lines[:k]), "two lines do not conflict")
    return _bits(len(p.lines)), f"{len(p.lines)} {p.of}, any two in conflict"


def _fooling(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """1-entries of which no two lie in one 1-rectangle, nor are one; none at all is a set of size 0."""
    _inside([r for r, _ in p.entries], [c for _, c in p.entries], rows)
    meter.charge(2 * len(p.entries) ** 2)
    for k, (r, c) in enumerate(p.entries):
        need(rows[r][c] == "1", "an entry has the other value")
        need(all(rows[r][j] == "0" or rows[i][c] == "0" for i, j in p.entries[:k]), "two entries lie in one rectangle")
    return len(p.entries), f"a fooling set of {len(p.entries)} entries"


def _rectangles(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """1-rectangles that hold every 1-entry, in a partition disjoint ones; none are needed where there is no 1."""
    zeros, held, disjoint = masks(rows, "0", meter), [0] * len(rows), asked[0] == "partition1"
    for inside, across in walk(meter, p.rectangles, 10):
        _inside(inside, across, rows)
        meter.charge((len(across) + len(inside)) * (2 + len(rows[0]) // 64))
        columns = sum(1 << j for j in across)
        for i in inside:
            need(not columns & zeros[i], "a rectangle holds a 0")
            need(not (disjoint and columns & held[i]), "two rectangles hold one entry")
            held[i] |= columns
    need(not any(ones & ~mine for ones, mine in zip(masks(rows, "1", meter), held, strict=True)), "a 1 is not held")
    return len(p.rectangles), f"{len(p.rectangles)} rectangles that hold every entry"


def _lines(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """Equal rows (columns) times the places where they have 1 are disjoint 1-rectangles that hold every 1."""
    kinds = set(masks(rows if p.of == "rows" else transposed(rows, meter), "1", meter)) - {0}
    return len(kinds), f"{len(kinds)} different {p.of} that have the value"


def _elimination(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    part = different(rows, meter)
    need(not any("*" in row for row in walk(meter, part, 1 + len(part[0]) // 64)), "the matrix must have no *")
    return rank_of(part, *asked, meter), "elimination"


def _completion(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """A completion of the matrix as the measure sees it, whose rank is at least the least one."""
    need((len(p.rows), len(p.rows[0])) == (len(rows), len(rows[0])), "the rows have another shape")
    meter.charge(len(rows) * (10 + 4 * len(rows[0])))
    fits = all(y in (x, "*") for pair in zip(p.rows, rows, strict=True) for x, y in zip(*pair, strict=True))
    need(fits, "an entry that is promised has another value")
    return rank_of(different(p.rows, meter), *asked, meter), "elimination of a completion"


def _completions(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """All completions, one after the other, of one of each kind of rows and columns: a part, which has no more rank."""
    part = different(rows, meter)
    stars = sum(row.count("*") for row in walk(meter, part, 1 + len(part[0]) // 8))
    need(stars <= MOST_STARS, "there are too many completions")
    pieces, ranks = "\n".join(part).split("*"), set()
    meter.charge((100 + 4 * len(part) * len(part[0])) << stars)
    for entries in product("01", repeat=stars):
        filled = "".join([x for pair in zip(pieces, (*entries, ""), strict=True) for x in pair])
        ranks.add(rank_of(tuple(filled.split("\n")), *asked, meter))
    return min(ranks), f"elimination of all {2**stars} completions"


def _shattered(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """Columns on which the rows show all words; no columns show the empty word."""
    need(all(c < len(rows[0]) for c in p.columns), "there is no such column")
    meter.charge(len(rows) * (2 + len(p.columns)))
    need(len({tuple([row[c] for c in p.columns]) for row in rows}) == 1 << len(p.columns), "a word is not shown")
    return len(p.columns), f"{len(p.columns)} columns are shattered"


def _heavy(p: Record, asked: Asked, rows: Rows, meter: Meter) -> Shown:
    """The sum of A over a rectangle; it is 0 on an empty one."""
    inside, across = p.rectangle
    _inside(inside, across, rows)
    meter.charge(2 * len(inside) * len(across))
    total = sum(1 if rows[i][j] == "1" else -1 for i in inside for j in across)
    return Fraction(abs(total), len(rows) * len(rows[0])), f"a rectangle of sum {total}"


def _inside(inside: Sequence[int], across: Sequence[int], rows: Rows) -> None:
    """Refuse numbers of rows or columns that there are not."""
    fits = all(i < len(rows) for i in inside) and all(j < len(rows[0]) for j in across)
    need(fits, "there is no such row or column")


def _bits(k: int) -> int:
    """ceil(log2 k) for k >= 1."""
    return (k - 1).bit_length()


MOST_STARS = 14
"""Most entries ``*`` of a matrix whose completions are gone through."""
NUMBERS = many(integer(0), 0, rule="increasing")
RECTANGLE = pair(NUMBERS, NUMBERS)
LINES = {"of": word("rows", "columns")}
RANKS = "rank_q rank_sign rank_gf2 rank_gf3"
_TABLE: dict[str, tuple[dict[str, Type], str, str, Callable[[Record, Asked, Rows, Meter], Shown]]] = {
    "protocol": ({"nodes": many(many(integer(0)))}, "", "D", _protocol),
    "messages": ({"messages": many(integer(0))}, "", "one_way_ab", _messages),
    "distinct": ({}, "one_way_ab", f"one_way_ab {RANKS}", _distinct),
    "conflicts": ({**LINES, "lines": many(integer(0), rule="increasing")}, "cover1 partition1", "", _conflicts),
    "fooling": ({"entries": many(pair(integer(0), integer(0)), 0)}, "fooling1", "", _fooling),
    "rectangles": ({"rectangles": many(RECTANGLE, 0)}, "", "cover1 partition1", _rectangles),
    "lines": (LINES, "", "cover1 partition1", _lines),
    "elimination": ({}, RANKS, RANKS, _elimination),
    "completion": ({"rows": many(text("01", 2**12, 1), 1, 2**12, "equal")}, "", RANKS, _completion),
    "completions": ({}, RANKS, "", _completions),
    "shattered": ({"columns": NUMBERS}, "vc_rows", "", _shattered),
    "heavy-rectangle": ({"rectangle": RECTANGLE}, "disc_uniform", "", _heavy),
}
"""Exhibit -> its fields, the measures of which it shows a lower and an upper bound, the function that looks at it."""


def _run(exhibit: str, p: Record, claim: Claim, meter: Meter) -> Shown:
    _, lower, upper, run = _TABLE[exhibit]
    name, rows = seen(claim, meter)
    shows = lower if claim.side == "lower" else upper
    need(name in shows.split(), "the exhibit shows nothing of this measure on this side")
    return run(p, (name, claim.side), rows, meter)


EXHIBITS = {name: Exhibit("measure", record(fields), partial(_run, name)) for name, (fields, *_) in _TABLE.items()}
