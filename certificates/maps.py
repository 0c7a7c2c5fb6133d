"""Rule ``map``: a bound of one statement from a bound of another, whose conditions are read off this one. Trusted.

*Lower*: what does the conclusion's statement does the premise's. *Upper*: the other way round. So the statement that
asks for less, the *smaller*, is compared with the other, the *larger*, cell by cell: each cell asks for nothing (``*``)
or for what the larger one's cell does, in the rows and columns that are named (else all). Their order, and how often
they occur, changes no least m. Real vectors: a key of null is one coordinate more at most, (q, t) and (k, -1), for a
number t that each row has of its own.

``part``      *Patterns.* Norms: c, e, i are least m by cosine, distance, inner product. i <= c <= e + 1: keys of a
              sphere are keys; stereographic projection. e <= i: far balls are half-spaces. c <= sign-rank <= i + 1:
              norms of keys do not change signs. A sign-rank is m with a null key; where a row has a ``0`` a key may be
              0, but with ``+ .. +`` beside none is.
              *Weights of a softmax.* Lower: scores at nonzeros are above all others, ``+``; tied, ``0``, if ratios are
              exact and the weights of a row equal. Upper: ``0``, if no two weights of a row are further apart than
              ratios may be off; multiply the scores by a large number.
              *Late interaction.* S = 1: the score is <sum q_i, k>, that of the pattern itself, whatever t. Queries of
              0 and equal keys may be added: what S and t vectors do more of them do.
              *Measures* that grow (``meaning/quantities.py``): rows and columns occur once.
``sphere``    lower, other scores from inner products. Keys that some row tells apart differ, so that on a sphere
              <k_a, k_b> < |k_a|^2 (Cauchy, Schwarz): the query k_a *cuts* k_a off from all that a row of ``by`` tells
              apart from it. Distances: one column more, of ``-``, the pole: e(P) >= c([P | -]) - 1; and e >= 1 if a
              part without the pole has two keys that differ.
``tuples``    lower, match of order s. With all parts but number k fixed a score less that of the null keys is an inner
              product of m coordinates (k = 0), or m + 1: <(k_y, -1), (w, T(x))>, w the product of the others.
``averages``  lower: see ``_averages``. Upper: scores tied on r of each q, multiplied up, leave an error (q - r) / q.
``line``      lower, late interaction, m >= 2. Where m = 1 a score is P x + N y: x the greatest of a document's numbers,
              y that of their negatives, P, N >= 0 the sums of the positive queries and of the negated others. P, N > 0
              after a small change. So the rows (P, N, -t) and (0, 0, 1) have at the columns (x, y, 1) the signs of the
              pattern and ``+``, at the column (1, 1, 0) ``+`` and 0: its sign-rank is 3 at most.
``cut``       lower, H of THRESH: a sum of H fractions N_h / D_h, with D_h = a_h + b_h > 0 of Alice's and Bob's tokens,
              multiplied out: 2 (2^H - 1) products e_h a_S b_R, g_h a_S b_R, collected by S, or by R.
``composed``  lower. If w, w' are vectors of two lines (rows, or columns), w + t w' has for small t > 0 the signs of the
              first and, where these are 0, of the second; -w' has the opposite ones. So lines put together in this way
              (a list: each a line k, or ~k its negative) are lines of a pattern of the same sign-rank.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from operator import le
from typing import Any

from .book import Book, Proved
from .claims import Claim, UnitClass
from .meaning.pattern import NULL, Pattern, pattern_of, tuple_symbol, within
from .meaning.quantities import MEASURES
from .meaning.tasks import Word, task_of
from .meter import Meter, product_steps, walk
from .refuse import Refused, need
from .schema import Record, Type, integer, many, record, tagged, truth
from .statements import WEIGHTS
from .theorems.lines import OF as OF_LINES
from .theorems.lines import vectors

Bound = Any
"""An integer or a fraction."""
REAL = UnitClass("SIGN")
WITHIN = (("GRID", "GRID"), ("KEYS", "KEYS"), ("KEYS", "GRID"))
"""Families of which the first holds all units of the second, with no more bits and no smaller gap (KEYS: any)."""
SYMBOLS: Mapping[int | None, str] = {0: "-", 1: "+"}
OPPOSITE = str.maketrans("+-", "-+")
SHIFTS = {
    ("lower", "sphere", ""): 0, ("lower", "distance", "sphere"): -1,
    ("upper", "sphere", "distance"): 1, ("upper", "sphere", ""): 1, ("upper", "distance", ""): 0,
}  # fmt: skip
"""Side, norm here, norm in the premise -> what the least m here is off by, where norms are not the same."""


def _part(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    if claim.statement == premise.statement and claim.quantity.kind == "size":
        return _carried(claim, premise, premise.value)  # of any order, any number of heads
    (claim, mine), (premise, its) = _single(claim), _single(premise)
    fewer, more = (mine, its) if claim.side == "lower" else (its, mine)
    need(all(map(le, fewer, more)), "with more vectors for a document, or for a query, less may be enough")
    here, there = pattern_of(claim.statement, meter, "0" if p.tied else "+"), pattern_of(premise.statement, meter)
    need(here.heads == there.heads == 1 and not there.weights, "no patterns of one head")
    if claim.statement.kind in WEIGHTS:
        exact = p.tied and (claim.side == "upper" or here.within == 0) and _spread(here, meter)
        need(exact or (claim.side == "lower" and not p.tied), "nonzeros need not be tied, or are further apart")
    smaller, larger = (there, here) if claim.side == "lower" else (here, there)
    need(len(set(smaller.group)) == len(smaller.group), "the smaller one shares queries")
    if not larger.named or larger.named != smaller.named:
        _require_within(smaller, larger.part(p.rows, p.columns), meter)
    if claim.quantity.kind == premise.quantity.kind == "measure":
        grows = claim.quantity == premise.quantity and MEASURES[claim.quantity.name].grows
        need(grows, "a part need not have less of the measure")
        return premise.value
    between = claim.side, here.norm, there.norm
    need(here.norm == there.norm or between in SHIFTS, "no bound between these scores")
    scaled = there.null and between == ("upper", "sphere", "")
    need(not (scaled and any("0" in row for row in there.words())), "a key of norm 0 has no other norm")
    shift = SHIFTS.get(between, 0) - scaled
    return _carried(claim, premise, _value(premise) + shift + _null_shift(claim, premise, here, there))


def _single(claim: Claim) -> tuple[Claim, tuple[int, int]]:
    """The claim about the pattern of late interaction, and how many vectors a document and a query have there."""
    s = claim.statement
    if s.kind != "maxsim":
        return claim, (1, 1)
    return replace(claim, statement=s.of), (s.document_vectors, s.query_vectors if s.document_vectors > 1 else 1)


def _line(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    there = _inner(premise, meter)
    need(
        claim.side == "lower" and claim.statement.kind == "maxsim" and there.null, "for late interaction, by sign-rank"
    )
    lines = pattern_of(claim.statement.of, meter).part(p.rows, p.columns)
    _require_within(there, [*(line + "+" for line in lines), "+" * len(lines[0]) + "0"], meter)
    need(_value(premise) > 3, "a sign-rank of 3 excludes nothing")
    return _carried(claim, premise, 2)


def _spread(here: Pattern, meter: Meter) -> bool:
    """Whether no two weights of a row are further apart than 2^(a/b): w^b <= 2^a v^b."""
    a, b = here.within.numerator, here.within.denominator
    pairs = {(min(weights.values()), max(weights.values())) for weights in walk(meter, here.weights, 20)}
    bits = max((high.bit_length() for _, high in pairs), default=0) * b
    meter.charge(len(pairs) * (50 + 4 * product_steps(bits, bits)))
    return a > bits or all(high**b <= low**b << a for low, high in pairs)  # 2^bits > high^b


def _sphere(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    here, there = pattern_of(claim.statement, meter), _inner(premise, meter)
    pole = int(here.norm == "distance")
    need(claim.side == "lower" and (here.norm or here.group) and (here.norm or not p.cuts), "for keys of a sphere")
    whole = replace(here, columns=here.columns + pole, rows=() if pole else here.rows)
    columns = range(whole.columns) if p.columns is None else p.columns
    lines = whole.part(p.rows, columns) if p.rows != () else []
    for cut in walk(meter, p.cuts):
        need(cut.column in columns, "the key that is cut off is none of the part")
        told, at = whole.part(cut.by, columns), columns.index(cut.column)
        meter.charge(10 * len(told) * len(columns))
        apart = [any({line[c], line[at]} == {"+", "-"} for line in told) for c in range(len(columns))]
        lines.append("".join("+" if c == at else "*-"[x] for c, x in enumerate(apart)))
    _require_within(there, lines, meter)
    value = _value(premise) + _null_shift(claim, premise, here, there)
    differ = value >= 1 and here.columns not in columns  # some row of the pattern tells two keys apart
    return _carried(claim, premise, max(value - pole, int(differ)))


def _tuples(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    s, there, k = claim.statement, _inner(premise, meter), p.part
    need(claim.side == "lower" and s.kind == "match" and _class(premise) == REAL, "for tuples, from real vectors")
    meter.charge(len(p.rows) * (20 + len(p.columns) * (20 + 4 * len(p.columns[0]))))
    table = [[(*others[:k], symbol, *others[k:]) for others in p.columns] for symbol in p.rows]
    fits = all(len(parts) == s.order and parts[0] >= 0 and max(parts) < s.M for row in table for parts in row)
    need(fits and k < s.order, "no parts of a tuple of this order")
    _require_within(there, ["".join([tuple_symbol(parts, s.M) for parts in row]) for row in table], meter)
    return _carried(claim, premise, premise.value - (k > 0))


def _averages(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    """An error e = q eps < 1, each weight with the factor c less its share: c > 0, weights on y exceed those off it.

    (Suppose w_i <= w_j, i in y, j off y. If c >= 0 the two are off by c (w_j - w_i) + 1/q >= 1/q, else i is by itself.)
    So do scores: each q-set is *separated*; in FIXED they then differ by D = 1, or 2 in midrise, at least. In SATURATED
    they are *tied* on y. So they are in FIXED if e < 1 - 2^-D: of w_i < w_k, i, k in y, w_i / w_k <= 2^-D, with c w_i =
    1/q - a, a <= eps, c w_k <= 1/q + eps - a, hence 1/q - a <= 2^-D (1/q - a + eps), which is weakest at a = eps. Tied,
    the others are cut off, p + 1 below at least, or w_j / w_i <= e, by the least multiple of D with 2^-d <= e.
    """
    s, of, cls = claim.statement, premise.statement, claim.quantity.unit_class
    need(s.kind == "averaging" and of.kind in ("qsa", "separation") and of.N == s.N, "about averages, from their sets")
    e = claim.quantity.error * s.q
    if claim.side == "upper":
        need(cls.name == "SOFTMAX" and of.kind == "qsa" and of.q <= s.q, "needs sets of q or fewer, tied")
        need(e > s.q - of.q, "saturation leaves a larger error")
        return _carried(claim, premise, premise.value, REAL)
    need((claim.quantity.heads, claim.quantity.order, claim.quantity.layers) == (1, 2, 1), "for one head")
    D = 2 if cls.grid == "midrise" else 1
    tied = cls.name == "SATURATED" or (cls.name == "FIXED" and e < 1 - Fraction(1, 2**D))
    fits = of.q == s.q and tied if of.kind == "qsa" else of.least == of.most == s.q
    need(e < 1 and fits, "the error does not ask this of scores")
    if cls.name != "FIXED":
        return _carried(claim, premise, premise.value, REAL)
    below = min((cls.bits or 1) + 1, (ceil(1 / e) - 1).bit_length() if e else cls.bits + 2)
    gap = Fraction(-(-below // D) * D) if of.kind == "qsa" else Fraction(D, 2)
    return _carried(claim, premise, premise.value, UnitClass("GRID", cls.bits, cls.grid, gap))


def _cut(p: Record, claim: Claim, premise: Claim, meter: Meter) -> int:
    q, there = claim.quantity, _inner(premise, meter)
    need(claim.side == "lower" and q.kind == "size" and q.unit_class.name == "THRESH", "for heads of class THRESH")
    need(_class(premise) == REAL, "needs a sign-rank")
    task = task_of(claim.statement, meter)
    meter.charge(40 * (task.length + len(p.alice)))
    if task.position is None:
        raise Refused("no position answers")
    mine, position = {*p.alice, task.position}, task.position
    bob = [j for j in range(task.length) if j not in mine]
    places = [*p.alice, *bob, task.position]
    need(sorted(places) == list(range(task.length)), "Alice's positions are none, or the one that answers")
    need((len(p.rows[0]), len(p.columns[0])) == (len(p.alice), len(bob)), "words of another length")
    meter.charge(5 * len(p.rows) * len(p.columns) * (4 + task.length))

    def symbol(row: Word, column: Word) -> str:
        word = dict(zip(places, (*row, *column, p.token), strict=True))
        answers = task.wanted(tuple(word[j] for j in range(task.length)))
        return SYMBOLS.get(answers[position] if answers else None, "?")

    _require_within(there, ["".join(symbol(row, column) for column in p.columns) for row in p.rows], meter)
    return max(0, (int(_value(premise)) + 1).bit_length() - 1)  # the least H with 2^(H+1) - 2 >= the value


def _composed(p: Record, claim: Claim, premise: Claim, meter: Meter) -> Bound:
    lines, offset = vectors(claim, "columns" if p.along == "rows" else "rows", meter)
    there = _inner(premise, meter)
    need(there.null and _class(premise) == REAL, "needs a sign-rank")
    meter.charge(len(lines[0]) * (10 * len(lines) + sum(20 + 5 * len(parts) for parts in walk(meter, p.lines, 20))))
    signed = {k: line for i, line in enumerate(lines) for k, line in ((i, line), (~i, line.translate(OPPOSITE)))}
    need(all(k in signed for parts in p.lines for k in parts), "there is no such line")
    cells = (zip(*(signed[k] for k in parts), strict=True) for parts in p.lines)
    made = ["".join([next((x for x in cell if x != "0"), "0") for cell in line]) for line in cells]
    _require_within(there, made, meter)
    return _value(premise) - offset


def _value(premise: Claim) -> Fraction | int:
    if premise.value is None:
        raise Refused("the premise bounds nothing")
    return premise.value


def _inner(premise: Claim, meter: Meter) -> Pattern:
    """The pattern of a premise about inner products of one head, a query for each row."""
    there = pattern_of(premise.statement, meter)
    need(there.plain, "the premise must be about inner products, and a query for each row")
    return there


def _require_within(smaller: Pattern, lines: Sequence[str], meter: Meter) -> None:
    need(smaller.count == len(lines) and smaller.columns == len(lines[0]), "another number of rows or columns")
    meter.charge(len(lines) * (10 + 2 * len(lines[0])))
    need(within(smaller.words(), lines), "a condition of the smaller statement is not one of the larger")


def _null_shift(claim: Claim, premise: Claim, here: Pattern, there: Pattern) -> int:
    lower = claim.side == "lower"
    shift = -int(there.null and not here.null) if lower else int(here.null and not there.null)
    need(not shift or _class(premise if lower else claim) == REAL, "a null key more or less is for real vectors")
    return shift


def _class(claim: Claim) -> UnitClass:
    """The class of units whose scores are bounded: real for a sign-rank, m with a null key, and for weights."""
    q = claim.quantity
    need(q.kind == "size" or (q.kind == "measure" and q.name == "sign_rank"), "no size of a unit, nor a sign-rank")
    return REAL if q.kind == "measure" or claim.statement.kind in WEIGHTS else q.unit_class


def _holds(larger: UnitClass, smaller: UnitClass) -> bool:
    """Whether all units of the one class are units of the other; bits 0: at each p."""
    if larger == REAL or (larger.name, smaller.name) not in WITHIN:
        return larger == REAL and smaller.name in ("SIGN", "GRID", "KEYS")
    bits = smaller.bits <= larger.bits if smaller.bits else not larger.bits
    return larger.grid == smaller.grid and bits and smaller.gap >= larger.gap


def _carried(claim: Claim, premise: Claim, value: Any, made: UnitClass | None = None) -> Any:
    """The bound of the claim's resource by that of the premise's; ``made``: what units of the claim do scores like."""
    of, mine = _class(premise), made or _class(claim)
    lower = claim.side == "lower"
    need(_holds(of, mine) if lower else _holds(mine, of), "units of one class need not be units of the other")
    asked, held = (c.quantity.fields.get("resource", "m") for c in (claim, premise))
    if asked == held == "m":
        return value
    sizes: list[Any] = [c.quantity.fields.get("m") for c in (claim, premise)]
    m, most = sizes
    if asked == held == "p":
        need(m <= most if lower else most <= m, "another m is held fixed")
        return value
    need(lower and asked == "p" and held == "m" and m < value, "the bound of m is none of the resource")
    return max(claim.refuted()) + 1  # no p will do


CHOSEN, PLACES = many(integer(0), rule="distinct"), many(integer(0), 0, rule="distinct")
OF = {"of": Type(lambda value, path, meter: value)}
PART, ALL = {**OF, "rows": CHOSEN, "columns": CHOSEN}, {"rows": None, "columns": None}
WORDS = many(many(integer(NULL), 0), rule="equal")
CUTS = many(record({"column": integer(0), "by": CHOSEN}))
TUPLES = {**OF, "rows": many(integer(NULL)), "columns": WORDS, "part": integer(0)}
CUT = {**OF, "rows": WORDS, "columns": WORDS, "token": integer(0), "alice": PLACES}
COMPOSED = {**OF, "along": OF_LINES, "lines": many(many(integer()))}
MAPS: dict[str, tuple[Type, Callable[[Record, Claim, Claim, Meter], Bound]]] = {
    "part": (record({**PART, "tied": truth()}, {**ALL, "tied": False}), _part),
    "line": (record(PART, ALL), _line),
    "sphere": (record({**PART, "rows": PLACES, "cuts": CUTS}, {**ALL, "cuts": ()}), _sphere),
    "tuples": (record(TUPLES), _tuples),
    "averages": (record(OF), _averages),
    "cut": (record(CUT), _cut),
    "composed": (record(COMPOSED), _composed),
}
"""The word of a map -> its fields, and what gives the claim its value."""
PROOF = tagged("name", {name: form for name, (form, _) in MAPS.items()})


def mapped(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rule": "map", "name": .., "of": premise, ..}``."""
    p = PROOF.read({name: x for name, x in proof.items() if name != "rule"}, "proof", book.meter)
    premise = book.premise(p.of, "proof.of")
    none = claim.side == "none" and claim.quantity.resource == "p" and p.kind in ("part", "averages")
    if none:  # from a bound of m above the m held fixed, which excludes each p alike (``_carried``)
        need(premise.quantity.fields.get("resource") == "m", "a bound of another resource excludes some p only")
        claim = replace(claim, side="lower", value=claim.least + 1)
    need(claim.value is not None and claim.side == premise.side, "a map takes a bound to one of the same side")
    value = MAPS[p.kind][1](p, claim, premise, book.meter)
    return Proved(None if none else value, f"{p.kind}: {premise.bound} for {premise.about}")
