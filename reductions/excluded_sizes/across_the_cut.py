"""The arguments by which an encoding of a two-party function excludes units of one layer: what each pays and needs.

f is a two-party function, perhaps a promise problem (defined for some pairs of inputs only), encoded into a task: Alice
writes her tokens, Bob his, and the output at one position, or at several, tells f. A fixed-point unit that does the
task is run across this cut. n_A and n_B are the numbers of tokens that the parties own; who owns the *output* owns a
position that is read. Each argument is a protocol for f, so it pays at least what f needs:

*Row sums* (``RowSumCost``; two ways, any read-out, one output). The owner of the output works out the row, sees the
token, and announces the answer with one bit more: cost + 1 >= D(f). A public position's row is worked out by the party
that makes the cost smaller.

*Told tokens* (``ToldCost``; one way, any read-out, any number of outputs). A party that owns none of the outputs tells
the keys and values of its tokens; the other party knows all else, works out the rows and the answer: cost >= the bits
of one message from that party. Of a total function the messages are counted, not their bits: as many as there are
multisets are at least as many as it has different inputs. Where the outputs are public, each of the two parties may be
the one that tells.

*One told token* (the same for a part of f). All tokens but one of the party that tells are held fixed, and the inputs
left are those that write them so: cost of one token >= the bits of one message for these inputs. The token and the
fixed ones are chosen so that most inputs are left that need different messages.

*Own token* (``OneWayCost``; one way, read-outs of the row alone). A party owns the output and no other token. It tells
the query, the score of its token with itself, and its value; the other party works out the row and reads the answer
off it: cost >= the bits of one message from that party. It is false for read-outs that see the token, too: the token
may hold what selects the answer.

*Level sums* (``LayeredCost`` of one layer; one way from Alice, public output): used where f needs more bits in one
message than in a conversation, as INDEX does.

A promise changes nothing here: a protocol is run on promised pairs, and what it says on others is not looked at. D(f)
is then the least depth of a tree with no leaf that holds a 0 and a 1; the bits of one message are ceil(log2) of the
chromatic number of the graph in which two inputs are joined if f is 0 for one and 1 for the other at some input of the
other party. Inputs that are not joined may share a message.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...tasks.two_party.functions import matrix_function
from ..protocols.cost import Cost, OneWayCost, RowSumCost, ToldCost
from ..protocols.layered_cost import LayeredCost
from ..reduction import Owner, SizedReduction
from .communication_lower import CommunicationLower

ANY, ROW = "any read-out of token and row", "read off the output row alone"
PARTIES = (Owner.ALICE, Owner.BOB)
MOST_PARTS = 4096
"""Most inputs of a party for which one token is told apart from the others."""


@dataclass(frozen=True)
class Argument:
    """One argument: its name, the bits that its protocol costs, and the measure of f that it needs as many of.

    ``measure`` is ``D``, of which the last bit announces the answer and is not paid, or ``one_way_ab``, ``one_way_ba``.
    """

    name: str
    cost: Cost
    measure: str
    protocol: str
    read_out: str = ANY

    def required(self, known: CommunicationLower) -> int:
        """The bits that the protocol has to cost, by what is known of f."""
        return {"D": known.value - 1, "one_way_ab": known.one_way, "one_way_ba": known.one_way_back}[self.measure]

    def messages(self, known: CommunicationLower) -> int | None:
        """The messages that the protocol has to have, where they are counted: one way, by several tokens."""
        if not isinstance(self.cost, ToldCost) or self.cost.tokens == 1 or known.messages is None:
            return None
        return known.messages[self.measure == "one_way_ba"]


def arguments(sized: SizedReduction, known: CommunicationLower, grid: str) -> Iterator[Argument]:
    """Every argument that applies to an encoding, but for those about a part of f.

    Examples
    --------
    >>> from headcount.reductions.encoders.index_to_composition import index_to_composition
    >>> from headcount.reductions.excluded_sizes.communication_lower import communication_lower
    >>> sized = index_to_composition.at(8)
    >>> for argument in arguments(sized, communication_lower(sized.source), "twos"):
    ...     print(argument.name, argument.measure, argument.cost.bits(1, 1, 1, 1))
    row sums D 13
    told by Alice one_way_ab 8
    told by Bob one_way_ba 8
    level sums one_way_ab 16
    """
    owners = {sized.owners[position - 1] for position in sized.read_positions}
    tokens = {party: len(sized.positions(party)) for party in PARTIES}
    public = owners == {Owner.PUBLIC}
    if len(sized.read_positions) == 1:
        owner = next(iter(owners))
        other = {Owner.ALICE: Owner.BOB, Owner.BOB: Owner.ALICE}.get(owner)
        speakers = max(1, min(tokens.values()) if other is None else tokens[other])
        cost = RowSumCost(speakers, grid, query_sent=not public)
        yield Argument("row sums", cost, "D", "two ways; the answer takes one bit more")
    for party in PARTIES:
        if party not in owners and tokens[party]:
            words = f"one way from {party}: the keys and values of {_tokens(tokens[party])}"
            yield Argument(f"told by {party}", ToldCost(tokens[party], grid), _message(party), words)
        if (tokens[party], owners, len(sized.read_positions)) == (1, {party}, 1):
            words = f"one way from {party}: query, own score and value"
            yield Argument("own token", OneWayCost(grid), _message(party), words, ROW)
    if public and len(sized.read_positions) == 1 and tokens[Owner.ALICE] and known.most.one_way >= known.value:
        level_sums = LayeredCost(1, 0, tokens[Owner.ALICE], 1, grid, one_way=True)
        yield Argument("level sums", level_sums, "one_way_ab", "one way from Alice, by the levels of scores")


def worth_measuring(arguments: Iterable[Argument], known: CommunicationLower, dv: int | str) -> tuple[str, ...]:
    """The measures of f by which an argument may exclude something: the smallest unit pays less than f may need.

    Examples
    --------
    >>> from ..encoders.index_to_composition import index_to_composition
    >>> from .communication_lower import communication_lower
    >>> sized = index_to_composition.at(9)
    >>> known = communication_lower(sized.source)
    >>> worth_measuring(arguments(sized, known, "twos"), known, "m"), known.upper
    (('one_way_ab',), 5)
    """
    smallest = 1, 1, 1, 1 if dv == "m" else int(dv)
    return tuple(dict.fromkeys(one.measure for one in arguments if one.cost.bits(*smallest) < one.required(known.most)))


def one_token_encodings(sized: SizedReduction) -> Iterator[tuple[str, SizedReduction]]:
    """For each party that may tell and has several tokens, the encoding of the part of f with one token left to it.

    Of all its tokens and all ways to fix the others, those that leave most inputs with different rows of f. Yields a
    name and the encoding, in which the fixed tokens are public.

    Examples
    --------
    >>> from ..encoders.index_to_composition import index_to_composition
    >>> name, part = next(one_token_encodings(index_to_composition.at(4)))
    >>> name, str(part.source), len(part.positions(Owner.ALICE))
    ('told by one token of Alice', 'PART_4', 1)
    """
    read = {sized.owners[position - 1] for position in sized.read_positions}
    for party in PARTIES:
        inputs = list(sized.source.alice if party is Owner.ALICE else sized.source.bob)
        places = sized.positions(party)
        if party not in read and len(places) > 1 and len(inputs) <= MOST_PARTS:
            part = _best_part(sized, party, places, inputs)
            if part is not None:
                yield f"told by one token of {party}", part


def _best_part(
    sized: SizedReduction, party: Owner, places: tuple[int, ...], inputs: list[Any]
) -> SizedReduction | None:
    alice = party is Owner.ALICE
    others = list(sized.source.bob if alice else sized.source.alice)
    lines = sized.source.matrix() if alice else tuple(zip(*sized.source.matrix(), strict=True))
    tokens = [_tokens_of(sized, party, x, others[0]) for x in inputs]
    best: tuple[int, int, tuple[int, ...]] = (1, 0, ())
    for place in places:
        groups: dict[Any, dict[Any, int]] = defaultdict(dict)
        for number, written in enumerate(tokens):
            context = tuple(written[other] for other in places if other != place)
            groups[context].setdefault(lines[number], number)
        most = max(groups.values(), key=len)
        if len(most) > best[0]:
            best = len(most), place, tuple(sorted(most.values()))
    count, place, kept = best
    if count < 2:
        return None
    part = [lines[number] for number in kept]
    source = matrix_function(part if alice else list(zip(*part, strict=True)), "part")
    owners = tuple(
        Owner.PUBLIC if owner is party and i != place else owner for i, owner in enumerate(sized.owners, start=1)
    )
    left = [tokens[number][place] for number in kept]
    fixed = {i: token for i, token in tokens[kept[0]].items() if i != place}
    beside = {i: _tokens_of(sized, Owner.BOB if alice else Owner.ALICE, y, inputs[0]) for i, y in enumerate(others, 1)}
    first, public = (lambda x, on: {place: left[x - 1]}), dict(sized.public())
    second = lambda y, on: beside[y]  # noqa: E731
    return replace(
        sized,
        name=f"part of {sized.name}",
        source=source,
        sizes={**sized.sizes, "n": source.n},
        owners=owners,
        alice=first if alice else second,
        bob=second if alice else first,
        public=lambda: {**public, **fixed},
        formula=None,
        prefix=False,
    )


def _tokens_of(sized: SizedReduction, party: Owner, own: Any, other: Any) -> dict[int, Any]:
    """What a party writes for an input of its own, by position."""
    pair = (own, other) if party is Owner.ALICE else (other, own)
    return {i: sized.tokens(*pair)[i - 1] for i in sized.positions(party)}


def _message(party: Owner) -> str:
    return "one_way_ab" if party is Owner.ALICE else "one_way_ba"


def _tokens(count: int) -> str:
    return "its token" if count == 1 else f"its {count} tokens"
