"""What a refutation of clauses is: lemmas, each of which follows from earlier clauses by unit propagation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]


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


def in_order(positions: Mapping[int, int], lemmas: Sequence[tuple[int, Clause, tuple[int, ...]]]) -> Refutation:
    """The refutation of steps that are named by numbers of any kind.

    Parameters
    ----------
    positions : the axioms' numbers, with their positions among the given clauses
    lemmas : (number, literals, numbers of hints), the last lemma first

    Examples
    --------
    >>> in_order({7: 1, 3: 0}, [(9, (), (8, 3)), (8, (1,), (7,))])
    Refutation(axioms=(0, 1), lemmas=(((1,), (1,)), ((), (2, 0))))
    """
    axioms = sorted(positions, key=positions.__getitem__)
    place = {number: k for k, number in enumerate([*axioms, *(number for number, _, _ in reversed(lemmas))])}
    steps = ((literals, tuple(place[h] for h in hints)) for _, literals, hints in reversed(lemmas))
    return Refutation(tuple(positions[number] for number in axioms), tuple(steps))


def cone(
    last: int, reasons: Mapping[int, int | None], trail: Sequence[int], literals: Callable[[int], Sequence[int]]
) -> tuple[int, ...]:
    """The clauses that make a false clause false, in the order of the trail; the false one is the last.

    Parameters
    ----------
    last : the false clause's number
    reasons : true literals, with the clause that made them so (None: assumed)
    trail : numbers of clauses in the order in which they became unit
    literals : from a clause's number to its literals

    Examples
    --------
    >>> clauses = [(1,), (2,), (-1,)]
    >>> cone(2, {1: 0, 2: 1}, [0, 1], clauses.__getitem__)
    (0, 2)
    """
    needed, stack = {last}, [last]
    while stack:
        for literal in literals(stack.pop()):
            reason = reasons.get(-literal)
            if reason is not None and reason not in needed:
                needed.add(reason)
                stack.append(reason)
    return (*(number for number in trail if number in needed), last)
