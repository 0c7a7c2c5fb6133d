"""Keys on a curve: whatever its signs, a row is a polynomial with as many roots as it needs. Side ``upper``.

``order`` of the columns, of which some may be negated:
*Inner products* (SIGN): column number t of the order has the key (1, t, .., t^(d-1)), a negated one the same with all
signs changed, and a row is a polynomial of degree below d. So m + offset <= d if no row needs d roots (the moment
curve; Alon, Frankl, Roedl 1985). Or the columns are such polynomials, and the order is one of the rows, ``+ .. +`` the
last of them if there is no null key: the sign-rank of the transposed pattern is the same.
*Other scores* (SIGN): keys (cos ja, sin ja), j = 1 .. r, at different angles a, have one norm. A row that changes sign
2r times round the circle, or less, is the sign of a product of as many factors sin((a - b) / 2), an even number: a
trigonometric polynomial of degree r, so m <= 2r. For distances there is a column of ``-`` more, the pole; project from
it, m <= 2r - 1. (If r >= 1 the pole can be moved off all keys, on a sphere that has other points near it.)
*Shared queries*, whose rows select sets S_1 < .. < S_r one within the other, of the same columns that are not ``*``: p
is a polynomial of a row that is + on S_1, 0 on S_r without S_1, - elsewhere, with so many roots D, and T one of degree
below the number of the 0, so of D, with T = r - j on S_j without S_(j-1). N p + T, N large, puts the sets in order, and
thresholds between them; T alone does it with degree C - 1, if it has values at all C columns. So m <= min(D, C - 1); on
a circle, made even: divided by (1 + x^2)^(m/2), x = tan(a/2), with T multiplied by it. Keys of one norm are ordered by
distances as by cosines. Sets that are empty, or all columns without ``*``, have thresholds beyond all scores.
*Softmax weights*: column number t has the key (t, .., t^m). The query of a row is p - C g without its constant term, of
which a softmax takes no notice: p has degree below k and p(t) = log2 w at the k columns with a weight w, g is 0 there
and positive at all others, C is large. If all columns have a weight there is no g.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from operator import itemgetter

from ..claims import Claim
from ..meaning.pattern import Listed, pattern_of
from ..meter import ENTRY, Meter
from ..refuse import need
from ..schema import Record, integer, many, record, word
from .exhibit import Exhibit, Shown
from .vectors import shown

Places = Sequence[int]
NUMBERS = many(integer(0), 0, rule="distinct")
FIELDS = {"order": NUMBERS, "negated": NUMBERS, "vectors": word("columns", "rows")}
USUAL = {"order": None, "negated": (), "vectors": "columns"}
SIGNS = {"-": -1, "0": 0, "+": 1, "*": None}
NEGATED = {"-": 1, "0": 0, "+": -1, "*": None}


def order(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"order": [..], "negated": [..], "vectors": "columns"}``: without an order columns, or rows, keep their own."""
    pattern = pattern_of(claim.statement, meter)
    shared = len(set(pattern.group)) < len(pattern.group)
    inner, pole = not pattern.norm and not pattern.weights, int(pattern.norm == "distance" and not shared)
    need((inner and not shared) or (p.vectors == "columns" and not p.negated), "such keys are neither negated nor rows")
    meter.charge(20 * pattern.columns)
    all_plus = [dict.fromkeys(range(pattern.columns), "+")] * (pattern.offset * inner)
    own = nested(pattern.listed(), pattern.group, pattern.columns, meter) if shared else pattern.listed()
    rows: Iterable[Listed] = chain(own, all_plus)
    places = pattern.columns + pole
    if p.vectors == "rows":
        turned: list[Listed] = [{} for _ in range(pattern.columns)]
        for r, row in enumerate(rows):
            meter.charge(10 + ENTRY // 2 * len(row))
            for column, symbol in row.items():
                turned[column][r] = symbol
        rows, places = turned, pattern.count + pattern.offset
    most = max(roots(rows, range(places) if p.order is None else p.order, p.negated, places, meter))
    if pattern.weights and any(len(row) == places for row in pattern.weights):
        most = max(most, places - 1)
    most = min(most, places - 1) if shared else most
    if pattern.norm:  # round the circle the number is even
        return shown(claim, most + most % 2 - pole * (most > 0))
    return shown(claim, most + pattern.null)


def nested(rows: Iterable[Listed], group: Places, columns: int, meter: Meter) -> Iterator[Listed]:
    """For each query its row: ``+`` on its least set, ``0`` on the rest of its greatest, ``*`` where nothing is asked.

    >>> [*nested([{0: "+", 2: "*"}, {0: "+", 1: "+", 2: "*"}, {3: "+"}], (0, 0, 1), 4, Meter())]
    [{2: '*', 0: '+', 1: '0'}, {3: '+'}]
    """
    meter.charge(30 * len(group))
    need(all(a <= b for a, b in pairwise(group)), "the rows of a query do not stand together")
    for _, numbered in groupby(zip(group, rows, strict=True), itemgetter(0)):
        own: list[Listed] = []
        held = 0
        for _, row in numbered:
            held += 1 + len(row)
            meter.charge(50 + 10 * len(row))
            meter.room(2 * ENTRY * held)
            own.append(row)
        free = [{c for c, symbol in row.items() if symbol == "*"} for row in own]
        sets = sorted(({c for c, symbol in row.items() if symbol == "+"} for row in own), key=len)
        need(all(one == free[0] for one in free), "the rows of a query ask about different columns")
        need(all(a <= b for a, b in pairwise(sets)), "the sets of a query do not lie one within the other")
        sets = [one for one in sets if 0 < len(one) < columns - len(free[0])] or [set()]
        yield dict.fromkeys(free[0], "*") | dict.fromkeys(sets[-1], "0") | dict.fromkeys(sets[0], "+")


def roots(rows: Iterable[Listed], order: Places, negated: Places, places: int, meter: Meter) -> Iterator[int]:
    """The least number of real roots, with multiplicity, of a polynomial with a row's signs along the order, by rows.

    A zero of the row is a root. Between neighbouring signs the number is even if they agree and odd if not, so one root
    more is added where the parity is off. A polynomial with exactly these roots and the right leading sign has the
    row's signs; a row without signs is the polynomial 0. Columns that a row does not list are ``-``, and a run of them
    counts once.

    >>> [*roots([{1: "*", 2: "0", 4: "+"}, {0: "0", 1: "0"}, {2: "0"}], range(5), (), 5, Meter())]
    [3, 2, 2]
    """
    meter.charge(30 * len(order))
    need(len(order) == places == 1 + max(order, default=-1), "the order is not one of all columns")
    need(max(negated, default=-1) < places, "a negated column is none")
    place = {column: t for t, column in enumerate(order)}
    for row in rows:
        meter.charge(30 + 15 * (len(row) + len(negated)))
        at = {place[column]: SIGNS[symbol] for column, symbol in row.items()}
        at |= {place[column]: NEGATED[row.get(column, "-")] for column in negated}
        total = zeros = last = after = 0
        for t, sign in [*sorted(at.items()), (places, None)]:
            for here in (-1, sign) if t > after else (sign,):
                if here:
                    zeros += (zeros + (here != last)) % 2 if last else 0
                    total, zeros, last = total + zeros, 0, here
                zeros += here == 0
            after = t + 1
        yield total + zeros if last else 0


EXHIBITS = {"order": Exhibit("upper size SIGN|SOFTMAX", record(FIELDS, USUAL), order)}
"""The word of an exhibit -> what evaluates it."""
