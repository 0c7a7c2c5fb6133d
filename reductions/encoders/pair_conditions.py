"""An exact check of a coordinate-wise encoder for every n, without going through 4^n pairs of inputs.

**Theorem.** Let a task look for a pair (``PairRelation``) and read its output at the public position 1. A
coordinate-wise encoder makes "output 1 iff a and b are not disjoint" true for all a, b if and only if

- *required*: for every i, Alice's on-token i and Bob's on-token i are related;
- *forbidden*: no other two tokens that occur together are related, among the public one, and on and off tokens of both.

Proof. Any two tokens depend on at most two bits. If: a related pair is then an on-on pair of one i, so output 1 means
a_i = b_i = 1 for some i, and the required condition gives the converse. Only if: take two tokens that occur together,
not the on-tokens of one i, set the bits that they need and all other bits to 0; no i has a_i = b_i = 1, since the two
tokens need at most two bits to be 1 and these are not a_i and b_i. So the output must be 0 and the pair unrelated. Then
with a = b = e_i the output must be 1, and by what has just been shown only the on-on pair can be related. So
O(n^2) exact comparisons decide correctness over all 4^n pairs of inputs.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from ..laws import Refuted, Verified
from .coordinate_encoder import CoordinateEncoder, PairRelation


@dataclass(frozen=True)
class Place:
    """A token that can occur: its name among the encoder's entries, its position from 1, and the bit that it needs.

    ``variable`` numbers the bits: -1 for the public token, i for Alice's bit i, n + i for Bob's (i from 0).
    """

    position: int
    variable: int
    value: int


def places(n: int) -> tuple[Place, ...]:
    """The 4n + 1 tokens of the form: the public one, then off and on of every bit, Alice's before Bob's.

    >>> [(place.position, place.value) for place in places(1)]
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1)]
    """
    return (Place(1, -1, 0), *(Place(2 + v, v, value) for v in range(2 * n) for value in (0, 1)))


def pairs_of_places(n: int, relation: PairRelation) -> Iterator[tuple[int, int, bool]]:
    """All pairs of tokens that the task may look at together, as numbers in ``places``, with whether one is required.

    Left out: off with on of the same bit (they never occur together); what ``repeats`` and ``own`` exclude.
    """
    listed = places(n)
    for j, first in enumerate(listed):
        for l in range(j, len(listed)):
            second = listed[l]
            if first.position == second.position and (first.value != second.value or not relation.repeats):
                continue
            if first.variable == -1 and not relation.own:
                continue
            partners = second.variable == first.variable + n and first.variable >= 0
            yield j, l, partners and first.value == second.value == 1


def verify_by_pairs(encoder: CoordinateEncoder, relation: PairRelation) -> Verified | Refuted:
    """Check a coordinate-wise encoder from DISJ_n by the theorem above: exact, for all 4^n pairs of inputs.

    Returns
    -------
    Verified or Refuted
        Refuted comes with inputs on which the output is wrong.

    Examples
    --------
    >>> from headcount.reductions.encoders.coordinate_encoder import match3_relation
    >>> from headcount.reductions.encoders.disj_to_match3 import match3_encoder
    >>> verify_by_pairs(match3_encoder(100, 202), match3_relation(202)).holds
    True
    >>> found = verify_by_pairs(match3_encoder(3, 7), match3_relation(7))
    >>> found.law, found.a, found.b, found.tokens
    ('correctness', (0, 0, 1), (0, 0, 0), (1, 1, 1, 3, 1, 1, 1))
    """
    started = time.monotonic()
    n = encoder.n
    name = f"disj-to-{relation.name}"
    entries = (encoder.public, *(x for switch in (*encoder.alice, *encoder.bob) for x in switch))
    listed = places(n)
    for place, x in zip(listed, entries, strict=True):
        if type(x) is not int or not 0 <= x < relation.symbols:
            a, b = _inputs(n, place)
            wanted = f"an integer from 0 to {relation.symbols - 1}"
            return Refuted(name, n, "alphabet", a, b, encoder.tokens(a, b), wanted, x, place.position)
    for j, l, is_required in sorted(pairs_of_places(n, relation), key=lambda pair: pair[2]):  # forbidden ones first
        if bool(relation.related(encoder.public, entries[j], entries[l])) != is_required:
            a, b = _inputs(n, listed[j], listed[l])
            said = (0, 1) if is_required else (1, 0)
            return Refuted(name, n, "correctness", a, b, encoder.tokens(a, b), *said)
    yes = 3**n
    return Verified(name, n, 4**n, "pair conditions", None, yes, 4**n - yes, time.monotonic() - started)


def _inputs(n: int, *needed: Place) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The inputs with the bits that some tokens need, and 0 elsewhere."""
    ones = {place.variable for place in needed if place.value}
    bits = tuple(int(v in ones) for v in range(2 * n))
    return bits[:n], bits[n:]
