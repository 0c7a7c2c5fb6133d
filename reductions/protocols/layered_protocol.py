"""A unit of D layers as a protocol: keys and values are exchanged in each layer, the last one goes one way.

``layered_cost`` derives what it costs. In a run each party holds the states of its own positions and of the public ones
and nothing else; a state is the symbol that the unit's read-outs have made of token and rows. Since read-outs are
arbitrary functions of symbol and row, this covers any networks between the layers, residual connections included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...questions import PAIRWISE, Head, Unit
from ...questions.attention import Output, Vector
from ..reduction import Owner
from .cut import Cut, other
from .half_cut_protocol import HalfCutProtocol
from .layered_cost import LayeredCost
from .level_sum_protocol import LevelSumProtocol
from .protocol import CutProtocol, View, Wire, views_of, weighted_mean
from .transcript import Message, ProtocolError, Reader, Transcript

PARTIES = (Owner.ALICE, Owner.BOB)
Positions = frozenset[int]
KeyValue = tuple[Vector, Vector]


@dataclass(frozen=True)
class Needs:
    """Who has to know what: worked out backwards from the rows asked for.

    ``states[k][party]`` are the positions whose state before layer k + 1 the party must know (its own and public
    ones); ``told[k][party]`` are those of its own positions whose keys and values it sends in layer k + 1.
    """

    states: tuple[Mapping[Owner, Positions], ...]
    told: tuple[Mapping[Owner, Positions], ...]


@dataclass(frozen=True)
class LayeredProtocol:
    """A fixed-point unit of any number of layers, order 2, run across a cut.

    Parameters
    ----------
    unit : Unit
        Layers with weights ``"fixed"`` and the same number p of bits, every entry in the p-bit grid.
    cut : Cut
    positions : tuple of int
        The positions whose rows are worked out, from 1: public, or the answering party's.
    grid : "twos" or "midrise"
    answering : Owner
        The party that works the rows out.
    one_way : bool
        Whether the answering party is to say nothing at all, so that sums of the last layer are level sums.

    Raises
    ------
    ProtocolError
        If the unit cannot be run this way, a position belongs to the other party, or ``one_way`` is asked for and the
        speaking party would have to know more.
    CutError
        If a position does not exist.

    Examples
    --------
    Two layers. Position 1 is public; keys and values are the symbols, 2 bits; then every token moves on by its row.

    >>> from fractions import Fraction
    >>> from headcount.questions import Head, Layer, ReadOut, Table, Unit
    >>> from headcount.reductions.protocols.cut import half_cut
    >>> table = Table("token", ((-2,), (1,)))
    >>> one = Table("token", ((1,),) * 2)
    >>> layer = Layer((Head(one, (table,), (table,)),), weights="fixed", bits=2)
    >>> half = ReadOut((((0, (Fraction(-2),)), 0), ((1, (Fraction(-2),)), 1), ((0, (Fraction(1),)), 1),
    ...                ((1, (Fraction(1),)), 0)), 2)
    >>> unit = Unit(2, (layer, layer), (half,))
    >>> run = LayeredProtocol(unit, half_cut(1), (1,)).run((0, 1, 0))
    >>> print(run)
    from   bits  meaning                                         message
    Alice     4  layer 1, head 1: keys and values of 1 position  1111
    Bob       4  layer 1, head 1: keys and values of 1 position  0000
    Alice     4  layer 2, head 1: keys and values of 1 position  0000
             12  in total; Bob answers (1)
    >>> run.answer == unit.outputs((0, 1, 0))[0]
    True
    """

    unit: Unit
    cut: Cut
    positions: tuple[int, ...]
    grid: str = "twos"
    answering: Owner = Owner.BOB
    one_way: bool = False

    def __post_init__(self) -> None:
        if not self.positions:
            raise ProtocolError("positions must name at least one row to work out, got none; give for example (1,)")
        if len({layer.bits for layer in self.unit.layers}) > 1:
            raise ProtocolError(
                f"unit must have the same bits p in all layers, got {sorted({x.bits for x in self.unit.layers})}"
            )
        speaker = other(self.answering)
        for position in self.positions:
            if self.cut.owner(position) is speaker:
                raise ProtocolError(
                    f"positions must be public or {self.answering}'s, got {position}, which is {speaker}'s; "
                    f"let {speaker} answer"
                )
        if len({self.cut.owner(position) for position in self.positions}) > 1:
            raise ProtocolError(f"positions must be all public or all {self.answering}'s, got both; take fewer")
        for layer in range(self.layers):
            self._stage(layer, self.positions[0])  # refuses what cannot be run
        if self.one_way and any(told[self.answering] for told in self._needs(False).told):
            raise ProtocolError(
                f"one way, {speaker} must not need keys of {self.answering}, but does before the last layer; take a "
                f"unit of one layer, or masks that hide {self.answering}'s positions from {speaker}'s and public ones"
            )

    # ---- the cost

    @property
    def layers(self) -> int:
        """D."""
        return len(self.unit.layers)

    @property
    def p(self) -> int:
        """Bits of an entry and of a weight."""
        return self.unit.layers[0].bits

    @property
    def speaking(self) -> Owner:
        """The party that does not answer."""
        return other(self.answering)

    @cached_property
    def cost(self) -> LayeredCost:
        """The formula, with this cut's and these masks' numbers filled in."""
        by_keys, by_sums = (self._needs(sums).told for sums in (False, True))
        exchanged, others = (sum(len(t[x]) for t in told[:-1] for x in PARTIES) for told in (by_keys, by_sums))
        speakers = max(1, len(by_keys[-1][self.speaking]))
        owned = self.cut.owner(self.positions[0]) is not Owner.PUBLIC
        sums = exchanged == others and not (self.one_way and owned)  # the minimum is over both ways, or there is one
        return LayeredCost(self.layers, exchanged, speakers, len(self.positions), self.grid, owned, sums, self.one_way)

    @property
    def formula_bits(self) -> int:
        """``cost`` at the unit's own sizes."""
        return self.cost.bits(self.unit.m, self.p, self.unit.H, self.unit.dv)

    @cached_property
    def by_sums(self) -> bool:
        """Whether the last layer goes by row sums: where that is the cheaper way, and asks for no more before it."""
        cost, sizes = self.cost, (self.unit.m, self.p, self.unit.H, self.unit.dv)
        return cost.sums and cost.by_sums(*sizes) < cost.by_keys(*sizes)

    @cached_property
    def needs(self) -> Needs:
        """Who has to know and tell what, the last layer as it is run."""
        return self._needs(self.by_sums)

    def _needs(self, sums: bool) -> Needs:
        asked = frozenset(self.positions)
        wanted: dict[Owner, set[int]] = {self.answering: set(asked), self.speaking: set()}
        states: list[dict[Owner, Positions]] = []
        told: list[dict[Owner, Positions]] = []
        for layer in reversed(range(self.layers)):
            last = layer == self.layers - 1
            speaks: dict[Owner, set[int]] = {x: set() for x in PARTIES}
            before: dict[Owner, set[int]] = {x: set(wanted[x]) for x in PARTIES}
            for party in PARTIES:
                for position in wanted[party]:
                    for j in self._allowed(layer, position):
                        owner = self.cut.owner(j)
                        if owner in (party, Owner.PUBLIC):
                            before[party].add(j)
                        else:
                            speaks[owner].add(j)
                            before[owner].add(j)
            if last and sums and self.cut.owner(self.positions[0]) is Owner.PUBLIC:
                before[self.speaking] |= asked  # it works out the queries
            told.append({x: frozenset(speaks[x]) for x in PARTIES})
            states.append({x: frozenset(before[x]) for x in PARTIES})
            wanted = before
        return Needs(tuple(reversed(states)), tuple(reversed(told)))

    def _allowed(self, layer: int, position: int) -> Sequence[int]:
        mask, heads = self.unit.layers[layer].mask, self.unit.layers[layer].heads
        allowed = range(1, self.cut.N + 1) if mask is None else [j + 1 for j in mask[position - 1]]
        if not allowed and not all(head.null_keys for head in heads):
            raise ProtocolError(
                f"position {position} must have a key to attend to in layer {layer + 1}; let the mask allow one"
            )
        return allowed

    # ---- running it

    def run(self, tokens: Sequence[int], *, wire: Wire | None = None) -> Transcript:
        """Play Alice and Bob on an input.

        Parameters
        ----------
        tokens : the symbols 0 .. A-1 of all positions
        wire : what arrives of a message (default: its bits)

        Returns
        -------
        Transcript
            Its answer has the rows asked for one after the other.

        Guarantee
        ---------
        Without ``wire``: these are the rows of ``unit.outputs(tokens)``, and the bits are at most ``formula_bits``.

        Raises
        ------
        ProtocolError
            If a token is not in the alphabet, a read-out of the unit lacks what occurs, or a changed message stands
            for nothing.
        CutError
            If the number of tokens is not N.
        """
        seen = views_of(self.unit, self.cut, tokens)
        states = {x: {j: seen[x].tokens[j] for j in self.needs.states[0][x]} for x in PARTIES}
        sent: list[Message] = []
        for layer in range(self.layers - 1):
            heard = self._exchange(layer, states, sent, wire)
            following = self.needs.states[layer + 1]
            states = {x: {j: self._next(layer, j, states[x], heard[x]) for j in sorted(following[x])} for x in PARTIES}
        rows = self._last_by_sums(states, sent, wire) if self.by_sums else self._last_by_keys(states, sent, wire)
        return Transcript(tuple(sent), tuple(entry for row in rows for entry in row), self.answering)

    def _exchange(
        self, layer: int, states: Mapping[Owner, Mapping[int, int]], sent: list[Message], wire: Wire | None
    ) -> dict[Owner, list[dict[int, KeyValue]]]:
        """Keys and values of a layer's positions, head by head: what each party has heard."""
        heard: dict[Owner, list[dict[int, KeyValue]]] = {}
        for sender in (self.speaking, self.answering):
            told = sorted(self.needs.told[layer][sender])
            heard[other(sender)] = []
            for number, head in enumerate(self.unit.layers[layer].heads, start=1):
                stage = self._stage(layer, self.positions[0])
                bits = "".join(
                    stage.write_vector(vector)
                    for j in told
                    for vector in self._key_value(layer, head, j, states[sender][j])
                )
                if told:
                    count = f"{len(told)} position" + ("s" if len(told) > 1 else "")
                    sent.append(Message(sender, f"layer {layer + 1}, head {number}: keys and values of {count}", bits))
                    bits = bits if wire is None else wire(sent[-1])
                reader = Reader([bits])
                heard[other(sender)].append(
                    {
                        j: (stage.read_vector(reader, head.width), stage.read_vector(reader, head.value_width))
                        for j in told
                    }
                )
                reader.finish()
        return heard

    def _next(self, layer: int, position: int, states: Mapping[int, int], heard: list[dict[int, KeyValue]]) -> int:
        row = self._row(layer, position, states, heard)
        try:
            return self._read_outs[layer][states[position], row]
        except KeyError:
            raise ProtocolError(
                f"the read-out after layer {layer + 1} must have a symbol for every symbol and row that occur, got "
                f"none for symbol {states[position]} at position {position}; add it, or a message was changed"
            ) from None

    def _row(self, layer: int, position: int, states: Mapping[int, int], heard: list[dict[int, KeyValue]]) -> Output:
        """The row of a position whose state is known, from what is known and what was heard."""
        stage, rows = self._stage(layer, position), []
        for head, told in zip(self.unit.layers[layer].heads, heard, strict=True):
            query = head.queries.vector(position - 1, states[position], self._alphabets[layer])
            pairs = [
                told[j] if j in told else self._key_value(layer, head, j, states[j])
                for j in self._allowed(layer, position)
            ]
            pairs += zip(head.null_keys, head.null_values, strict=True)
            rows.append(weighted_mean([(PAIRWISE.score((query, key)), value) for key, value in pairs], self.p))
        return stage.combined(rows)

    def _last_by_keys(
        self, states: Mapping[Owner, Mapping[int, int]], sent: list[Message], wire: Wire | None
    ) -> list[Output]:
        heard = self._exchange(self.layers - 1, states, sent, wire)
        known = states[self.answering]
        return [self._row(self.layers - 1, j, known, heard[self.answering]) for j in self.positions]

    def _last_by_sums(
        self, states: Mapping[Owner, Mapping[int, int]], sent: list[Message], wire: Wire | None
    ) -> list[Output]:
        """The last layer is a unit of one layer whose tokens are the states."""
        views = {x: View(x, states[x]) for x in PARTIES}

        def row(position: int) -> Output:
            of = f" of position {position}" if len(self.positions) > 1 else ""
            words = f"layer {self.layers}, {{}}{of}".format
            return self._stage(self.layers - 1, position).converse(views, sent, wire, words)

        return [row(position) for position in self.positions]

    # ---- what both parties know

    def _key_value(self, layer: int, head: Head, position: int, state: int) -> KeyValue:
        alphabet = self._alphabets[layer]
        return head.keys[0].vector(position - 1, state, alphabet), head.values[0].vector(position - 1, state, alphabet)

    def _stage(self, layer: int, position: int) -> CutProtocol:
        """One layer by itself, its tokens being the states before it."""
        key = (layer, position)
        if key not in self._stages:
            one = Unit(self._alphabets[layer], (self.unit.layers[layer],))
            sums = self.one_way and layer == self.layers - 1 and self.cut.owner(position) is Owner.PUBLIC
            kind = LevelSumProtocol if sums else HalfCutProtocol
            self._stages[key] = kind(one, self.cut, position, self.grid, self.answering)
        return self._stages[key]

    @cached_property
    def _stages(self) -> dict[tuple[int, int], CutProtocol]:
        return {}

    @cached_property
    def _alphabets(self) -> tuple[int, ...]:
        return (self.unit.alphabet, *(read_out.alphabet for read_out in self.unit.read_outs))

    @cached_property
    def _read_outs(self) -> list[dict[tuple[int, Output], int]]:
        return [dict(read_out.symbols) for read_out in self.unit.read_outs]
