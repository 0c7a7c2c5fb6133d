"""What two parties said: messages of bits, and the numbers that the bits stand for.

A number out of ``count`` possible ones is written with exactly ceil(log2 count) bits: both sides know ``count`` from
the unit and the cut, so a message needs neither a length nor an end mark. One out of one takes no bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...display.answer import Summary
from ...display.html import Html, framed, table, text
from ...display.input_error import InputError
from ..reduction import OWNER_COLOURS, Owner

SHOWN_BITS = 48
"""Bits of a message that a table shows."""


class ProtocolError(InputError):
    """A unit cannot be run across a cut, or a message is not one that the protocol can send."""


def width_of(count: int) -> int:
    """ceil(log2 count), the bits of a number out of ``count`` >= 1.

    >>> [width_of(count) for count in (1, 2, 3, 4, 5)]
    [0, 1, 2, 2, 3]
    """
    return (count - 1).bit_length()


def write_number(number: int, count: int) -> str:
    """A number 0 .. count-1 in its bits, the highest first.

    >>> write_number(2, 5), write_number(0, 1)
    ('010', '')
    """
    assert 0 <= number < count, (number, count)  # the ranges are proved where the numbers are made
    width = width_of(count)
    return format(number, f"0{width}b") if width else ""


class Reader:
    """Reads numbers off the messages that have arrived, and nothing but bits.

    Examples
    --------
    >>> reader = Reader(["01011"])
    >>> reader.number(5), reader.number(4)
    (2, 3)
    """

    def __init__(self, messages: list[str]) -> None:
        self._bits = "".join(messages)
        self._place = 0

    def number(self, count: int) -> int:
        """The next number out of ``count``.

        Raises
        ------
        ProtocolError
            If there are too few bits, or they stand for no such number.
        """
        width = width_of(count)
        word = self._bits[self._place : self._place + width]
        if len(word) < width or set(word) - {"0", "1"}:
            raise ProtocolError(f"a message must bring {width} bits here, got {word!r}; it was cut short or changed")
        self._place += width
        number = int(word, 2) if word else 0
        if number >= count:
            raise ProtocolError(f"a message must bring a number below {count}, got {number}; it was changed on its way")
        return number

    def finish(self) -> None:
        """Nothing may be left over."""
        left = len(self._bits) - self._place
        if left:
            raise ProtocolError(f"messages must be read to their end, got {left} bits more than the protocol sends")


@dataclass(frozen=True)
class Message:
    """Bits from one party to the other, with their meaning in words."""

    sender: Owner
    meaning: str
    bits: str

    def __len__(self) -> int:
        return len(self.bits)


@dataclass(frozen=True, repr=False)
class Transcript(Summary):
    """One run of a protocol.

    Parameters
    ----------
    messages : in the order in which they were sent
    answer : the unit's output row, as the answering party worked it out
    answering : who that is

    Examples
    --------
    >>> query, score = Message(Owner.ALICE, "head 1: query", "0110"), Message(Owner.ALICE, "head 1: score", "1")
    >>> run = Transcript((query, score), ())
    >>> run.total, run.by_sender(Owner.BOB)
    (5, 0)
    >>> print(run)
    from   bits  meaning        message
    Alice     4  head 1: query  0110
    Alice     1  head 1: score  1
              5  in total; Bob answers ()
    """

    messages: tuple[Message, ...]
    answer: tuple[Fraction, ...]
    answering: Owner = Owner.BOB

    @property
    def total(self) -> int:
        """Bits of all messages."""
        return sum(len(message) for message in self.messages)

    @property
    def rounds(self) -> int:
        """How often the sender changes, plus one; messages without bits do not count."""
        senders = [message.sender for message in self.messages if message.bits]
        return sum(1 for k, sender in enumerate(senders) if k == 0 or sender != senders[k - 1])

    def by_sender(self, party: Owner) -> int:
        """Bits sent by a party."""
        return sum(len(message) for message in self.messages if message.sender is party)

    @property
    def in_a_line(self) -> str:
        """How many messages and bits, and the answer."""
        return f"{len(self.messages)} messages, {self.total} bits; {self.answering} answers {self._row()}"

    def __str__(self) -> str:
        width = max((len(message.meaning) for message in self.messages), default=7)
        lines = [f"{'from':5}  bits  {'meaning':{width}}  message"]
        lines += [f"{m.sender!s:5} {len(m):5}  {m.meaning:{width}}  {_shown(m.bits)}".rstrip() for m in self.messages]
        return "\n".join([*lines, f"      {self.total:5}  in total; {self.answering} answers {self._row()}"])

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        rows = [(_party(m.sender), len(m), m.meaning, Html(f"<code>{_shown(m.bits)}</code>")) for m in self.messages]
        total = text(f"in total; {self.answering} answers {self._row()}")
        foot = f'<tr><th></th><th>{self.total}</th><th colspan="2" style="text-align:left">{total}</th></tr>'
        title = f"{len(self.messages)} messages, {self.total} bits"
        return framed(title, table(rows, ("from", "bits", "meaning", "message"), foot))

    def _row(self) -> str:
        return "(" + ", ".join(map(str, self.answer)) + ")"


def _party(owner: Owner) -> Html:
    return Html(f'<span style="background:{OWNER_COLOURS[owner]};color:#222;padding:1px 6px">{owner}</span>')


def _shown(bits: str) -> str:
    return bits if len(bits) <= SHOWN_BITS else f"{bits[: SHOWN_BITS - 2]}.."
