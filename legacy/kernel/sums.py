"""The one rule behind every axiom: a sum that is zero cannot have terms of one sign only.

Each axiom names an identity ``sum of terms = 0`` that holds for real vectors. Assume that its clause is false: then the
sign of some determinants is known, hence the possible signs of the terms. If no term can be negative and one
must be positive (or the other way round) the identity fails, so the clause is implied.

A *term* is a known coefficient sign (or ``None`` for a star: any real number) times determinants, each named by an
increasing tuple of vectors.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...questions.reading import Node
from .clauses import Clause

Subset = tuple[int, ...]
ANY = frozenset((-1, 0, 1))
NONZERO = frozenset((-1, 1))
ZERO = frozenset((0,))

SIGN_OF = {"+": 1, "-": -1, "0": 0, "*": None}
"""The sign of a number whose symbol is known; None for a star."""


@dataclass(frozen=True)
class Term:
    """``coefficient * product of determinants``; ``scale`` is a table entry (row, column) that it also contains."""

    coefficient: int | None
    factors: tuple[Subset, ...]
    scale: tuple[int, int] | None = None


@dataclass(frozen=True)
class Literals:
    """How literals speak of signs.

    Uniform: literal +k says that set k-1 has a positive determinant, -k that it has a negative one (never zero).
    Otherwise set k has two variables: 2k+1 says positive, 2k+2 says negative; neither means zero.
    """

    sets: tuple[Subset, ...]
    uniform: bool

    @property
    def variables(self) -> int:
        return len(self.sets) * (1 if self.uniform else 2)

    def read(self, node: Node) -> Clause:
        """A clause over these literals."""
        clause = node.integers(-self.variables, self.variables)
        if 0 in clause:
            node.fail("must not hold the literal 0")
        node.meter.charge(5 * len(clause))
        return clause

    def signs_if_false(self, clause: Clause) -> dict[Subset, frozenset[int]]:
        """Possible signs of the sets that the clause mentions when all of its literals are false."""
        signs: dict[Subset, frozenset[int]] = {}
        for literal in clause:
            variable, stated = abs(literal), literal > 0
            if self.uniform:
                subset, allowed = self.sets[variable - 1], frozenset((-1 if stated else 1,))
            else:
                subset = self.sets[(variable - 1) // 2]
                sign = 1 if variable % 2 else -1
                allowed = frozenset((0, -sign)) if stated else frozenset((sign,))
            signs[subset] = signs.get(subset, ANY) & allowed
        return signs

    def excluded(self, clause: Clause) -> bool:
        """Whether some set has no sign left when all literals of the clause are false."""
        return not all(self.signs_if_false(clause).values())

    def implied(self, clause: Clause, terms: Iterable[Term]) -> bool:
        """Whether the terms, whose sum is zero, cannot be so when all literals of the clause are false."""
        known = self.signs_if_false(clause)
        return one_sided([term_signs(term, known, self.uniform) for term in terms])


def term_signs(term: Term, known: Mapping[Subset, frozenset[int]], uniform: bool) -> frozenset[int]:
    """The signs that a term can have, given what is known of the determinants."""
    if term.coefficient == 0:
        return ZERO
    signs = ANY if term.coefficient is None else frozenset((term.coefficient,))
    for factor in term.factors:
        possible = known.get(factor, NONZERO if uniform else ANY)
        signs = frozenset(a * b for a in signs for b in possible)
    return signs


def one_sided(possible: list[frozenset[int]]) -> bool:
    """True if no sum of terms with these signs is zero.

    >>> one_sided([frozenset({1}), frozenset({0, 1})])
    True
    >>> one_sided([frozenset({1}), frozenset({0, -1})])
    False
    """
    for sign in (1, -1):
        if all(-sign not in signs for signs in possible) and any(signs == {sign} for signs in possible):
            return True
    return False
