"""The system ``chirotope``: signs of the determinants of d column vectors each, which no vectors of dimension d have.

Let vectors w_r and u_c of d coordinates, at most as many as there are columns, realise the pattern (``dependency.py``;
vectors of fewer coordinates do so with zeros added). The u_c may be taken to span: coordinates that they do not need
are replaced by generic ones, of which the w_r make no use. [S] is the determinant of the u_c for c in S, |S| = d, in
increasing order. Of the sets in the list ``sets``, variable 2k+1 says that [S_k] > 0, variable 2k+2 that [S_k] < 0.
``uniform``: the pattern holds no ``0``; so all conditions are strict, the u_c may be moved to general position, no [S]
is 0, and variable k+1 says that [S_k] > 0.

Clauses that follow, where all their literals are false, from a sum of 0 whose terms have signs (``one_sided``):

``cramer r, T, clause``   |T| = d+1: sum (-1)^i [T - t_i] <w_r, u_(t_i)> = 0
``plucker A, T, clause``  |A| = d-1, |T| = d+1: sum (-1)^i [A, t_i] [T - t_i] = 0 (Grassmann, Pluecker)
``product n, clause of n literals, inequalities``
    An inequality is ``0, r, T`` or ``1, A, T``, then ``larger, smaller, times``. If one term of the identity has a sign
    that no other can have, it is at least as large as each other one, and larger if a third is not 0. The logarithms of
    such inequalities add up to a contradiction (bi-quadratic final polynomials: Bokowski, Richter-Gebert 1990).

Clauses by choice among the realisations; a file uses one choice:

``choice clause`` of the sets that hold the columns ``independent`` (``dependency.py``), all of them in the clause as
                  positive, some [S] is not 0, and is positive, else negate a coordinate. Uniform: none is 0, so one
                  literal is enough, of either sign.
``lex p, s, n, clause``   uniform: of all realisations take one whose signs, + above -, are greatest in the order of the
                  list; then [S_0] > 0. Let u'_c = s_c u_(p_c) realise the pattern too, with signs n = 1 or all negated,
                  n = -1. Where the clause is false, the signs are below those of the u': that cannot be.
``exclusive k``   not uniform: [S_k] is not of both signs
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, pairwise
from math import comb, prod

from ..book import Book, Proved
from ..claims import Claim
from ..farkas import Inequality, contradiction
from ..meter import Meter, walk
from ..refuse import Refused, need
from ..schema import Record, integer, many, record, truth
from ..theorems.lines import OF, vectors
from . import LINES, REFUTATION, Clause, refute
from .dependency import SIGN, Dependency, Signed, Signs, Term

INDEPENDENT = record({"set": LINES, **REFUTATION})
SIZES = {"of": OF, "dimension": integer(1), "uniform": truth(), "sets": many(LINES, rule="distinct")}
FORM = record({**SIZES, "independent": INDEPENDENT, **REFUTATION}, {"independent": None})
Set = tuple[int, ...]


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"of", "dimension": d, "uniform", "sets", "given", "lemmas"}`` and ``independent``: sign-rank >= d + 1."""
    rows, offset = vectors(claim, p.of, book.meter)
    independent: Set = p.independent.set if p.independent else ()
    if p.independent:
        refute(Dependency(rows, independent, book.meter), p.independent)
    system = Chirotope(rows, p.dimension, p.uniform, p.sets, independent, book.meter)
    refute(system, p)
    if system.multiplied:  # an oriented matroid may fit: final polynomials speak of vectors
        book.cite("bi-quadratic final polynomials: Bokowski, Richter-Gebert 1990")
    fits = "vectors fit, by final polynomials," if system.multiplied else "oriented matroid fits"
    return Proved(p.dimension + 1 - offset, f"no {fits} the {p.of} in dimension {p.dimension}")


class Chirotope(Signed):
    """The clauses of the determinants of d columns of ``rows``."""

    schemas: Mapping[str, int] = {"cramer": ~1, "plucker": ~0, "product": ~1, "choice": ~0, "lex": ~0, "exclusive": 1}

    def __init__(self, rows: Sequence[str], d: int, uniform: bool, sets: Sequence[Set], independent: Set, meter: Meter):
        super().__init__(len(sets), uniform, meter)
        self.rows, self.d, self.sets, self.n, self.independent = rows, d, sets, len(rows[0]), frozenset(independent)
        need(1 <= d <= self.n and len(independent) <= d, "there are fewer columns, or coordinates, than needed")
        zero = any("0" in row for row in walk(meter, rows, 1 + self.n // 8))
        need(not (uniform and zero), "determinants may vanish where the pattern holds 0")
        fits = all(len(one) == d and one[-1] < self.n for one in walk(meter, sets, 100 + 2 * d))
        need(fits, "sets must be of d columns")
        self.number = {one: k for k, one in enumerate(sets)}
        self.chosen: Clause | None = None
        self.multiplied = False

    def cramer(self, r: int, *numbers: int) -> Clause:
        d = self.d
        return self.follows([term for term, _ in self._terms(0, (r, *numbers[: d + 1]))], numbers[d + 1 :])

    def plucker(self, *numbers: int) -> Clause:
        d = self.d
        return self.follows([term for term, _ in self._terms(1, numbers[: 2 * d])], numbers[2 * d :])

    def product(self, count: int, *numbers: int) -> Clause:
        need(count >= 0, "a clause has no such number of literals")
        clause, self.multiplied = numbers[:count], True
        contradiction(self._inequalities(self.if_false(clause), numbers[count:]), self.meter)
        return clause

    def choice(self, *clause: int) -> Clause:
        self.if_false(clause)
        need(self.chosen in (None, clause), "the realisation has been chosen in another way")
        self.chosen = clause
        if self.uniform:
            need(clause, "some sign is chosen")
            return clause
        positive = {self.sets[(x - 1) // 2] for x in walk(self.meter, clause, 20 + self.d) if x > 0 and x % 2}
        n, d = self.n - len(self.independent), self.d - len(self.independent)
        need(min(d, n - d) <= 40, "there are more bases than literals")
        need(sum(self.independent.issubset(one) for one in positive) == comb(n, d), "the literals leave out a basis")
        return clause

    def lex(self, *numbers: int) -> Clause:
        n, clause = self.n, numbers[2 * self.n + 1 :]
        order, signs = numbers[:n], numbers[n : 2 * n + 1]  # the last sign says whether all are negated
        need(self.uniform and sorted(order) == list(range(n)), "not a permutation, or not uniform")
        need(len(signs) == n + 1 and {*signs} <= {1, -1}, "a signed permutation needs n signs, and one")
        self._automorphism(order, signs[:n])
        self.if_false(clause)
        self.choice(1)
        true = {-x for x in clause}
        for k, one in enumerate(walk(self.meter, self.sets, 50 + 2 * self.d**2)):
            moved = [order[c] for c in one]
            image = self.number.get(tuple(sorted(moved)), -1)
            need(image >= 0, "the list lacks the image of a set")
            odd = sum(a > b for a, b in combinations(moved, 2)) % 2
            sign = prod(signs[c] for c in (*one, n)) * (-1) ** odd
            below, above = -(k + 1) in true, sign * (image + 1) in true
            same = (image, sign) == (k, 1)
            if below and above and not same:
                return clause
            need(below or above or same, "a sign may be above that of the image")
        raise Refused("the signs may be those of the image")

    def _automorphism(self, order: Set, signs: Set) -> None:
        """A move of words that are finitely many takes all of them to such words: so it permutes them."""
        flip, cost = str.maketrans("+-", "-+"), 100 + 5 * self.n
        words = {word for row in walk(self.meter, self.rows, cost) for word in (row, row.translate(flip))}
        for word in walk(self.meter, words, cost):
            turned = word.translate(flip)
            image = "".join(word[p] if s > 0 else turned[p] for p, s in zip(order, signs, strict=True))
            need(image in words, "the signed permutation changes the pattern")

    def _terms(self, kind: int, numbers: Set) -> list[tuple[Term, tuple[object, ...]]]:
        """The terms of Cramer's identity (0) or of Grassmann and Pluecker's, and the score that each of them holds."""
        d, n = self.d, self.n
        self.meter.charge(10 * (d + 1) * (d + 5))
        need(kind in (0, 1) and len(numbers) == (2 * d if kind else d + 2), "an identity lacks its columns")
        first, large = (numbers[: d - 1], numbers[d - 1 :]) if kind else (numbers[:1], numbers[1:])
        need(all(0 <= a < b <= n for a, b in pairwise((*large, n))), "the d + 1 columns must be increasing")
        rest = [self._named(large[:i] + large[i + 1 :]) for i in range(d + 1)]
        if not kind:
            need(0 <= first[0] < len(self.rows), "there is no such row")
            signs = [SIGN[self.rows[first[0]][c]] for c in large]
            return [((s and s * (-1) ** i, (rest[i],)), (("score", *first, large[i]),)) for i, s in enumerate(signs)]
        need(all(0 <= a < b <= n for a, b in pairwise((*first, n))), "the d - 1 columns must be increasing")
        places = [(i, c, sum(other > c for other in first)) for i, c in enumerate(large) if c not in first]
        return [(((-1) ** (i + after), (self._named((*first, c)), rest[i])), ()) for i, c, after in places]

    def _named(self, columns: Set) -> object:
        one = tuple(sorted(columns))
        return self.number.get(one, one)

    def _inequalities(self, known: Mapping[object, Signs], numbers: Set) -> Iterator[Inequality]:
        left = iter(numbers)
        for kind in left:
            terms = self._terms(kind, tuple(islice(left, 2 * self.d if kind else self.d + 2)))
            named = tuple(islice(left, 3))
            need(len(named) == 3, "an inequality is cut off")
            larger, smaller, times = named
            need(larger != smaller and {larger, smaller} <= set(range(len(terms))), "there are no two such terms")
            signs = [self.signs(term, known) for term, _ in terms]
            top, others = signs[larger], chain(*signs[:larger], *signs[larger + 1 :])
            need(top in ({1}, {-1}) and top.isdisjoint(others), "a larger term has a sign that no other has")
            strict = any(0 not in signs[i] for i in range(len(terms)) if i not in (larger, smaller))
            more, less = ((*factors, *score) for (_, factors), score in (terms[larger], terms[smaller]))
            atoms = Counter[object](more)
            atoms.subtract(less)
            yield times, (atoms, ">" if strict else ">=", 0)
