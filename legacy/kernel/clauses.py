"""Clauses: what they are, and the replay of a refutation.

Each lemma follows from earlier clauses by unit propagation, the last one is empty. A lemma is written
[literals, hints]; hints are clause numbers, axioms first (numbered from 0), then lemmas, in the order in which they
become unit under the negation of the lemma (the idea of LRAT proofs: Cruz-Filipe et al. 2017).
"""

from collections.abc import Sequence

from ...questions.reading import Node

Clause = tuple[int, ...]
"""Nonzero integers: +k says that variable k is true, -k that it is false; one of them holds."""


def replay(axioms: Sequence[Clause], lemmas: Node, variables: int) -> None:
    """Return if the lemmas refute the axioms; raise ``RejectionError`` where they do not."""
    clauses = list(axioms)
    for node in lemmas.entries():
        literals_node, hints_node = node.items(2)
        lemma = literals_node.integers(-variables, variables)
        if 0 in lemma:
            literals_node.fail("must not hold the literal 0")
        hints = hints_node.integers(0, len(clauses) - 1)
        node.meter.charge(20 + 4 * len(lemma) + 2 * sum(3 + len(clauses[hint]) for hint in hints))
        _check_lemma(lemma, hints, clauses, node)
        clauses.append(lemma)
        if not lemma:
            return
    if () not in axioms:
        lemmas.reject("no-contradiction")


def _check_lemma(lemma: Clause, hints: Clause, clauses: list[Clause], node: Node) -> None:
    true = {-literal for literal in lemma}
    if any(-literal in true for literal in true):
        return  # the lemma holds a literal and its negation
    for hint in hints:
        open_literals = {literal for literal in clauses[hint] if -literal not in true}
        if not open_literals:
            return
        if len(open_literals) == 1:
            true |= open_literals
        else:
            node.reject("lemma-not-implied", f"clause {hint} is not unit when its turn comes")
    node.reject("lemma-not-implied", "propagation ends without a conflict")
