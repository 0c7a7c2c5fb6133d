"""One message: ceil(log2 of the number of different rows), or with ``*`` of the conflict graph's chromatic number.

Without ``*`` nothing is searched for. With it, a greedy colouring and a greedy clique give both ends, and a SAT solver
decides each power of two between them: a colouring, or a refutation that the checker replays.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..questions.value_matrix import Matrix
from ..solvers.clause_decision import Model, Replayed, SolverWord, decide_clauses
from ..solvers.protocols.colouring_clauses import colouring_clauses, conflicts
from ..tasks.words import counted
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified, refuted

MAX_CLAUSES = 4_000_000
"""Most clauses that a SAT solver is asked."""


def one_way_bounds(name: str, matrix: Matrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the bits of one message, from Alice (``one_way_ab``) or from Bob (``one_way_ba``).

    Examples
    --------
    >>> from headcount.questions import CommunicationMatrix
    >>> matrix = CommunicationMatrix(("01*", "0*1", "*10"))
    >>> for bound in one_way_bounds("one_way_ab", matrix, Known(matrix), Effort()):
    ...     print(bound)
    one_way_ab <= 1 [CERTIFIED] 2 messages
    one_way_ab >= 1 [CERTIFIED] 2 rows in conflict
    """
    senders = matrix if name == "one_way_ab" else matrix.transposed
    if matrix.total:
        different = len(set(senders.rows))
        for side in ("upper", "lower"):
            method, bits = counted(different, "different input"), _bits(different)
            yield certified(matrix, name, side, bits, method, {"kind": "distinct"})
        return
    apart = conflicts_of(senders)
    message = greedy_colouring(apart)
    yield _messages(matrix, name, message)
    clique = greedy_clique(apart)
    found = f"{len(clique)} rows in conflict"
    yield certified(matrix, name, "lower", _bits(len(clique)), found, {"kind": "clique", "inputs": clique})
    for bits in range(_bits(len(clique)), _bits(len(set(message)))):  # the first that is enough ends the search
        if known.value(name, "upper") == bits:
            return
        count = len(message) + 2**bits * sum(row.bit_count() for row in apart) // 2
        if count > MAX_CLAUSES:
            raise Declined(
                f"{name}: {bits} bits for {len(message)} inputs need {count} clauses, at most {MAX_CLAUSES} are made;"
                " leave out rows, or ask for the other direction"
            )
        answer = decide_clauses(list(colouring_clauses(senders.rows, bits, tuple(clique))), effort.deadline)
        if isinstance(answer, Model):
            chosen = [
                next(c for c in range(2**bits) if 1 + 2**bits * i + c in answer.true) for i in range(len(message))
            ]
            yield _messages(matrix, name, chosen)
            return
        if isinstance(answer, SolverWord):
            yield by_solver(name, "lower", bits + 1, f"SAT solver: {2**bits} messages are not enough")
        elif isinstance(answer, Replayed):
            evidence = refuted("message-refutation", answer, bits=bits, clique=clique)
            yield certified(matrix, name, "lower", bits + 1, f"{2**bits} messages are not enough", evidence)
        else:
            return


def _messages(matrix: Matrix, name: str, message: list[int]) -> MeasureBound:
    numbers = {old: new for new, old in enumerate(dict.fromkeys(message))}
    evidence = {"kind": "messages", "messages": [numbers[old] for old in message]}
    return certified(matrix, name, "upper", _bits(len(numbers)), counted(len(numbers), "message"), evidence)


def conflicts_of(senders: Matrix) -> list[int]:
    """For each row the rows in conflict with it, as a bit set."""
    return conflicts(senders.rows)


def greedy_colouring(conflicts: list[int]) -> list[int]:
    """Next always the row whose conflicts show most colours (Brelaz 1979), in the first colour that is free."""
    colours = [-1] * len(conflicts)
    shown = [0] * len(conflicts)
    for _ in conflicts:
        i = max(
            (k for k, colour in enumerate(colours) if colour < 0),
            key=lambda k: (shown[k].bit_count(), conflicts[k].bit_count()),
        )
        colours[i] = (~shown[i] & shown[i] + 1).bit_length() - 1
        for j in range(len(conflicts)):
            if conflicts[i] >> j & 1:
                shown[j] |= 1 << colours[i]
    return colours


def greedy_clique(conflicts: list[int]) -> list[int]:
    """The largest of the cliques that start at each row and take the row with most common conflicts left."""
    best: list[int] = []
    for start in sorted(range(len(conflicts)), key=lambda i: -conflicts[i].bit_count())[:64]:
        clique, common = [start], conflicts[start]
        while common:
            open_rows = [j for j in range(len(conflicts)) if common >> j & 1]
            j = max(open_rows, key=lambda j: (conflicts[j] & common).bit_count())
            clique.append(j)
            common &= conflicts[j]
        best = max(best, clique, key=len)
    return sorted(best)


def _bits(k: int) -> int:
    """ceil(log2 k) for k >= 1."""
    return (k - 1).bit_length()
