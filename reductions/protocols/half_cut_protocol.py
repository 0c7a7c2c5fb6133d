"""The half cut, two rounds: any number of tokens on each side, the output at a public token or at anyone's.

Per head the answering party sends the highest score that it sees; the speaking party replies with its own lead over
that (cut at p + 1), the sum Z of its weights, and for each value coordinate the sum of weight times entry number, all
relative to the common highest score. The answering party adds its own keys, the public ones and the null token, and
divides. ``cost`` derives the bits. If the output's token is not public, its owner first sends the queries.

What the bits bound: Match3 of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7, by the reduction from DISJ_n.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...questions import Head
from ...questions.attention import Output, Vector
from ..reduction import Owner
from .cost import Cost, RowSumCost, lead_count, sum_counts
from .protocol import CutProtocol, Key, Said, Sums, View, quotients, sums_with
from .transcript import Reader, write_number


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
    def cost(self) -> Cost:
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
        for number, (head, query) in enumerate(self._heads(view, arrived), start=1):
            if self._is_compared(head):
                keys = self.keys(head, query, view, self._seen, null=True)
                yield f"head {number}: highest score", self.write_score(head, max(score for score, _ in keys))

    def _tell_sums(self, view: View, arrived: Reader) -> Said:
        speakers = self.keys_of[self.speaking]
        if not speakers:
            return
        for number, (head, query) in enumerate(self._heads(view, arrived), start=1):
            highest = max(score for score, _ in self.keys(head, query, view, speakers, null=False))
            if self._is_compared(head):
                theirs = self.read_score(arrived, head)
                lead = max(highest - theirs, 0) // self.scores_of(head).step
                count = lead_count(self.p, self.grid)
                yield f"head {number}: lead", write_number(min(lead, count - 1), count)
                highest = max(highest, theirs)
            keys = self.keys(head, query, view, self.told, null=False)
            sums = self.added(keys, highest, (0, [0] * head.value_width))
            for meaning, x, count in self.as_numbers(sums):
                yield f"head {number}: {meaning}", write_number(x, count)

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row: the speaker's sums, gone on with, relative to the common highest score."""
        return self.combined([self._head_row(head, query, view, arrived) for head, query in self._heads(view, arrived)])

    def _head_row(self, head: Head, query: Vector, view: View, arrived: Reader) -> Output:
        highest = max((score for score, _ in self.keys(head, query, view, self._seen, null=True)), default=0)
        sums: Sums = (0, [0] * head.value_width)
        if self.keys_of[self.speaking]:
            if self._is_compared(head):
                # the greatest lead that can be written is beyond p, and then it does not matter how far
                highest += self.scores_of(head).step * arrived.number(lead_count(self.p, self.grid))
            sums = self.from_numbers(arrived, head.value_width)
        rest = sorted(j for owner in Owner for j in self.keys_of[owner] if j not in self.told)
        return quotients(self.added(self.keys(head, query, view, rest, null=True), highest, sums))

    def _heads(self, view: View, arrived: Reader) -> Iterator[tuple[Head, Vector]]:
        """Heads with queries: from a view that shows the output's token, else from the first bits that arrived."""
        if self.cut.owner(self.position) in (Owner.PUBLIC, view.party):
            queries = [self.query(head, view) for head in self.layer.heads]
        else:
            queries = [self.read_vector(arrived, head.width) for head in self.layer.heads]
        return zip(self.layer.heads, queries, strict=True)

    def _is_compared(self, head: Head) -> bool:
        """Whether both sides have keys, so that they must agree on the highest score; both parties know that."""
        return bool(self.keys_of[self.speaking]) and bool(self._seen or head.null_keys)

    @property
    def _seen(self) -> tuple[int, ...]:
        return (*self.keys_of[Owner.PUBLIC], *self.keys_of[self.answering])

    # ---- what the sums are, and how they are written

    @property
    def told(self) -> tuple[int, ...]:
        """The keys whose sums are told."""
        return self.keys_of[self.speaking]

    def added(self, keys: Iterable[Key], highest: int, sums: Sums) -> Sums:
        """Sums with more keys."""
        return sums_with(keys, self.p, highest, sums)

    def as_numbers(self, sums: Sums) -> Iterator[tuple[str, int, int]]:
        """Meaning, number and count of each: the sum of weights, then for each entry that of weight times number."""
        weights, values = sum_counts(self.p, len(self.told))
        total, entries = sums
        yield "sum of weights", int(total), weights
        for c, entry in enumerate(entries, start=1):
            number = int(entry - self.entries.start * total) // self.entries.step
            yield f"weighted sum {c} of {len(entries)}", number, values

    def from_numbers(self, arrived: Reader, width: int) -> Sums:
        """The sums that the other party wrote."""
        weights, values = sum_counts(self.p, len(self.told))
        total = arrived.number(weights)
        step, start = self.entries.step, self.entries.start
        return total, [start * total + step * arrived.number(values) for _ in range(width)]
