"""The query cut, one way: the owner of the output's token speaks, the other party answers.

The speaker holds one token, the one whose output is asked for. Per head it sends the token's query (m p bits), the
score of the token with itself (l bits) and its value (dv p bits); the other party has the keys and values of all other
positions, works out their scores with the query, the weights and the row. If the position may not attend to itself, the
query is all that is sent.

What the bits bound: q-SA of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 4, where the speaker's subset y is
unknown to the other party. The row is worked out without the speaker's token: whatever reads the answer off must be a
function of the *row alone*. (``counting_lower`` says what goes wrong if it sees the token.)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...questions.attention import Output
from ..reduction import Owner
from .cost import OneWayCost
from .protocol import CutProtocol, Said, View, weighted_mean
from .transcript import ProtocolError, Reader


@dataclass(frozen=True)
class QueryCutProtocol(CutProtocol):
    """One way; the speaking party owns the output's position and no other.

    Raises
    ------
    ProtocolError
        Also if the speaking party owns other positions, or not that of the output.

    Examples
    --------
    Position 1 asks for the token 1; the sequence 0, 1, 0, 1, and two bits.

    >>> from headcount.questions import Head, Layer, Table, Unit
    >>> from headcount.reductions.protocols.cut import query_cut
    >>> table = Table("token", ((-2,), (1,)))
    >>> one = Table("token", ((1,), (1,)))
    >>> unit = Unit(2, (Layer((Head(one, (table,), (table,)),), weights="fixed", bits=2),))
    >>> run = QueryCutProtocol(unit, query_cut(4, 1), 1).run((0, 1, 0, 1))
    >>> print(run)
    from   bits  meaning        message
    Alice     2  head 1: query  11
    Alice     3  head 1: score  000
    Alice     2  head 1: value  00
              7  in total; Bob answers (1)
    >>> run.answer == unit.outputs((0, 1, 0, 1))[0]
    True
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        held = self.cut.positions(self.speaking)
        if held != (self.position,):
            raise ProtocolError(
                f"{self.speaking} must own position {self.position} and no other, got {held}; take "
                f"query_cut(N, position), or HalfCutProtocol for other cuts"
            )

    @property
    def cost(self) -> OneWayCost:
        """H (m p + l + dv p)."""
        return OneWayCost(self.grid)

    def steps(self) -> Iterator[tuple[Owner, Callable[[View, Reader], Said]]]:
        """One message after the other, all from the speaker."""
        yield self.speaking, self._tell

    def _tell(self, view: View, arrived: Reader) -> Said:
        for number, head in enumerate(self.layer.heads, start=1):
            query = self.query(head, view)
            yield f"head {number}: query", self.write_vector(query)
            for score, value in self.keys(head, query, view, self.keys_of[self.speaking], null=False):
                yield f"head {number}: score", self.write_score(head, score)
                yield f"head {number}: value", self.write_vector(value)

    def work_out(self, view: View, arrived: Reader) -> Output:
        """The row, from all scores and values of each head."""
        rows = []
        for head in self.layer.heads:
            query = self.read_vector(arrived, head.width)
            keys = [
                (self.read_score(arrived, head), self.read_vector(arrived, head.value_width))
                for _ in self.keys_of[self.speaking]
            ]
            seen = (*self.keys_of[Owner.PUBLIC], *self.keys_of[self.answering])
            rows.append(weighted_mean([*keys, *self.keys(head, query, view, seen, null=True)], self.p))
        return self.combined(rows)
