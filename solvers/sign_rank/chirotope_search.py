"""Is there a chirotope of rank d that fits a sign pattern? Clauses are generated as the candidates violate them.

Theory: if the sign-rank of P is at most d, the columns carry a chirotope chi on d-subsets that satisfies Cramer's
identity with every row and the Grassmann-Pluecker identities (Bjoerner et al., *Oriented Matroids*, 1999). Start
with no identities, ask the SAT solver for signs, add the identities that these signs violate, repeat.
Unsatisfiable: the sign-rank exceeds d, and the clauses used are axioms that the checker can verify one by one.
Satisfiable with nothing violated: a candidate, which a final polynomial may still exclude.

Signs are coded as in ``certificates.sum_rule``: one variable per subset for a *uniform* chirotope (no zeros), else two.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb

import numpy as np

from ..refutation import refutation
from .automorphisms import LexLeader, signed_automorphisms
from .chirotope_clauses import ChirotopeProof, alternating, axiom_of, one_sided
from .clause_store import ClauseSearch
from .final_polynomial import final_polynomial
from .subsets import faces, rank, subsets, three_term

MAX_SETS = 400_000
"""Most d-subsets handled; beyond it the caller restricts the columns."""

MAX_EAGER = 300_000
"""Most pairs of a row and a (d+1)-set whose clauses are all generated at once."""

MAX_RELATIONS = 2_500_000
"""Most three-term relations kept as an index array (60 bytes each)."""

MAX_IMAGES = 1500
"""Most automorphisms used to break symmetry."""

MAX_SYSTEM = 12_000
"""About the most identities in the linear program of a final polynomial."""

BATCH = 4000
"""Most violated Grassmann-Pluecker relations turned into clauses in one round."""


@dataclass
class ChirotopeSearch(ClauseSearch):
    """Incremental search for a chirotope of rank d on the columns of a pattern.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1 and 2 (star)
    dimension : int, 1 <= d <= C
    independent : tuple of int
        Columns known to be linearly independent in every realisation (at most d).
    rng : numpy Generator, for the order in which violated identities are added.
    report : told now and then what is going on
    thorough : whether to hold a candidate against symmetry and final polynomials before it counts as one

    Examples
    --------
    The 4 x 4 pattern of the identity matrix over {+, -} needs three dimensions.

    >>> search = ChirotopeSearch(2 * np.eye(4, dtype=np.int8) - 1, 2)
    >>> search.run(time.monotonic() + 10)
    <Verdict.REFUTED: 'REFUTED'>
    >>> search = ChirotopeSearch(2 * np.eye(4, dtype=np.int8) - 1, 3)
    >>> search.run(time.monotonic() + 10)
    <Verdict.PROVED: 'PROVED'>
    """

    pattern: np.ndarray
    dimension: int
    independent: tuple[int, ...] = ()
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    report: Callable[[str], None] = lambda text: None
    thorough: bool = True

    def __post_init__(self) -> None:
        self.columns = self.pattern.shape[1]
        d, n = self.dimension, self.columns
        if not 1 <= d <= n:
            raise ValueError(f"dimension must lie in 1..{n} (the number of columns), got {d}")
        if comb(n, d) > MAX_SETS or comb(n, d + 1) > 4 * MAX_SETS:
            raise ValueError(f"{n} columns have too many {d}-subsets (limit {MAX_SETS}); restrict the columns")
        self.uniform = not (self.pattern == 0).any()
        self.sets = subsets(n, d)
        self.large = subsets(n, d + 1)
        self.faces = faces(self.large, n)
        self.chi = np.zeros(len(self.sets), dtype=np.int8)
        self.rows = np.unique(self.pattern, axis=0, return_index=True)[1]
        self.rounds = 0
        self.symmetry: LexLeader | None = None
        self.begin()
        self._normalise()

    def add_violated(self, deadline: float) -> int:
        """Add clauses of identities that are violated; if there are none, of symmetry and final polynomials."""
        self.rounds += 1
        self.report(f"d = {self.dimension}: round {self.rounds}, {len(self.clauses)} clauses")
        added = self._add_violated_cramer()
        if not added and self.dimension >= 2:
            added = self._add_violated_plucker(deadline)
        if not added and self.thorough and time.monotonic() < deadline:
            added = self._exclude_candidate(deadline)
        return added

    def proof(self, deadline: float) -> ChirotopeProof:
        """The refutation.

        Raises
        ------
        ProofError
            If the solver's proof could not be replayed before the deadline.
        """
        found = refutation(self.clauses, deadline=deadline)
        axioms = (axiom_of(tuple(self.clauses[p]), self.store.origin(p), self.sets, self.large) for p in found.axioms)
        return ChirotopeProof(tuple(axioms), found.lemmas, tuple(map(tuple, self.sets.tolist())))

    def add(self, clause: tuple[int, ...], *origin: object) -> None:
        """Add a clause; ``origin`` says which identity implies it (see ``axiom_of``)."""
        self.store.add([clause], origin)

    def _normalise(self) -> None:
        if self.uniform:
            self.add((1,), "sign")
            return
        core = set(self.independent)
        supersets = [k for k, subset in enumerate(self.sets.tolist()) if core <= set(subset)]
        self.add(tuple(self.code.literal(k, 1) for k in supersets), "basis")
        both = -np.arange(1, 2 * len(self.sets) + 1).reshape(-1, 2)
        self.store.add(both.tolist(), ("exclusive",))

    def _add_violated_cramer(self) -> int:
        """Add, for every row, all clauses of the (d+1)-sets that the candidate violates; the first time, of all sets.

        Partial sets of these clauses are far harder for the solver than all of them, so only the rows whose clauses
        would be too many are added lazily.
        """
        before = len(self.clauses)
        everything = self.rounds == 1 and len(self.rows) * len(self.large) <= MAX_EAGER
        signed = self.chi[self.faces] * alternating(self.dimension + 1)
        for row in self.rows.tolist():
            entries = self.pattern[row][self.large]
            chosen = np.arange(len(self.large)) if everything else np.nonzero(one_sided(entries, signed))[0]
            places, fresh = self.code.cramer_clauses(self.faces[chosen], entries[chosen])
            self.store.add(fresh, ("cramer", row), chosen[places])
        return len(self.clauses) - before

    def _add_violated_plucker(self, deadline: float) -> int:
        before = len(self.clauses)
        for pairs, signs in self._relations(deadline):
            wrong = self.violated_relations(pairs, signs)
            if len(wrong) > BATCH:
                wrong = self.rng.choice(wrong, BATCH, replace=False)
            self.add_plucker(pairs[wrong], signs[wrong])
            if len(self.clauses) - before > 16 * BATCH:
                break
        return len(self.clauses) - before

    def _exclude_candidate(self, deadline: float) -> int:
        """Clauses against a uniform candidate that violates no identity: a greater image, or a final polynomial."""
        if not self.uniform or self.dimension < 3:
            return 0  # in rank 2 every chirotope has vectors
        if self.symmetry is None:
            found = signed_automorphisms(
                self.pattern[self.rows], most=MAX_IMAGES, deadline=min(deadline, time.monotonic() + 2), rng=self.rng
            )
            self.symmetry = LexLeader(self.sets, self.columns, found)
        before = len(self.clauses)
        if self.symmetry.automorphisms:
            for clause, g, negated in self.symmetry.violated(self.chi, 300):
                self.add(clause, "lex", self.symmetry.automorphisms[g], negated)
        if len(self.clauses) > before:
            return len(self.clauses) - before
        self.report(f"d = {self.dimension}: final polynomials, {len(self.clauses)} clauses")
        for within in self._parts():
            if time.monotonic() > deadline:
                break
            rows = self.rows.tolist()
            polynomial = final_polynomial(
                self.pattern, self.chi, self.dimension, rows=rows, within=within, rng=self.rng, deadline=deadline
            )
            if polynomial is not None:
                clause = tuple(self.code.literal(k, -int(self.chi[k])) for k in polynomial.determinants)
                self.add(clause, "product", polynomial.inequalities)
                self.add(tuple(-literal for literal in clause), "product", polynomial.inequalities)
                return 2
        return 0

    def _parts(self) -> Iterator[np.ndarray]:
        """Sets of columns on which to look for a final polynomial: all of them if the linear program stays small."""
        n, d = self.columns, self.dimension
        size = n
        while (
            size > d + 2 and comb(size, d - 2) * comb(size - d + 2, 4) + comb(size, d + 1) * len(self.rows) > MAX_SYSTEM
        ):
            size -= 1
        if size == n:
            yield np.arange(n)
            return
        for _ in range(20):
            yield np.sort(self.rng.choice(n, size, replace=False))

    def _relations(self, deadline: float) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        n, d = self.columns, self.dimension
        if n < d + 2:
            return
        if comb(n, d - 2) * comb(n - d + 2, 4) <= MAX_RELATIONS:
            yield three_term(n, d)
            return
        # Too many to keep: those inside small sets of columns, in random order, until enough are violated.
        size = d + 4
        for _ in range(200):
            if time.monotonic() > deadline:
                return
            chosen = np.sort(self.rng.choice(n, size, replace=False))
            pairs, signs = three_term(size, d)
            yield rank(chosen[subsets(size, d)], n)[pairs], signs
