"""One way, any number of tokens: sums of the speaker's values level by level, the output at a public token.

Row sums (``half_cut_protocol``) need to hear the highest score of the other side first, because weights are cut at p
below the *common* highest score. One way, the speaker says instead what the sums are for each of its own levels: per
head its highest score h (l bits) and for e = 0 .. p how many of its keys score h - e (at most n_S: bits of n_S + 1),
and for each coordinate the sum of their values' numbers in the grid (at most n_S (2^p - 1)). Keys further below have no
weight whatever the common highest score is. The answering party weighs level e by 2^(p - d), d = highest - (h - e), if
d <= p. On midrise scores differ by even numbers, so that there are p // 2 + 1 levels instead of p + 1. Altogether

    H (l + levels (bits(n_S + 1) + dv bits(n_S (2^p - 1) + 1))).

What it bounds: one layer against INDEX, which needs n bits one way and only log n two ways: induction heads (Sanford,
Hsu, Telgarsky 2024, arXiv 2408.14332), composition (Peng, Narayanan, Papadimitriou 2024, arXiv 2402.08164). There the
sums are rounded to p bits, so that H (dv + 1) p bits are told; here they are exact.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...questions import Head
from ...questions.attention import Output
from ..reduction import Owner
from .layered_cost import LevelSumCost, levels
from .protocol import CutProtocol, Said, View, quotients, sums_with, weight_below
from .transcript import ProtocolError, Reader, write_number


@dataclass(frozen=True)
class LevelSumProtocol(CutProtocol):
    """One way; the output's position is public.

    Raises
    ------
    ProtocolError
        Also if the output's position is not public, or the speaking party has no key.

    Examples
    --------
    Position 1 is public; keys and values are the tokens, 2 bits.

    >>> from headcount.questions import Layer, Table, Unit
    >>> from headcount.reductions.protocols.cut import half_cut
    >>> table = Table("token", ((-2,), (-1,), (0,), (1,)))
    >>> one = Table("token", ((1,),) * 4)
    >>> unit = Unit(4, (Layer((Head(one, (table,), (table,)),), weights="fixed", bits=2),))
    >>> protocol = LevelSumProtocol(unit, half_cut(2), 1)
    >>> run = protocol.run((1, 3, 2, 2, 1))
    >>> print(run)
    from   bits  meaning                         message
    Alice     3  head 1: highest score           011
    Alice     2  head 1: keys 0 below            01
    Alice     3  head 1: sum 1 of 1, those keys  011
    Alice     2  head 1: keys 1 below            01
    Alice     3  head 1: sum 1 of 1, those keys  010
    Alice     2  head 1: keys 2 below            00
    Alice     3  head 1: sum 1 of 1, those keys  000
             18  in total; Bob answers (1/5)
    >>> run.answer == unit.outputs((1, 3, 2, 2, 1))[0], protocol.formula_bits
    (True, 18)
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cut.owner(self.position) is not Owner.PUBLIC:
            raise ProtocolError(
                f"position {self.position} must be public, so that the speaker knows its query; take HalfCutProtocol"
            )
        if not self.keys_of[self.speaking]:
            raise ProtocolError(f"{self.speaking} must own a key that position {self.position} may attend to, got none")

    @property
    def cost(self) -> LevelSumCost:
        """The formula with this cut's numbers."""
        return LevelSumCost(len(self.keys_of[self.speaking]), self.grid)

    def steps(self) -> Iterator[tuple[Owner, Callable[[View, Reader], Said]]]:
        """All from the speaker."""
        yield self.speaking, self._tell

    def _tell(self, view: View, arrived: Reader) -> Said:
        speakers = self.keys_of[self.speaking]
        for number, head in enumerate(self.layer.heads, start=1):
            keys = self.keys(head, self.query(head, view), view, speakers, null=False)
            highest = max(score for score, _ in keys)
            yield f"head {number}: highest score", self.write_score(head, highest)
            for below in self._levels(head):
                values = [value for score, value in keys if score == highest - below]
                yield f"head {number}: keys {below} below", write_number(len(values), len(speakers) + 1)
                for c in range(head.value_width):
                    total = sum(self.entries.index(value[c]) for value in values)
                    count = len(speakers) * (2**self.p - 1) + 1
                    yield f"head {number}: sum {c + 1} of {head.value_width}, those keys", write_number(total, count)

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row: every level weighed relative to the common highest score."""
        return self.combined([self._head_row(head, view, arrived) for head in self.layer.heads])

    def _head_row(self, head: Head, view: View, arrived: Reader) -> Output:
        seen = (*self.keys_of[Owner.PUBLIC], *self.keys_of[self.answering])
        keys = self.keys(head, self.query(head, view), view, seen, null=True)
        theirs = self.read_score(arrived, head)
        highest = max([theirs, *(score for score, _ in keys)])
        speakers, step, offset = len(self.keys_of[self.speaking]), self.entries.step, self.entries.start
        total, entries = sums_with(keys, self.p, highest, (0, [0] * head.value_width))
        for below in self._levels(head):
            weight, count = weight_below(highest - theirs + below, self.p), arrived.number(speakers + 1)
            total += weight * count
            told = (arrived.number(speakers * (2**self.p - 1) + 1) for _ in entries)
            entries = [x + weight * (offset * count + step * n) for x, n in zip(entries, told, strict=True)]
        return quotients((total, entries))

    def _levels(self, head: Head) -> range:
        step = self.scores_of(head).step
        return range(0, step * levels(self.p, self.grid), step)
