"""How wide vectors have to be if some rows may fail: a *tolerant* statement. Trusted.

Vectors do ``tolerant`` if the rows of its pattern for which there are no query and t have counts that add up to at most
``wrong``; each count is 1 if none are given. A pattern itself is such a statement, with ``wrong`` 0.

*Hard cores.* Premise i says that fewer than v real coordinates leave at least w_i + 1 rows of a pattern to fail, of
whose conditions each is one of the statement's pattern in the rows R_i and in some columns. Let D be the rows that fail
with fewer than v coordinates. Then |D and R_i| >= w_i + 1 for each i. Give core i the weight t_i > 0, so that the
weights at a row add up to at most s times its count. Then s x the counts of D >= sum over D of the weights at a row =
sum t_i |D and R_i| >= sum t_i (w_i + 1). If that exceeds s x wrong, D is not allowed: m >= v.

*Left out.* Vectors for all rows but some, whose counts add up to at most ``wrong``; m = 0 if these are all rows.

*Dichotomies.* (Schlaefli, Cover.) n keys in d coordinates, that of t included. Moving the keys a little loses no row
that is realised, and any d of them are independent. Let C(n, d) rows of + and - be realised then: C(1, d) = 2 for d >=
1, C(n, 0) = 0, and a further key goes on with a row in two ways iff some query for the row is orthogonal to it, else in
one: C(n + 1, d) = C(n, d) + C(n, d - 1). So C(n, d) = 2 sum_{i < d} C(n - 1, i). With a row its negative is realised:
half as many are, no two of which are equal or opposite. Where t is free one of them is ``+ .. +``.

*Semispaces.* (Cited.) An open half-plane meets n points of the plane in at most k n different sets of 1 .. k points, if
2 k < n.

*Pairs in space.* Of n keys in R^3 half-spaces cut off at most 4 n - 10 pairs, n >= 5. Let S be the s >= 4 vertices of
the hull of the keys, moved a little: in a pair one key at least is in S, pairs within S are edges of the hull, and keys
in S that have pairs with one key off S are joined by edges (``planarity.py``, 1 and 2). The graph of the hull is planar
and has no K5: there are at most 3 s - 6 pairs within S, and 4 for each key off S, 4 n - 6 - s in all.
"""

from ..meaning.pattern import Pattern, pattern_of, within
from ..meter import walk
from ..refuse import need
from ..schema import ANYTHING, integer, many, record
from .case import Case, K, Row
from .planarity import PLANAR

OPPOSITE = str.maketrans("+-", "-+")
CORE = record({"of": integer(0), "rows": many(integer(0), rule="distinct"), "columns": many(integer(0)),
               "times": integer(1, 10**18)})  # fmt: skip
CORES = {"from": many(ANYTHING, 1, 10**5), "cores": many(CORE), "scale": integer(1, 10**18)}
LEFT_OUT = {"from": many(ANYTHING, 0, 1), "rows": many(integer(0), 0, rule="distinct")}


def _asked(x: Case) -> tuple[Pattern, tuple[int, ...]]:
    """The pattern, and the count of each row."""
    here = pattern_of(x.s.of, x.meter)
    x.meter.charge(2 * here.count)
    return here, x.s.counts or (1,) * here.count


def hard_cores(x: Case) -> bool:
    """Whether so many rows fail wherever the premises say that some do."""
    (here, counts), meter, total = _asked(x), x.meter, 0
    load = [0] * len(counts)
    for core in walk(meter, x.p.cores, 50):
        need(core.of < len(x.found), "there is no such premise")
        premise = x.found[core.of]
        tolerant = premise.statement.kind == "tolerant"
        need(premise.side == "lower" and premise.quantity == x.z, "a premise is no lower bound of the same quantity")
        need(not tolerant or not premise.statement.counts, "a premise counts its rows")
        there = pattern_of(premise.statement.of if tolerant else premise.statement, meter)
        lines = here.part(core.rows, core.columns)
        fits = (there.count, there.columns, there.null) == (len(lines), len(lines[0]), here.null)
        need(fits and there.plain, "a premise is about another number of rows or columns, or a null key more or less")
        meter.charge(len(lines) * (10 + 2 * len(lines[0])))
        need(within(there.words(), lines), "a condition of a premise is not one of the statement")
        for row in walk(meter, core.rows, 5):
            load[row] += core.times
        total += core.times * (premise.statement.wrong + 1 if tolerant else 1)
    meter.charge(5 * len(load))
    need(all(a <= x.p.scale * b for a, b in zip(load, counts, strict=True)), "the weights at a row exceed its count")
    return bool(total > x.p.scale * x.s.wrong)


def least_of(x: Case) -> int:
    """The least of the premises."""
    return min(int(premise.value or 0) for premise in walk(x.meter, x.found))


def left_out(x: Case) -> bool:
    """Whether the premise is about all other rows, and these may fail."""
    (here, counts), gone = _asked(x), set(x.p.rows)
    need(max(gone, default=0) < len(counts), "there is no such row")
    x.meter.charge(5 * len(counts) + 2 * here.count * here.columns)
    need(sum(counts[row] for row in x.p.rows) <= x.s.wrong, "more rows are left out than may fail")
    if len(gone) == len(counts):
        return not x.found
    need(len(x.found) == 1 and x.found[0].quantity == x.z, "the premise is no bound of the same quantity")
    there = pattern_of(x.found[0].statement, x.meter)
    need(x.found[0].side == "upper" and there.plain and there.null == here.null, "the premise is about something else")
    need((there.count, there.columns) == (here.count - len(gone), here.columns), "the premise has another size")
    return within((word for row, word in enumerate(here.words()) if row not in gone), there.words())


def _failing(x: Case, where: str = "") -> bool:
    """Whether with k - 1 coordinates more rows fail than may, as so few are realised."""
    here, counts = _asked(x)
    n, d = here.columns, x.k - 1 + here.offset
    need(1 <= x.k <= n, "no row fails")
    x.meter.charge(here.count * (50 + 4 * n))
    found: dict[str, int] = {}
    sizes = set[int]()
    for word, count in zip(here.words(), counts, strict=True):
        need(not {*word} - {"+", "-"}, "a row does not put every key on one side")
        found[min(word, word.translate(OPPOSITE))] = found.get(min(word, word.translate(OPPOSITE)), 0) + count
        sizes |= {min(word.count("+"), word.count("-"))}
    if here.offset:
        found.pop("+" * n, None)
    x.meter.charge(100 * len(found))
    smaller, free = max(sizes), here.offset == 1
    if where == "plane":
        need(free and d == 3 and smaller >= 1 and 2 * smaller < n, "these are no small sets in the plane")
        most = smaller * n
    elif where == "space":
        need(free and d == 4 and sizes == {2} and n >= 5, "these are no pairs in space")
        most = 4 * n - 10
    else:
        most, more, i = -here.offset, 1, 0
        while i < d and most < len(found):  # C(n - 1, i) >= 1 more each time
            most, more, i = most + more, more * (n - 1 - i) // (i + 1), i + 1
    return bool(sum(sorted(found.values(), reverse=True)[most:]) > x.s.wrong)


def dichotomies(x: Case) -> bool:
    """Whether more rows than may fail are no dichotomies of n keys."""
    return _failing(x)


def semispaces(x: Case) -> bool:
    """Whether more rows than may fail are no small semispaces of n points of the plane."""
    return _failing(x, "plane")


def pairs_in_space(x: Case) -> bool:
    """Whether more rows than may fail are no pairs that half-spaces of R^3 cut off."""
    return _failing(x, "space")


SEMISPACES = "n points of the plane have at most k n semispaces of 1 .. k points, 2 k < n (Alon, Gyori 1986)"
TOLERANCE = (
    Row("cores", "lower", "tolerant", "SIGN", hard_cores, least_of, "text: Hard cores", CORES),
    Row("left out", "upper", "tolerant", "SIGN", left_out, lambda x: x.found[0].value if x.found else 0,
        "text: Left out", LEFT_OUT),
    Row("dichotomies", "lower", "tolerant", "SIGN", dichotomies, lambda x: x.k, "text: Dichotomies", K),
    Row("semispaces", "lower", "tolerant", "SIGN", semispaces, lambda x: x.k, SEMISPACES, K),
    Row("pairs in space", "lower", "tolerant", "SIGN", pairs_in_space, lambda x: x.k, PLANAR, K),
)  # fmt: skip
"""Every argument."""
