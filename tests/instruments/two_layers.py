"""Whether a unit of two layers does a task, m = 0 and dv = H = 1: all values of both layers are gone through.

Without queries all weights are equal, so a row is the mean of the values, as good as their sum.
"""

from itertools import product


def exists(task, numbers):
    """Whether some unit with values in ``numbers`` does the task, any read-out, tables by position and token."""
    pairs = [(tuple(enumerate(word)), answers) for word, answers in task.pairs()]
    types = sorted({place for word, _ in pairs for place in word})
    tried = set()
    for values in product(numbers, repeat=len(types)):
        value, number = dict(zip(types, values, strict=True)), {}
        sums = [sum(value[place] for place in word) for word, _ in pairs]
        words = tuple(
            tuple(number.setdefault((*place, total), len(number)) for place in word)
            for (word, _), total in zip(pairs, sums, strict=True)
        )
        if words not in tried:
            tried.add(words)
            if any(_is_right(pairs, words, second) for second in product(numbers, repeat=len(number))):
                return True
    return False


def _is_right(pairs, words, values):
    told = {}
    for (word, answers), symbols in zip(pairs, words, strict=True):
        row = sum(values[symbol] for symbol in symbols)
        for (i, token), answer in zip(word, answers, strict=True):
            if answer is not None and told.setdefault((i, token, row), answer) != answer:
                return False
    return True
