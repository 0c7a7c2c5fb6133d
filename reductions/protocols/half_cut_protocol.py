"""The half cut, two rounds: any number of tokens on each side, the output at a public token or at anyone's.

Per head the answering party sends the highest score that it sees; the speaking party replies with its own lead over
that (cut at p + 1), the sum Z of its weights, and for each value coordinate the sum of weight times entry number, all
relative to the common highest score. The answering party adds its own keys, the public ones and the null token, and
divides. ``cost`` derives the bits. If the output's token is not public, its owner first sends the queries.

What the bits bound: Match3 of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7, by the reduction from DISJ_n.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...questions import Head
from ...questions.attention import Output, Vector
from ..reduction import Owner
from .cost import RowSumCost, lead_count, sum_counts
from .protocol import CutProtocol, Said, View
from .transcript import ProtocolError, Reader, write_number


@dataclass(frozen=True)
class HalfCutProtocol(CutProtocol):
    """Two rounds, three if the speaking party owns the output's position.

    Examples
    --------
    Position 1 is public; keys and values are the tokens, 2 bits.

    >>> from headcount.questions import Head, Layer, Table, Unit
    >>> from headcount.reductions.protocols.cut import half_cut
    >>> table = Table("token", ((-2,), (-1,), (0,), (1,)))
    >>> one = Table("token", ((1,),) * 4)
    >>> unit = Unit(4, (Layer((Head(one, (table,), (table,)),), weights="fixed", bits=2),))
    >>> tokens = (1, 3, 2, 2, 1)
    >>> protocol = HalfCutProtocol(unit, half_cut(2), 1)
    >>> run = protocol.run(tokens)
    >>> print(run)
    from   bits  meaning                      message
    Bob       3  head 1: highest score        010
    Alice     2  head 1: lead                 01
    Alice     4  head 1: sum of weights       0110
    Alice     5  head 1: weighted sum 1 of 1  10000
             14  in total; Bob answers (1/5)
    >>> run.answer == unit.outputs(tokens)[0], protocol.formula_bits
    (True, 14)
    """

    @property
    def cost(self) -> RowSumCost:
        """The formula of ``RowSumCost`` with this cut's numbers."""
        speakers = max(1, len(self.keys_of[self.speaking]))
        return RowSumCost(speakers, self.grid, self.cut.owner(self.position) is not Owner.PUBLIC)

    def steps(self) -> Iterator[tuple[Owner, Callable[[View, Reader], Said]]]:
        """Queries if they are not public, highest scores, sums."""
        owner = self.cut.owner(self.position)
        if owner is self.speaking or (owner is self.answering and self.keys_of[self.speaking]):
            yield owner, self._tell_queries
        yield self.answering, self._tell_highest
        yield self.speaking, self._tell_sums

    def _tell_queries(self, view: View, arrived: Reader) -> Said:
        for number, head in enumerate(self.layer.heads, start=1):
            yield f"head {number}: query", self.write_vector(self.query(head, view))

    def _tell_highest(self, view: View, arrived: Reader) -> Said:
        queries = self._queries(view, arrived)
        for number, (head, query) in enumerate(zip(self.layer.heads, queries, strict=True), start=1):
            if self._is_compared(head):
                keys = self._answering_keys(head, query, view)
                yield f"head {number}: highest score", self.write_score(head, max(score for score, _ in keys))

    def _tell_sums(self, view: View, arrived: Reader) -> Said:
        speakers = self.keys_of[self.speaking]
        if not speakers:
            return
        queries = self._queries(view, arrived)
        weight_count, value_count = sum_counts(self.p, len(speakers))
        for number, (head, query) in enumerate(zip(self.layer.heads, queries, strict=True), start=1):
            keys = self.keys(head, query, view, speakers, null=False)
            highest = max(score for score, _ in keys)
            if self._is_compared(head):
                theirs = self.read_score(arrived, head)
                lead = max(highest - theirs, 0) // self.scores_of(head).step
                count = lead_count(self.p, self.grid)
                yield f"head {number}: lead", write_number(min(lead, count - 1), count)
                highest = max(highest, theirs)
            weights = [weight_below(highest - score, self.p) for score, _ in keys]
            yield f"head {number}: sum of weights", write_number(sum(weights), weight_count)
            for c in range(head.value_width):
                total = sum(w * self.entries.index(value[c]) for w, (_, value) in zip(weights, keys, strict=True))
                yield f"head {number}: weighted sum {c + 1} of {head.value_width}", write_number(total, value_count)

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row: own sums and the speaker's, relative to the common highest score."""
        queries = self._queries(view, arrived)
        heads = zip(self.layer.heads, queries, strict=True)
        return self.combined([self._head_row(head, query, view, arrived) for head, query in heads])

    def _head_row(self, head: Head, query: Vector, view: View, arrived: Reader) -> Output:
        keys = self._answering_keys(head, query, view)
        speakers = len(self.keys_of[self.speaking])
        total, sums, behind = 0, [0] * head.value_width, 0
        if speakers:
            if self._is_compared(head):
                # the greatest lead that can be written is beyond p, and then it does not matter how far
                behind = self.scores_of(head).step * arrived.number(lead_count(self.p, self.grid))
            weight_count, value_count = sum_counts(self.p, speakers)
            total = arrived.number(weight_count)
            step, offset = self.entries.step, self.entries.start
            sums = [offset * total + step * arrived.number(value_count) for _ in range(head.value_width)]
        if keys:
            highest = max(score for score, _ in keys)
            for score, value in keys:
                weight = weight_below(highest - score + behind, self.p)
                total += weight
                sums = [entry + weight * v for entry, v in zip(sums, value, strict=True)]
        if total == 0:
            raise ProtocolError("the weights must not all vanish, got sums that say so; a message was changed")
        return tuple(Fraction(entry, total) for entry in sums)

    def _queries(self, view: View, arrived: Reader) -> Sequence[Vector]:
        """From the view where it shows the output's token, else from the first bits that arrived."""
        if self.cut.owner(self.position) in (Owner.PUBLIC, view.party):
            return [self.query(head, view) for head in self.layer.heads]
        return [self.read_vector(arrived, head.width) for head in self.layer.heads]

    def _answering_keys(self, head: Head, query: Vector, view: View) -> list[tuple[int, Vector]]:
        return self.keys(head, query, view, self._seen, null=True)

    def _is_compared(self, head: Head) -> bool:
        """Whether both sides have keys, so that they must agree on the highest score; both parties know that."""
        return bool(self.keys_of[self.speaking]) and bool(self._seen or head.null_keys)

    @property
    def _seen(self) -> tuple[int, ...]:
        return (*self.keys_of[Owner.PUBLIC], *self.keys_of[self.answering])


def weight_below(below: int, p: int) -> int:
    """The weight of a key whose score lies this far below the highest."""
    return 2 ** (p - below) if below <= p else 0
