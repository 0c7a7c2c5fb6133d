"""Claims about sparse patterns: each kind of evidence against brute force on small ones, and at large n."""

import random

import pytest

import brute_sparse as brute
import drafted
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions.layer_patterns import Blocks, Dense, Dilated, Longformer, Star, Stride, Summaries, Window
from headcount.questions.sparse_pattern import Causal, SparsePattern, Union


def verdict_of(pattern, *claims):
    return drafted.checked(drafted.bundle(pattern.to_json(), *claims))


def holds(pattern, claim, evidence, **fields):
    """Whether the checker accepts; it must not call the claim malformed."""
    verdict = verdict_of(pattern, {"claim": claim, **fields, "evidence": evidence})
    assert isinstance(verdict, Accepted | Rejected), verdict
    return isinstance(verdict, Accepted)


def bounds(pattern, side, value, evidence):
    verdict = verdict_of(pattern, {"quantity": "hops", "side": side, "value": value, "evidence": evidence})
    assert isinstance(verdict, Accepted | Rejected), verdict
    return isinstance(verdict, Accepted)


def random_layers(rng, n, cycle, density):
    return [[{j for j in range(n) if rng.random() < density} for _ in range(n)] for _ in range(cycle)]


def small_cycles(count, seed):
    """All layers of two positions, pairs of them, and random cycles of up to six positions."""
    yield from ([layer] for layer in brute.all_layers(2))
    yield from ([one, other] for one in brute.all_layers(2) for other in brute.all_layers(2))
    rng = random.Random(seed)
    for _ in range(count):
        n, cycle = rng.randint(1, 6), rng.randint(1, 3)
        yield random_layers(rng, n, cycle, rng.choice((0.2, 0.4, 0.6)))


def test_hops_of_small_cycles():
    """``hops`` proves exactly what is so; whatever ``far-pair``, ``centre`` and ``named`` prove is so."""
    found = {None: 0}
    for layers in small_cycles(60, 5):
        pattern, true = brute.pattern_of(layers), brute.hops(layers)
        n = pattern.n
        found[true] = found.get(true, 0) + 1
        for value in (1, 2, 3, 5):
            beyond = true is None or true >= value
            assert bounds(pattern, "lower", value, {"kind": "hops"}) == beyond, (layers, value)
            below = true is not None and true <= value
            assert bounds(pattern, "upper", value, {"kind": "hops"}) == below, (layers, value)
            pairs = [(k, j) for k in range(n) for j in range(n)][:12]
            far = [bounds(pattern, "lower", value, {"kind": "far-pair", "position": k, "token": j}) for k, j in pairs]
            assert beyond or not any(far), (layers, value)
            named = {"kind": "named"}
            assert beyond or not bounds(pattern, "lower", value, named), (layers, value)
            assert below or not bounds(pattern, "upper", value, named), (layers, value)
        for c, to, back in ((0, 1, 0), (0, 1, 1), (n - 1, 2, 1)):
            centre = {"kind": "centre", "position": c, "to": to, "from": back}
            full = brute.reached(layers, to + back)
            if bounds(pattern, "upper", to + back, centre):
                assert all(len(one) == n for one in full), (layers, centre)
    assert min(found.values()) > 0 and {None, 1, 2, 3} <= set(found)


def named_cycles(n):
    """Cycles whose hops have a closed form, at all widths."""
    yield from ([one] for one in (Dense(n), Star(n)))
    for w in range(1, n + 2):
        window, stride, blocks = Window(n, w), Stride(n, w), Blocks(n, w)
        for summaries in (Summaries(n, w), Summaries(n, w, last=True)):
            yield from ([blocks, summaries], [Union(n, (blocks, summaries))])
        yield from ([window], [window, stride], [stride, window], [Union(n, (window, stride))], [blocks], [stride])
        yield from ([Longformer(n, w - 1, g)] for g in range(3) if g <= n)
        yield from ([Dilated(n, w, 1)], [Dilated(n, 1, w)], [Window(n, 1), Dilated(n, w, 1), Blocks(n, 2)])
        yield from ([Causal(window)], [Union(n, (blocks, Star(n)))], [window, Star(n)])


@pytest.mark.parametrize("sizes", [range(1, 9), (11, 16), pytest.param(range(9, 41, 5), marks=pytest.mark.slow)])
def test_closed_forms(sizes):
    closed = 0
    for n in sizes:
        for layers in named_cycles(n):
            pattern = SparsePattern(tuple(layers))
            true, named = brute.hops(brute.rows_of(pattern)), {"kind": "named"}
            more = 10**6 if true is None else true
            # True bounds only; the value that is proved is found by asking for more, and for less.
            assert true is None or not bounds(pattern, "lower", true + 1, named), pattern
            upper = bounds(pattern, "upper", more, named)
            assert not (upper and true is None) and (true == 1 or not bounds(pattern, "upper", more - 1, named)), (
                pattern
            )
            closed += upper and bounds(pattern, "lower", more, named)
            if len(layers) == 1 and isinstance(layers[0], Window | Dense | Star | Longformer) and true is not None:
                assert upper, pattern
            if (
                len(layers) == 2
                and isinstance(layers[0], Blocks | Window)
                and isinstance(layers[1], Stride | Summaries)
            ):
                assert upper == (true is not None), pattern
            if isinstance(layers[0], Window) and len(layers) == 1:
                assert true == max(1, -(-(n - 1) // layers[0].w)) and bounds(pattern, "lower", true, named)
    assert closed > 10


@pytest.mark.parametrize("sizes", [range(2, 12), pytest.param(range(12, 41, 4), marks=pytest.mark.slow)])
def test_hops_of_named_patterns_at_all_widths(sizes):
    """Both ends certified: window ceil((n-1)/w), strided 1 or 2, fixed 1 or 2 or infinite, star 1 or 2."""
    for n in sizes:
        star = SparsePattern((Star(n),))
        require_hops(star, 1 if n <= 4 else 2, {"kind": "far-pair", "position": 0, "token": min(2, n - 1)})
        for w in range(1, n + 1):
            window, strided = SparsePattern((Window(n, w),)), SparsePattern((Window(n, w), Stride(n, w)))
            require_hops(window, max(1, -(-(n - 1) // w)), {"kind": "named"})
            require_hops(window, max(1, -(-(n - 1) // w)), {"kind": "far-pair", "position": 0, "token": n - 1})
            beyond = {"kind": "far-pair", "position": 0, "token": min(w + 1, n - 1)}
            require_hops(strided, 1 if w >= n - 1 else 2, beyond)
            fixed = SparsePattern((Blocks(n, w), Summaries(n, w)))
            if n % w and w < n:
                outside = [[0, n - n % w, 1]]
                assert holds(fixed, "hops-infinite", {"kind": "closed-sets", "sets": [outside, outside]})
                fixed = SparsePattern((Blocks(n, w), Summaries(n, w, last=True)))
            require_hops(fixed, 1 if w >= n else 2, {"kind": "far-pair", "position": 0, "token": min(w, n - 1)})


def require_hops(pattern, value, lower):
    assert bounds(pattern, "lower", value, lower), (pattern, value)
    assert bounds(pattern, "upper", value, {"kind": "named"}), (pattern, value)


def test_a_million_positions():
    n, w = 10**6, 1000
    window, star = SparsePattern((Window(n, 1),)), SparsePattern((Star(n),))
    strided, fixed = SparsePattern((Window(n, w), Stride(n, w))), SparsePattern((Blocks(n, w), Summaries(n, w)))
    assert bounds(window, "lower", n - 1, {"kind": "named"}) and bounds(window, "upper", n - 1, {"kind": "named"})
    for pattern, token in ((strided, w + 1), (fixed, w), (star, 5)):
        assert bounds(pattern, "lower", 2, {"kind": "far-pair", "position": 0, "token": token})
        assert bounds(pattern, "upper", 2, {"kind": "named"}) and holds(pattern, "self-attending", {"kind": "trivial"})
    causal = SparsePattern((Causal(Window(n, w)), Causal(Stride(n, w))))
    assert holds(causal, "hops-infinite", {"kind": "closed-sets", "sets": [[0], [0]]})
    ends = [[[0, 3, 1]], [[3, 6, 1]]]
    blocks = SparsePattern((Blocks(n, 3),))
    assert holds(blocks, "no-path", {"kind": "two-ends", "side": "attending", "ends": ends})


@pytest.mark.slow
def test_a_hundred_thousand_positions_one_by_one():
    n, w = 10**5, 1000
    strided, fixed = SparsePattern((Window(n, w), Stride(n, w))), SparsePattern((Blocks(n, 999), Summaries(n, 999)))
    assert holds(strided, "path", {"kind": "in-order"}) and holds(fixed, "path", {"kind": "in-order"})
    assert not holds(fixed, "path", {"kind": "in-order", "reversed": True})
    everything = [[0, n - n % 999, 1]]
    assert holds(fixed, "hops-infinite", {"kind": "closed-sets", "sets": [everything, everything]})
    assert bounds(SparsePattern((Star(n),)), "upper", 2, {"kind": "centre", "position": n - 1, "to": 1, "from": 1})
