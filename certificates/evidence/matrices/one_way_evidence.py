"""One message from Alice, after which Bob knows the value; one from Bob is one from Alice on the transposed matrix.

Two rows *conflict* if some column has 0 in one and 1 in the other. A set of rows may share a message if and only if no
column has both values among them (then Bob answers with the value that occurs), and that is so if and only if no two of
them conflict: a 0 and a 1 in one column lie in two conflicting rows. So k messages are enough exactly if the conflict
graph has a colouring with k colours, and b bits exactly if 2^b colours are enough. Without ``*`` rows conflict exactly
if they differ, and the number is that of different rows.
"""

from collections.abc import Iterator

from ...kernel.clauses import Clause
from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .clauses import replay_refutation

MAX_BITS = 12
"""Longest message that is refuted by clauses; no matrix that is read has more than 2^12 rows."""


def distinct_rows(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "distinct"}``, both sides, without ``*``: ceil(log2 k) bits for k different rows."""
    evidence.fields(("kind",))
    if not matrix.total:
        evidence.fail("counts the rows of a matrix without *; for one with * give messages, a clique or a refutation")
    different = len(set(matrix.rows))
    return Proved(_bits(different), f"{different} different inputs of the sender")


def messages(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "messages", "messages": [..]}``: for each row the number of its message; ceil(log2) of how many."""
    node = evidence.fields(("kind", "messages"))["messages"]
    sent = node.integers(0, matrix.shape[0] - 1, matrix.shape[0])  # one for each of the sender's inputs
    seen: dict[int, tuple[int, int]] = {}
    for i, (message, zeros, ones) in enumerate(zip(sent, matrix.masks(0), matrix.masks(1), strict=True)):
        before_0, before_1 = seen.get(message, (0, 0))
        if before_0 & ones or before_1 & zeros:
            node.reject("message-ambiguous", f"input {i}, message {message}", at=f"[{i}]")
        seen[message] = before_0 | zeros, before_1 | ones
    return Proved(_bits(len(seen)), f"{len(seen)} messages, each of which determines every answer")


def clique(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "clique", "inputs": [..]}``: inputs of the sender, any two in conflict, need a message each."""
    inputs = conflicting_rows(evidence.fields(("kind", "inputs"))["inputs"], matrix)
    return Proved(_bits(max(len(inputs), 1)), f"{len(inputs)} inputs of the sender, any two in conflict")


def no_short_message(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "message-refutation", "bits": b, "clique": [..], "axioms": [..], "lemmas": [..]}``: more than b bits.

    The clauses of a colouring with k = 2^b colours, variable 1 + k i + j: input i has message j. In this order: for
    each i some j; for each pair i < i' in conflict and each j, not both; for the t-th member of the clique, t < k,
    message t. The last are no restriction: its members are in conflict and have different messages; rename them.
    """
    fields = evidence.fields(("kind", "bits", "clique", "axioms", "lemmas"))
    bits = fields["bits"].integer(0, MAX_BITS)
    pinned = conflicting_rows(fields["clique"], matrix)
    evidence.meter.charge(matrix.shape[0] ** 2 * (1 + matrix.shape[1] // 64))
    replay_refutation(fields, colouring_clauses(matrix, bits, pinned))
    return Proved(bits + 1, f"no {2**bits} messages are enough")


def colouring_clauses(matrix: CommunicationMatrix, bits: int, pinned: tuple[int, ...]) -> Iterator[Clause]:
    """Clauses that can be satisfied if and only if 2^bits messages of Alice's are enough.

    Parameters
    ----------
    pinned : tuple of int
        Rows, any two in conflict.

    Examples
    --------
    >>> list(colouring_clauses(CommunicationMatrix(("0*", "10")), 0, (0,)))
    [(1,), (2,), (-1, -2), (1,)]
    """
    colours, size = 2**bits, matrix.shape[0]
    zeros, ones = matrix.masks(0), matrix.masks(1)
    for i in range(size):
        yield tuple(range(1 + colours * i, 1 + colours * (i + 1)))
    for j in range(size):
        for i in range(j):
            if zeros[i] & ones[j] or ones[i] & zeros[j]:
                for c in range(colours):
                    yield -1 - colours * i - c, -1 - colours * j - c
    for c, i in enumerate(pinned[:colours]):
        yield (1 + colours * i + c,)


def conflicting_rows(node: Node, matrix: CommunicationMatrix) -> tuple[int, ...]:
    """The numbers of rows, any two of which conflict; rejected where two do not. All pairs are charged."""
    inputs = node.increasing(0, matrix.shape[0] - 1)
    node.meter.charge(len(inputs) ** 2 * (1 + matrix.shape[1] // 64))
    zeros, ones = matrix.masks(0), matrix.masks(1)
    for k, i in enumerate(inputs):  # of no rows, or of one, nothing is compared: that many messages
        for j in inputs[:k]:
            if not (zeros[i] & ones[j] or ones[i] & zeros[j]):
                node.reject("value-not-proved", f"lines {j} and {i} do not conflict")
    return inputs


def _bits(k: int) -> int:
    """ceil(log2 k) for k >= 1."""
    return (k - 1).bit_length()
