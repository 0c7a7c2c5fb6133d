"""Attention run as a protocol: what is common to the query cut and the half cut.

A protocol is made from what both parties know: the unit, the cut, the position whose output is asked for. In a run each
party is a ``View`` that holds its own tokens and the public ones, and nothing else; what it says is worked out from
that view and from the bits that have arrived, and so is the answer. No object with all tokens is in reach of a party.

Refused are units that do not work this way. *Several layers*: the second layer's queries, keys and values depend on the
first layer's rows, which neither party knows; every row would have to be computed across the cut first. *Order 3 and
more*: a tuple may have a key on either side, its score is a product of both and its weight is no sum over one side, so
the sums of this protocol do not exist. (With one token on Alice's side, all keys and values of this token could be sent
in place of its score: that is another formula.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...questions import GRIDS, PAIRWISE, Head, Layer, Unit, bits_needed
from ...questions.attention import Output, Vector
from ..reduction import Owner
from .cost import Cost, Scores, grid_scores
from .cut import Cut, other
from .transcript import Message, ProtocolError, Reader, Transcript, write_number

Key = tuple[int, Vector]
"""A key's score with the query, and its value."""

Said = Iterable[tuple[str, str]]
"""Meanings and bits."""

Sums = tuple[int | Fraction, list[int | Fraction]]
"""Z, the sum of weights, and S_c, the weighted sums of the entries of the values."""

Wire = Callable[[Message], str]
"""What arrives of a message."""


@dataclass(frozen=True)
class View:
    """What one party knows: the protocol, and the tokens that it sees by position."""

    party: Owner
    tokens: Mapping[int, int]

    def token(self, position: int) -> int:
        """The token at a position.

        Raises
        ------
        ProtocolError
            If this party does not see it.
        """
        if position not in self.tokens:
            raise ProtocolError(f"{self.party} must not use the token at position {position}, it is not in the view")
        return self.tokens[position]


@dataclass(frozen=True)
class CutProtocol(ABC):
    """A fixed-point unit of one layer, order 2, run across a cut.

    Parameters
    ----------
    unit : Unit
        One layer with weights ``"fixed"``; p is its ``bits``, and every entry lies in the p-bit grid.
    cut : Cut
        Alice's and Bob's positions may both be any; a subclass may ask for more.
    position : int
        The position whose output row is computed, from 1.
    grid : "twos" or "midrise"
    answering : Owner
        The party that works out the row.

    Raises
    ------
    ProtocolError
        If the unit cannot be run this way; the message says why.
    CutError
        If the position does not exist.
    """

    unit: Unit
    cut: Cut
    position: int
    grid: str = "twos"
    answering: Owner = Owner.BOB

    def __post_init__(self) -> None:
        other(self.answering)
        self.cut.owner(self.position)
        self._require_unit()

    # ---- what a subclass says

    @property
    @abstractmethod
    def cost(self) -> Cost:
        """The formula in m, p, H, dv that bounds the bits of every run."""

    @abstractmethod
    def steps(self) -> Iterator[tuple[Owner, Callable[[View, Reader], Said]]]:
        """Who speaks, and how what is said is worked out from a view and the bits that have arrived there."""

    @abstractmethod
    def work_out(self, view: View, arrived: Reader) -> Output:
        """The output row, from the answering party's view and the bits that have arrived there."""

    # ---- running it

    def run(
        self, tokens: Sequence[int], *, announce: Callable[[Output], int] | None = None, wire: Wire | None = None
    ) -> Transcript:
        """Play Alice and Bob on an input.

        Parameters
        ----------
        tokens : the symbols 0 .. A-1 of all positions
        announce : the answer's bit as a function of the row, sent by the answering party as the last message
        wire : what arrives of a message (default: its bits), to see what a change on the way does

        Guarantee
        ---------
        Without ``wire``: the answer is ``unit.outputs(tokens)[position - 1]``, and the bits before the announced one
        are at most ``cost.bits(m, p, H, dv)`` of the unit.

        Raises
        ------
        ProtocolError
            If a token is not in the alphabet, a changed message stands for nothing, or the bit announced is none.
        CutError
            If the number of tokens is not N.
        """
        sent: list[Message] = []
        row = self.converse(views_of(self.unit, self.cut, tokens), sent, wire)
        if announce is not None:
            bit = announce(row)
            if bit not in (0, 1):
                raise ProtocolError(f"announce must return 0 or 1, got {bit!r:.40}")
            sent.append(Message(self.answering, "answer", str(int(bit))))
        return Transcript(tuple(sent), row, self.answering)

    def converse(
        self, views: Mapping[Owner, View], sent: list[Message], wire: Wire | None, words: Callable[[str], str] = str
    ) -> Output:
        """The row, after the messages, which are added to those sent; ``words``: what a meaning is called there."""
        arrived: dict[Owner, list[str]] = {Owner.ALICE: [], Owner.BOB: []}
        for sender, speak in self.steps():
            reader = Reader(arrived[sender])
            for meaning, bits in speak(views[sender], reader):
                sent.append(Message(sender, words(meaning), bits))
                arrived[other(sender)].append(bits if wire is None else wire(sent[-1]))
            reader.finish()
        reader = Reader(arrived[self.answering])
        row = self.work_out(views[self.answering], reader)
        reader.finish()
        return row

    def reference(self, tokens: Sequence[int]) -> Output:
        """The unit's own row at the position, which every run has to give."""
        return self.unit.outputs(tokens)[self.position - 1]

    @property
    def formula_bits(self) -> int:
        """``cost`` at the unit's own sizes."""
        return self.cost.bits(self.unit.m, self.p, self.unit.H, self.unit.dv)

    # ---- what both parties know

    @property
    def layer(self) -> Layer:
        """The layer."""
        return self.unit.layers[0]

    @property
    def p(self) -> int:
        """Bits of an entry and of a weight."""
        return self.layer.bits

    @property
    def speaking(self) -> Owner:
        """The party that does not answer."""
        return other(self.answering)

    @cached_property
    def keys_of(self) -> Mapping[Owner, tuple[int, ...]]:
        """The positions that the output's position may attend to, by owner."""
        mask = self.layer.mask
        allowed = range(1, self.cut.N + 1) if mask is None else [j + 1 for j in mask[self.position - 1]]
        return {owner: tuple(j for j in allowed if self.cut.owner(j) is owner) for owner in Owner}

    def scores_of(self, head: Head) -> Scores:
        """The scores that a head can have."""
        return grid_scores(head.width, self.p, self.grid)

    def query(self, head: Head, view: View) -> Vector:
        """The query of the output's position, by a party that sees its token."""
        return head.queries.vector(self.position - 1, view.token(self.position), self.unit.alphabet)

    def keys(self, head: Head, query: Vector, view: View, positions: Iterable[int], null: bool) -> list[Key]:
        """Score and value of the keys at some positions of the view, and of the null token if asked for."""
        found = []
        for j in positions:
            token = view.token(j)
            key = head.keys[0].vector(j - 1, token, self.unit.alphabet)
            found.append((PAIRWISE.score((query, key)), head.values[0].vector(j - 1, token, self.unit.alphabet)))
        if null and head.null_keys:
            found.append((PAIRWISE.score((query, head.null_keys[0])), head.null_values[0]))
        return found

    # ---- numbers as bits

    @cached_property
    def entries(self) -> range:
        """The grid, 2^p integers (``len`` fails from p = 63 on); an entry is sent as its number in it."""
        return GRIDS[self.grid](self.p)

    def write_vector(self, vector: Vector) -> str:
        """Every entry in p bits."""
        return "".join(write_number(self.entries.index(entry), 2**self.p) for entry in vector)

    def read_vector(self, arrived: Reader, width: int) -> Vector:
        """A vector that the other party wrote."""
        return tuple(self.entries[arrived.number(2**self.p)] for _ in range(width))

    def write_score(self, head: Head, score: int) -> str:
        """A score in l bits."""
        scores = self.scores_of(head)
        number, rest = divmod(score - scores.least, scores.step)
        assert rest == 0  # the parity of scores on midrise, see ``cost``
        return write_number(number, scores.count)

    def read_score(self, arrived: Reader, head: Head) -> int:
        """A score that the other party wrote."""
        scores = self.scores_of(head)
        return scores.least + scores.step * arrived.number(scores.count)

    def combined(self, rows: Sequence[Output]) -> Output:
        """The layer's row from its heads' rows."""
        if self.layer.combine == "concat":
            return tuple(entry for row in rows for entry in row)
        return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True))

    # ---- refusals

    def _require_unit(self) -> None:
        if len(self.unit.layers) != 1:
            raise ProtocolError(
                f"unit must have one layer, got {len(self.unit.layers)}; neither party knows the rows that the next "
                f"layer starts from, so run a unit of the first layer"
            )
        layer = self.layer
        if layer.polynomial.order > 2:
            raise ProtocolError(
                f"unit must be of order 2, got order {layer.polynomial.order}; a tuple with a key on each side has a "
                f"weight that neither party can work out from sums"
            )
        if layer.polynomial != PAIRWISE:
            raise ProtocolError(f"unit must score by <q, k>, got monomials {layer.polynomial.monomials}; take PAIRWISE")
        if layer.weights != "fixed":
            raise ProtocolError(
                f"unit must have weights 'fixed', got {layer.weights!r}; a fixed-point unit with p bits is "
                f"Layer(.., weights='fixed', bits=p)"
            )
        if self.grid not in GRIDS:
            raise ProtocolError(f"grid must be one of {', '.join(GRIDS)}, got {self.grid!r:.40}")
        needed = bits_needed(self.unit.entries, self.grid)
        if self.p < 1 or needed is None or needed > self.p:
            wanted = "no p holds them" if needed is None else f"p = {needed} does"
            raise ProtocolError(
                f"unit must have entries in the {self.grid} grid of its p = {self.p} bits, got others; {wanted}"
            )
        length = self.unit.length
        if length not in (None, self.cut.N):
            raise ProtocolError(f"cut must have the unit's length {length}, got {self.cut.N} positions")
        if layer.combine == "sum" and len({head.value_width for head in layer.heads}) > 1:
            raise ProtocolError("summed heads must have values of one width; take combine='concat'")
        if not any(self.keys_of.values()) and not all(head.null_keys for head in layer.heads):
            raise ProtocolError(f"position {self.position} must have a key to attend to; let the mask allow one")


def views_of(unit: Unit, cut: Cut, tokens: Sequence[int]) -> dict[Owner, View]:
    """What each party sees of the tokens.

    Raises
    ------
    ProtocolError
        If a token is not in the alphabet.
    CutError
        If the number of tokens is not N.
    """
    views = {party: View(party, cut.view(party, tokens)) for party in (Owner.ALICE, Owner.BOB)}
    for position, token in enumerate(tokens, start=1):
        if not 0 <= token < unit.alphabet:
            raise ProtocolError(f"tokens must be symbols 0 .. {unit.alphabet - 1}, got {token} at position {position}")
    return views


def weight_below(below: int, p: int) -> int:
    """The weight of a key whose score lies this far below the highest."""
    return 2 ** (p - below) if below <= p else 0


def weighted_mean(keys: Sequence[Key], p: int) -> Output:
    """The row of a head from the scores and values of all keys."""
    highest = max(score for score, _ in keys)
    return quotients(sums_with(keys, p, highest, (0, [0] * len(keys[0][1]))))


def sums_with(keys: Iterable[Key], p: int, highest: int, sums: Sums) -> Sums:
    """Z and S_c with more keys, all weights relative to the highest score."""
    total, entries = sums
    for score, value in keys:
        weight = weight_below(highest - score, p)
        total += weight
        entries = [entry + weight * v for entry, v in zip(entries, value, strict=True)]
    return total, entries


def quotients(sums: Sums) -> Output:
    """S_c / Z.

    Raises
    ------
    ProtocolError
        If Z is 0.
    """
    total, entries = sums
    if total == 0:
        raise ProtocolError("the weights must not all vanish, got sums that say so; a message was changed")
    return tuple(Fraction(entry) / total for entry in entries)
