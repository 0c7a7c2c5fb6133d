"""A chirotope of rank d restricted to the sets that contain some columns E: fewer signs, and most of what refutes.

Let chi be the chirotope of the columns of a pattern without zeros (``chirotope_search.py``). The sets that contain E,
|E| = j, without E, carry a chirotope of rank d - j: that of the other columns projected along E (the *contraction*,
Bjoerner et al., *Oriented Matroids*, 1999). There are C(n-j, d-j) of them instead of C(n, d), so that
many more columns can be argued about.

Which words are excluded there: let T be d + 1 columns that contain E, and x signs on T - E. Cramer's identity of a row
with signs (y, x) on T is a clause on the sets T - t; those with t in E do not contain E. If for all 2^j signs y the
rows have the word (x, y), up to sign, then these clauses resolve to one on the sets that do: no row of the contraction
has the signs x on T - E. In other words, of rows of every sign on E a positive combination vanishes on E and has their
common signs. So a refutation needs no rules but Cramer's and Grassmann's and Pluecker's: it is one of the chirotope
itself, and sign-rank(P) > d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import Bools, Ints, Signs
from ..refutation import refutation
from .chirotope_clauses import Axiom, ChirotopeProof, Clause, alternating, small_and_large
from .clause_store import ClauseSearch
from .subsets import faces, subsets, three_term

SAMPLE = 60
"""Sets of columns by which a contraction is chosen."""
MAX_SETS = 30_000
"""Most determinants."""

MAX_LARGE = 120_000
"""Most sets of one column more."""

MAX_RELATIONS = 1_500_000
"""Most three-term relations (60 bytes each are held in memory; only what is violated becomes clauses)."""


def affordable(columns: int, dimension: int, contracted: int) -> bool:
    """Whether a search with so many columns, so many of them contracted, is not too large."""
    n, d = columns - contracted, dimension - contracted
    if d < 2 or n < d + 1:
        return False
    relations = comb(n, d - 2) * comb(n - d + 2, 4)
    return comb(n, d) <= MAX_SETS and comb(n, d + 1) <= MAX_LARGE and relations <= MAX_RELATIONS


@dataclass
class ContractionSearch(ClauseSearch):
    """Incremental search for a chirotope of rank d on the sets of columns that contain ``contracted``.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 1 and 2 (star)
    dimension : int
        d, at least 2 more than there are contracted columns.
    contracted : tuple of int
        E; empty: the chirotope itself.
    report : told now and then what is going on

    Examples
    --------
    >>> search = ContractionSearch(2 * np.eye(6, dtype=np.int8) - 1, 3, (0,))
    >>> search.run(float("inf"))
    <Verdict.PROVED: 'PROVED'>
    """

    pattern: Signs
    dimension: int
    contracted: tuple[int, ...] = ()
    report: Callable[[str], None] = lambda text: None
    uniform: bool = field(init=False, default=True)

    def __post_init__(self) -> None:
        if not affordable(self.pattern.shape[1], self.dimension, len(self.contracted)):
            raise ValueError(f"{self.pattern.shape[1]} columns are too many, or too few, for rank {self.dimension}")
        self.contracted = tuple(sorted(self.contracted))
        self.others = np.setdiff1d(np.arange(self.pattern.shape[1]), self.contracted)
        self.rank = self.dimension - len(self.contracted)
        self.sets = subsets(len(self.others), self.rank)
        self.large = subsets(len(self.others), self.rank + 1)
        self.begin()
        self.store.add([(1,)], ("sign",))
        self._add_cramer()

    def add_violated(self, deadline: float) -> int:
        """Add all three-term relations that are violated: with a part the solver takes far longer to refute them."""
        self.report(f"d = {self.dimension}, {len(self.contracted)} contracted: {len(self.clauses)} clauses")
        pairs, signs = three_term(len(self.others), self.rank)  # not needed where words alone refute
        violated = self.violated_relations(pairs, signs)
        if len(violated):
            self.add_plucker(pairs[violated], signs[violated])
        return len(violated)

    def proof(self, deadline: float) -> ChirotopeProof:
        """The refutation, by identities of the chirotope of all columns.

        Raises
        ------
        ProofError
            If the solver's proof could not be replayed before the deadline.
        """
        return _Expansion(self).proof(deadline)

    def _add_cramer(self) -> None:
        """A clause for every word that is excluded; they come in pairs, a word and its negative."""
        places, words = np.nonzero(excluded_words(self.pattern, self.contracted, self.others[self.large]))
        signs = np.where(words[:, None] >> np.arange(self.rank + 1) & 1, 1, -1)
        literals = -(faces(self.large, len(self.others))[places] + 1) * alternating(self.rank + 1) * signs
        self.store.add(literals.tolist(), ("cramer",), np.stack([places, words], axis=1))


def excluded_words(pattern: Signs, contracted: tuple[int, ...], large: Ints) -> Bools:
    """Which words on sets of columns no row of the contraction has.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 1 and 2 (star)
    contracted : tuple of int
        E.
    large : array (sets, size)
        Columns not in E.

    Returns
    -------
    array (sets, 2^size)
        At [T, x]: whether rows show the word x together with every sign on E, up to sign; bit i of x says plus at i.

    Examples
    --------
    Two rows agree on columns 1 and 2, and differ on column 0.

    >>> excluded_words(np.array([[1, 1, -1], [-1, 1, -1]], dtype=np.int8), (0,), np.array([[1, 2]])).tolist()
    [[False, True, True, False]]
    """
    size, j = large.shape[1], len(contracted)
    signed = (pattern[:, list(contracted)] != 2).all(axis=1)
    lines = np.unique(np.vstack([pattern[signed], np.where(pattern == 2, 2, -pattern)[signed]]), axis=0)
    shown = np.zeros((len(large), 2**j, 2**size), dtype=bool)
    every = np.arange(len(large))
    outside = (lines[:, list(contracted)] > 0) @ (1 << np.arange(j))
    for line, y in zip(lines, outside.tolist(), strict=True):
        entries = line[large]
        codes = ((entries == 1) << np.arange(size)).sum(axis=1)
        kept = every if not (line == 2).any() else np.flatnonzero((entries != 2).all(axis=1))
        shown[kept, y, codes[kept]] = True
    return np.asarray(np.logical_and.reduce(shown, axis=1))


def contraction_of(pattern: Signs, dimension: int, count: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Columns whose contraction excludes many words, chosen one after the other, in this order.

    >>> pattern = np.array([[1, 1, 1, 1], [-1, 1, 1, 1], [1, 1, -1, 1], [-1, 1, -1, 1]], dtype=np.int8)
    >>> contraction_of(pattern, 3, 1, np.random.default_rng(0))
    (0,)
    """
    chosen: tuple[int, ...] = ()
    for k in range(1, count + 1):
        size = dimension - k + 1
        scores = {}
        for column in range(pattern.shape[1]):
            if column in chosen:
                continue
            others = np.setdiff1d(np.arange(pattern.shape[1]), [*chosen, column])
            large = np.array([rng.choice(others, size, replace=False) for _ in range(SAMPLE)])
            scores[column] = int(excluded_words(pattern, (*chosen, column), large).sum())
        chosen = (*chosen, max(scores, key=scores.__getitem__))
    return chosen


class _Expansion:
    """A refutation on the sets that contain E, rewritten as one on all: clauses of words come from clauses of rows.

    Hints are numbers of lemmas, or ~k for axiom number k.
    """

    def __init__(self, search: ContractionSearch) -> None:
        self.search = search
        self.contracted = list(search.contracted)
        self.numbers: dict[tuple[int, ...], int] = {}
        self.axioms: dict[Axiom, int] = {}
        self.lemmas: list[tuple[Clause, tuple[int, ...]]] = []

    def proof(self, deadline: float) -> ChirotopeProof:
        search = self.search
        found = refutation(search.clauses, deadline=deadline)
        names = [self._derived(tuple(search.clauses[p]), search.store.origin(p)) for p in found.axioms]
        before = len(self.lemmas) - len(names)
        for clause, hints in found.lemmas:
            self._lemma(self._translated(clause), tuple(names[h] if h < len(names) else before + h for h in hints))
        count = len(self.axioms)
        lemmas = ((clause, tuple(~h if h < 0 else count + h for h in hints)) for clause, hints in self.lemmas)
        return ChirotopeProof(tuple(self.axioms), tuple(lemmas), tuple(self.numbers))

    def _axiom(self, rule: str, clause: Clause, detail: tuple[tuple[str, object], ...] = ()) -> int:
        return ~self.axioms.setdefault(Axiom(rule, clause, detail), len(self.axioms))

    def _lemma(self, clause: Clause, hints: tuple[int, ...]) -> int:
        self.lemmas.append((clause, hints))
        return len(self.lemmas) - 1

    def _derived(self, clause: Clause, origin: tuple[Any, ...]) -> int:
        """The axiom that the clause is, or the last of the lemmas that it follows by."""
        translated = self._translated(clause)
        if origin[0] == "cramer":
            return self._of_rows(translated, *map(int, origin[1:]))
        if origin[0] == "plucker":
            three = (sorted(self._columns(self.search.sets[number])) for number in origin[1:])
            return self._axiom("plucker", translated, small_and_large(*three))
        return self._axiom("sign", translated)

    def _of_rows(self, translated: Clause, place: int, word: int) -> int:
        """The clauses of rows with this word and all signs on E, resolved on the sets that lack one of E."""
        search, j = self.search, len(self.contracted)
        columns = self._columns(search.large[place])
        signs = [1 if word >> i & 1 else -1 for i in range(search.rank + 1)]
        lines = search.pattern[:, columns]
        level = []
        for y in product((1, -1), repeat=j):
            wanted = np.array([*y, *signs])
            row = int(np.flatnonzero((lines == wanted).all(axis=1) | (lines == -wanted).all(axis=1))[0])
            detail = ("row", row), ("large", tuple(sorted(columns)))
            level.append(self._axiom("cramer", (*self._lacking(columns, y), *translated), detail))
        for kept in reversed(range(j)):  # of two clauses that differ at the last of E that is left
            shorter = ((*self._lacking(columns, y), *translated) for y in product((1, -1), repeat=kept))
            level = [self._lemma(c, (level[2 * k], level[2 * k + 1])) for k, c in enumerate(shorter)]
        return level[0]

    def _lacking(self, columns: list[int], y: tuple[int, ...]) -> Iterator[int]:
        """Literals that say that Cramer's terms at the first columns of E, with the signs y, are not positive."""
        j = len(self.contracted)
        for k, sign in enumerate(y):
            rest = columns[:k] + columns[k + 1 :]
            yield -sign * (-1) ** (j + k) * self._literal(rest)

    def _translated(self, clause: Clause) -> Clause:
        return tuple((1 if x > 0 else -1) * self._literal(self._columns(self.search.sets[abs(x) - 1])) for x in clause)

    def _columns(self, subset: npt.NDArray[np.int16]) -> list[int]:
        return [*self.contracted, *self.search.others[subset].tolist()]

    def _literal(self, columns: list[int]) -> int:
        """The literal of a determinant with columns in this order: positive, or negative if sorting changes sign."""
        number = self.numbers.setdefault(tuple(sorted(columns)), len(self.numbers)) + 1
        inversions = sum(a > b for i, a in enumerate(columns) for b in columns[i + 1 :])
        return -number if inversions % 2 else number
