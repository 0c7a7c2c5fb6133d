"""Claims about sparse attention patterns: their hops, and what of Assumption 1 they satisfy."""

from ..claims import (
    Statement,
    assumption_1,
    claim,
    depth_of_whole_input,
    hops,
    hops_finite,
    path_exists,
    universal_layers,
)

SIZES = [1, 2, 5, 9, 16, 40, 256, 10**6]
CONSTRUCTED = {"window w=1": 1, "star": 1, "dense": 1, "strided w=2": 2}
"""Pattern -> layers in its cycle."""


@claim(n=SIZES, w=[1, 2, 3, 16], where=lambda n, w: w <= n)
def window_hops(n: int, w: int) -> Statement:
    """A window of w to each side on n positions has ceil((n - 1)/w) hops, at least one.

    Hops are the least number of layers after which every position depends on all tokens.

    Source: after Yun et al. 2020 (arXiv 2006.04862); closed forms: proved in certificates/theorems/hops.py
    Beyond: all n and w: the checker knows the closed form, at any size
    Where: w <= n
    """
    return hops(f"window n={n} w={w}") == max(1, -(-(n - 1) // w))


@claim(n=SIZES, w=[1, 2, 3, 16, 1000], where=lambda n, w: w <= n)
def strided_hops(n: int, w: int) -> Statement:
    """Layers window(w) and stride(w) in turn have two hops, and one if w >= n - 1.

    Source: after Yun et al. 2020 (arXiv 2006.04862); closed forms: proved in certificates/theorems/hops.py
    Beyond: all n and w: the checker knows the closed form, at any size
    Where: w <= n
    """
    return hops(f"strided n={n} w={w}") == (1 if w >= n - 1 else 2)


@claim(n=[1, 2, 6, 16, 40, 256, 10**6], w=[1, 2, 8, 40, 1000], where=lambda n, w: n % w == 0)
def fixed_hops(n: int, w: int) -> Statement:
    """Layers block(w) and summaries(w) in turn have two hops if w divides n, and one if w >= n.

    Source: after Yun et al. 2020 (arXiv 2006.04862); closed forms: proved in certificates/theorems/hops.py
    Beyond: all n and w: the checker knows the closed form, at any size
    Where: n % w = 0
    """
    return hops(f"fixed n={n} w={w}") == (1 if w >= n else 2)


@claim(n=[3, 5, 16, 40, 256], w=[2, 3, 7, 100], where=lambda n, w: w < n and n % w > 0)
def fixed_without_last_summary(n: int, w: int) -> Statement:
    """Fixed patterns whose w < n does not divide n have infinite hops; with position n - 1 as a summary, two.

    No position outside the last block ever depends on a token in it.

    Source: the positions outside the last block attend to one another only: proved in bounds/sparse_patterns/hops.py
    Beyond: all n and w, by the argument that is cited
    Where: w < n and n % w > 0
    """
    return ~hops_finite(f"fixed n={n} w={w}") & (hops(f"fixed n={n} w={w} last=1") == 2)


@claim(n=[16, 256], w=[7, 100], where=lambda n, w: w < n)
def fixed_always_finite(n: int, w: int) -> Statement:
    """Fixed patterns have a finite number of hops for every w.

    Source: refuted by fixed-without-last-summary
    Refuted: false whenever w < n does not divide n
    Where: w < n
    """
    return hops_finite(f"fixed n={n} w={w}")


@claim(n=SIZES)
def star_hops(n: int) -> Statement:
    """A ring of n - 1 positions with a relay has two hops, and one for n <= 4.

    Source: after Yun et al. 2020 (arXiv 2006.04862); closed forms: proved in certificates/theorems/hops.py
    Beyond: all n and w: the checker knows the closed form, at any size
    """
    return hops(f"star n={n}") == (1 if n <= 4 else 2)


@claim(pattern=["window w=1", "strided w=2", "fixed w=2", "star", "longformer w=1 g=1", "dense"], n=[2, 4, 16, 256])
def causal_hops_infinite(pattern: str, n: int) -> Statement:
    """No causal pattern on n >= 2 positions has a finite number of hops.

    So none satisfies Assumption 1. What can be asked is the depth after which each position depends on all up to it.

    Source: after Yun et al. 2020 (arXiv 2006.04862); position 0 attends to itself only
    Beyond: all causal patterns
    """
    return ~hops_finite(f"causal {pattern} n={n}")


@claim(
    pattern=["window w=1", "strided w=16", "union strided w=16", "fixed w=16", "star", "longformer w=2 g=1"],
    n=[64, 256],
)
def assumption_1_of_named_patterns(pattern: str, n: int) -> Statement:
    """Window, strided, fixed (w divides n), star and longformer patterns satisfy Assumption 1.

    Every position attends to itself, in some order each is attended to by the next one, and hops are finite. Checked
    where the order is that of the positions.

    Source: after Yun et al. 2020 (arXiv 2006.04862); paths in the order of the positions, hops by closed forms
    """
    return assumption_1(f"{pattern} n={n}")


@claim(pattern=["block w=16", "dilated w=1 r=2"], n=[64, 256])
def separate_parts_fail(pattern: str, n: int) -> Statement:
    """Blocks on their own and windows of every other position have neither a path nor a finite number of hops.

    Source: unreachable pairs: (0, 16) and (0, 1)
    """
    return ~path_exists(f"{pattern} n={n}") & ~hops_finite(f"{pattern} n={n}")


@claim(n=[5, 9, 64])
def hub_without_a_path(n: int) -> Statement:
    """A hub with n - 1 leaves has two hops and no path through all positions.

    So Assumption 1 fails; it is sufficient and not necessary: with free element-wise networks two layers compute every
    function on a finite grid, since each position depends on all tokens.

    Source: components without the hub; a sufficient depth is proved in bounds/sparse_patterns/depth.py
    Beyond: all n >= 4, by the same two lines
    """
    star = f"longformer n={n} w=0 g=1"
    return ~path_exists(star) & (hops(star) == 2)


@claim(pattern=["window w=1", "window w=2", "star", "strided w=2", "longformer w=0 g=1", "dense"], n=[2, 4, 5])
def depth_is_hops(pattern: str, n: int) -> Statement:
    """The least number of layers after which every position can tell the whole input is the number of hops.

    Heads may be of any number, width and weights, and the networks between the layers any functions; every position
    attends to itself. A hub with leaves (longformer with w = 0 and g = 1) needs 2 layers, and has no path.

    Source: proved in certificates/evaluate/paths.py: uniform heads with values b^j x_j, and two inputs
    Beyond: all patterns in which every position attends to itself
    """
    return depth_of_whole_input(f"{pattern} n={n}") == hops(f"{pattern} n={n}")


@claim(pattern=list(CONSTRUCTED), size=[(2, 1, 4), (3, 1, 3), (3, 2, 2), (4, 1, 2)])
def universal_construction(pattern: str, size: tuple[int, int, int]) -> Statement:
    """Every table on a grid is computed by p (n-1) L^d + s layers of two hardmax heads of size 1, and a look-up.

    Under a pattern with p layers in its cycle, a path through the n positions and s hops; tokens have d coordinates in
    L levels. Certified for 16 pairs of a pattern and a size (n, d, L), for all tables of each at once: of the table
    whose answer at every position is the number of the whole input, of which every table of the size is a function.
    Other sizes and patterns, and ReLU and real softmax in place of look-ups and hardmax, are proved in words.

    Source: after Yun et al. 2020 (arXiv 2006.04862); proved in bounds/constructions/universal/contextual_mapping.py
    Beyond: all patterns that satisfy Assumption 1, all sizes, by the proof in words that is cited
    """
    n, d, levels = size
    s = {"window w=1": n - 1, "star": 1, "dense": 1, "strided w=2": 1 if n < 4 else 2}[pattern]
    layers = CONSTRUCTED[pattern] * (n - 1) * levels**d + s
    return universal_layers(f"{pattern} n={n}", levels, d, layers)
