"""The noun Reduction: a two-party function encoded into the input of a task, party by party.

Every position of the input belongs to Alice, to Bob or to the public. If each party can write its tokens from its own
input alone (*locality*) and the task's output at one position tells f(a, b) (*correctness*), then whoever computes the
task across that cut computes f: a lower bound for the communication of f is one for the task. Neither property is
taken from the signatures here; ``laws`` checks both. Positions are counted from 1, as in the papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from numbers import Integral
from typing import Any

from ..display.html import Html, framed, paragraph, text
from ..display.input_error import InputError
from ..tasks import Task, TaskError
from ..tasks.two_party.arithmetic import PLAIN, Arithmetic
from ..tasks.two_party.functions import TwoPartyError, TwoPartyFunction

Placed = Mapping[int, Any]
"""Tokens by position, from 1."""


class ReductionError(InputError):
    """A reduction or what was asked of it is impossible; the message says what was required, given and what to try."""


class EncoderError(ReductionError):
    """An encoder raised an error; the message says whose, for which input."""


class Owner(Enum):
    """Who knows a token."""

    ALICE = "Alice"
    BOB = "Bob"
    PUBLIC = "public"

    def __str__(self) -> str:
        return self.value


OWNER_COLOURS = {Owner.ALICE: "#c6d4e8", Owner.BOB: "#f6d9b8", Owner.PUBLIC: "#eeeeee"}
"""The colours of the owners in every picture and table."""
ROW, SHOWN_TOKENS = 16, 160
"""Tokens in a row of a notebook's table, and in the table."""


@dataclass(frozen=True)
class Encoded:
    """An encoded pair of inputs: the tokens with their owners, what the task answers, and what is read off it.

    ``tokens`` and ``owners`` go by position; ``task_input`` is what the task's ``evaluate`` takes; ``output`` is the
    task's output at position ``output_position`` (the greatest, if others are ``also_read``), ``answer`` the bit read
    off it (None: no bit), ``wanted`` is f(a, b).

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> print(disj_to_match3.at(2).encode((0, 1), (1, 1)))
    DISJ_2(a=01, b=11) as match3(M=6, N=5)
    position  owner   token
           1  public  1       <- output 1
           2  Alice   1
           3  Alice   2
           4  Bob     5
           5  Bob     3
    answer 0, DISJ_2 = 0
    """

    title: str
    function: str
    tokens: tuple[Any, ...]
    owners: tuple[Owner, ...]
    output_position: int
    task_input: Any = field(repr=False)
    output: Any
    answer: int | None
    wanted: int
    also_read: tuple[int, ...] = ()

    @property
    def read_positions(self) -> tuple[int, ...]:
        """All positions whose outputs are read, from 1; ``output`` is the greatest of them."""
        return (self.output_position, *self.also_read)

    def of(self, owner: Owner) -> dict[int, Any]:
        """The tokens of one party by position."""
        return {i: t for i, (t, whose) in enumerate(zip(self.tokens, self.owners, strict=True), 1) if whose is owner}

    def __str__(self) -> str:
        width = max(len(str(token)) for token in self.tokens)
        lines = [self.title, "position  owner   token"]
        for i, (token, owner) in enumerate(zip(self.tokens, self.owners, strict=True), start=1):
            of = f"output {self.output}" if not self.also_read else "read"
            mark = f"{'':{width - len(str(token))}}       <- {of}" if i in self.read_positions else ""
            lines.append(f"{i:8}  {owner!s:6}  {token}{mark}")
        greatest = f"greatest output {self.output}, " if self.also_read else ""
        return "\n".join([*lines, f"{greatest}answer {self.answer}, {self.function} = {self.wanted}"])

    def _repr_html_(self) -> str:
        placed = enumerate(zip(self.tokens, self.owners, strict=True), start=1)
        cells = [self._cell(i, token, owner) for i, (token, owner) in placed if i <= SHOWN_TOKENS]
        rows = "".join(f"<tr>{''.join(cells[k : k + ROW])}</tr>" for k in range(0, len(cells), ROW))
        left_out = [paragraph(f"{len(self.tokens) - len(cells)} more tokens")] if len(self.tokens) > len(cells) else []
        read = paragraph(
            f"{'greatest ' if self.also_read else ''}output {self.output} at position "
            f"{', '.join(map(str, self.read_positions))}, answer {self.answer}, "
            f"{self.function} = {self.wanted}"
        )
        return framed(self.title, Html(f"<table><tbody>{rows}</tbody></table>"), *left_out, read)

    def _cell(self, position: int, token: Any, owner: Owner) -> str:
        border = "2px solid #d1495b" if position in self.read_positions else "1px solid #bbb"
        style = f"background:{OWNER_COLOURS[owner]};color:#222;text-align:center;border:{border}"
        return f'<td style="{style}"><small>{position} {owner}</small><br/>{text(token)}</td>'


def _below_alphabet(token: Any, on: Arithmetic) -> Any:
    """Stands for "an integer below the task's alphabet"."""
    raise NotImplementedError


def _symbol_below(symbols: int, token: Any, on: Arithmetic) -> Any:
    """Whether a token, or a term, is an integer from 0 to one less."""
    return (on is not PLAIN or isinstance(token, Integral)) and on.all([token >= 0, token < symbols])


@dataclass(frozen=True)
class SizedReduction:
    """A reduction at one size: everything needed to encode inputs and to check the encoding.

    Parameters
    ----------
    name : str
        ``source-to-target``.
    source : TwoPartyFunction
        f.
    target : Task
        The task, at its size.
    sizes : mapping of str to int
        n, N, M, q, .. as far as they exist.
    owners : tuple of Owner
        The owner of every position.
    alice, bob : callable (input, arithmetic) -> tokens by position
        The encoders.
    public : callable () -> tokens by position
        The tokens that everyone knows.
    output_position : int
        The position whose output is read, from 1.
    read_out : callable (output) -> 0 or 1
        f(a, b) from that output; anything else, or an exception, counts as no bit.
    formula : callable (tokens, arithmetic) -> truth value, optional
        What the task and the read-out say about tokens, written so that it also runs on terms; without it there is no
        symbolic check.
    in_alphabet : callable (token, arithmetic) -> truth value, optional
        Whether a token is one of the task's: an integer below ``target.alphabet`` by default.
    alphabet_words : str, optional
        The alphabet in words.
    largest : int, optional
        Greatest absolute value of a number in encoders and formula; the number of positions or symbols by default.
    assemble : callable (tokens) -> task input
        For tasks whose inputs are not plain tuples of tokens.
    prefix : bool
        Whether the reduction claims that all of Alice's tokens come before all of Bob's (for one-way communication).
    also_read : tuple of int
        More positions whose outputs are read; the read-out is then given the greatest of all of them.

    Raises
    ------
    ReductionError
        If the output position does not exist.
    """

    name: str
    source: TwoPartyFunction
    target: Task
    sizes: Mapping[str, int] = field(hash=False)
    owners: tuple[Owner, ...]
    alice: Callable[[Any, Arithmetic], Placed] = field(repr=False)
    bob: Callable[[Any, Arithmetic], Placed] = field(repr=False)
    public: Callable[[], Placed] = field(repr=False)
    output_position: int
    read_out: Callable[[Any], int] = field(repr=False)
    formula: Callable[[tuple[Any, ...], Arithmetic], Any] | None = field(repr=False, default=None)
    in_alphabet: Callable[[Any, Arithmetic], Any] = field(repr=False, default=_below_alphabet)
    alphabet_words: str = ""
    largest: int = 0
    assemble: Callable[[tuple[Any, ...]], Any] = field(repr=False, default=tuple)
    prefix: bool = False
    also_read: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.in_alphabet is _below_alphabet:
            symbols = int(getattr(self.target, "alphabet", 0))
            object.__setattr__(self, "in_alphabet", partial(_symbol_below, symbols))
            object.__setattr__(self, "alphabet_words", self.alphabet_words or f"an integer 0 .. {symbols - 1}")
            object.__setattr__(self, "largest", self.largest or max(len(self.owners), symbols))
        for position in self.read_positions:
            if type(position) is not int or not 1 <= position <= len(self.owners):
                raise ReductionError(
                    f"output_position must be one position from 1 to {len(self.owners)}, got {position!r:.60} in "
                    f"{self.name}; try output_position=1"
                )
        if len(set(self.read_positions)) != len(self.read_positions):
            raise ReductionError(f"each output must be read once, got positions {self.read_positions} in {self.name}")

    @property
    def read_positions(self) -> tuple[int, ...]:
        """All positions whose outputs are read, from 1."""
        return (self.output_position, *self.also_read)

    @property
    def target_words(self) -> str:
        """The task with its parameters, such as ``match3(M=6, N=5)``."""
        parameters = ", ".join(f"{name}={value}" for name, value in self.target.parameters.items())
        return self.target.name + (f"({parameters})" if parameters else "")

    def output(self, outputs: Sequence[Any]) -> Any:
        """What the read-out is given, of the task's outputs at all positions: that at the position, or the greatest."""
        return max(outputs[i - 1] for i in self.read_positions)

    def positions(self, owner: Owner) -> tuple[int, ...]:
        """The positions that one party owns, from 1."""
        return tuple(i for i, whose in enumerate(self.owners, start=1) if whose is owner)

    def tokens(self, a: Any, b: Any, arithmetic: Arithmetic = PLAIN) -> tuple[Any, ...]:
        """The tokens of all positions, for inputs or for terms.

        Raises
        ------
        ReductionError
            If an encoder writes a position that its party does not own, leaves one of its own out, or raises an error.
        """
        written: dict[int, Any] = {}
        parts = ((Owner.ALICE, a), (Owner.BOB, b), (Owner.PUBLIC, None))
        for owner, given in parts:
            placed = self._placed(owner, given, arithmetic)
            if set(placed) != set(self.positions(owner)):
                odd = sorted(set(placed) ^ set(self.positions(owner)))[0]
                fault = "writes a position it does not own" if odd in placed else "leaves out a position it owns"
                raise ReductionError(f"the encoder of {owner} in {self.name} {fault}: position {odd}")
            written.update(placed)
        return tuple(written[i] for i in range(1, len(self.owners) + 1))

    def _placed(self, owner: Owner, given: Any, arithmetic: Arithmetic) -> Placed:
        """What the encoder of a party writes for its input."""
        try:
            if owner is Owner.PUBLIC:
                return self.public()
            return (self.alice if owner is Owner.ALICE else self.bob)(given, arithmetic)
        except (ReductionError, TaskError, TwoPartyError):
            raise
        except Exception as error:  # the user's code, not ours
            kind, name = type(error).__name__, {Owner.ALICE: "a", Owner.BOB: "b"}.get(owner, "input")
            raise EncoderError(
                f"the encoder of {owner} in {self.name} raised {kind} for {name}={given!r:.60}: {error}"
            ) from error

    def bit(self, output: Any) -> int | None:
        """What is read off an output: 0 or 1, or None if the read-out says neither."""
        try:
            read = self.read_out(output)
        except Exception:  # the user's code: it has no bit for this output
            return None
        return int(read) if isinstance(read, Integral) and read in (0, 1) else None

    def no_bit(self, output: Any) -> str:
        """What a read-out does with an output that it reads no bit off, in words."""
        if output is None:
            return "no answer: the task asks for none there"
        try:
            return f"{self.read_out(output)!r:.60} from read_out({output!r:.60}), which must return 0 or 1"
        except Exception as error:  # the user's code
            return f"no bit: read_out({output!r:.60}) raised {type(error).__name__}: {error}"

    def encode(self, a: Any, b: Any) -> Encoded:
        """Encode a pair of inputs, run the task on it by definition, read the answer off.

        Raises
        ------
        TwoPartyError
            If a or b is no input of f, or the pair is outside its promise.
        ReductionError
            If the encoders do not write every position once.
        """
        wanted = self.source.evaluate(a, b)
        tokens = self.tokens(a, b)
        task_input = self.assemble(tokens)
        output = self.output(self.target.evaluate(task_input))
        words = f"a={self.source.alice.spell(a)}, b={self.source.bob.spell(b)}"
        return Encoded(
            f"{self.source}({words}) as {self.target_words}",
            str(self.source),
            tokens,
            self.owners,
            self.output_position,
            task_input,
            output,
            self.bit(output),
            wanted,
            self.also_read,
        )


@dataclass(frozen=True)
class Reduction:
    """A family of reductions, one for every size n.

    Parameters
    ----------
    source, target : str
        Names of the two-party function and of the task.
    size : callable (n, **parameters) -> SizedReduction
        The reduction at one size.
    parameters : tuple of str
        What may be chosen besides n (M, q, ..), with a default each.
    summary : str
        The encoding in a line.
    citation : str
        Where it comes from.

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> disj_to_match3.name, dict(disj_to_match3.at(4).sizes)
    ('disj-to-match3', {'n': 4, 'N': 9, 'M': 10})
    """

    source: str
    target: str
    size: Callable[..., SizedReduction] = field(repr=False)
    parameters: tuple[str, ...]
    summary: str
    citation: str

    @property
    def name(self) -> str:
        """``source-to-target``; the first alone if there is no second."""
        return f"{self.source}-to-{self.target}" if self.target else self.source

    def at(self, n: int, **chosen: int) -> SizedReduction:
        """The reduction at size n.

        Raises
        ------
        ReductionError
            If a parameter is unknown or violates a constraint of the reduction.
        TwoPartyError
            If n is not an integer >= 1.
        """
        for name in chosen:
            if name not in self.parameters:
                known = ", ".join(("n", *self.parameters))
                raise ReductionError(f"{self.name} has no parameter {name}; it takes {known}")
        return self.size(n, **chosen)


def ownership(length: int, alice: Iterable[int], bob: Iterable[int]) -> tuple[Owner, ...]:
    """The owner of every position 1 .. length: Alice's and Bob's as listed, the rest public.

    Raises
    ------
    ReductionError
        If a position is owned twice or does not exist.

    Examples
    --------
    >>> [str(owner) for owner in ownership(3, [2], [3])]
    ['public', 'Alice', 'Bob']
    """
    owners = [Owner.PUBLIC] * length
    for owner, positions in ((Owner.ALICE, alice), (Owner.BOB, bob)):
        for i in positions:
            if not 1 <= i <= length:
                raise ReductionError(f"{owner} must own positions from 1 to {length}, got {i}")
            if owners[i - 1] is not Owner.PUBLIC:
                raise ReductionError(f"position {i} must have one owner, got {owners[i - 1]} and {owner}")
            owners[i - 1] = owner
    return tuple(owners)


def require_parameter(name: str, value: object, least: int, reason: str, most: int | None = None) -> None:
    """Refuse a parameter out of its range.

    Raises
    ------
    ReductionError
        Which parameter, what was required and why, what was given, what to try.
    """
    if type(value) is not int or value < least or (most is not None and value > most):
        span = f"an integer >= {least}" if most is None else f"an integer from {least} to {most}"
        near = most if most is not None and type(value) is int and value > most else least
        raise ReductionError(f"{name} must be {span} ({reason}), got {value!r:.40}; try {name}={near}")
