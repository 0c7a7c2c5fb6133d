"""The laws of a reduction, checked and never assumed: locality, alphabet, correctness, both answers.

What comes out counts as true only if all laws hold.

``verify_exhaustive`` goes through all pairs of inputs; ``laws_by_solver`` asks a solver about all of them at once.
Both look at the tokens that come out for differing inputs; what the encoders' signatures promise plays no part.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..bounds.bound import Status
from ..tasks import TaskError
from ..tasks.two_party.arithmetic import PLAIN
from .reduction import Encoded, EncoderError, Owner, ReductionError, SizedReduction

LAWS = {
    "encoders": "each party's encoder writes tokens for each of its inputs",
    "ownership": "every position is written once, by its owner",
    "locality": "each of Alice's tokens depends on a alone, each of Bob's on b alone, the public ones on neither",
    "order": "all of Alice's positions come before all of Bob's, where the reduction says so",
    "length": "there are as many tokens as the task has positions",
    "alphabet": "every token is one of the task's",
    "correctness": "the answer read off the task's output is f(a, b)",
    "formula": "the formula given to solvers says what the task says",
    "both answers": "f takes both values",
}
"""Name -> what it says."""

MAX_PAIRS = 1 << 20
"""Most pairs of inputs that are gone through."""

SAMPLED_PAIRS, SAMPLED_TRIPLES = 60, 20_000_000
"""On how many pairs the formula is compared with the task before a solver is asked: at most so many triples of tokens.

The slowest definitions go through all triples, so this is some seconds.
"""


@dataclass(frozen=True)
class Verified:
    """All laws hold for all ``pairs`` of inputs.

    ``status`` is None for an exhaustive run (every pair was computed by the definitions) and PROVED-BY-SOLVER for a
    symbolic one; ``yes`` and ``no`` count the pairs with value 1 and 0 (None: not counted). Pairs outside the promise
    of f are in ``pairs`` and in neither.
    """

    reduction: str
    n: int
    pairs: int
    method: str
    status: Status | None
    yes: int | None = None
    no: int | None = None
    seconds: float = field(default=0.0, compare=False)
    holds: ClassVar[bool] = True

    def __str__(self) -> str:
        counts = ""
        if self.yes is not None and self.no is not None:
            free = self.pairs - self.yes - self.no
            counts = f", {self.yes} with value 1 and {self.no} with value 0" + (
                f", {free} not promised" if free else ""
            )
        word = "" if self.status is None else f" [{self.status}]"
        return (
            f"{self.reduction} n={self.n}: all laws hold for {self.pairs} pairs{counts} ({self.method}, "
            f"{self.seconds:.2f} s){word}"
        )


@dataclass(frozen=True)
class Refuted:
    """A law is broken; here is where.

    ``a``, ``b`` and ``tokens`` are the counterexample, ``wanted`` and ``got`` what was required and what came out. For
    locality, ``position`` is the token that moved and ``other`` the pair of inputs with which (a, b) is compared.
    """

    reduction: str
    n: int
    law: str
    a: Any
    b: Any
    tokens: tuple[Any, ...]
    wanted: Any
    got: Any
    position: int | None = None
    other: tuple[Any, Any] | None = None
    holds: ClassVar[bool] = False

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        where = "" if self.position is None else f" at position {self.position}"
        against = "" if self.other is None else f", compared with a={self.other[0]} b={self.other[1]}"
        about = f"a={self.a} b={self.b}{against}, tokens {self.tokens}, "
        if self.a is None and self.b is None and not self.tokens:
            about = ""
        return (
            f"{self.reduction} n={self.n} breaks {self.law} ({LAWS[self.law]}){where}: {about}wanted {self.wanted}, "
            f"got {self.got}"
        )


@dataclass(frozen=True)
class Undecided:
    """The solver, or the run through all pairs, did not finish within ``seconds``; ``done`` says how far it came."""

    reduction: str
    n: int
    seconds: float
    done: str = "the solver did not finish"
    holds: ClassVar[None] = None

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"{self.reduction} n={self.n}: undecided, {self.done} within {self.seconds:.1f} s"


def verify_exhaustive(
    reduction: SizedReduction, *, seconds: float = float("inf"), watch: Callable[[int, int], None] | None = None
) -> Verified | Refuted | Undecided:
    """Check all laws on every pair of inputs.

    Under a promise, ownership, order, length, alphabet and locality are checked on all pairs, since each party writes
    its tokens by its own input alone; correctness and both answers on promised pairs, since the task may be undefined
    on others.

    Parameters
    ----------
    reduction : SizedReduction
    seconds : float > 0
        Time after which it stops.
    watch : callable (pairs done, all pairs), optional
        Told now and then.

    Returns
    -------
    Verified, Refuted or Undecided
        With the first counterexample, the laws taken in the order encoders, ownership, order, length, then pair by pair
        alphabet, locality, correctness, formula; at last both answers. Undecided only where ``seconds`` are given.

    Raises
    ------
    ReductionError
        If there are more than ``MAX_PAIRS`` pairs.

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> found = verify_exhaustive(disj_to_match3.at(3))
    >>> found.holds, found.pairs, found.yes, found.no
    (True, 64, 27, 37)
    """
    started = time.monotonic()
    source = reduction.source
    pairs = source.alice.count * source.bob.count
    require_few_pairs(reduction, symbolic=True)
    try:
        no, yes = _all_pairs(reduction, started + seconds, watch or (lambda done, all_pairs: None))
    except Broken as broken:
        return broken.found
    except _TimeOver as over:
        done = f"{over} of {pairs} pairs are right, the others were not looked at"
        return Undecided(reduction.name, source.n, time.monotonic() - started, done)
    return Verified(reduction.name, source.n, pairs, "exhaustive", None, yes, no, seconds=time.monotonic() - started)


class _TimeOver(Exception):
    """The time is over after so many pairs."""


class Broken(Exception):
    """A law is broken; ``found`` says where. ``more``: the tokens, the position and the other pair of inputs."""

    def __init__(
        self, reduction: SizedReduction, law: str, wanted: Any, got: Any, a: Any = None, b: Any = None, *more: Any
    ) -> None:
        tokens, *place = more or ((),)
        self.found = Refuted(reduction.name, reduction.source.n, law, a, b, tokens, wanted, got, *place)


def _all_pairs(reduction: SizedReduction, deadline: float, watch: Callable[[int, int], None]) -> list[int]:
    """How often f is 0 and 1."""
    source, counts = reduction.source, {"0": 0, "1": 0, "*": 0}
    every = source.alice.count * source.bob.count
    first: dict[Any, tuple[tuple[Any, Any], tuple[Any, ...]]] = {}  # with what a pair is compared, by owner and input
    rows = source.matrix()
    for i, a in enumerate(source.alice_inputs()):
        for j, b in enumerate(source.bob_inputs()):
            done = i * source.bob.count + j
            if done % SHOWN == 0:
                watch(done, every)
            if done % LOOK == 0 and time.monotonic() > deadline:
                raise _TimeOver(done)
            tokens = checked_tokens(reduction, a, b)
            for owner, known in ((Owner.ALICE, a), (Owner.BOB, b), (Owner.PUBLIC, None)):
                other, before = first.setdefault((owner, known), ((a, b), tokens))
                require_same(reduction, owner, a, b, tokens, other, before)
            if rows[i][j] != "*":
                require_right(reduction, checked_encoding(reduction, a, b, tokens), a, b)
            counts[rows[i][j]] += 1
    if not counts["0"] or not counts["1"]:
        what = "values 0 and 1 at promised pairs" if counts["*"] else "values 0 and 1"
        raise Broken(reduction, "both answers", what, f"{counts['0']} and {counts['1']} times")
    return [counts["0"], counts["1"]]


LOOK, SHOWN = 64, 4096
"""Pairs between two looks at the clock, and after which the caller is told."""


def require_few_pairs(reduction: SizedReduction, *, symbolic: bool = False) -> None:
    """Refuse more than ``MAX_PAIRS`` pairs of inputs; ``symbolic`` says whether a check by a solver would do as well.

    Raises
    ------
    ReductionError
        How many pairs there are, and what to try.
    """
    pairs = reduction.source.alice.count * reduction.source.bob.count
    if pairs > MAX_PAIRS:
        instead = "‹symbolic=True›" if reduction.formula else "‹symbolic=True› with a formula"
        raise ReductionError(
            f"{reduction.name} at n={reduction.source.n} has {pairs} pairs of inputs, the limit is {MAX_PAIRS}; "
            f"try a smaller n{f', or {instead}' if symbolic else ''}"
        )


def require_same(
    reduction: SizedReduction, owner: Owner, a: Any, b: Any, tokens: Any, other: tuple[Any, Any], before: Any
) -> None:
    """Refuse tokens of an owner that differ from those under another pair of inputs, which it cannot tell apart."""
    for i in reduction.positions(owner):
        if tokens[i - 1] != before[i - 1]:
            raise Broken(reduction, "locality", before[i - 1], tokens[i - 1], a, b, tokens, i, other)


def require_right(reduction: SizedReduction, encoded: Encoded, a: Any, b: Any) -> None:
    """Refuse an answer that is not f(a, b), and a formula that does not say what task and read-out say."""
    if encoded.answer != encoded.wanted:
        got = reduction.no_bit(encoded.output) if encoded.answer is None else encoded.answer
        raise Broken(reduction, "correctness", encoded.wanted, got, a, b, encoded.tokens)
    said = encoded.answer if reduction.formula is None else int(reduction.formula(encoded.tokens, PLAIN))
    if said != encoded.answer:
        raise Broken(reduction, "formula", encoded.answer, said, a, b, encoded.tokens)


def verify_some(reduction: SizedReduction) -> tuple[Refuted | None, int]:
    """Run the definitions on some pairs: both inputs uniform, or few ones in each; and how many pairs were compared.

    Examples
    --------
    >>> from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
    >>> verify_some(disj_to_match3.at(12))
    (None, 60)
    """
    rng = random.Random(0)
    pairs = max(1, min(SAMPLED_PAIRS, SAMPLED_TRIPLES // len(reduction.owners) ** 3))
    for number in range(pairs):
        n = reduction.source.n
        ones = (0.5, 1 / n, n**-0.5)[number % 3]
        a, b = (inputs.drawn(rng, ones) for inputs in (reduction.source.alice, reduction.source.bob))
        try:
            tokens = checked_tokens(reduction, a, b)
            if reduction.source.promised(a, b):
                require_right(reduction, checked_encoding(reduction, a, b, tokens), a, b)
        except Broken as broken:
            return broken.found, number + 1
    return None, pairs


def checked_tokens(reduction: SizedReduction, a: Any, b: Any) -> tuple[Any, ...]:
    """The tokens of any pair, unless a law is broken that holds whether the pair is promised or not."""
    require_structure(reduction)
    try:
        tokens = reduction.tokens(a, b)
    except ReductionError as error:
        law = "encoders" if isinstance(error, EncoderError) else "ownership"
        raise Broken(reduction, law, LAWS[law], str(error), a, b) from None
    for i, token in enumerate(tokens, start=1):
        if not reduction.in_alphabet(token, PLAIN):
            raise Broken(reduction, "alphabet", reduction.alphabet_words, token, a, b, tokens, i)
    try:
        task_input = reduction.assemble(tokens)
        symbols = reduction.target.symbols(task_input)
        length = reduction.target.length(task_input)
    except (TaskError, LookupError) as error:  # the task itself refuses the tokens
        raise Broken(reduction, "alphabet", reduction.alphabet_words, _words(error), a, b, tokens) from None
    if length != len(tokens) or len(symbols) != len(tokens):
        raise Broken(reduction, "length", length, len(tokens), a, b, tokens)
    for i, symbol in enumerate(symbols, start=1):
        if not 0 <= symbol < reduction.target.alphabet:
            below = f"a symbol below {reduction.target.alphabet}"
            raise Broken(reduction, "alphabet", below, symbol, a, b, tokens, i)
    return tokens


def _words(error: TaskError | LookupError) -> str:
    """What a task says of tokens that it refuses."""
    return f"a refusal: {error}" if isinstance(error, TaskError) else repr(error)


def checked_encoding(reduction: SizedReduction, a: Any, b: Any, tokens: tuple[Any, ...]) -> Encoded:
    """The encoding of a promised pair, unless the task refuses its tokens."""
    try:
        return reduction.encode(a, b)
    except (TaskError, LookupError) as error:
        raise Broken(reduction, "alphabet", reduction.alphabet_words, _words(error), a, b, tokens) from None


def require_structure(reduction: SizedReduction) -> None:
    """The laws about positions only."""
    length = reduction.sizes.get("N", len(reduction.owners))
    if len(reduction.owners) != length or reduction.target.parameters.get("N", length) != length:
        sizes = (reduction.target.parameters.get("N"), len(reduction.owners))
        raise Broken(reduction, "length", f"N = {length} positions", sizes)
    alice, bob = reduction.positions(Owner.ALICE), reduction.positions(Owner.BOB)
    if reduction.prefix and alice and bob and alice[-1] > bob[0]:
        raise Broken(reduction, "order", f"before position {bob[0]}", alice[-1], None, None, (), alice[-1])
