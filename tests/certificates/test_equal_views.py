"""Claims of side ``none``: two inputs that look alike exclude every size, and a width that real units need every p.

What the exhibit says of two inputs is compared with units: those that look alike have equal rows in every unit that is
tried, those that do not have different rows in some.
"""

import random
from collections import Counter
from itertools import product

import pytest

import corpora
import second_opinion
from asking import judged, proves
from headcount.certificates.check import check
from headcount.questions import PAIRWISE, Head, Layer, ReadOut, Table, Unit, tensor
from headcount.questions.grid import GRIDS
from headcount.questions.unit import Run

WORDS = list(product((0, 1), repeat=3))


def asked(answers, alphabet=2):
    """The statement of a table: word -> answers."""
    listed = [[list(word), list(wanted)] for word, wanted in answers.items()]
    return {"task": "computation", "of": "table", "alphabet": alphabet, "length": len(listed[0][0]), "answers": listed}


def claim(read_out="any", tables="token", null=False, side="none", **held):
    """That no m will do."""
    given = {"read_out": read_out, "scope": {"null": null, "tables": tables, "combine": "concat"}}
    return {"resource": "m", "unit_class": "FIXED(1, midrise)", "side": side} | given | held


def shown(*inputs):
    return {"rule": "evaluate", "exhibit": "equal-views", "inputs": [[list(word), place] for word, place in inputs]}


def masked(*rows):
    layers = [{"name": "lists", "lists": [list(row) for row in rows]}]
    return {"task": "sparse-pattern", "n": len(rows), "layers": layers}


FIRST = asked({word: (None, None, word[0]) for word in WORDS})
"""Which bit comes first, asked at the end."""
PROOF = shown(((0, 1, 0), 2), ((1, 0, 0), 2))

SECOND = asked({(x, y): (y, None) for x, y in product((0, 1), repeat=2)})
"""The second bit, asked at the first."""
HIDDEN = shown(((0, 0), 0), ((0, 1), 0))

LAST = asked({word: (word[2], None, None) for word in WORDS})
"""Which bit comes last, asked at the first."""

OWN = asked({(x, y): (0, 1) for x, y in product((0, 1), repeat=2)})
"""Where a position is: 0 at the first, 1 at the second."""
PLACES = shown(((0, 0), 0), ((0, 0), 1))

ACCEPTED = {
    "by token": (FIRST, claim(), PROOF),
    "with a null token": (FIRST, claim(null=True), PROOF),
    "by a threshold": (FIRST, claim("threshold"), PROOF),
    "any lower bound": (FIRST, claim(side="lower", value=10**9), PROOF),
    "of p": (FIRST, claim(resource="p", unit_class="FIXED(p, midrise)", m=7, dv=3), PROOF),
    "of H": (FIRST, claim(resource="H", m=7), PROOF),
    "what a mask hides": (SECOND, claim(tables="both", pattern=masked([0], [0, 1])), HIDDEN),
    "saturated, what a mask hides in two layers": (
        SECOND,
        {"resource": "m", "unit_class": "SATURATED", "side": "none", "read_out": "any", "layers": 2}
        | {"pattern": masked([0], [0, 1])},
        HIDDEN,
    ),
    "positions by a threshold": (OWN, claim("threshold"), PLACES),
    "one order of first ones": (LAST, claim(unit_class="LEFTMOST(1, midrise)"), shown(((0, 0, 1), 0), ((0, 1, 0), 0))),
    "one order of last ones": (FIRST, claim(unit_class="RIGHTMOST(1, midrise)"), PROOF),
    "as often by a threshold": (OWN, claim("threshold", pattern=masked([0], [0, 1])), PLACES),
    **{
        f"{of}, what a mask hides in {layers} layers": (
            SECOND,
            {"resource": "m", "unit_class": f"{of}(1, twos)", "side": "none", "read_out": "any", "layers": layers}
            | {"pattern": masked([0], [0, 1])},
            HIDDEN,
        )
        for of, layers in product(("ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST"), (1, 2))
    },
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    question, stated, proof = ACCEPTED[name]
    assert judged({**stated, "proof": proof}, question)[0] == "accepted"
    assert second_opinion.accepts(question, {**stated, "proof": proof})


ALIKE = "the two inputs look different from there"
REJECTED = {
    "tables by position": (FIRST, claim(tables="both"), PROOF, ALIKE),
    "the mask shows it": (SECOND, claim(tables="both", pattern=masked([0, 1], [1])), HIDDEN, ALIKE),
    "shown in a second layer": (
        SECOND,
        {"resource": "m", "unit_class": "SATURATED", "side": "none", "read_out": "any", "layers": 2}
        | {"pattern": {**masked([0], [0, 1]), "layers": [*masked([0], [0, 1])["layers"], {"name": "dense"}]}},
        HIDDEN,
        ALIKE,
    ),
    "the first one tells": (
        FIRST, claim(unit_class="LEFTMOST(1, midrise)"), shown(((0, 1, 0), 2), ((1, 0, 0), 2)), ALIKE,
    ),
    "the last one tells": (
        LAST, claim(unit_class="RIGHTMOST(1, midrise)"), shown(((0, 0, 1), 0), ((0, 1, 0), 0)), ALIKE,
    ),
    "other counts": (FIRST, claim(), shown(((0, 0, 0), 2), ((1, 0, 0), 2)), ALIKE),
    "equal answers": (FIRST, claim(), shown(((0, 1, 0), 2), ((0, 0, 1), 2)), "alike, or one is not asked for"),
    "not asked for": (FIRST, claim(), shown(((0, 1, 0), 1), ((1, 0, 0), 1)), "alike, or one is not asked for"),
    "no such input": (FIRST, claim(), shown(((0, 2, 0), 2), ((2, 0, 0), 2)), "no input of the task"),
    "no such position": (FIRST, claim(), shown(((0, 1, 0), 3), ((1, 0, 0), 3)), "no input of the task"),
    "the read-out sees the position": (OWN, claim(), PLACES, "the read-out may tell the two positions apart"),
    "a null token weighs more at the first": (
        OWN, claim("threshold", null=True, pattern=masked([0], [0, 1])), PLACES, ALIKE,
    ),
    "an upper bound": (FIRST, claim(side="upper", value=1), PROOF, "claims of another kind"),
    "real softmax": (
        asked({word: (None, None, word[0]) for word in WORDS}) | {"position": 2},
        {"resource": "H", "unit_class": "THRESH", "side": "lower", "value": 2},
        PROOF,
        "claims of another kind",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name):
    question, stated, proof, why = REJECTED[name]
    verdict, reason, _ = judged({**stated, "proof": proof}, question)
    assert verdict == "rejected" and why in reason
    assert not second_opinion.accepts(question, {**stated, "proof": proof})


@pytest.mark.parametrize(
    "stated", [claim(value=3), claim(side="lower"), claim(side="never")], ids=["none with a value", "no value", "side"]
)
def test_malformed(stated):
    assert judged({**stated, "proof": PROOF}, FIRST)[0] == "malformed"
    assert not second_opinion.accepts(FIRST, {**stated, "proof": PROOF})


def test_no_value_and_an_upper_bound_cross():
    """A file that claims both is refused before any proof is looked at."""
    file = {"format": "headcount-certificate", "version": 3, "question": FIRST}
    none, upper = {**claim(), "proof": PROOF}, {**claim(side="upper", value=3), "proof": PROOF}
    assert check({**file, "claims": [none]})
    for claims in ([none, upper], [upper, none]):
        verdict = check({**file, "claims": claims})
        assert (verdict.code, "exceeds an upper bound" in verdict.reason) == ("crossed-bounds", True)


def by_width(width, premise, **changed):
    """That no p will do at this width, by a bound of m."""
    stated = {"resource": "p", "unit_class": "GRID(p, midrise, gap 1)", "side": "none", "m": width}
    return stated | {"proof": {"rule": "map", "name": "part", "of": premise}} | changed


def of_real_units(value, **changed):
    proof = {"rule": "theorem", "name": "columns independent", "k": value + 1}
    return {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": value, "proof": proof} | changed


SIX = {"task": "qsa", "N": 6, "q": 2}
IN_A_GRID = {"unit_class": "GRID(2, midrise, gap 1)", "proof": {"rule": "map", "name": "part", "of": of_real_units(4)}}
NOT_BY_WIDTH = {
    "as wide as real units need": (by_width(4, of_real_units(4)), "the bound of m is none of the resource"),
    "a grid of some bits": (by_width(3, of_real_units(4, **IN_A_GRID)), "units of one class need not be units of"),
    "of m": (by_width(3, of_real_units(4), resource="m", unit_class="SIGN", m=None), "a bound to one of the same side"),
    "an upper bound": (
        by_width(3, of_real_units(4, side="upper", proof={"rule": "theorem", "name": "squares"})), "of the same side",
    ),
    "of p": (
        by_width(3, by_width(3, of_real_units(4), side="lower", value=7)), "excludes some p only",
    ),
    "another map": (
        by_width(3, of_real_units(4), proof={"rule": "map", "name": "averages", "of": of_real_units(4)}),
        "about averages, from their sets",
    ),
}  # fmt: skip


def test_no_bits_where_real_units_need_a_larger_width():
    accepted = by_width(3, of_real_units(4))
    assert judged(accepted, SIX)[0] == "accepted" and second_opinion.accepts(SIX, accepted)


def of_averages(width, premise, **changed):
    """That no p will do for averages at this width, by what an error asks of scores."""
    stated = {"resource": "p", "unit_class": "FIXED(p, twos)", "side": "none", "m": width, "error": "1/5"}
    return stated | {"proof": {"rule": "map", "name": "averages", "of": {"question": SIX, **premise}}} | changed


AVERAGES = {"task": "averaging", "N": 6, "q": 2}
NOT_OF_AVERAGES = {
    "as wide as real units need": (of_averages(4, of_real_units(4)), "the bound of m is none of the resource"),
    "an error that ties nothing": (of_averages(3, of_real_units(4), error="1/3"), "does not ask this of scores"),
    "an error of 1 for each": (of_averages(3, of_real_units(4), error="1/2"), "does not ask this of scores"),
    "of p": (of_averages(3, by_width(3, of_real_units(4, question=SIX), side="lower", value=7)), "some p only"),
    "of m": (of_averages(3, of_real_units(4), resource="m", unit_class="FIXED(2, twos)", m=None), "of the same side"),
}


def test_no_bits_for_averages():
    accepted = of_averages(3, of_real_units(4))
    assert judged(accepted, AVERAGES)[0] == "accepted" and second_opinion.accepts(AVERAGES, accepted)


@pytest.mark.parametrize("name", NOT_OF_AVERAGES)
def test_other_bounds_for_averages(name):
    stated, why = NOT_OF_AVERAGES[name]
    stated = {key: value for key, value in stated.items() if value is not None}
    verdict, reason, _ = judged(stated, AVERAGES)
    assert verdict == "rejected" and why in reason, reason
    assert not second_opinion.accepts(AVERAGES, stated)


@pytest.mark.parametrize("name", NOT_BY_WIDTH)
def test_other_bounds_of_a_width(name):
    stated, why = NOT_BY_WIDTH[name]
    stated = {key: value for key, value in stated.items() if value is not None}
    verdict, reason, _ = judged(stated, SIX)
    assert verdict == "rejected" and why in reason, reason
    assert not second_opinion.accepts(SIX, stated)


def test_no_other_proof_says_that_no_value_will_do():
    """Every claim of the corpus about a size, with side none in place of its own."""
    tried = 0
    for entry in corpora.corpus("accept"):
        for one in entry["certificate"]["claims"]:
            of_width = one.get("resource") == "p" and one["proof"].get("name") in ("part", "averages")
            named = "equal-views" in one["proof"].values() or "answers" in one["proof"].values()
            if "resource" in one and not of_width and not named:
                other = {key: value for key, value in one.items() if key != "value"} | {"side": "none"}
                question = one.get("question", entry["certificate"].get("question"))
                assert judged(other, question)[0] != "accepted", other
                tried += 1
    assert tried > 200


# --- against units -----------------------------------------------------------


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
