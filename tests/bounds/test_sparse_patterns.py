"""Assumption 1 part by part, hops, copying and shares: certified, and against brute force."""

from collections import Counter

import networkx
import numpy as np
import pytest

import brute_reach as brute
from draws import until
from headcount import check
from headcount.bounds.sparse_patterns import hops as hops_module
from headcount.bounds.sparse_patterns import path as path_module
from headcount.bounds.sparse_patterns.assumption_one import assumption_one
from headcount.bounds.sparse_patterns.depth import copying_depth
from headcount.bounds.sparse_patterns.found import stated_set
from headcount.bounds.sparse_patterns.hops_bracket import hops_without_loops
from headcount.bounds.sparse_patterns.random_survey import Share, random_survey
from headcount.certificates.verdict import Accepted
from headcount.questions.sparse_pattern import Causal, Lists, SparsePattern
from headcount.solvers.sparse_patterns import rows as rows_module
from headcount.solvers.sparse_patterns.rows import rows_of
from headcount.tasks.sparse_patterns import NAMED, attention_pattern, pattern_from_words

PATIENT = 1000.0


def ask(data, **options):
    """The answer, all of whose evidence the checker has replayed, as one file."""
    answer = assumption_one(attention_pattern(data), budget=PATIENT, **options)
    assert answer.certified
    assert isinstance(check(answer.certificate()), Accepted)
    return answer


INFINITE = "infinite"

AT_256 = {
    "window w=1": ([766], 255, "yes"),
    "window w=16": ([8176], 16, "yes"),
    "strided w=16": ([8176, 4096], 2, "yes"),
    "union strided w=16": ([11536], 2, "yes"),
    "fixed w=16": ([4096, 4336], 2, "yes"),
    "union fixed w=16": ([7936], 2, "yes"),
    "star": ([1276], 2, "yes"),
    "longformer w=2 g=1": ([1780], 2, "yes"),
    "block w=16": ([4096], INFINITE, "no"),
    "dilated w=1 r=2": ([764], INFINITE, "no"),
    "fixed w=7": (None, INFINITE, "yes"),
    "fixed w=7 last=1": (None, 2, "yes"),
    "causal strided w=16": ([4216, 2176], INFINITE, "yes"),
    "dense": ([65536], 1, "yes"),
}


@pytest.mark.parametrize("words", AT_256)
def test_connections_hops_and_paths_at_256(words):
    connections, hops, path = AT_256[words]
    answer = ask(f"{words} n=256")
    found = answer.to_json()
    assert connections is None or found["connections"] == connections
    assert (found["hops"], found["path"], found["self_loops"]) == (hops, path, True)
    assert found["assumption1"] is (hops != INFINITE and path == "yes")


def closed_form(name, n, w):
    """What the hops of named patterns should be."""
    if name == "window":
        return max(1, -(-(n - 1) // w))
    if name == "strided":
        return 1 if w >= n - 1 else 2
    if name == "star":
        return 1 if n <= 4 else 2
    return 1 if w >= n else 2 if n % w == 0 else None


def test_named_patterns_answer_with_the_closed_form():
    for n in range(1, 14):
        for name in ("window", "strided", "fixed"):
            for w in range(1, n + 1):
                answer = ask(f"{name} n={n} w={w}")
                assert answer.hops.to_json() == (closed_form(name, n, w) or INFINITE), (name, n, w)


def test_a_hub_with_leaves_has_two_hops_and_no_path():
    answer = ask(
        attention_pattern(
            networkx.DiGraph([(i, i) for i in range(5)] + [(0, i) for i in range(1, 5)] + [(i, 0) for i in range(1, 5)])
        )
    )
    assert (answer.hops.to_json(), answer.path.answer, answer.holds) == (2, "no", False)
    assert answer.path.evidence.kind == "components"
    assert ask("longformer n=5 w=0 g=1").to_json()["hops"] == 2


def test_every_causal_pattern_has_infinite_hops_and_a_reach_of_its_own():
    for words, reach in (("strided w=4", 2), ("window w=3", 5), ("fixed w=4", 2), ("star", 13), ("dense", 1)):
        answer = ask(f"causal {words} n=16")
        assert answer.hops.infinite
        assert answer.holds is False
        assert answer.causal_reach.layers == reach, words
    assert ask("causal block n=16 w=4").causal_reach.layers is None
    assert ask("window n=16 w=3").causal_reach is None


def random_pattern(rng, n, loops):
    layers = []
    for _ in range(rng.integers(1, 3)):
        rows = [set(rng.choice(n, rng.integers(0 if loops else 1, 3), replace=False).tolist()) for _ in range(n)]
        layers.append(Lists(n, tuple(tuple(sorted(row | ({i} if loops else set()))) for i, row in enumerate(rows))))
    return tuple(layers)


@pytest.mark.parametrize("loops", [True, False])
def test_random_patterns_against_brute_force(loops, rotating_seed):
    rng = np.random.default_rng([rotating_seed, loops])
    seen = Counter()
    wanted = {"yes", "no", "filled", "never filled", "components", "two-ends", "order", "hops", "closed-sets"}
    for _ in until(seen, wanted, 60):
        layers = random_pattern(rng, int(rng.integers(2, 8)), loops)
        slow = [brute.rows_of(layer) for layer in layers]
        answer = ask(layers)
        assert (answer.path.answer == "yes") == brute.has_path_by_sets(slow)
        assert answer.path.answer != "open"
        assert answer.hops.to_json() == (brute.hops(slow) or INFINITE)
        assert answer.self_loops.holds == all(i in row for rows in slow for i, row in enumerate(rows))
        seen[answer.path.answer] += 1
        seen["never filled" if answer.hops.infinite else "filled"] += 1
        seen.update(one.kind for one in answer.found)


NO_PATH = [[0, 3], [0, 1, 4], [1, 2, 5], [3], [1, 3, 4], [1, 5]]
"""Neither two ends nor too many pieces are in the way of a path, and yet there is none."""


def test_no_path_by_two_sets_that_overlap():
    """From 0 to 1 and 2, which do not see each other, and on to 3: no order has both."""
    answer = ask([[0], [0, 1], [0, 2], [1, 2, 3]])
    assert (answer.path.answer, answer.path.evidence.kind) == ("no", "two-ends")
    # Cliques in place of vertices, joined by many edges: too large for a refutation.
    blocks = [(6 * c + i, 6 * c + j) for c in range(6) for i in range(6) for j in range(6)]
    joins = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5)]
    blocks += [(6 * c + i, 6 * d + j) for c, d in joins for i in range(3) for j in range(3)]
    answer = ask(networkx.DiGraph(blocks).reverse())  # an edge i -> j: i attends to j
    assert (answer.path.answer, answer.path.evidence.kind) == ("no", "two-ends")


def test_no_path_by_a_refutation():
    answer = ask(NO_PATH)
    assert (answer.path.answer, answer.path.evidence.kind) == ("no", "refutation")


def test_no_path_on_the_solvers_word(monkeypatch):
    monkeypatch.setattr(path_module, "MOST_REFUTED", 3)
    answer = assumption_one(attention_pattern(NO_PATH), budget=PATIENT)
    assert answer.path.answer == "no"
    assert str(answer.path.evidence.status) == "PROVED-BY-SOLVER"
    assert not answer.certified
    words = check(answer.certificate())
    assert isinstance(words, Accepted)
    assert "path" not in str(words.statement)


def test_missing_self_loops_are_named():
    answer = ask(networkx.DiGraph([(0, 0), (0, 1), (1, 0), (2, 0), (0, 2)]))
    assert not answer.self_loops.holds
    assert (answer.self_loops.layer, answer.self_loops.position, answer.self_loops.count) == (1, 1, 2)
    assert answer.holds is False
    assert "self-loops adds" in answer.notes[0]


def test_periods_without_self_loops():
    """A circle of three never mixes, one with a chord does, and so does what a second layer mends."""
    circle = Lists(3, ((1,), (2,), (0,)))
    assert ask((circle,)).hops.infinite
    assert ask((Lists(3, ((1,), (2,), (0, 1))),)).hops.to_json() == brute.hops(
        [brute.rows_of(Lists(3, ((1,), (2,), (0, 1))))]
    )
    assert ask((circle, Lists(3, ((0, 1, 2), (1,), (2,))))).hops.infinite is False
    empty = (Lists(2, ((), (0, 1))), Lists(2, ((1,), (1,))))
    assert ask(empty).hops.to_json() == 2 == brute.hops([brute.rows_of(layer) for layer in empty])
    _answer, sets = hops_without_loops([rows_of(circle)], float("inf"))
    assert len(sets) == 3 and sorted(one.tolist().index(True) for one in sets) == [0, 1, 2]


def test_brackets_where_not_everything_is_written_out(monkeypatch, rotating_seed):
    """Far pairs and centres alone: both ends true, and both certified."""
    monkeypatch.setattr(hops_module, "MOST_BITS", 1)
    rng = np.random.default_rng(rotating_seed)
    closed = Counter()
    star = Lists(7, tuple(tuple(sorted({i, 3})) if i != 3 else tuple(range(7)) for i in range(7)))
    for number in until(closed, {True, False}, 40):
        layers = (star,) if number < 2 else random_pattern(rng, int(rng.integers(3, 9)), True)
        if number % 2:
            monkeypatch.setattr(rows_module, "MOST_WRITTEN", 0)
        wanted = brute.hops([brute.rows_of(layer) for layer in layers])
        answer = assumption_one(attention_pattern(layers), budget=PATIENT)
        assert answer.hops.infinite == (wanted is None)
        if wanted is not None:
            assert answer.hops.lower <= wanted <= answer.hops.upper
            assert all(one.certified for one in answer.hops.evidence)
            closed[answer.hops.closed] += 1


def test_what_the_checker_does_not_replay_stands_apart():
    """A path of 300 positions as a graph: all S^t_k are too much, and so is the detour with fewer steps still."""
    graph = networkx.path_graph(300)
    graph.add_edges_from((v, v) for v in list(graph))
    asked = attention_pattern(graph)
    exact = assumption_one(asked, budget=PATIENT)
    assert exact.hops.to_json() == 299
    some = assumption_one(asked, budget=PATIENT, limit=12_000_000)
    assert some.hops.to_json() == [299, 300]
    assert some.hops.computed == 299
    assert not some.closed
    less = assumption_one(asked, budget=PATIENT, limit=2_000_000)
    assert less.hops.upper is None
    assert [one.kind for one in less.hops.told] == ["centre"]
    assert less.holds
    for answer in (some, less):
        assert isinstance(check(answer.certificate()), Accepted)


def test_a_search_without_time_still_answers():
    graph = networkx.gnm_random_graph(60, 150, seed=1, directed=True)
    graph.add_edges_from((v, v) for v in graph)
    answer = assumption_one(attention_pattern(graph), budget=0.0)
    assert answer.hops.infinite or answer.hops.lower >= 1
    assert answer.path.answer in ("no", "open")


def test_depth_of_copying_by_definition():
    for words in ("star", "window w=2", "strided w=3", "fixed w=4", "longformer w=1 g=1", "random degree=2"):
        for n in (4, 8, 14):
            layers = pattern_from_words([*words.split(), f"n={n}"]).layers
            found = copying_depth(layers).to_json()
            half = n // 2
            causal = [brute.rows_of(Causal(layer)) for layer in layers]
            told = brute.layers_until(causal, [(i, i + 1 - half) for i in range(half, n - 1)], 4 * n)
            masked = brute.layers_until(
                [brute.rows_of(one) for one in layers], [(i, i - half) for i in range(half + 1, n)], 4 * n
            )
            assert found == {"autoregressive": told or INFINITE, "masked": masked or INFINITE}
    for n in (2, 7):
        with pytest.raises(ValueError, match="even number"):
            copying_depth(pattern_from_words(["star", f"n={n}"]).layers)


def test_shares_of_random_patterns_at_12():
    """A first trial had so many of 60 seeds; with 60 other ones the bands of both overlap."""
    trial = {1: (0, 0, 0), 2: (5, 6, 17), 3: (37, 37, 52), 4: (50, 50, 59), 5: (58, 58, 60)}
    for degree, expected in trial.items():
        words = f"random n=12 degree={degree}"
        survey = random_survey(
            lambda seed, w=words: pattern_from_words([*w.split(), f"seed={seed}"]).pattern, 60, PATIENT
        )
        for share, count in zip((survey.assumption1, survey.hops, survey.path), expected, strict=True):
            lower, upper = share.band
            least, most = Share(count, 60).band
            assert share.undecided == 0
            assert lower <= most and least <= upper, (degree, share, count)


def test_bands_by_hand():
    """Of 10 of 10: 0.025^(1/10)."""
    assert Share(10, 10).band == (pytest.approx(0.025**0.1), 1.0)
    assert Share(0, 10).band == (0.0, pytest.approx(1 - 0.025**0.1))
    assert Share(3, 10, 7).band[1] == 1.0


def test_sets_are_stated_as_ranges():
    rng = np.random.default_rng(1)
    for _ in range(50):
        some = rng.random(30) < 0.7
        stated = stated_set(some)
        members = [i for one in stated for i in (range(*one) if isinstance(one, list) else [one])]
        assert members == np.flatnonzero(some).tolist()


def random_words(rng, n):
    """A pattern of up to three names, with random parameters."""
    how = rng.choice(["", "union", "sequential", "multihead", "causal union"])
    words = how.split()
    for _ in range(rng.integers(1, 4) if how else 1):
        name = str(rng.choice(list(NAMED)))
        words += ["causal"] * int(rng.random() < 0.25) + [name]
        for parameter, rule in NAMED[name].parameters.items():
            most = rule.greatest if rule.greatest is not None else n if rule.up_to_n else 50
            words.append(f"{parameter}={rng.integers(rule.least, most + 1)}")
    return [*words, f"n={n}"]


def test_random_combinations_of_names_against_brute_force(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    wanted, kinds = {"named", "hops", "closed-sets", "far-pair", "in-order", "components"}, Counter()
    for _ in until(kinds, wanted, 200):
        asked = pattern_from_words(random_words(rng, int(rng.integers(1, 9))))
        slow = [brute.rows_of(layer) for layer in asked.layers]
        answer = ask(asked)
        assert answer.hops.to_json() == (brute.hops(slow) or INFINITE), asked.name
        assert (answer.path.answer == "yes") == brute.has_path_by_sets(slow), asked.name
        assert answer.causal == all(max(row) <= i for rows in slow for i, row in enumerate(rows)), asked.name
        if answer.causal:
            pairs = [(i, j) for i in range(asked.n) for j in range(i + 1)]
            assert answer.causal_reach.layers == brute.layers_until(slow, pairs, 40), asked.name
        kinds.update(one.kind for one in answer.found)


def test_rows_that_are_empty():
    """Who sees nothing never sees all: closed sets say so, where a token is missing in every phase."""
    rng = np.random.default_rng(5)
    kinds = set()
    for _ in range(60):
        n, length = int(rng.integers(2, 6)), int(rng.integers(1, 4))
        layers = tuple(
            Lists(n, tuple(tuple(np.flatnonzero(rng.random(n) < 0.4).tolist()) for _ in range(n)))
            for _ in range(length)
        )
        answer = assumption_one(attention_pattern(SparsePattern(layers)))
        wanted = brute.hops([brute.rows_of(layer) for layer in layers])
        assert isinstance(check(answer.certificate()), Accepted)
        if answer.hops.infinite or answer.hops.closed:
            kinds.add(wanted is None)
            assert (wanted is None) == answer.hops.infinite
    assert kinds == {True, False}
    assert ask([[1], []]).hops.infinite
