"""Exhibits about reductions and output layers (``meaning/reductions.py``): they are evaluated.

``all-pairs``  for every promised pair the answer that the task has, read off, is the function's value.
``one-pair``   for a promised pair it is not, or a token is none of the task's. A list that lacks the input says nothing.
``runs``       in two runs a token differs although its owner's input is the same: no tables do that.
``states``     z = (x s, s, t) with s > 0 for each set of classes; the signs of all scores are compared.
"""

from collections.abc import Callable
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.matrices import cell, shape
from ..meaning.reductions import Token, Tokens, average, encoded, is_token, rows_of
from ..meaning.tasks import task_of
from ..meter import Meter, product_steps
from ..refuse import need
from ..schema import Record, integer, many, record
from .exhibit import read


def _reader(s: Record, meter: Meter) -> Callable[[Tokens], Any]:
    """The bit read off an input of tokens of the target; None if the list lacks it; no bit: -1. Pays for itself."""
    bits, target = dict(s.read_out), s.target
    if target.kind == "averaging":

        def of_average(x: Tokens) -> Any:
            meter.charge(100 + 40 * target.q)
            return bits.get(average(x, s.position[0]), -1)

        return of_average
    task = task_of(target, meter)

    def of_answers(x: Tokens) -> Any:
        wanted = task.wanted(tuple(token for token in x if isinstance(token, int)))
        given = [wanted[i] for i in s.position if wanted[i] is not None] if wanted is not None else []
        return bits.get(max(given), -1) if len(given) == len(s.position) else None

    return of_answers


def _fitting(s: Record, meter: Meter) -> Callable[[Token], bool]:
    alphabet = task_of(s.target, meter).alphabet if s.target.kind == "computation" else 0
    return lambda token: is_token(token, s.target, alphabet)


def _tables(claim: Claim, kind: str, meter: Meter) -> tuple[dict[int, Tokens], dict[int, Tokens]]:
    s = claim.statement
    need(claim.quantity.kind == kind and s.runs is None, "the exhibit is for a claim of another kind")
    meter.charge(100 * (len(s.alice) + len(s.bob)))
    return dict(s.alice), dict(s.bob)


def all_pairs(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """The encoding is correct."""
    read(record({}), proof, book)
    s, meter = claim.statement, book.meter
    alice, bob = _tables(claim, "correct", meter)
    rows, columns = shape(s.source)
    need((len(alice), len(bob)) == (rows, columns), "the tables lack an input")
    listed = [token for tokens in (*alice.values(), *bob.values(), s.public) for token in tokens]
    meter.charge(30 * len(listed) + rows * columns * (60 + 10 * len(s.owners)))
    need(all(map(_fitting(s, meter), listed)), "a token is none of the task's")
    bit, counts = _reader(s, meter), {"0": 0, "1": 0}
    for row in range(rows):
        for column in range(columns):
            entry = cell(s.source, row, column)
            if entry != "*":
                found = bit(encoded(s.owners, alice[row], bob[column], s.public))
                need(str(found) == entry, "at a promised pair the answer, read off, is not the function's value")
                counts[entry] += 1
    return Proved(None, f"evaluated at {counts['1']} pairs with value 1 and {counts['0']} with value 0")


def one_pair(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """The encoding is incorrect."""
    p, s, meter = read(record({"row": integer(0), "column": integer(0)}), proof, book), claim.statement, book.meter
    alice, bob = _tables(claim, "incorrect", meter)
    need(p.row in alice and p.column in bob, "the tables lack the inputs")
    entry = cell(s.source, p.row, p.column)
    need(entry != "*", "nothing is promised for the pair")
    meter.charge(100 + 40 * len(s.owners))
    x = encoded(s.owners, alice[p.row], bob[p.column], s.public)
    if not all(map(_fitting(s, meter), x)):
        return Proved(None, "a token is none of the task's")
    found = _reader(s, meter)(x)
    need(found is not None and str(found) != entry, "the answer is right, or none is asked for")
    return Proved(None, f"the function has the value {entry}, read off is {found if found >= 0 else 'no bit'}")


def two_runs(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """No encoder makes both runs."""
    read(record({}), proof, book)
    s = claim.statement
    need(claim.quantity.kind == "not-local" and s.runs is not None, "the exhibit is for a claim about two runs")
    one, other = s.runs
    same = {"A": one.row == other.row, "B": one.column == other.column, "P": True}
    differ = zip(s.owners, one.tokens, other.tokens, strict=True)
    need(any(same[owner] and a != b for owner, a, b in differ), "no token differs whose owner's input is the same")
    return Proved(None, "a token differs although its owner's input is the same")


def states(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """A hidden state for each set of classes."""
    p, s, meter = read(record({"points": many(many(integer()))}), proof, book), claim.statement, book.meter
    need(claim.quantity.kind == "reachable", "the exhibit is for sets that are reached")
    sets, rows, width = claim.quantity.sets, rows_of(s, meter), len(s.weights[0])
    need(len(p.points) == len(sets), "a point is needed for each set")
    long = max((x.bit_length() for row in rows for x in row), default=0)
    for z, one in zip(p.points, sets, strict=True):
        need(len(z) == len(rows[0]), "a point has another number of coordinates")
        need(s.bias is None or z[width] > 0, "the scale of a point is not positive")
        need(not s.centred or sum(z[:width]) == 0, "the coordinates of a state do not add up to 0")
        meter.charge(len(rows) * (10 + len(z) * product_steps(max(x.bit_length() for x in z), long)))
        chosen = set(one)
        for j, row in enumerate(rows):
            score = sum(map(int.__mul__, row, z))
            need(score > 0 if j in chosen else score < 0, "a score is on the wrong side of the threshold")
    return Proved(None, f"for each set a hidden state, all {len(rows)} scores compared")


EXHIBITS = {"all-pairs": all_pairs, "one-pair": one_pair, "runs": two_runs, "states": states}
