"""Least number of states of a recurrent network on a finite task: exact, for every cut of the sequence.

A recurrent machine reads x_1, .., x_N in this order: s_t = f_t(s_(t-1), x_t), each f_t an arbitrary function, S_t the
set of states it can be in after t tokens. What it has to say, and when, is its ``emit``:

``"last"``  the output of position N, when x_N is read;
``"end"``   the outputs of all positions, when x_N is read;
``"each"``  the output of position i when x_i is read, which can be done only if no output depends on later tokens.

**The number.** Write down the matrix whose rows are the prefixes of length t, whose columns are the suffixes, and whose
entry is all that is still to be said after token t. Let r_t be its number of distinct rows.

*Below r_t it cannot be done*: two prefixes that lead to one state are followed by the same answers on every suffix,
so their rows are equal: |S_t| >= r_t, for each t by itself. *With r_t it can be done, for all t at once*: let the
state be the row. If u and u' have equal rows after t tokens, then u x and u' x have equal rows after t + 1, because
the columns of the latter are the former's columns that begin with x; and what is said on reading x is a part of the
entry. So

    least |S_t| = r_t  for every t = 0, .., N-1,  and  max_t ceil(log2 r_t) bits of state are needed and suffice.

This is the argument of Myhill and Nerode, with the time known: the machine may use other functions f_t at every step
(the positions are known, as they are where a token holds its own number). After token N nothing is left to be said,
hence no cut there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

from ...tasks import SequenceTask, SparseAveraging, Task, TaskError

EMIT = ("last", "end", "each")

MOST_SEQUENCES = 2_000_000
"""Most sequences that are enumerated: each is evaluated once, its answers are kept."""

Prefix = tuple[Any, ...]
Outputs = Callable[[Prefix], Sequence[Any]]


@dataclass(frozen=True)
class StreamingState:
    """The least numbers of states, exact.

    ``states[t]`` is r_t, the least number of states after t tokens, t = 0 .. N-1; ``emit`` is as in the module;
    ``sequences`` counts the inputs of the task, all of which were evaluated.
    """

    emit: str
    states: tuple[int, ...]
    sequences: int

    @property
    def bits(self) -> int:
        """max over t of ceil(log2 r_t): bits of state that are needed at some time, and suffice at all times."""
        return max((count - 1).bit_length() for count in self.states)

    @property
    def cut(self) -> int:
        """The first t at which most states are needed."""
        return self.states.index(max(self.states))


@dataclass(frozen=True)
class RecurrentMachine:
    """A machine with the least number of states at every time: the upper bound, to be run.

    ``steps[t]`` holds, for state s after t tokens and the x-th letter of alphabet t, the pair (next state, what is
    said).
    """

    alphabets: tuple[tuple[Any, ...], ...]
    steps: tuple[tuple[tuple[tuple[int, tuple[Any, ...]], ...], ...], ...]

    def run(self, tokens: Sequence[Any]) -> tuple[Any, ...]:
        """All that the machine says on a sequence, in this order; it starts in state 0.

        Raises
        ------
        TaskError
            If the sequence has another length, or a token is not in its alphabet.
        """
        if len(tokens) != len(self.steps):
            raise TaskError(f"tokens must be {len(self.steps)}, one per alphabet, got {len(tokens)}; give a full input")
        state = 0
        said: list[Any] = []
        for t, (token, alphabet, table) in enumerate(zip(tokens, self.alphabets, self.steps, strict=True)):
            if token not in alphabet:
                raise TaskError(f"token {t} must be one of alphabet {t}, got {token!r:.60}; try {alphabet[0]!r:.60}")
            state, words = table[state][alphabet.index(token)]
            said += words
        return tuple(said)


def streaming_state(task: Task, emit: str = "last") -> StreamingState:
    """The least number of states after t tokens of a task, every input enumerated.

    Parameters
    ----------
    task : SequenceTask or SparseAveraging
        Of q-SA the token of position i is the pair (z_i, y_i), z_i in {-1, 1}, y_i any q-subset, in the order i = 1
        .. N.
    emit : ``"last"``, ``"end"`` or ``"each"``

    Raises
    ------
    TaskError
        If the task is another one, has too many inputs, or ``emit`` is ``"each"`` and an output depends on later
        tokens.

    Examples
    --------
    >>> from ...tasks import Match3, SparseAveraging
    >>> streaming_state(SparseAveraging(4, 2)).states, streaming_state(SparseAveraging(4, 2)).bits
    ((1, 2, 4, 8), 3)
    >>> streaming_state(Match3(3, N=4)).states  # M = 3: x + x + x = 0, so the answer is always 1
    (1, 1, 1, 1)
    """
    outputs, alphabets = _sequences(task)
    return least_states(outputs, alphabets, emit)


def least_states(outputs: Outputs, alphabets: Sequence[Sequence[Any]], emit: str = "last") -> StreamingState:
    """The same for any function of a sequence: position t has the letters ``alphabets[t]``.

    Parameters
    ----------
    outputs : callable
        A tuple of N letters to a sequence of N outputs (only the last one is used if ``emit`` is ``"last"``).
    alphabets : N sequences of letters, none empty
    emit : ``"last"``, ``"end"`` or ``"each"``

    Examples
    --------
    Is the number of ones so far odd? One bit. Are the two halves equal (EQ_3)? All of the first half is remembered.

    >>> least_states(lambda x: [sum(x[: i + 1]) % 2 for i in range(5)], [(0, 1)] * 5, "each").states
    (1, 2, 2, 2, 2)
    >>> least_states(lambda x: [x[:3] == x[3:]], [(0, 1)] * 6).states
    (1, 2, 4, 8, 5, 3)
    """
    machine = least_machine(outputs, alphabets, emit)
    return StreamingState(emit, tuple(map(len, machine.steps)), prod(len(a) for a in machine.alphabets))


def least_machine(outputs: Outputs, alphabets: Sequence[Sequence[Any]], emit: str = "last") -> RecurrentMachine:
    """The machine whose states after t tokens are the distinct rows of cut t, numbered as they first appear.

    Parameters and errors as for ``least_states``.

    Examples
    --------
    >>> machine = least_machine(lambda x: [sum(x) % 3], [(0, 1)] * 4)
    >>> [len(step) for step in machine.steps], machine.run((1, 0, 1, 1))
    ([1, 2, 3, 3], (0,))
    """
    letters = tuple(tuple(alphabet) for alphabet in alphabets)
    _require(letters, emit)
    values = {tokens: tuple(outputs(tokens)) for tokens in product(*letters)}
    said = _each(values, letters) if emit == "each" else {u: v if emit == "end" else v[-1:] for u, v in values.items()}
    # Rows are compared one cut at a time, from the last to the first: the row of u is made of the rows of all u x and
    # of what is said on reading x, so it is the same to compare (row number of u x, words) for all letters x.
    following: dict[Prefix, int] = dict.fromkeys(values, 0)
    steps = []
    for t in reversed(range(len(letters))):
        numbers: dict[Any, int] = {}
        current: dict[Prefix, int] = {}
        for prefix in product(*letters[:t]):
            row = tuple((following[(*prefix, x)], said.get((*prefix, x), ())) for x in letters[t])
            current[prefix] = numbers.setdefault(row, len(numbers))
        steps.append(tuple(numbers))
        following = current
    return RecurrentMachine(letters, tuple(reversed(steps)))


def qsa_streaming_bits(N: int, q: int) -> int:
    """q-SA(N, q), z in {-1, 1}, last output, at any size: exactly N - 1 bits of state for 1 <= q <= N - 1.

    Token i is (z_i, y_i), in the order i = 1 .. N; the output is the mean of z over y_N, which the last token names.
    y_N may name N itself.

    Proof. Only z_1, .., z_t of a prefix matter, so at most 2^t rows are distinct. Let z, z' in {-1, 1}^t have equal
    rows, and let v in R^N be z - z', then N - t zeros. After the same suffix the outputs agree, so the sum of v over
    every q-subset y of [N] is 0. If 1 <= q <= N - 1, any two positions i, k are exchanged by two such subsets, so v_i
    = v_k: v is constant, and q v_1 = 0. Hence v = 0 and z = z'. Therefore r_t = 2^t for t = 0, .., N-1, and **bits =
    N - 1**. (q = N: the only subset is [N], a prefix counts by its number of ones, r_t = t + 1, ceil(log2 N) bits.)
    Outputs are multiples of 1/q, different ones at least 2/q apart: a machine that is off by less than 1/q says them
    exactly, so the bits are the same for every error < 1/q.

    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 11, state (N - 1)/2 bits.

    Raises
    ------
    TaskError
        If N or q is out of range.

    Examples
    --------
    >>> qsa_streaming_bits(1000, 3), qsa_streaming_bits(1000, 1000)
    (999, 10)
    >>> qsa_streaming_bits(4, 2) == streaming_state(SparseAveraging(4, 2)).bits
    True
    """
    SparseAveraging(N, q)  # checks the parameters
    return (N - 1).bit_length() if q == N else N - 1


def _sequences(task: Task) -> tuple[Outputs, tuple[tuple[Any, ...], ...]]:
    if isinstance(task, SparseAveraging):
        letters = tuple(product((-1, 1), combinations(range(task.N), task.q)))

        def means(tokens: tuple[Any, ...]) -> Any:
            values, subsets = zip(*tokens, strict=True)
            return task.evaluate((values, subsets))

        return means, (letters,) * task.N
    if isinstance(task, SequenceTask):
        return task.evaluate, (tuple(range(task.alphabet)),) * task.N
    raise TaskError(
        f"task must be a SequenceTask or SparseAveraging, got {type(task).__name__}; "
        f"use least_states with its alphabets"
    )


def _require(letters: tuple[tuple[Any, ...], ...], emit: str) -> None:
    if emit not in EMIT:
        raise TaskError(f"emit must be one of {', '.join(EMIT)}, got {emit!r:.40}; try emit='last'")
    if not letters or not all(letters):
        raise TaskError(f"alphabets must be at least one, none empty, got sizes {list(map(len, letters))}; add letters")
    count = prod(map(len, letters))
    if count > MOST_SEQUENCES:
        raise TaskError(
            f"the task must have at most {MOST_SEQUENCES} inputs to be enumerated, got {count}; try a smaller N"
        )


def _each(values: dict[Prefix, tuple[Any, ...]], letters: tuple[tuple[Any, ...], ...]) -> dict[Prefix, tuple[Any, ...]]:
    """What is said on reading the last letter of a prefix; refused if it depends on later letters."""
    said: dict[Prefix, tuple[Any, ...]] = {}
    for tokens, outputs in values.items():
        for i in range(len(letters)):
            if said.setdefault(tokens[: i + 1], (outputs[i],)) != (outputs[i],):
                raise TaskError(
                    f"emit must be 'end' or 'last' for this task, got 'each', but the output of position {i + 1} "
                    f"depends on later tokens: see {tokens!r:.80}"
                )
    return said
