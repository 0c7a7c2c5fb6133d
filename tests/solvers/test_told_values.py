"""What a token has to tell, against brute force over all positions, contexts and sets of values."""

import random
from itertools import combinations, product

import pytest

from headcount.questions.finite_task import FiniteTask
from headcount.solvers.units.told_values import placed, told_by_all, told_by_some, told_in_one_layer, told_values


def random_task(rng, alphabet, length, kept=0.9):
    """Random answers, some not asked for, to some of the words."""
    words = [word for word in product(range(alphabet), repeat=length) if rng.random() < kept] or [(0,) * length]
    listed = tuple((word, tuple(rng.choice((None, 0, 1, 2)) for _ in word)) for word in words)
    return FiniteTask("table", (("alphabet", alphabet), ("length", length)), listed)


def told_apart(answers, position, contexts, values):
    """How many of the values have different answers, by the definition; 0 if one of them makes no input."""
    told = {value: [] for value in values}
    for context in contexts:
        found = {value: answers.get(placed(context, position, value)) for value in values}
        if None in found.values():
            return 0
        for j in range(len(context)):
            if j != position and all(found[value][j] is not None for value in values):
                for value in values:
                    told[value].append(found[value][j])
    return len(set(map(tuple, told.values())))


def most(task, contexts_at_once):
    """The most values, all positions, sets of contexts and sets of values gone through."""
    answers, best = dict(task.pairs()), 0
    for position in range(task.length):
        contexts = sorted({placed(word, position, 0) for word in answers})
        for size in range(1, contexts_at_once + 1):
            for chosen in combinations(contexts, size):
                for count in range(1, task.alphabet + 1):
                    for values in combinations(range(task.alphabet), count):
                        best = max(best, told_apart(answers, position, chosen, values))
    return best


SHAPES = [(1, 1, 3), (2, 1, 5), (1, 3, 3), (2, 2, 20), (3, 2, 20), (2, 3, 30)]


@pytest.mark.parametrize(("alphabet", "length", "count"), SHAPES)
def test_one_context_by_brute_force(alphabet, length, count):
    rng, seen = random.Random(100 * alphabet + length), set()
    for _ in range(count):
        task = random_task(rng, alphabet, length)
        told, answers = told_values(task), dict(task.pairs())
        count = len(told.values)
        assert told.is_greatest
        assert count == max(1, most(task, 1))
        if count > 1:
            assert told_apart(answers, told.position, told.contexts, told.values) == count
            assert all(word in answers for word in told.inputs())
        assert len(told_by_some(answers.get, alphabet, length, seed=1, work=200).values) <= count
        seen.add(count)
    assert length == 1 or max(seen) == alphabet


@pytest.mark.parametrize(("alphabet", "length"), [(1, 1), (2, 2), (3, 2), (4, 2)])
def test_several_contexts_are_what_they_say(alphabet, length):
    rng = random.Random(alphabet)
    for _ in range(20):
        task = random_task(rng, alphabet, length, kept=rng.choice((1, 0.8)))
        told, answers = told_in_one_layer(task), dict(task.pairs())
        assert len(told.values) == max(1, told_apart(answers, told.position, told.contexts, told.values))
        assert len(told.contexts) <= max(1, len(told.values) - 1)


def test_all_inputs_of_a_total_task_tell_most():
    """Where every word is an input, the values are the classes of equal answers in all contexts."""
    rng = random.Random(5)
    for _ in range(20):
        words = list(product(range(3), repeat=2))
        listed = tuple((word, tuple(rng.randrange(2) for _ in word)) for word in words)
        task, answers = FiniteTask("table", (("alphabet", 3), ("length", 2)), listed), dict(listed)
        at = [{tuple(answers[placed((b, b), i, v)][1 - i] for b in range(3)) for v in range(3)} for i in range(2)]
        assert len(told_in_one_layer(task).values) == max(map(len, at))


def test_one_position_that_is_asked():
    """Reversal of four tokens, asked at the last position: only the first token is read there."""
    listed = tuple((word, word[::-1]) for word in product(range(3), repeat=4))
    for position, first in ((3, 0), (0, 3), (1, 2)):
        told = told_values(FiniteTask("table", (("alphabet", 3), ("length", 4)), listed, position))
        assert (told.position, told.read, len(told.values)) == (first, (position,), 3)


def test_contexts_are_drawn_where_there_are_many():
    """A look-up among 8 tokens of 40 symbols, and a hop: the drawn contexts find all values; a seed gives the same."""
    look = told_by_some(lambda x: (None,) * 8 + (x[x[8] % 8],), 40, 9)
    assert len(look.values) == 40
    hops = FiniteTask("k-hop", (("A", 9), ("N", 9), ("k", 3)))
    assert len(told_values(hops).values) == 9
    assert told_values.__wrapped__(hops) == told_values(hops) and not told_values(hops).is_greatest
    match = FiniteTask("match", (("order", 2), ("M", 40), ("N", 20)))
    assert len(told_in_one_layer(match).values) > len(told_values(match).values) > 4


def test_nothing_to_tell():
    copies = tuple((word, word) for word in product((0, 1), repeat=2))
    task = FiniteTask("table", (("alphabet", 2), ("length", 2)), copies)
    for told in (told_values(task), told_in_one_layer(task), told_by_all(task.pairs(), 2)):
        assert (len(told.values), told.bits) == (1, 0)
