"""What the exhibit says of two inputs, compared with units.

Those that look alike have equal rows in every unit that is tried, those that do not have different rows in some.
"""

import random
from collections import Counter
from itertools import product

import pytest

import second_opinion
from asking import proves
from equal_views import asked, claim, masked, shown
from headcount.questions import PAIRWISE, Head, Layer, ReadOut, Table, Unit, tensor
from headcount.questions.grid import GRIDS
from headcount.questions.unit import Run


def random_layer(rng, alphabet, n, tables, null, mask, order, bits, weights="fixed"):
    numbers = list(GRIDS["midrise"](bits))
    by = "token" if tables == "token" else "both"
    height = alphabet * (1 if by == "token" else n)

    def table(width):
        return Table(by, tuple(tuple(rng.choice(numbers) for _ in range(width)) for _ in range(height)))

    def head():
        parts = range(order - 1)
        keys, values = tuple(table(2) for _ in parts), tuple(table(1) for _ in parts)
        extra = ((tuple(rng.choices(numbers, k=2)),) * len(parts), ((rng.choice(numbers),),) * len(parts))
        return Head(table(2), keys, values, *(extra if null else ()))

    polynomial = PAIRWISE if order == 2 else tensor(order)
    heads = tuple(head() for _ in range(rng.choice((1, 2))))
    return Layer(heads, polynomial, weights, bits, rng.choice(("sum", "concat")), mask)


def random_unit(rng, words, layers, tables, null, masks, order, bits=3, weights="fixed"):
    """A unit of so many layers, with read-outs that give random symbols to what occurs on the words."""
    alphabet, n, made, read_outs = 2, len(words[0]), [], []
    symbols = 2
    for t in range(layers):
        mask = masks and masks[t % len(masks)]
        made.append(random_layer(rng, symbols, n, tables, null, mask, order, bits, weights))
        if t < layers - 1:
            unit = Unit(alphabet, tuple(made), tuple(read_outs))
            seen = set()
            for word in words:
                *_, (tokens, rows) = Run(unit).stages(word)
                seen |= set(zip(tokens, rows, strict=True))
            read_outs.append(ReadOut(tuple((pair, rng.randrange(3)) for pair in sorted(seen)), 3))
            symbols = 3
    return Unit(alphabet, tuple(made), tuple(read_outs))


def random_setting(rng):
    """Two inputs with positions, and what may be known of the units."""
    n = rng.choice((2, 3, 4))
    one = tuple(rng.choice((0, 1)) for _ in range(n))
    two = tuple(rng.sample(one, n)) if rng.random() < 0.7 else tuple(rng.choice((0, 1)) for _ in range(n))
    read_out = rng.choice(("any", "threshold"))
    i = rng.randrange(n)
    j = i if read_out == "any" or rng.random() < 0.5 else rng.randrange(n)
    tables, null = rng.choice(("token", "token", "both")), rng.random() < 0.5
    layers = rng.choice((1, 1, 2, 3)) if tables == "both" else 1
    masks = None
    if rng.random() < 0.6:
        masks = [
            tuple(tuple(k for k in range(n) if k == i or rng.random() < 0.5) for i in range(n))
            for _ in range(rng.choice((1, 2)))
        ][:layers]
    return one, two, i, j, read_out, tables, null, layers, masks


def alike(one, two, i, j, read_out, tables, null, layers, masks, ties=""):
    """Whether the checker accepts that no size will do; both checkers agree."""
    n = len(one)
    answers = {one: [None] * n}
    answers[two] = answers[one] if one == two else [None] * n
    answers[one][i] = 0
    if answers[two][j] == 0:
        return None
    answers[two][j] = 1
    pattern = {}
    if masks:
        lists = [{"name": "lists", "lists": [list(row) for row in mask]} for mask in masks]
        pattern = {"pattern": {"task": "sparse-pattern", "n": n, "layers": lists}}
    if layers == 1 and (tables == "token" or not null):
        stated = claim(read_out, tables, null, **pattern)
    else:
        stated = {"resource": "m", "unit_class": "SATURATED", "side": "none", "read_out": read_out, "layers": layers}
        stated |= pattern
    if ties:
        stated["unit_class"] = f"{ties.upper()}(1, midrise)"
    stated["proof"] = shown((one, i), (two, j))
    found = proves(stated, asked(answers))
    assert second_opinion.accepts(asked(answers), stated) == found, (stated, answers)
    return found


@pytest.mark.parametrize("hard", [False, True], ids=["exact sums", "one key"])
def test_alike_iff_no_unit_tells_them_apart(hard):
    rng, found = random.Random(8 if hard else 3), Counter()
    for number in range(700):
        setting = random_setting(rng)
        ties = ("leftmost", "rightmost")[number % 2] if hard else ""
        one, two, i, j, read_out, tables, null, layers, masks = setting
        same = alike(*setting, ties)
        if same is None:
            continue
        equal = True
        for _ in range(12 if same else 60 + 140 * hard):
            null_here = null and rng.random() < 0.7 if layers == 1 else rng.random() < 0.5
            unit = random_unit(
                rng, [one, two], layers, tables, null_here, masks, rng.choice((2, 2, 3)), weights=ties or "fixed"
            )
            a, b = unit.outputs(one)[i], unit.outputs(two)[j]
            told = read_out == "any" and one[i] != two[j]  # the read-out sees the token
            if a != b or told:
                equal = False
                break
        assert equal == same, (setting, same)
        found[same, layers > 1, masks is not None] += 1
    deep = sum(count for (same, deep, _), count in found.items() if same and deep)
    # Without a mask layers of tables by position see everything.
    assert len(found) == 7 and deep > 2 - 2 * hard, found


def every_hard_unit(alphabet, ties, mask, null):
    """All units of one head of width 1 with entries -1 and 1 in tables by token, up to queries and the null's value."""
    for entries in product((-1, 1), repeat=2 * alphabet + 1 + null):
        query, *rest = entries
        keys, values = (Table("token", tuple((x,) for x in rest[k : k + alphabet])) for k in (0, alphabet))
        extra = (((rest[-1],),), ((1,),)) if null else ()
        queries = Table("token", ((query,),) * alphabet)
        head = Head(queries, (keys,), (values,), *extra)
        yield Unit(alphabet, (Layer((head,), PAIRWISE, ties, 0, "concat", mask),), ())


CAUSAL = ((0,), (0, 1), (0, 1, 2))


@pytest.mark.in_turn(5)  # both ties, all masks, with a null token and without
@pytest.mark.parametrize("ties", ["leftmost", "rightmost"])
@pytest.mark.parametrize("mask", [None, CAUSAL, ((0, 1), (1,), (1, 2))])
@pytest.mark.parametrize("null", [False, True])
def test_ties_that_go_to_one_key_show_an_order(ties, mask, null):
    """Words of three symbols with one token at a position: alike by the checkers iff alike for all units at p = 1."""
    words, found = list(product(range(3), repeat=3)), Counter()
    units = list(every_hard_unit(3, ties, mask, null))
    rows = {word: [unit.outputs(word) for unit in units] for word in words}
    pattern = {} if mask is None else {"pattern": masked(*mask)}
    rng = random.Random(7)
    for i in (1, 2):
        pairs = [(one, two) for one in words for two in words if one < two and one[i] == two[i]]
        for one, two in rng.sample(pairs, 25):
            answers = {word: [None] * 3 for word in (one, two)}
            answers[one][i], answers[two][i] = 0, 1
            stated = claim(
                null=null, unit_class=f"{ties.upper()}(2, midrise)", **pattern, proof=shown((one, i), (two, i))
            )
            accepted = proves(stated, asked(answers, 3))
            assert second_opinion.accepts(asked(answers, 3), stated) == accepted
            assert accepted == all(a[i] == b[i] for a, b in zip(rows[one], rows[two], strict=True)), (one, two, i)
            found[accepted] += 1
    assert len(found) == 2, found


@pytest.mark.parametrize("ties", ["leftmost", "rightmost"])
def test_layers_and_triples_whose_ties_go_to_one_key(ties):
    """Random units of order 2 and 3, and of two layers, give one row to what the exhibit calls alike."""
    rng, alike_in_layers = random.Random(11), 0
    for _ in range(300):
        n, layers = rng.choice((2, 3, 4)), rng.choice((1, 2))
        one, two = (tuple(rng.choice((0, 1)) for _ in range(n)) for _ in range(2))
        i = rng.randrange(n)
        masks = [
            tuple(tuple(k for k in range(n) if k == j or rng.random() < 0.4) for j in range(n)) for _ in range(layers)
        ]
        answers = {word: [None] * n for word in (one, two)}
        if one[i] != two[i] or one == two:
            continue
        answers[one][i], answers[two][i] = 0, 1
        lists = [{"name": "lists", "lists": [list(row) for row in mask]} for mask in masks]
        stated = {
            "resource": "m", "unit_class": f"{ties.upper()}(2, midrise)", "side": "none", "read_out": "any",
            "pattern": {"task": "sparse-pattern", "n": n, "layers": lists}, "proof": shown((one, i), (two, i)),
        }  # fmt: skip
        scope = {"null": True, "tables": "token", "combine": "concat"}
        stated |= {"scope": scope} if layers == 1 else {"layers": layers}
        if not proves(stated, asked(answers)):
            continue
        alike_in_layers += layers == 2
        for _ in range(6):
            tables = "token" if layers == 1 else "both"
            unit = random_unit(
                rng, [one, two], layers, tables, rng.random() < 0.5, masks, rng.choice((2, 3)), weights=ties
            )
            assert unit.outputs(one)[i] == unit.outputs(two)[i], (stated, answers)
    assert alike_in_layers > 5
