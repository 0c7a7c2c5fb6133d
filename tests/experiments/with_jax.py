"""Models and data against brute force. Run by test_runs.py in a process of its own: JAX has threads."""

from itertools import product

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import averaging_models
import averaging_sizes
import copying
import sequence_models
import sign_patterns
import transformers
import triples
from training import trained

KEY = jax.random.key(1)


def test_runs_depend_on_their_seed_alone():
    def final(seeds, stops):
        start, loss = (lambda key: jax.random.normal(key, (3,))), (lambda p, target: ((p - target) ** 2).sum())
        batch = lambda key, _: 1 + 0.1 * jax.random.normal(key, (3,))  # noqa: E731
        *_, end = trained(start, loss, batch, seeds, stops, 0.1)
        return np.asarray(end.parameters)

    both = final([3, 4], [40])
    assert np.array_equal(both[1:], final([4], [40]))
    assert np.array_equal(both, final([3, 4], [0, 7, 40]))
    assert not np.array_equal(both[0], both[1])
    assert np.abs(final([0], [400]) - 1).max() < 0.1


def test_moments_have_mean_losses():
    values = [m.losses for m in trained(lambda key: jnp.ones(()), lambda p, x: 0 * p + x, lambda k, d: d, [0], [0, 2, 5], 0.1, data=jnp.asarray(2.0))]  # noqa: E501  # fmt: skip
    assert np.isinf(values[0]).all()
    assert [float(v[0]) for v in values[1:]] == [2.0, 2.0]


def test_worst_errors_are_worst():
    wanted = averaging_sizes.targets(4, 2)
    assert wanted.shape == (6, 4)
    scores, constant = np.random.default_rng(0).normal(size=(6, 4)), 1.3
    weights = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    brute = [
        max(abs(np.dot(constant * a - t, z)) for z in product((-1, 1), repeat=4))
        for a, t in zip(weights, wanted, strict=True)
    ]
    assert np.allclose(averaging_sizes.errors(scores, constant, wanted), brute)


def test_rounded_tables_are_odd_and_in_range():
    table = np.linspace(-9, 9, 181)
    found = averaging_sizes.odd(table, 7)
    assert set(found) == {-7, -5, -3, -1, 1, 3, 5, 7}
    inside = np.abs(table) < 8
    assert np.abs(found - table)[inside].max() <= 1 + 1e-9


@pytest.mark.parametrize("name", sequence_models.MODELS)
def test_models_can_use_every_token(name):
    start, outputs = sequence_models.MODELS[name](6, 5, 7)
    x = jax.random.normal(KEY, (6, 5))
    gradient = jax.jacobian(lambda x: outputs(start(KEY), x))(x)
    assert gradient.shape == (6, 6, 5)
    assert (np.abs(gradient).sum(-1) > 0).all()


def test_attention_is_a_row_of_weights():
    start, _ = sequence_models.attention(6, 5, 7)
    weights = sequence_models.attention_weights(start(KEY), jax.random.normal(KEY, (6, 5)))
    assert np.allclose(weights.sum(1), 1, atol=1e-5)


def test_averages_are_of_the_subset():
    for seed in range(5):
        x, answers = averaging_models.drawn(jax.random.key(seed), 7, 3)
        z, y, place = np.asarray(x[:, 0]), np.asarray(x[:, 1:8]), np.asarray(x[:, 8:])
        assert (y.sum(1) == 3).all()
        assert np.array_equal(place, np.eye(7))
        assert np.allclose(answers, [z[row > 0].mean() for row in y], atol=1e-6)


@pytest.mark.parametrize("task", ["masked", "autoregressive"])
def test_copies_have_their_sources(task):
    tokens, answers = copying.sequences(KEY, 5, 10, 4, task)
    ask, source = copying.asked(10, task)
    assert np.array_equal(np.asarray(tokens)[:, source], answers)
    if task == "autoregressive":
        assert np.array_equal(np.asarray(tokens)[:, ask + 1], answers)
    else:
        assert (np.asarray(tokens)[:, ask] == 5).all()


@pytest.mark.parametrize("words", ["window n=8 w=1", "strided n=8 w=2", "multihead strided n=8 w=2", "star n=8"])
@pytest.mark.parametrize("causal", [False, True])
def test_what_is_out_of_reach_changes_nothing(words, causal):
    allowed = copying.masks(words.split(), 2, 4, causal)
    reached = copying.reach(allowed)
    model = transformers.begin(KEY, 8, 5, 5, 2, 16, 32)
    model["layers"] = [{**layer, "mix": 5 * layer["mix"]} for layer in model["layers"]]
    tokens = jnp.arange(8)[None] % 5
    before = transformers.logits(model, tokens, allowed)
    for j in range(8):
        after = transformers.logits(model, tokens.at[0, j].set((j + 1) % 5), allowed)
        changed = np.abs(np.asarray(after - before)[0]).max(-1) > 1e-9
        assert not (changed & ~reached[:, j]).any()
        assert (changed | ~reached[:, j]).all()


@pytest.mark.parametrize("task", ["match2", "match3"])
def test_answers_are_those_of_the_task(task):
    for x in product(range(4), repeat=3):
        found = triples.answers(jnp.asarray(x), 4, task)
        others = x if task == "match2" else [a + b for a in x for b in x]
        assert np.array_equal(found, [any((i + s) % 4 == 0 for s in others) for i in x])


def test_order_three_is_a_softmax_over_pairs():
    config = {"M": 4, "order": 3, "heads": 1, "m": 3, "dv": 2}
    tables = jax.tree.map(np.asarray, triples.begin(KEY, config))
    x = [1, 3, 0]
    keys = [*x, 4]
    rows = []
    for i in x:
        scores = {
            (j, k): (tables["q"][i, 0] * tables["k"][0, j, 0] * tables["k"][1, k, 0]).sum() for j in keys for k in keys
        }
        total = sum(np.exp(list(scores.values())))
        rows.append(
            sum(np.exp(s) * tables["v"][0, j, 0] * tables["v"][1, k, 0] for (j, k), s in scores.items()) / total
        )
    read = np.concatenate([rows, np.eye(4)[x]], axis=1)
    hidden = np.maximum(read @ tables["in"] + tables["in_bias"], 0)
    expected = hidden @ tables["out"] + tables["out_bias"]
    assert np.allclose(triples.logit(tables, jnp.asarray(x), 3), expected, atol=1e-4)


def test_signs_are_decided_exactly():
    wanted = sign_patterns.signs(4, 0)
    w, u = wanted.astype(float), np.eye(4)
    assert sign_patterns.all_right(wanted, w, u, np.zeros(4))
    assert not sign_patterns.all_right(-wanted, w, u, np.zeros(4))
    w[0, 0] = 0  # a score that equals its threshold has no sign
    assert not sign_patterns.all_right(wanted, w, u, np.zeros(4))
    tiny = np.nextafter(0, 1)
    w[0, 0] = tiny * wanted[0, 0]
    assert sign_patterns.all_right(wanted, w, u, np.zeros(4))
