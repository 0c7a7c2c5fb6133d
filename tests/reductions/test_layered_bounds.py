"""Units of several layers across a cut: rows returned, causal masks; tasks and reductions of one's own."""

import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import depths
import headcount
from headcount import lower_bounds, reduction, task
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import GRIDS
from headcount.reductions.excluded_sizes.layered_bounds import (
    layered_arguments,
    layered_bounds,
    layered_bounds_of_task,
    layered_encoding_bounds,
)
from headcount.reductions.excluded_sizes.token_certificate import left_out, token_certificate
from headcount.reductions.excluded_sizes.token_lower import told_of
from headcount.reductions.protocols.cost import CostError, sum_counts
from headcount.reductions.protocols.layered_cost import RowsReturnedCost, rows_returned, without_mask
from headcount.reductions.protocols.random_layered_unit import random_layered_unit
from headcount.reductions.protocols.transcript import width_of
from headcount.reductions.reduction import ReductionError
from headcount.tasks import Cycle3, PairDetection, TaskError


def key_and_value(head, j, symbol, alphabet):
    return (*head.keys[0].vector(j, symbol, alphabet), *head.values[0].vector(j, symbol, alphabet))


def row_sums(layer, head, i, word, alphabet, grid):
    """The sum of weights, and for each coordinate the sum of weight times the number of the value's entry."""
    query = head.queries.vector(i, word[i], alphabet)
    entries = [key_and_value(head, j, symbol, alphabet) for j, symbol in enumerate(word)]
    if head.null_keys:
        entries.append((*head.null_keys[0], *head.null_values[0]))
    weights = layer.weigh([sum(a * b for a, b in zip(query, entry, strict=False)) for entry in entries])
    places = {number: place for place, number in enumerate(GRIDS[grid](layer.bits))}
    values = zip(*(entry[head.width :] for entry in entries), strict=True)
    return sum(weights), tuple(sum(w * places[v] for w, v in zip(weights, column, strict=True)) for column in values)


def transcript(unit, tokens, hers, grid):
    """The messages: before the last layer her queries, keys and values, then her rows; at last her keys and values."""
    from headcount.questions.unit import Run

    said, bits = [], 0
    stages = list(Run(unit).stages(tokens))
    for t, ((word, _), layer, alphabet) in enumerate(zip(stages, unit.layers, unit.alphabets, strict=True)):
        last = t == len(unit.layers) - 1
        for head in layer.heads:
            queries = [head.queries.vector(i, word[i], alphabet) for i in hers if not last]
            told = [key_and_value(head, i, word[i], alphabet) for i in hers]
            said.append(("her", tuple(queries), tuple(told)))
            bits += layer.bits * sum(map(len, (*queries, *told)))
        for head in layer.heads if not last else ():
            rows = [row_sums(layer, head, i, word, alphabet, grid) for i in hers]
            said.append(("his", tuple(rows)))
            counts = sum_counts(layer.bits, len(tokens) + 1)
            for weights, columns in rows:
                assert 0 <= weights < counts[0] and all(0 <= column < counts[1] for column in columns)
                bits += width_of(counts[0]) + len(columns) * width_of(counts[1])
    return said, bits


@pytest.mark.parametrize("seed", range(8))
def test_rows_returned_by_brute_force(seed):
    """Each message is a function of the speaker's tokens and of what was said; so are the rows that Bob reads."""
    rng = random.Random(seed)
    N, D, p, grid = rng.randint(2, 3), rng.randint(1, 3), 1 + seed % 2, rng.choice(("twos", "midrise"))
    m, H, dv = (rng.randint(1, 2) for _ in range(3))
    words = list(product(range(2), repeat=N))
    unit = random_layered_unit(words, 2, m, p, H, D=D, dv=dv, seed=seed, grid=grid, null=rng.random() < 0.5)
    hers = sorted(rng.sample(range(N), rng.randint(1, N - 1)))
    others = [i for i in range(N) if i not in hers]
    cost = replace(rows_returned(D, len(hers), N + 1, len(others), grid), sums=False)
    known = {}
    for tokens in words:
        said, bits = transcript(unit, tokens, hers, grid)
        assert bits == cost.bits(m, p, H, dv)
        mine = {"her": tuple(tokens[i] for i in hers), "his": tuple(tokens[i] for i in others)}
        for k, message in enumerate(said):
            before = (message[0], mine[message[0]], tuple(said[:k]))
            assert known.setdefault(before, message) == message
        rows = tuple(unit.outputs(tokens)[i] for i in others)
        assert known.setdefault(("rows", mine["his"], tuple(said)), rows) == rows


def test_the_cost_by_hand():
    """D = 3, two tokens told twice, p = 2, m = 1, dv = 2, H = 2, 4 keys: Z <= 16 (5 bits), sums <= 48 (6 bits)."""
    cost = rows_returned(3, 2, 4)
    assert cost.exchanged == 4
    assert replace(cost, sums=False).bits(1, 2, 2, 2) == 2 * (4 * 6 + 4 * (2 + 5 + 2 * 6) + 2 * 6)
    assert cost.bits(1, 2, 2, 2) <= replace(cost, sums=False).bits(1, 2, 2, 2)
    assert rows_returned(1, 2, 4).words == replace(rows_returned(1, 2, 9), keys=4).words
    for wrong in ((0, 1, 1), (1, 0, 1), (2, 1, 0)):
        with pytest.raises(CostError):
            rows_returned(*wrong)


def test_many_tokens_of_the_other_party():
    """Rows returned grow with the logarithm of their number; for few tokens all tell each other for less."""
    few, many = ((rows_returned(2, 1, n + 2), without_mask(2, 1, n)) for n in (1, 1000))
    assert few[0].bits(2, 2, 1, 2) > few[1].bits(2, 2, 1, 2)
    assert many[0].bits(2, 2, 1, 2) < many[1].bits(2, 2, 1, 2) // 50
    sizes = [(m, p, H, dv) for m, p, H, dv in product((1, 2, 5), repeat=4)]
    for cost in (rows_returned(3, 2, 9), rows_returned(2, 1, 3)):
        for size in sizes:
            for k in range(4):
                more = [x + (i == k) for i, x in enumerate(size)]
                assert cost.bits(*more) > cost.bits(*size)


def packed(bits, N=2):
    """INDEX of 2^k bits: all bits in the first token, their number in the last."""

    @task(alphabet=2**bits, length=N)
    def bit(x):
        return (None,) * (N - 1) + (x[0] >> x[-1] % bits & 1,)

    matrix = [[a >> b & 1 for b in range(bits)] for a in range(2**bits)]
    return reduction(
        matrix, bit, alice=lambda a: {1: a - 1}, bob=lambda b: {N: b - 1}, output_position=N,
        public=dict.fromkeys(range(2, N), 0),
    )  # fmt: skip


def test_one_way_under_a_causal_mask():
    """Six bits in one token, one message: D H (m + dv) p >= 6 if it never sees Bob's; without a mask 3 - 1 bits."""
    regions = {region.argument: region for region in layered_encoding_bounds(packed(6), 2)}
    causal = regions["matrix -> bit (told by Alice under a causal mask)"]
    assert causal.condition.endswith("any read-out of token and row, under a causal mask")
    assert (causal.required, causal.bits(1, 1, 1), causal.least_m(1, 1)) == (6, 4, 2)
    plain, returned = (regions[f"matrix -> bit ({name})"] for name in ("layer by layer", "rows returned"))
    assert plain.required == returned.required < 6
    assert isinstance(returned.cost, RowsReturnedCost) and returned.cost.keys == 3
    assert plain.excludes_nothing and returned.excludes_nothing


def test_one_way_says_nothing_without_the_order_of_tokens():
    """Bob's token first, or the output at Alice's: two ways to run a unit, not three; one layer: one."""

    @task(alphabet=4, length=2)
    def both(x):
        return (x[1] >> x[0] % 2 & 1,) * 2

    matrix = [[a >> b & 1 for b in range(2)] for a in range(4)]
    behind = reduction(matrix, both, alice=lambda a: {2: a - 1}, bob=lambda b: {1: b - 1}, output_position=1)

    @task(alphabet=4, length=2)
    def hers(x):
        return (x[0] >> x[1] % 2 & 1,) * 2

    here = reduction(matrix, hers, alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1}, output_position=1)
    two = ["layer by layer", "rows returned"]
    for sized in (behind, here):
        assert [argument.name for argument in layered_arguments(sized, 2, "twos")] == two
    back = replace(behind, output_position=2, owners=behind.owners)  # Bob's token first, the output at Alice's
    *first, last = layered_arguments(back, 2, "twos")
    assert [argument.name for argument in first] == two
    assert (last.name, last.measure) == ("told by Bob under a causal mask", "one_way_ba")
    assert len(layered_encoding_bounds(packed(2), 1)) == 1
    assert len(layered_encoding_bounds(packed(2), 2)) == 3


def test_a_wrong_encoder_gives_no_bound():
    wrong = replace(packed(2), read_out=lambda output: 1 - output)
    with pytest.raises(ReductionError, match="no bound follows"):
        layered_encoding_bounds(wrong, 2)


def reversal(alphabet=17, length=3):
    return task(alphabet=alphabet, length=length, name="reversal")(lambda x: x[::-1])


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_a_task_of_ones_own(layers):
    """Reversal over 17 symbols: a token is read at another place, 5 bits; the certificate holds what has to be told."""
    own = reversal()
    (region,) = layered_bounds_of_task(own, layers, dv=1, grid="midrise")
    assert (region.required, len(region.told.values), region.layers) == (5, 17, layers)
    assert region.least_m(1, 1) == max(1, -(-5 // layers) - 1)
    bundle = token_certificate("reversal", {}, [region], [1])
    if layers == 3:
        assert bundle is None and left_out("reversal", {}, [region], [1]) == ()
        return
    (claim,) = bundle["claims"]
    assert isinstance(check(bundle), Accepted)
    assert claim["value"] == region.least_m(1, 1)
    assert len(claim["question"]["answers"]) == 17
    for word, answers in claim["question"]["answers"]:
        assert answers == word[::-1]


def test_one_layer_of_a_task_of_ones_own():
    """Are two tokens equal, asked at the second: several second tokens tell the first one's 17 values, in one layer."""
    equal = task(alphabet=17, length=2, name="equal")(lambda x: (None, int(x[0] == x[1])))
    one, two = (layered_bounds_of_task(equal, layers, dv=1)[0] for layers in (1, 2))
    assert (one.required, two.required) == (5, 1)
    assert len(one.told.contexts) > 1 == len(two.told.contexts)
    bundle = token_certificate("equal", {}, [one], [1])
    assert isinstance(check(bundle), Accepted) and bundle["claims"][0]["value"] == 4
    assert len(bundle["claims"][0]["question"]["answers"]) == 17 * len(one.told.contexts)


def test_tasks_that_no_token_tells():
    constant = task(alphabet=3, length=3)(lambda x: (1, 1, 1))
    own = task(alphabet=3, length=2, name="copy")(lambda x: x)
    for nothing in (constant, own):
        assert told_of(nothing) is None
        with pytest.raises(TaskError, match="no token of"):
            layered_bounds_of_task(nothing, 2)
    with pytest.raises(TaskError, match="must be a SequenceTask"):
        layered_bounds_of_task(PairDetection(4, lambda x, y: x == y), 2)
    with pytest.raises(CostError, match="layers must be an integer >= 1, got 0"):
        layered_bounds_of_task(reversal(), 0)


def test_tasks_by_name_that_have_no_closed_form():
    """The search finds what tokens tell; where a closed form says as much it is not repeated."""
    for name, sizes in (("match3", {"M": 5, "N": 3}), ("match3-bigram", {"M": 5, "N": 4})):
        assert layered_bounds(name, sizes, 2)[0].argument == "token values"
    arguments = [region.argument for region in layered_bounds("composition", {"n": 3}, 2)]
    assert "composition-token" in arguments and "token values" not in arguments
    heads = layered_bounds("induction-heads", {"A": 3, "N": 5}, 1)  # all are read: one value more than A - 1
    required = [(region.argument, region.required) for region in heads]
    assert required[:2] == [("token values", 2), ("induction-heads-token", 1)]


def test_the_function_in_python():
    """A name, words, a task of one's own, a reduction; layers 0 is no number of layers."""
    assert lower_bounds("cycle3", N=9, layers=2) == layered_bounds("cycle3", {"N": 9}, 2, dv="m")
    assert lower_bounds(Cycle3(9), layers=2) == lower_bounds("cycle3 N=9", layers=2)
    own = reversal()
    assert lower_bounds(own, layers=2) == layered_bounds_of_task(own, 2)
    sized = packed(4)
    measured, plain = lower_bounds(sized, layers=3, dv=1), layered_encoding_bounds(sized, 3, dv=1)
    assert [region.cost for region in measured] == [region.cost for region in plain]
    assert all(one.required >= other.required for one, other in zip(measured, plain, strict=True))
    for asked in ("cycle3 N=9", own, sized):
        with pytest.raises(CostError, match="layers must be an integer >= 1, got 0; try layers=1"):
            lower_bounds(asked, layers=0)


@pytest.mark.slow
def test_the_table_of_depths_in_the_guide():
    """What the guide prints is what comes out, and 1 where a token can be told whole."""
    lines = (Path(headcount.__file__).parent / "docs/howto/lower_bounds.rst").read_text("utf-8").splitlines()
    shown = [re.split(r"  +", line) for line in lines]
    heads = ["task", *(f"D = {layers}" for layers in depths.DEPTHS), "bits of a token", "arguments"]
    assert heads in shown
    for words in depths.TASKS:
        assert depths.row(words) in shown
        for layers in depths.DEPTHS[1:]:
            least, _ = depths.least(words, layers)
            bits = int(depths.row(words)[-2])
            assert 2 * (least - 1) < bits  # H (m + dv) p at the least m that is excluded
