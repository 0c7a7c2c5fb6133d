"""Random lines put together from lines with ties, from true premises."""

import pattern_truth as truth
import tiny_patterns as tiny
from map_patterns import bound, explicit, given, judge

OPPOSITE = str.maketrans("+-", "-+")


def composition(lines, parts):
    """The first symbol in each cell that is no tie; of lines k, or ~k for the negative."""
    words = [lines[k] if k >= 0 else lines[~k].translate(OPPOSITE) for k in parts]
    return "".join(next((x for x in cell if x != "0"), "0") for cell in zip(*words, strict=True))


def composed(rng, counts):
    """Rows or columns of a pattern, put together; now and then a cell is another one, or free."""
    statement, rows, null = tiny.pattern(rng, symbols=rng.choice(("-0+*", "-0+0", "0+")))
    along = rng.choice(("rows", "columns"))
    lines = list(rows) if null else [*rows, "+" * len(rows[0])]
    lines = lines if along == "rows" else ["".join(column) for column in zip(*lines, strict=True)]
    numbers = [*range(len(lines)), *(~k for k in range(len(lines)))]
    parts = [[rng.choice(numbers) for _ in range(rng.choice((1, 2, 2, 3)))] for _ in range(rng.randint(1, 4))]
    words = ["".join(x if rng.random() < 0.9 else "*" for x in composition(lines, one)) for one in parts]
    if rng.random() < 0.2:
        r, c = rng.randrange(len(words)), rng.randrange(len(lines[0]))
        words[r] = words[r][:c] + rng.choice("-0+*") + words[r][c + 1 :]
    if rng.random() < 0.1:
        words.append(rng.choice(words))
    own_null = rng.random() < 0.9
    premise = bound(rng, explicit(words, own_null), tuple(words), own_null, "lower")
    claim = tiny.size(statement, "lower", 9)
    proof = given(name="composed", of=premise, along=along, lines=parts)
    least = truth.least_m(rows, null)
    judge(counts, "composed", proof, claim, "lower", least, (claim["question"]["task"], tuple(words), rows, null))
