"""Claims about a reduction: that it is correct, that it is wrong, or that no local encoder makes two runs.

A reduction is stated by tables over each party's own input (``statement/reduction.py``), so locality is in the form.
"""

from collections.abc import Callable, Mapping

from ..messages import short_number
from ..reading import Node
from ..reading.reductions import read_cut, read_encoding, read_pair, read_tokens
from ..statement.reduction import PARTIES, Encoding, Tokens, token_words

Fact = tuple[str, str, tuple[str, ...]]
"""What is proved, how, and what is assumed, in words."""


def by_all_pairs(question: Node, evidence: Node) -> Fact:
    """``{"kind": "all-pairs"}``: for every promised pair, the answer that the task has, read off, is f."""
    evidence.field("kind").word(("all-pairs",))
    evidence.fields(("kind",))
    encoding = read_encoding(question)
    cut, source = encoding.cut, encoding.cut.source
    rows, columns = source.shape
    for name, table, count in (("alice", encoding.alice, rows), ("bob", encoding.bob, columns)):
        if len(table) != count:
            question.field(name).fail(f"must have tokens for all {count} inputs, got {len(table)}")
    question.meter.charge(rows * columns * cut.target.steps)
    for name, tokens in _tokens_by_place(encoding):
        for token in tokens:
            if not cut.target.is_token(token):
                question.reject("not-an-input", f"the token {token_words(token)}", at=f".{name}")
    counts = {"0": 0, "1": 0}
    for row in range(rows):
        for column in range(columns):
            entry = source.entry(row, column)
            if entry == "*":
                continue
            fault = encoding.fault(row, column, entry)
            if fault is not None:
                evidence.reject(fault[0], f"at {source.spell(row, column)}: {fault[1]}")
            counts[entry] += 1
    alice, bob, total = cut.of("A"), cut.of("B"), sum(counts.values())
    prefix = ", all of Alice's before all of Bob's" if alice and bob and alice[-1] < bob[0] else ""
    read = len(encoding.positions)
    prefix += f", the greatest of {read} answers read" if read > 1 else ""
    pairs = f"all {total} pairs" if total == rows * columns else f"the {total} promised pairs"
    statement = (
        f"{source.words} is encoded in {cut.target.words}, each of Alice's tokens a function of a, each of Bob's "
        f"of b{prefix}: correct for {pairs} ({counts['1']} with value 1, {counts['0']} with value 0)"
    )
    return statement, f"the task evaluated by its definition on {pairs}", cut.assumptions


def by_pair(question: Node, evidence: Node) -> Fact:
    """``{"kind": "pair", "row": .., "column": ..}``: for one pair it is not, or it is no input of the task at all."""
    evidence.field("kind").word(("pair",))
    fields = evidence.fields(("kind", "row", "column"))
    encoding = read_encoding(question)
    cut, source = encoding.cut, encoding.cut.source
    row, column = read_pair(fields, source)
    for name, table, number in (("alice", encoding.alice, row), ("bob", encoding.bob, column)):
        if number not in table:
            question.field(name).fail(f"must have the tokens for {short_number(number)}, which the evidence names")
    question.meter.charge(cut.target.steps)
    entry = source.entry(row, column)
    if entry == "*":
        evidence.reject("no-counterexample", "nothing is promised for this pair")
    tokens = encoding.tokens(row, column)
    outside = next((i for i, token in enumerate(tokens) if not cut.target.is_token(token)), None)
    if outside is not None:
        why = f"the token {token_words(tokens[outside])} at position {outside} is none of the task's"
    else:
        fault = encoding.fault(row, column, entry)
        if fault is None or fault[0] == "not-an-input":  # a list that lacks the input says nothing about it
            evidence.reject("no-counterexample", "the answer is right" if fault is None else fault[1])
        why = fault[1]
    statement = f"the encoding of {source.words} in {cut.target.words} is wrong at {source.spell(row, column)}: {why}"
    return statement, why, cut.assumptions


def by_runs(question: Node, evidence: Node) -> Fact:
    """``{"kind": "runs"}``: in two runs a token differs although its owner's input is the same: no tables do that."""
    evidence.field("kind").word(("runs",))
    evidence.fields(("kind",))
    fields = question.fields(("task", "source", "target", "owners", "runs"))
    cut = read_cut(fields)
    source, target = cut.source, cut.target
    runs = []
    for node in fields["runs"].items(2):
        run = node.fields(("row", "column", "tokens"))
        tokens = read_tokens(run["tokens"], target, target.length)
        runs.append((*read_pair(run, source), tokens))
    (row, column, before), (other_row, other_column, after) = runs
    seen = {"A": row == other_row, "B": column == other_column, "P": True}
    for i, owner in enumerate(cut.owners):
        if seen[owner] and before[i] != after[i]:
            held = {"A": "although a is the same", "B": "although b is the same", "P": "which depends on no input"}
            why = (
                f"the token of {PARTIES[owner]} at position {i} is {token_words(before[i])} at "
                f"{source.spell(row, column)} and {token_words(after[i])} at {source.spell(other_row, other_column)}, "
                f"{held[owner]}"
            )
            statement = f"no local encoder of {source.words} in {target.words} makes both runs: {why}"
            return statement, why, cut.assumptions
    evidence.reject("no-counterexample", "no token differs whose owner's input is the same")


def _tokens_by_place(encoding: Encoding) -> list[tuple[str, Tokens]]:
    tables = [(name, table) for name, table in (("alice", encoding.alice), ("bob", encoding.bob))]
    placed = [(f"{name}[{number}]", tokens) for name, table in tables for number, tokens in table.items()]
    return [("public", encoding.public), *placed]


REDUCTION_CLAIMS: Mapping[str, Callable[[Node, Node], Fact]] = {
    "correct": by_all_pairs,
    "incorrect": by_pair,
    "not-local": by_runs,
}
"""The word of a claim -> what decides it."""
