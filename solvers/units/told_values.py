"""The token of a finite task that has the most to tell: values of it whose answers at other positions differ.

All other tokens are the *context*. With position and context fixed, every value of the token makes an input, and the
answers at the other positions, where all of these inputs have one, are compared: in one context, or in several, each of
which tells some values apart. Few inputs are all gone through: then the number of values in one context is the greatest
that there is. Of many, contexts are drawn and improved one token at a time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...questions.finite_task import FiniteTask, Wanted, Word

Answers = Callable[[Word], Wanted | None]
"""The answers to an input, None where none is asked for; None if it is no input."""

Told = Mapping[int, Wanted]
"""Values of a token, each with the answers to the input that it makes in a context."""

MOST_INPUTS = 20_000
"""Most inputs that are all gone through, position by position."""

WORK = 20_000
"""Inputs that are evaluated where contexts are drawn."""

MOST_STEPS = 4_000_000
"""Steps that these evaluations take, if the task says how many each of them takes."""

VALUES = 512
"""Most values of a token that are tried where contexts are drawn."""


@dataclass(frozen=True)
class ToldValues:
    """Values of the token at a position, no two of which have the same answers elsewhere in all of the contexts.

    ``contexts`` are inputs, with any of the values at the position; ``read`` are the positions whose answers are
    compared in some of them. ``is_greatest`` says that no position and no one context has more.

    Examples
    --------
    >>> match2 = FiniteTask("match", (("order", 2), ("M", 3), ("N", 2)))
    >>> told_values(match2)
    ToldValues(contexts=((0, 1),), position=0, values=(0, 2), read=(1,), is_greatest=True)
    >>> told_in_one_layer(match2).values
    (0, 1, 2)
    """

    contexts: tuple[Word, ...]
    position: int
    values: Sequence[int]
    read: tuple[int, ...]
    is_greatest: bool = False

    @property
    def bits(self) -> int:
        """What a message has to hold that tells the values apart: ceil(log2 of their number)."""
        return (len(self.values) - 1).bit_length()

    def inputs(self) -> tuple[Word, ...]:
        """The inputs, one for each context and value."""
        return tuple(placed(word, self.position, value) for word in self.contexts for value in self.values)


@lru_cache(16)  # sizes, bits and classes are asked about one task
def told_values(task: FiniteTask, seed: int = 0) -> ToldValues:
    """The most values that are found to be told apart in one context; ``seed`` is for contexts that are drawn."""
    if task.count <= MOST_INPUTS:
        return told_by_all(task.pairs(), task.length)
    return told_by_some(_answers(task), task.alphabet, task.length, seed, _work(task))


@lru_cache(16)
def told_in_one_layer(task: FiniteTask, seed: int = 0) -> ToldValues:
    """The most values that are found to be told apart by several contexts, which say of units of one layer alone."""
    if task.count <= MOST_INPUTS:
        return told_together_by_all(task.pairs(), task.length)
    return told_together_by_some(_answers(task), task.alphabet, task.length, seed, _work(task))


@lru_cache(16)
def told_before(task: FiniteTask, seed: int = 0) -> ToldValues:
    """The most that several contexts tell apart which are alike before the token: where no position sees a later one.

    Of a task with many inputs by one context.
    """
    if task.count <= MOST_INPUTS:
        return told_together_by_all(task.pairs(), task.length, alike_before=True)
    return told_values(task, seed)


def told_together_by_all(
    pairs: Iterable[tuple[Word, Wanted]], length: int, *, alike_before: bool = False
) -> ToldValues:
    """The most values that several contexts of a position tell apart, all inputs gone through."""
    listed = list(pairs)
    every = []
    for position in range(length):
        groups: dict[Word, dict[Word, Told]] = {}
        for context, told in _by_context(listed, position).items():
            groups.setdefault(context[: position * alike_before], {})[context] = told
        every += [_told_together(position, contexts) for contexts in groups.values()]
    return max(every, key=lambda told: len(told.values))


def told_together_by_some(answers: Answers, alphabet: int, length: int, seed: int = 0, work: int = WORK) -> ToldValues:
    """The same for contexts that are drawn, at each position, or at as many as there is time for."""
    rng, best = random.Random(seed), _one_value((0,) * length)
    contexts_in_all = work // min(alphabet, VALUES)
    for position in rng.sample(range(length), min(length, contexts_in_all)):
        values = _drawn(rng, alphabet, VALUES)
        words = [[rng.randrange(alphabet) for _ in range(length)] for _ in range(max(1, contexts_in_all // length))]
        contexts = {placed(word, position, 0): _told(answers, word, position, values) for word in words}
        best = max(best, _told_together(position, contexts), key=lambda told: len(told.values))
    return best


def told_by_all(pairs: Iterable[tuple[Word, Wanted]], length: int) -> ToldValues:
    """The most values that a position and a context have, all inputs gone through; of several the first."""
    listed = list(pairs)
    best = _one_value(listed[0][0])
    for position in range(length):
        for context, told in _by_context(listed, position).items():
            if len(told) > len(best.values):
                best = max(best, apart(context, position, told), key=lambda one: len(one.values))
    return ToldValues(best.contexts, best.position, best.values, best.read, is_greatest=True)


def told_by_some(answers: Answers, alphabet: int, length: int, seed: int = 0, work: int = WORK) -> ToldValues:
    """The most values that contexts have which are drawn, and changed in one token as long as that is no loss."""
    rng = random.Random(seed)
    tried = min(alphabet, VALUES, work)
    best = here = _one_value(tuple(rng.randrange(alphabet) for _ in range(length)))
    for turn in range(work // max(1, tried)):
        word, position = list(here.contexts[0]), here.position
        if turn % 20 == 0:  # begin again
            word, position = [rng.randrange(alphabet) for _ in range(length)], rng.randrange(length)
            here = _one_value(tuple(word))
        elif turn % 2:
            word[rng.randrange(length)] = rng.choice([rng.randrange(alphabet), *word])
        else:
            position = rng.randrange(length)
        told = apart(tuple(word), position, _told(answers, word, position, _drawn(rng, alphabet, tried)))
        if len(told.values) >= len(here.values):
            here = told
        best = max(best, here, key=lambda one: len(one.values))
    return best


def apart(context: Word, position: int, told: Told) -> ToldValues:
    """Of these values, as many as differ at positions where all of them have an answer."""
    asked = [frozenset(j for j, a in enumerate(wanted) if a is not None and j != position) for wanted in told.values()]
    best = _one_value(context)
    for places in dict.fromkeys(asked):
        read, first = tuple(sorted(places)), dict[Wanted, int]()
        for (value, wanted), there in zip(told.items(), asked, strict=True):
            if places <= there:
                first.setdefault(tuple(wanted[j] for j in read), value)
        if len(first) > len(best.values):
            best = ToldValues((context,), position, tuple(first.values()), read)
    return best


def placed(word: Sequence[int], position: int, value: int) -> Word:
    """The word with this value at the position."""
    return (*word[:position], value, *word[position + 1 :])


def _by_context(pairs: Sequence[tuple[Word, Wanted]], position: int) -> dict[Word, dict[int, Wanted]]:
    """The contexts of a position, with 0 there, and the values that make inputs in each."""
    contexts: dict[Word, dict[int, Wanted]] = {}
    for word, answers in pairs:
        contexts.setdefault(placed(word, position, 0), {})[word[position]] = answers
    return contexts


def _told_together(position: int, contexts: Mapping[Word, Told]) -> ToldValues:
    """The values that most contexts have in common, and contexts which tell them apart, each some more than before."""
    (common, _), *_ = Counter(frozenset(told) for told in contexts.values()).most_common(1)
    label = dict.fromkeys(sorted(common), 0)
    used, read = list[Word](), set[int]()
    for context, told in contexts.items():
        if not common <= told.keys():
            continue
        length = len(context)
        here = tuple(j for j in range(length) if j != position and all(told[v][j] is not None for v in common))
        seen = {value: (label[value], tuple(told[value][j] for j in here)) for value in label}
        numbers = {one: number for number, one in enumerate(dict.fromkeys(seen.values()))}
        if len(numbers) > len(set(label.values())):
            label = {value: numbers[seen[value]] for value in label}
            used, read = [*used, context], read.union(here)
    first = {number: value for value, number in reversed(label.items())}
    chosen = tuple(used or list(contexts)[:1])
    return ToldValues(chosen, position, tuple(sorted(first.values())), tuple(sorted(read)))


def _answers(task: FiniteTask) -> Answers:
    """The answers that are asked for, at one position where only that is asked."""
    at = task.position

    def answers(word: Word) -> Wanted | None:
        found = task.answers_to(word)
        return found if found is None or at is None else tuple(a if i == at else None for i, a in enumerate(found))

    return answers


def _work(task: FiniteTask) -> int:
    return min(WORK, MOST_STEPS // (task.steps + task.length))


def _told(answers: Answers, word: Sequence[int], position: int, values: Iterable[int]) -> Told:
    found = {value: answers(placed(word, position, value)) for value in values}
    return {value: wanted for value, wanted in found.items() if wanted is not None}


def _drawn(rng: random.Random, alphabet: int, most: int) -> Iterable[int]:
    """All values of a token, or as many as are tried."""
    return range(alphabet) if alphabet <= most else sorted(rng.sample(range(alphabet), most))


def _one_value(word: Word) -> ToldValues:
    return ToldValues((word,), 0, word[:1], ())
