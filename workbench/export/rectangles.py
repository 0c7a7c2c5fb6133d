"""Refutations about the rectangles of a matrix: covers, partitions, fooling sets, and the messages of one party.

Which clauses there are, and in which order, is the checker's (``certificates/evidence/matrices``), which makes them
again; beside each stands here what it says. A test compares both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from ...legacy.evidence.matrices.rectangle_clauses import read_order
from ...questions.matrix import CommunicationMatrix
from ...solvers.clause_replay import Clause
from ...solvers.protocols.colouring_clauses import colouring_clauses
from ...solvers.rectangles.fooling_clauses import first_cells, fooling_clauses, grouped
from ...solvers.rectangles.rectangle import Rectangle
from ...solvers.rectangles.slot_clauses import slot_clauses
from .record import Exported
from .refutation import Axiom, Refutation
from .stated_claim import StatedClaim

Label = dict[str, Any]
Cells = tuple[tuple[int, int], ...]


def slots(claim: StatedClaim) -> Exported:
    """``cover-refutation`` and ``partition-refutation``."""
    matrix, count = claim.matrix, claim.evidence["slots"]
    disjoint = claim.kind == "partition-refutation"
    order = read_order(claim.node("order"), matrix, count)
    rows, columns, cells = *matrix.shape, matrix.cells(1)

    def says(number: int) -> Label:
        slot, place = divmod(number - 1, rows + columns + len(cells))
        if place < rows:
            return {"row": [slot, place]}
        if place < rows + columns:
            return {"column": [slot, place - rows]}
        return {"entry": [slot, *cells[place - rows - columns]]}

    labelled = zip(
        slot_labels(matrix, count, order, disjoint), slot_clauses(matrix, count, order, disjoint), strict=True
    )
    kind = f"{count} disjoint rectangles" if disjoint else f"{count} rectangles"
    proves = f"{claim.words}, since no {kind} hold all entries"
    believe = (
        f"That {kind} would satisfy the clauses, numbered such that the entries in 'order' lie in the first, in one of "
        "the first two, and so on."
    )
    size = count * (rows + columns + len(cells))
    return _exported(claim, ("slots", "order"), labelled, says, size, proves, believe)


def slot_labels(matrix: CommunicationMatrix, slots: int, order: list[int], disjoint: bool) -> Iterator[Label]:
    """What the clauses of ``slot_clauses`` say, in its order.

    >>> [label["rule"] for label in slot_labels(CommunicationMatrix(("10",)), 1, [0], disjoint=True)]
    ['excluded', 'row-of-entry', 'column-of-entry', 'entry-of-both', 'covered', 'ordered']
    """
    cells = [list(cell) for cell in matrix.cells(1)]
    rules = ("row-of-entry", "column-of-entry", "entry-of-both")
    for slot in range(slots):
        for r, c in matrix.cells(0):
            yield {"rule": "excluded", "slot": slot, "entry": [r, c]}
    for slot in range(slots):
        for cell in cells:
            for rule in rules if disjoint else rules[:2]:
                yield {"rule": rule, "slot": slot, "entry": cell}
    for cell in cells:
        yield {"rule": "covered", "entry": cell}
    for place, number in enumerate(order):
        yield {"rule": "ordered", "place": place, "entry": cells[number]}
    if disjoint:
        for cell in cells:
            for pair in combinations(range(slots), 2):
                yield {"rule": "once", "slots": list(pair), "entry": cell}


def fooling(claim: StatedClaim) -> Exported:
    """``fooling-refutation``."""
    matrix, size = claim.matrix, claim.evidence["size"]
    rectangles = [Rectangle(tuple(rows), tuple(columns)) for rows, columns in claim.evidence["rectangles"]]
    cells = first_cells(matrix)
    groups, _ = grouped(cells, rectangles)

    def says(number: int) -> Label:
        if number <= len(cells):
            return {"entry": list(cells[number - 1])}
        group, count = divmod(number - len(cells) - 1, size + 1)
        return {"count": [group + 1, count + 1]}

    labelled = zip(
        fooling_labels(matrix, cells, len(groups), size), fooling_clauses(matrix, cells, groups, size), strict=True
    )
    proves = f"{claim.words}, since there is no fooling set of {size + 1} entries"
    believe = (
        "That a fooling set has at most one entry in each of the groups, which are the listed rectangles, each without "
        "the earlier ones, and that an entry may be moved to the first of equal rows and of equal columns."
    )
    total = len(cells) + len(groups) * (size + 1)
    return _exported(claim, ("size", "rectangles"), labelled, says, total, proves, believe)


def fooling_labels(matrix: CommunicationMatrix, cells: Cells, groups: int, size: int) -> Iterator[Label]:
    """What the clauses of ``fooling_clauses`` say, in its order."""
    zeros = matrix.masks(0)
    for number, (r, c) in enumerate(cells):
        for i, j in cells[number + 1 :]:
            if not (zeros[r] >> j & 1 or zeros[i] >> c & 1):
                yield {"rule": "together", "entries": [[r, c], [i, j]]}
    for group in range(1, groups + 1):
        for count in range(1, min(group, size + 1) + 1):
            yield {"rule": "count-up", "group": group, "count": count}
            if count > 1:
                yield {"rule": "count-step", "group": group, "count": count}
    yield {"rule": "enough"}


def message(claim: StatedClaim) -> Exported:
    """``message-refutation``: the sender's inputs are the rows of the matrix as it is seen."""
    matrix, bits, clique = claim.matrix, claim.evidence["bits"], tuple(claim.evidence["clique"])
    colours = 2**bits

    def says(number: int) -> Label:
        return {"message": list(divmod(number - 1, colours))}

    labelled = zip(message_labels(matrix, bits, clique), colouring_clauses(matrix, bits, clique), strict=True)
    proves = f"{claim.words}, since {colours} messages are not enough"
    believe = (
        "That inputs of the sender in conflict (the other party has an input at which one has 0 and the other 1) have "
        "different messages, and that those of the clique, which are in conflict, may be numbered in its order."
    )
    return _exported(claim, ("bits", "clique"), labelled, says, matrix.shape[0] * colours, proves, believe)


def message_labels(matrix: CommunicationMatrix, bits: int, clique: tuple[int, ...]) -> Iterator[Label]:
    """What the clauses of ``colouring_clauses`` say, in its order."""
    zeros, ones = matrix.masks(0), matrix.masks(1)
    for i in range(matrix.shape[0]):
        yield {"rule": "some", "input": i}
    for j in range(matrix.shape[0]):
        for i in range(j):
            if zeros[i] & ones[j] or ones[i] & zeros[j]:
                for colour in range(2**bits):
                    yield {"rule": "conflict", "inputs": [i, j], "message": colour}
    for colour, i in enumerate(clique[: 2**bits]):
        yield {"rule": "named", "input": i, "message": colour}


def _exported(
    claim: StatedClaim,
    fields: tuple[str, ...],
    labelled: Iterable[tuple[Label, Clause]],
    says: Any,
    size: int,
    proves: str,
    believe: str,
) -> Exported:
    about = {"kind": claim.kind, **{name: claim.evidence[name] for name in fields}}
    return named_clauses(claim, about, labelled, says, size, proves, believe)


def named_clauses(
    claim: StatedClaim,
    about: Mapping[str, Any],
    labelled: Iterable[tuple[Label, Clause]],
    says: Any,
    size: int,
    proves: str,
    believe: str,
) -> Exported:
    """The refutation of those clauses that the evidence names by their numbers; ``says`` names a variable."""
    named: dict[int, Axiom | None] = dict.fromkeys(claim.evidence["axioms"])
    for number, (label, clause) in enumerate(labelled):
        if number in named:
            named[number] = Axiom(label, clause)
    axioms = [axiom for number in claim.evidence["axioms"] if (axiom := named[number]) is not None]
    lemmas = claim.evidence["lemmas"]
    met = {abs(literal) for axiom in axioms for literal in axiom.clause}
    met |= {abs(literal) for literals, _ in lemmas for literal in literals}
    variables = {number: says(number) for number in sorted(met)}
    refutation = Refutation(claim.question, claim.claim, about, variables, size, axioms, lemmas)
    by = {"refutation": f"{claim.name}.cnf", "proof": f"{claim.name}.lrat"}
    return Exported(by, refutation.files(claim.name, proves, believe))
