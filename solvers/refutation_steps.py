"""What a refutation of clauses is: lemmas, each of which follows from earlier clauses by unit propagation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]
"""Nonzero integers: +k says that variable k is true, -k that it is false; one of them holds."""


@dataclass(frozen=True)
class Refutation:
    """``axioms``: positions of the clauses used. ``lemmas``: (literals, hints); hints count axioms, then lemmas."""

    axioms: tuple[int, ...]
    lemmas: tuple[tuple[Clause, tuple[int, ...]], ...]

    @property
    def size(self) -> int:
        """How many clauses it names."""
        return len(self.axioms) + len(self.lemmas)


class ProofError(RuntimeError):
    """The solver's log is not a proof by unit propagation, or replaying it took longer than allowed."""


def replay(axioms: Sequence[Clause], lemmas: Iterable[tuple[Sequence[int], Sequence[int]]]) -> None:
    """Return if the lemmas refute the axioms.

    Raises
    ------
    ValueError
        If a lemma does not follow from the clauses that it names, or the empty clause does not come.

    Examples
    --------
    >>> replay([(1, 2), (-1,), (-2,)], [((), (1, 0, 2))])
    """
    clauses = [tuple(axiom) for axiom in axioms]
    for lemma, hints in lemmas:
        true = {-literal for literal in lemma}
        if not any(-literal in true for literal in true):  # else the lemma holds a literal and its negation
            _propagate(true, clauses, hints)
        clauses.append(tuple(lemma))
    if () not in clauses:
        raise ValueError("the refutation ends without the empty clause")


def _propagate(true: set[int], clauses: Sequence[Clause], hints: Iterable[int]) -> None:
    for hint in hints:
        left = {literal for literal in clauses[hint] if -literal not in true}
        if not left:
            return
        if len(left) > 1:
            raise ValueError(f"clause {hint} is not unit when its turn comes")
        true |= left
    raise ValueError("the propagation ends without a conflict")
