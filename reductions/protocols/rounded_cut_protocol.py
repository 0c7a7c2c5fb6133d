"""A unit with rounded sums across a cut at one point of the sequence: the state of the running sums is sent.

The half cut's protocol, with class ROUNDED(p, grid) in place of FIXED(p, grid): the speaker's tokens come before the
answering party's, and the speaker sends where the running sums stand after its last token. ``rounded_cost`` derives the
bits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...attention.rounded import rounded, rounded_at, rounded_combined, rounded_index, rounded_outputs
from ...questions import Head
from ...questions.attention import Output, Vector
from ..reduction import Owner
from .cost import lead_count
from .half_cut_protocol import HalfCutProtocol, weight_below
from .protocol import Said, View
from .rounded_cost import RoundedSumCost, rounded_sum_counts
from .transcript import ProtocolError, Reader, write_number

Sums = tuple[Fraction, list[Fraction]]
"""Z and S_c."""


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
    def cost(self) -> RoundedSumCost:  # type: ignore[override]
        """The formula of ``rounded_cost`` with this cut's number of keys."""
        return RoundedSumCost(max(1, len(self._before)), self.grid)

    def reference(self, tokens: Sequence[int]) -> Output:
        """The unit's own row, which every run has to give."""
        return rounded_outputs(self.unit, tokens)[self.position - 1]

    def _tell_sums(self, view: View, arrived: Reader) -> Said:
        speakers = self.keys_of[self.speaking]
        if not speakers:
            return
        for number, (head, query) in enumerate(
            zip(self.layer.heads, self._queries(view, arrived), strict=True), start=1
        ):
            own = max(score for score, _ in self.keys(head, query, view, speakers, null=False))
            highest = own
            if self._is_compared(head):
                theirs = self.read_score(arrived, head)
                lead, count = max(own - theirs, 0) // self.scores_of(head).step, lead_count(self.p, self.grid)
                yield f"head {number}: lead", write_number(min(lead, count - 1), count)
                highest = max(own, theirs)
            keys = self.keys(head, query, view, self._before, null=False)
            start: Sums = (Fraction(0), [Fraction(0)] * head.value_width)
            total, sums = self._added(start, keys, lambda score, high=highest: high - score)  # type: ignore[misc]
            states, signed = rounded_sum_counts(self.p, len(self._before), self.grid)
            yield f"head {number}: sum of weights so far", write_number(rounded_index(int(total), self.p), states)
            for c, entry in enumerate(sums, start=1):
                index = rounded_index(abs(int(entry)), self.p)
                state = signed // 2 + (index if entry >= 0 else -index)
                yield f"head {number}: running sum {c} of {head.value_width}", write_number(state, signed)

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row: the speaker's sums, gone on with."""
        heads = zip(self.layer.heads, self._queries(view, arrived), strict=True)
        rows = [self._head_row(head, query, view, arrived) for head, query in heads]
        return rounded_combined(rows, self.layer.combine, self.p)

    def _head_row(self, head: Head, query: Vector, view: View, arrived: Reader) -> Output:
        speakers, behind = self.keys_of[self.speaking], 0
        total, sums = Fraction(0), [Fraction(0)] * head.value_width
        seen = self._answering_keys(head, query, view)
        highest = max((score for score, _ in seen), default=0)
        if speakers:
            if self._is_compared(head):
                behind = self.scores_of(head).step * arrived.number(lead_count(self.p, self.grid))
            states, signed = rounded_sum_counts(self.p, len(self._before), self.grid)
            total = Fraction(rounded_at(arrived.number(states), self.p))
            for c in range(head.value_width):
                state = arrived.number(signed) - signed // 2
                sums[c] = Fraction(rounded_at(abs(state), self.p) * (1 if state >= 0 else -1))
        after = [j for j in self._in_order if j not in self._before]
        keys = self.keys(head, query, view, after, null=True)
        total, sums = self._added((total, sums), keys, lambda score: highest - score + behind)
        if total == 0:
            raise ProtocolError("the weights must not all vanish, got sums that say so; a message was changed")
        return tuple(rounded(entry / total, self.p) for entry in sums)

    def _added(self, sums: Sums, keys: list[tuple[int, Vector]], below: Callable[[int], int]) -> Sums:
        """Running sums, with more keys."""
        total, entries = sums
        for score, value in keys:
            weight = weight_below(below(score), self.p)
            total = rounded(total + weight, self.p)
            entries = [rounded(entry + weight * v, self.p) for entry, v in zip(entries, value, strict=True)]
        return total, entries

    @property
    def _in_order(self) -> list[int]:
        return sorted(j for owner in Owner for j in self.keys_of[owner])

    @property
    def _before(self) -> tuple[int, ...]:
        """The keys up to the speaker's last one."""
        last = max(self.keys_of[self.speaking], default=0)
        return tuple(j for j in self._in_order if j <= last)
