"""A unit with rounded sums across a cut at one point of the sequence: the state of the running sums is sent.

The half cut's protocol, with class ROUNDED(p, grid) in place of FIXED(p, grid): the speaker's tokens come before the
answering party's, and the speaker sends where the running sums stand after its last token. ``rounded_cost`` derives the
bits.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...attention.rounded import rounded_at, rounded_index, rounded_outputs
from ...questions.attention import Output
from ...questions.rounded import rounded, rounded_sum
from ..reduction import Owner
from .cost import Cost
from .half_cut_protocol import HalfCutProtocol
from .protocol import Key, Sums, View, sums_with
from .rounded_cost import RoundedSumCost, rounded_sum_counts
from .transcript import ProtocolError, Reader


@dataclass(frozen=True)
class RoundedCutProtocol(HalfCutProtocol):
    """Two rounds; the answer is the row of ``rounded_outputs``.

    Raises
    ------
    ProtocolError
        Also if the output's token is not public, or a token of the answering party comes before one of the speaker's.

    Examples
    --------
    >>> from headcount.questions import Head, Layer, Table, Unit
    >>> from headcount.reductions.protocols.cut import half_cut
    >>> table, one = Table("token", ((-2,), (-1,), (0,), (1,))), Table("token", ((1,),) * 4)
    >>> unit = Unit(4, (Layer((Head(one, (table,), (table,)),), weights="fixed", bits=2),))
    >>> tokens = (1, 3, 2, 2, 1)
    >>> protocol = RoundedCutProtocol(unit, half_cut(2), 1)
    >>> print(protocol.run(tokens))
    from   bits  meaning                        message
    Bob       3  head 1: highest score          010
    Alice     2  head 1: lead                   01
    Alice     3  head 1: sum of weights so far  101
    Alice     5  head 1: running sum 1 of 1     01100
             13  in total; Bob answers (1/4)
    >>> protocol.reference(tokens), unit.outputs(tokens)[0]
    ((Fraction(1, 4),), (Fraction(1, 5),))
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cut.owner(self.position) is not Owner.PUBLIC:
            raise ProtocolError(f"position {self.position} must be public to be run with rounded sums; take match3")
        spoken, heard = self.keys_of[self.speaking], self.keys_of[self.answering]
        if spoken and heard and max(spoken) > min(heard):
            raise ProtocolError(
                f"all tokens of {self.speaking} must come before those of {self.answering}, since sums are rounded in "
                f"the order of positions; got cut {self.cut}"
            )

    @property
    def cost(self) -> Cost:
        """The formula of ``rounded_cost`` with this cut's number of keys."""
        return RoundedSumCost(max(1, len(self.told)), self.grid)

    def reference(self, tokens: Sequence[int]) -> Output:
        """The unit's own row, which every run has to give."""
        return rounded_outputs(self.unit, tokens)[self.position - 1]

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row: the running sums, gone on with."""
        rows = (self._head_row(head, query, view, arrived) for head, query in self._heads(view, arrived))
        rounded_rows = [tuple(rounded(entry, self.p) for entry in row) for row in rows]
        if self.layer.combine == "sum":
            return rounded_sum(rounded_rows, self.p)
        return tuple(entry for row in rounded_rows for entry in row)

    @property
    def told(self) -> tuple[int, ...]:
        """The keys up to the speaker's last one."""
        last = max(self.keys_of[self.speaking], default=0)
        return tuple(sorted(j for owner in Owner for j in self.keys_of[owner] if j <= last))

    def added(self, keys: Iterable[Key], highest: int, sums: Sums) -> Sums:
        """Running sums, rounded after each key."""
        for key in keys:
            total, entries = sums_with([key], self.p, highest, sums)
            sums = rounded(total, self.p), [rounded(entry, self.p) for entry in entries]
        return sums

    def as_numbers(self, sums: Sums) -> Iterator[tuple[str, int, int]]:
        """The numbers of the states of the running sums."""
        states, signed = rounded_sum_counts(self.p, len(self.told), self.grid)
        total, entries = sums
        yield "sum of weights so far", rounded_index(int(total), self.p), states
        for c, entry in enumerate(entries, start=1):
            index = rounded_index(abs(int(entry)), self.p)
            yield f"running sum {c} of {len(entries)}", signed // 2 + (index if entry >= 0 else -index), signed

    def from_numbers(self, arrived: Reader, width: int) -> Sums:
        """The running sums in these states."""
        states, signed = rounded_sum_counts(self.p, len(self.told), self.grid)
        total = rounded_at(arrived.number(states), self.p)
        entries = [arrived.number(signed) - signed // 2 for _ in range(width)]
        return total, [rounded_at(abs(state), self.p) * (1 if state >= 0 else -1) for state in entries]
