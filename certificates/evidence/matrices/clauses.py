"""Replay of a refutation of clauses that the checker itself makes from the matrix.

``{"kind": .., "axioms": [..], "lemmas": [..]}``: ``axioms`` are numbers of clauses, counted from 0 in the order in
which the checker makes them; lemmas are those of ``refutation.py``, which count the named axioms only.
"""

from collections.abc import Iterable

from ...kernel.clauses import Clause, replay
from ...reading import Node

MANY = 10_000
"""Steps that are paid for together."""


def replay_refutation(fields: dict[str, Node], clauses: Iterable[Clause]) -> None:
    """Return if the named clauses are contradictory by the lemmas; raise ``RejectionError`` if not.

    The clauses are gone through once, each is charged, and only those that are named are kept.
    """
    node = fields["axioms"]
    named: dict[int, Clause] = dict.fromkeys(node.integers(0), ())
    variables = last = 0
    waiting = 0
    for last, clause in enumerate(clauses, start=1):
        waiting += 8 + 2 * len(clause)
        if waiting > MANY:  # a call for each clause would cost as much again
            node.meter.charge(waiting)
            waiting = 0
        variables = max(variables, *map(abs, clause), 0)
        if last - 1 in named:
            named[last - 1] = clause
    node.meter.charge(waiting)
    if named and max(named) >= last:
        node.fail(f"must be numbers of clauses, below {last}")
    # Of no axioms nothing but a lemma that needs none is implied, and that is not empty.
    replay([named[number] for number in node.integers(0)], fields["lemmas"], variables)
