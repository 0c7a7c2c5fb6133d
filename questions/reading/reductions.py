"""A reduction as a certificate states it; FORMAT.rst describes the fields."""

from ..outputs import Averages, Computation
from ..reduction import (
    MAX_DENOMINATOR,
    PARTIES,
    Answer,
    Cut,
    Encoding,
    Source,
    Target,
    Token,
    Tokens,
    listed_function,
    matrix_function,
)
from ..two_party import NAMED
from .matrices import read_matrix
from .node import Node
from .questions import read_question

MAX_BITS = 500
"""Largest n of a listed function."""

MAX_OUTPUTS = 4096
"""Most outputs that a read-out lists."""

MAX_KEY = 200
"""Longest number of an input in decimal digits: those of 2^500 have fewer."""


def read_encoding(question: Node) -> Encoding:
    """The encoders of a reduction, as tables."""
    fields = question.fields(("task", "source", "target", "owners", "position", "public", "alice", "bob", "read_out"))
    cut = read_cut(fields)
    rows, columns = cut.source.shape
    read_out: dict[Answer, int] = {}
    for entry in fields["read_out"].some(MAX_OUTPUTS, 0):
        output, bit = entry.items(2)
        answer = _read_answer(output, cut.target)
        if answer in read_out:
            entry.fail("is about an output that stands in the list already")
        read_out[answer] = bit.integer(0, 1)
    return Encoding(
        cut,
        _read_positions(fields["position"], cut.target),
        read_tokens(fields["public"], cut.target, len(cut.of("P"))),
        _read_table(fields["alice"], rows, cut.target, len(cut.of("A"))),
        _read_table(fields["bob"], columns, cut.target, len(cut.of("B"))),
        read_out,
    )


def read_cut(fields: dict[str, Node]) -> Cut:
    """The function, the task, and the owners of its positions."""
    source, target = _read_source(fields["source"]), _read_target(fields["target"])
    owners = fields["owners"].text()
    if len(owners) != target.length or not set(owners) <= set(PARTIES):
        fields["owners"].fail(f"must be {target.length} letters A, B or P, one for each position")
    return Cut(source, target, owners)


def read_tokens(node: Node, target: Target, width: int) -> Tokens:
    """So many tokens, which need not be the task's."""
    return tuple(_read_token(token, target) for token in node.items(width))


def read_pair(fields: dict[str, Node], source: Source) -> tuple[int, int]:
    """The numbers of Alice's and of Bob's input."""
    rows, columns = source.shape
    return fields["row"].integer(0, rows - 1), fields["column"].integer(0, columns - 1)


def _read_source(node: Node) -> Source:
    node.field("task").word(("communication",))
    of = node.field("of").text()
    if of not in NAMED:
        return matrix_function(read_matrix(node))
    return listed_function(of, node.fields(("task", "of", "n"))["n"].integer(1, MAX_BITS))


def _read_target(node: Node) -> Target:
    node.field("task").word((Computation.task, Averages.task))
    question = read_question(node)
    assert isinstance(question, Computation | Averages)  # the two words
    if isinstance(question, Computation) and question.of.position is not None:
        node.field("position").fail("must be left out; the reduction has a position of its own")
    return Target(question)


def _read_positions(node: Node, target: Target) -> tuple[int, ...]:
    """One position; of a finite task also an increasing list of several, of whose answers the greatest is read."""
    if not isinstance(node.value, list):
        return (node.integer(0, target.length - 1),)
    if not isinstance(target.question, Computation):
        node.fail("must be one position, because the outputs are averages")
    return node.increasing(0, target.length - 1) or node.fail("must name a position")


def _read_token(node: Node, target: Target) -> Token:
    if isinstance(target.question, Computation):
        return node.integer()
    value, y = node.items(2)
    z = value.fraction()
    if z.denominator > MAX_DENOMINATOR:
        value.fail(f"must have a denominator of at most {MAX_DENOMINATOR}")
    return z, y.integers()


def _read_answer(node: Node, target: Target) -> Answer:
    return node.integer() if isinstance(target.question, Computation) else node.fraction()


def _read_table(node: Node, count: int, target: Target, width: int) -> dict[int, Tokens]:
    """Tokens by input: a list for all inputs, or an object with some of their numbers as keys."""
    if isinstance(node.value, list):
        if len(node.value) != count:
            node.fail(f"must have an entry for each input, got {len(node.value)}")
        return {number: read_tokens(row, target, width) for number, row in enumerate(node.entries())}
    table = {}
    for key, row in node.fields((), tuple(node.value) if isinstance(node.value, dict) else ()).items():
        if not key.isascii() or not key.isdigit() or len(key) > MAX_KEY or str(int(key)) != key or int(key) >= count:
            row.fail("must be an input's number, from 0, as it is printed")
        table[int(key)] = read_tokens(row, target, width)
    return table
