"""A continuous function by ReLU units and real softmax: counts, temperature, error, three ways to run it."""

import json
import random
import re
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.universal import continuous_layers, network
from headcount.bounds.constructions.universal.blocks import hardmax_weights, run_arrays
from headcount.bounds.constructions.universal.continuous_function import ContinuousFunction
from headcount.bounds.constructions.universal.continuous_layers import layers, plan
from headcount.bounds.constructions.universal.error_bound import ErrorBound
from headcount.bounds.constructions.universal.modulus import Modulus
from headcount.bounds.constructions.universal.network import universal_network
from headcount.bounds.constructions.universal.piecewise_linear import integral_of_squares
from headcount.bounds.constructions.universal.universal import every_table
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions.layer_patterns import Dense, Star, Stride, Window
from headcount.questions.sparse_pattern import Lists, SparsePattern
from headcount.search.interrupts import BudgetOver

GUIDE = (Path(__file__).parents[2] / "docs" / "howto" / "universal.rst").read_text("utf-8")
BETA = Fraction(1, 10**6)
TWO_LAYERS = SparsePattern((Lists(3, ((0, 1), (0, 1), (2,))), Lists(3, ((0,), (1, 2), (1, 2)))))

# pattern, n, d, L; blocks of each kind and in all; C, greatest id, temperature; bound of the integral; int |f - step|^2
TABLE = {
    "dense 2": (SparsePattern((Dense(2),)), 2, 1, 2, (3, 2, 1, 8, 1), 14, (7, 48, 36), "0.28128", "1/32"),
    "dense 3": (SparsePattern((Dense(2),)), 2, 1, 3, (5, 3, 1, 18, 1), 27, (16, 255, 48), "0.12505", "1/72"),
    "window 2": (SparsePattern((Window(3, 1),)), 3, 1, 2, (5, 4, 2, 24, 1), 35, (19, 7200, 68), "0.42195", "39/640"),
    "window 3": (
        SparsePattern((Window(3, 1),)),
        3,
        1,
        3,
        (8, 6, 2, 81, 1),
        97,
        (67, 305184, 88),
        "0.18761",
        "509/19440",
    ),
    "in turn": (TWO_LAYERS, 3, 1, 2, (5, 6, 3, 24, 1), 38, (19, 144000, 80), "0.42195", "39/640"),
}


def half(X):
    """f_k = max_j x_j - x_k / 2."""
    return X.max(axis=0) - X / 2


def cell(token, L, d):
    return [token // L**c % L for c in range(d)]


def centre_values(n, d, L):
    """The values of ``half`` at the centres, exactly."""
    found = {}
    for tokens in product(range(L**d), repeat=n):
        X = [[Fraction(2 * k + 1, 2 * L) for k in cell(token, L, d)] for token in tokens]
        found[tokens] = tuple(tuple(max(row[c] for row in X) - x[c] / 2 for c in range(d)) for x in X)
    return found


def built(pattern, n, d, L, beta=BETA):
    return layers(plan(pattern, range(n), L, d), centre_values(n, d, L), Fraction(1), beta)


def drawn(rng, tokens, d, L, beta=BETA):
    """A good input of the cells, and one with an entry on a ramp."""
    good = [[Fraction(k, L) + Fraction(rng.randrange(1000), 1000) * (Fraction(1, L) - beta) for k in cell(x, L, d)]
            for x in tokens]  # fmt: skip
    bad = [list(row) for row in good]
    k, c = rng.randrange(len(tokens)), rng.randrange(d)
    bad[k][c] = Fraction(cell(tokens[k], L, d)[c] + 1, L) - Fraction(rng.randrange(1000), 1000) * beta
    return good, bad


def softmax(scores):
    top = max(scores)
    powers = [(score - top).exp() for score in scores]
    return [power / sum(powers) for power in powers]


def in_decimals(net, X):
    def number(exact):
        return Decimal(exact.numerator) / exact.denominator

    return net.run([[number(x) for x in row] for row in X], softmax, number)


def farthest(found, wanted):
    pairs = [pair for rows in zip(found, wanted, strict=True) for pair in zip(*rows, strict=True)]
    return max(abs(x - Decimal(y.numerator) / y.denominator) for x, y in pairs)


@pytest.mark.parametrize("name", TABLE)
def test_the_five_sizes(name):
    pattern, n, d, L, kinds, blocks, numbers, bound, exactly = TABLE[name]
    made = built(pattern, n, d, L)
    told = made.plan
    assert (told.quantising, told.shifting, told.hops, told.looking_up, told.clamping) == kinds
    assert told.blocks == len(made.network.blocks) == blocks
    assert (made.factor, made.greatest, made.network.temperature) == numbers
    assert (
        made.off
        <= Fraction(1, 4)
        < continuous_layers.error_of_ids(
            continuous_layers.replace(told.mapping, factor=made.factor),
            told.hops,
            int(made.network.temperature) // 4 - 1,
        )
    )
    assert (made.network.width, made.network.heads) == (4, 2)
    error = ErrorBound(2, n * d, L, BETA, Fraction(3, 4 * L), Fraction(0), Fraction(2))
    assert f"{float(error.integral):.5f}" == bound
    listed = f"{n} {d} {L}  {', '.join(map(str, kinds))}  {blocks}  {numbers[0]}, {numbers[1]}  {numbers[2]}  {bound}  "
    assert (listed + exactly).split() in [line.split()[-len(listed.split()) - 1 :] for line in GUIDE.splitlines()]
    values, rng = centre_values(n, d, L), random.Random(name)
    f = ContinuousFunction(half, n, d, Modulus("3/2*t"))
    assert integral_of_squares(f, values, L, 0) == Fraction(exactly)
    for number in range(15):
        tokens = tuple(rng.randrange(L**d) for _ in range(n))
        good, bad = drawn(rng, tokens, d, L)
        assert tuple(map(tuple, made.network.run(good, hardmax_weights))) == values[tokens]
        assert all(abs(x) <= 1 for row in made.network.run(bad, hardmax_weights) for x in row)
        if number < 2:
            with localcontext() as context:
                context.prec = 60
                assert farthest(in_decimals(made.network, good), values[tokens]) < Decimal("1e-40")


def test_a_temperature_that_is_too_low():
    """At 4 an output is off by 3/8; at 6 none is, so the certificate of 36 is generous."""
    made = built(SparsePattern((Dense(2),)), 2, 1, 2)
    arrays, wanted = made.network.arrays(), centre_values(2, 1, 2)
    Xs = np.array([[[x], [y]] for x in (0.1, 0.6) for y in (0.1, 0.6)])
    ys = np.array([wanted[x, y] for x in (0, 1) for y in (0, 1)], dtype=float)
    off = {}
    for tau in (4.0, 6.0, 36.0):
        off[tau] = np.abs(run_arrays({**arrays, "tau": np.array(tau)}, Xs) - ys).max()
    assert off[4.0] == 0.375
    assert off[6.0] < 1e-9 and off[36.0] < 1e-12


def test_a_plateau_with_a_slope_is_not_exact(monkeypatch):
    """Without +-1/L in coordinate 1 what softmax leaves of the ids' errors shows in the outputs."""
    look_up, found = continuous_layers._look_up, {}
    X, wanted = [[Fraction(1, 10)], [Fraction(6, 10)], [Fraction(1, 10)]], centre_values(3, 1, 2)[0, 1, 0]
    for name, L in (("level", 2), ("sloped", 10**9)):
        monkeypatch.setattr(continuous_layers, "_look_up", lambda *given, L=L: look_up(*given[:4], L))
        with localcontext() as context:
            context.prec = 60
            found[name] = farthest(in_decimals(built(SparsePattern((Star(3),)), 3, 1, 2).network, X), wanted)
    assert found["level"] < Decimal("1e-40") < found["sloped"]


@pytest.mark.parametrize("norm", [1, 2, 3])
def test_the_integral_is_below_its_bound(norm):
    """The integral on a fine grid of midpoints, with ramps so wide that they count: above neither term alone."""
    h = universal_network(half, "3/2*t", "0.9", pattern="dense", n=2, norm=norm)
    axis = (np.arange(200) + 0.5) / 200
    Xs = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2, 1)
    off = np.abs(h(Xs) - half(Xs.transpose(1, 0, 2)).transpose(1, 0, 2))
    integral = (off**norm).sum(axis=(1, 2)).mean()
    assert integral <= float(h.error.integral) and float(h.error.distance) <= 0.9
    L, beta = h.error.levels, float(h.error.beta)
    good = ((Xs % (1 / L)) < 1 / L - beta).all(axis=(1, 2))
    assert off[good].max() <= float(h.error.omega + h.error.rho) < off.max()
    assert h.error.faces >= 2 * Fraction(int((~good).sum()), len(good)) * Fraction(
        9, 10
    )  # a set of that measure, R >= 1


@pytest.mark.parametrize("pattern", ["star", "strided w=1"])
def test_one_coordinate_and_two_positions(pattern):
    h = universal_network(half, "3/2*t", "0.2", pattern=pattern, n=2)
    assert h.error.levels == 6 and h.plan.looking_up == 2 * 6**2
    assert h.runs.distance <= float(h.error.distance) <= 0.2 and h.runs.float_off < 1e-6
    assert isinstance(check(h.certificate()), Accepted)


@pytest.mark.parametrize(("value", "bound"), [(0, None), (-1 / 3, None), (1 / 3, "1/3"), (np.pi, "3.1415926535897933")])
def test_constant_functions(value, bound):
    """Also where the value, rounded, exceeds the bound that it has."""
    h = universal_network(lambda X: np.full(X.shape, value), "0*t", "0.01", pattern="dense", n=2, bound=bound)
    assert h.error.levels == 2 and float(h.error.distance) <= 0.01
    assert np.abs(h([[0.2], [0.7]]) - value).max() < 1e-8


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["star", "strided w=1", "dense"])
def test_two_coordinates_and_three_positions(pattern):
    def smooth(X):
        return (X.mean(axis=0) + np.sin(X)) / 16

    h = universal_network(smooth, "t/8", "0.1", pattern=pattern, n=3, d=2, samples=100)
    assert h.plan.looking_up == 3 * 2**6 and h.error.levels == 2
    assert h.runs.distance <= float(h.error.distance) <= 0.1
    assert h.runs.float_off < 1e-6
    assert isinstance(check(h.certificate()), Accepted)


def test_ten_lines_of_numpy_run_the_file(tmp_path, monkeypatch):
    """Those of the guide, on the file that is written."""
    monkeypatch.chdir(tmp_path)
    h = universal_network(half, "3/2*t", "0.6", pattern="strided w=1", n=3)
    h.save_weights("f.npz")
    block = re.search(r":name: run_network.py\n\n((?:   .*\n|\n)+)", GUIDE).group(1)
    lines = [line[3:] for line in block.splitlines()]
    ends = lines.index("    return z")
    assert sum(bool(line.strip()) for line in lines[: ends + 1]) == 12  # ten beside the import and the file
    space = {}
    exec("\n".join(lines[: ends + 1]), space)
    rng = np.random.default_rng(0)
    Xs = rng.random((50, 3, 1))
    assert np.abs(space["h"](Xs) - h(Xs)).max() < 1e-9
    assert np.abs(space["h"](Xs[0]) - h(Xs[0])).max() < 1e-9


def test_layers_in_json_are_exact(tmp_path):
    h = universal_network(half, "3/2*t", pattern="dense", n=2, levels=3)
    content = json.loads(h.save_weights(tmp_path / "f.json").read_text())
    assert len(content["blocks"]) == h.plan.blocks == 27
    z = [Fraction(1, 10) + Fraction(content["embedding"][0][0]), Fraction(1, 2) + Fraction(content["embedding"][1][0])]
    tau = Fraction(content["temperature"])
    for block in content["blocks"]:
        before = list(z)
        for head in block["heads"]:
            number = {name: Fraction(value if name == "bias" else value[0]) for name, value in head.items()}
            for k in range(2):
                scores = [tau * (number["query"] * before[k] + number["bias"]) * number["key"] * own for own in before]
                weights = hardmax_weights(scores)
                z[k] += number["out"] * sum(w * number["value"] * own for w, own in zip(weights, before, strict=True))
        for k, own in enumerate(list(z)):
            for unit in block["units"]:
                amount = Fraction(unit["weights"][0]) * own + Fraction(unit["bias"])
                z[k] += Fraction(unit["out"][0]) * max(amount, 0)
    assert [float(x) for x in z] == pytest.approx([1 / 2 - 1 / 12, 1 / 2 - 1 / 4], abs=1e-8)


@pytest.mark.slow
def test_where_float64_is_too_short_it_is_said_and_fractions_are_sampled(monkeypatch):
    """Ids of 4e11 with a last cell that is flattened up to 1e-11: wrong ids in floats, and right ones in fractions."""
    monkeypatch.setattr(network, "EXACT_WORK", 100_000)
    h = universal_network(half, "3/2*t", pattern="window w=1", n=3, levels=7)
    assert h.runs.floats and h.runs.float_off < 1e-6 and "in float64\n" in str(h)
    arrays = h.arrays
    arrays["tau"] = arrays["tau"] / 100  # as if it were too short: what is run is seen to be wrong
    told = network._run(h, 20, 0)
    assert not told.floats and told.float_off > 0.1
    assert told.distance <= float(h.error.distance) and told.sampled == told.exact
    assert "float64 is too short here" in str(replace(h, runs=told)) and "in fractions\n" in str(replace(h, runs=told))


def test_places_in_a_cycle():
    """Shifts stand where their edge is, spreading begins where it is over first, and either direction is tried."""
    three = SparsePattern((Window(4, 1), Lists(4, tuple((k,) for k in range(4))), Stride(4, 1)))
    for pattern, n in ((TWO_LAYERS, 3), (three, 4)):
        made = plan(pattern, range(n), 2, 1)
        p = len(pattern.layers)
        spots = [t for t, _ in made.shifts]
        assert spots == sorted(set(spots)) and len(spots) == (n - 1) * 2 and spots[0] >= made.quantising
        edges = [edge for edge in pairwise(made.mapping.order) for _ in "ab"]
        for (t, _), (before, here) in zip(made.shifts, edges, strict=True):
            assert pattern.layers[t % p].has(here, before)
        assert made.spread_from > spots[-1]
        assert built(pattern, n, 1, 2).greatest > 0
    assert plan(TWO_LAYERS, range(3), 2, 1).mapping.order == (2, 1, 0)
    assert plan(TWO_LAYERS, range(3), 2, 1).blocks < continuous_layers._plan(TWO_LAYERS, (0, 1, 2), 2, 1).blocks


def test_errors_of_ids_are_bounded():
    """What softmax makes of the ids after the spread, against e: at the temperature and at others that are enough."""
    for pattern, n, L in ((SparsePattern((Dense(2),)), 2, 2), (SparsePattern((Window(3, 1),)), 3, 2)):
        made = built(pattern, n, 1, L)
        first = made.plan.spread_from + made.plan.hops
        cut = (*made.network.blocks[: first - 1], continuous_layers.Block("", made.network.blocks[first - 1].heads))
        mapping = continuous_layers.replace(made.plan.mapping, factor=made.factor)
        for extra in (0, 2):
            k = int(made.network.temperature) // 4 + extra
            net = type(made.network)(made.network.rows, made.network.embedding, Fraction(4 * k), cut)
            off = continuous_layers.error_of_ids(mapping, made.plan.hops, k)
            for tokens in product(range(L), repeat=n):
                X = [[Fraction(token, L)] for token in tokens]
                with localcontext() as context:
                    context.prec = 60
                    soft, hard = in_decimals(net, X), net.run(X, hardmax_weights)
                    for one, other in zip(soft, hard, strict=True):
                        exact = other[0] * L
                        assert abs(one[0] * L - exact.numerator) <= Decimal(off.numerator) / off.denominator


def test_every_table_is_a_look_up_of_the_one_that_is_certified():
    rng = random.Random(4)
    told = every_table(SparsePattern((Window(3, 1),)), range(3), 2)
    assert isinstance(check(told.certificate()), Accepted)
    table = [tuple(rng.randrange(9) for _ in range(3)) for _ in range(8)]
    for tokens in product(range(2), repeat=3):
        rows = told.unit.outputs(tokens)
        numbers = [
            told.look_up[k, token, Fraction(row[0])] for k, (token, row) in enumerate(zip(tokens, rows, strict=True))
        ]
        assert [table[number][k] for k, number in enumerate(numbers)] == list(
            table[4 * tokens[0] + 2 * tokens[1] + tokens[2]]
        )


def test_beyond_ten_thousand_look_ups_layers_are_counted(monkeypatch, tmp_path):
    monkeypatch.setattr(network, "layers", lambda *_: pytest.fail("it was built"))
    h = universal_network(half, "3/2*t", "0.5", pattern="star", n=3, d=2)
    assert (h.plan.looking_up, h.plan.blocks, h.built, h.error) == (12288, 12343, None, None)
    assert "counted only" in str(h) and h.certificate() is None and h.to_json()["built"] is False
    for use in (lambda: h([[0.5] * 2] * 3), lambda: h.save_weights(tmp_path / "f.npz")):
        with pytest.raises(ConstructionError, match="a network of 12,288 look-ups is not written out"):
            use()


def test_what_is_interrupted_keeps_its_counts(monkeypatch):
    def over(*_):
        raise BudgetOver

    monkeypatch.setattr(network, "layers", over)
    h = universal_network(half, "3/2*t", "0.5", pattern="star", n=3)
    assert (h.stopped, h.built, h.error, h.plan.blocks) == (True, None, None, 96)
    assert "the time was over" in str(h) and h.certificate() is None
    with pytest.raises(ConstructionError, match="before the time was over"):
        h([[0.5]] * 3)
