"""Whether a unit of two layers does a task, m = 0 and dv = H = 1: all values of both layers are gone through.

Without queries all weights are equal, so a row is the mean of the values, as good as their sum.
"""

from functools import cache
from itertools import accumulate, product


@cache
def exists(task, numbers, *, causal=False):
    """Whether some unit with values in ``numbers`` does the task, any read-out, tables by position and token."""
    pairs = [(tuple(enumerate(word)), answers) for word, answers in task.pairs()]
    types = sorted({place for word, _ in pairs for place in word})
    tried = set()
    for values in product(numbers, repeat=len(types)):
        value, number = dict(zip(types, values, strict=True)), {}
        rows = [_sums([value[place] for place in word], causal) for word, _ in pairs]
        words = tuple(
            tuple(number.setdefault((*place, total), len(number)) for place, total in zip(word, row, strict=True))
            for (word, _), row in zip(pairs, rows, strict=True)
        )
        if words not in tried:
            tried.add(words)
            if any(_is_right(pairs, words, second, causal) for second in product(numbers, repeat=len(number))):
                return True
    return False


def _sums(values, causal):
    """For each position the sum of what it sees."""
    return list(accumulate(values)) if causal else [sum(values)] * len(values)


def _is_right(pairs, words, values, causal):
    told = {}
    for (word, answers), symbols in zip(pairs, words, strict=True):
        rows = _sums([values[symbol] for symbol in symbols], causal)
        for (i, token), answer, row in zip(word, answers, rows, strict=True):
            if answer is not None and told.setdefault((i, token, row), answer) != answer:
                return False
    return True
