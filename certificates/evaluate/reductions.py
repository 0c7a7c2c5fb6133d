"""Exhibits about reductions and output layers (``meaning/reductions.py``): they are evaluated.

``all-pairs``  for every promised pair the answer that the task has, read off, is the function's value.
``one-pair``   for a promised pair it is not, or a token is none of the task's. A list that lacks the input says
               nothing.
``runs``       in two runs a token differs although its owner's input is the same: no tables do that.
``states``     z = (x s, s, t) with s > 0 for each set of classes; the signs of all scores are compared.
"""

from collections.abc import Callable
from fractions import Fraction

from ..claims import Claim
from ..meaning.matrices import cell, shape
from ..meaning.reductions import Token, Tokens, average, encoded, is_token, rows_of
from ..meaning.tasks import task_of
from ..meaning.units import VECTORS
from ..meter import Meter
from ..refuse import need
from ..schema import Record, integer, record
from .exhibit import Exhibit, Shown
from .vectors import signs_hold


def _reader(s: Record, meter: Meter) -> tuple[Callable[[Token], bool], Callable[[Tokens], int | None]]:
    """Whether a token is one of the target's; the bit read off an input of such tokens, which pays for itself.

    The bit is None if a list lacks the input, -1 if the answer is read as no bit.
    """
    bits: dict[int | Fraction, int] = dict(s.read_out)
    task = task_of(s.target, meter) if s.target.kind == "computation" else None

    def bit(x: Tokens) -> int | None:
        if task is None:
            meter.charge(100 + 40 * s.target.q)
            return bits.get(average(x, s.position[0]), -1)
        wanted = task.wanted(tuple(token for token in x if isinstance(token, int))) or ()
        given = [answer for i in s.position for answer in wanted[i : i + 1] if answer is not None]
        return bits.get(max(given), -1) if len(given) == len(s.position) else None

    return lambda token: is_token(token, s.target, task.alphabet if task else 0), bit


def _tables(s: Record, meter: Meter) -> tuple[dict[int, Tokens], dict[int, Tokens]]:
    need(s.runs is None, "the exhibit is for an encoding in tables")
    meter.charge(100 * (len(s.alice) + len(s.bob)))
    return dict(s.alice), dict(s.bob)


def all_pairs(p: Record, claim: Claim, meter: Meter) -> Shown:
    """The encoding is correct."""
    s = claim.statement
    (alice, bob), (rows, columns) = _tables(s, meter), shape(s.source)
    need((len(alice), len(bob)) == (rows, columns), "the tables lack an input")
    listed = [token for tokens in (*alice.values(), *bob.values(), s.public) for token in tokens]
    meter.charge(30 * len(listed) + rows * columns * (60 + 10 * len(s.owners)))
    fits, bit = _reader(s, meter)
    need(all(map(fits, listed)), "a token is none of the task's")
    counts = {"0": 0, "1": 0}
    for row in range(rows):
        for column in range(columns):
            entry = cell(s.source, row, column)
            if entry != "*":
                found = bit(encoded(s.owners, alice[row], bob[column], s.public))
                need(str(found) == entry, "at a promised pair the answer, read off, is not the function's value")
                counts[entry] += 1
    return None, f"evaluated at {counts['1']} pairs with value 1 and {counts['0']} with value 0"


def one_pair(p: Record, claim: Claim, meter: Meter) -> Shown:
    """The encoding is incorrect."""
    s = claim.statement
    alice, bob = _tables(s, meter)
    need(p.row in alice and p.column in bob, "the tables lack the inputs")
    entry = cell(s.source, p.row, p.column)
    need(entry != "*", "nothing is promised for the pair")
    meter.charge(100 + 40 * len(s.owners))
    x, (fits, bit) = encoded(s.owners, alice[p.row], bob[p.column], s.public), _reader(s, meter)
    if not all(map(fits, x)):
        return None, "a token is none of the task's"
    found = bit(x)
    need(found is not None and str(found) != entry, "the answer is right, or none is asked for")
    return None, f"the function has the value {entry}, read off is {'no bit' if found == -1 else found}"


def two_runs(p: Record, claim: Claim, meter: Meter) -> Shown:
    """No encoder makes both runs."""
    s = claim.statement
    need(s.runs is not None, "the exhibit is for two runs")
    one, other = s.runs
    same = {"A": one.row == other.row, "B": one.column == other.column, "P": True}
    differ = zip(s.owners, one.tokens, other.tokens, strict=True)
    need(any(same[owner] and a != b for owner, a, b in differ), "no token differs whose owner's input is the same")
    return None, "a token differs although its owner's input is the same"


def states(p: Record, claim: Claim, meter: Meter) -> Shown:
    """A hidden state for each set of classes."""
    s, sets, rows = claim.statement, claim.quantity.sets, rows_of(claim.statement, meter)
    width = len(s.weights[0])
    need(len(p.points) == len(sets), "a point is needed for each set")
    need(s.bias is None or all(len(z) > width and z[width] > 0 for z in p.points), "a scale is not positive")
    need(not s.centred or not any(sum(z[:width]) for z in p.points), "the coordinates of a state do not add up to 0")
    meter.charge(len(sets) * (width + 10 * len(rows)))
    words = ("".join("+" if j in chosen else "-" for j in range(len(rows))) for chosen in map(frozenset, sets))
    need(signs_hold(meter, words, p.points, rows), "a score is on the wrong side of the threshold")
    return None, f"for each set a hidden state, all {len(rows)} scores compared"


EXHIBITS = {
    "all-pairs": Exhibit("correct", record({}), all_pairs),
    "one-pair": Exhibit("incorrect", record({"row": integer(0), "column": integer(0)}), one_pair),
    "runs": Exhibit("not-local", record({}), two_runs),
    "states": Exhibit("reachable", record({"points": VECTORS}), states),
}
