"""Retrieval of sets of l to h of N keys by cosine or Euclidean distance: class SIGN.

Let i, c, e be the least m by inner products, cosine, Euclidean distance, for the same N, l, h. Then

    i <= c <= e + 1  and  e <= i.

i <= c: cosines are inner products with keys of one norm. c <= e + 1: the inverse stereographic projection takes x in
R^m to s = (|x|^2 - 1, 2x) / (|x|^2 + 1) on the sphere of R^(m+1). There 1 - s_0 = 2 / (|x|^2 + 1), x = s' / (1 - s_0),
|x|^2 = (1 + s_0) / (1 - s_0), so that (|x - q|^2 - r^2) (1 - s_0) is an affine function of s, and 1 - s_0 > 0: inside
and outside of a ball become two sides of a hyperplane. e <= i: far out, balls are half-spaces, |k - t q|^2 =
|k|^2 - 2 t <q, k> + t^2 |q|^2 with a large t. So ``other-score`` takes a bound to another score.

``symmetric``  *Cosine.* Any k keys are affinely independent, hence m >= k - 1. Of a dependency among as few keys as
               there can be, a of one sign and b of the other, 1 <= a <= b, the two means are equal. A key of a sphere
               is no mean of others, so a = b = 1 (two equal keys), or a >= 2: the cases of thresholds with a = 1 left
               out, which makes 2 + .. of 1 + .. (``sign_rank.py``).
               *Euclidean.* The two means p = sum lambda_i k_i = sum mu_j k_j of such a dependency: if a ball contains
               the a keys and none of the b, then sum lambda_i |k_i|^2 < sum mu_j |k_j|^2, because the squares of
               distances to any point differ from these by the same affine function of p. So both cannot be retrieved;
               and if a = 1, the ball of the b keys alone contains p. A set contains b <= k - 1 keys and misses the
               others if k - 1 <= h and l <= N - b.
``squares``    *Cosine.* Keys (cos jt, sin jt), j = 1 .. r, at N points t of the circle, all of norm sqrt r; the query
               -prod_{i in y} (1 - cos(t - t_i)) is 0 on y and negative off it, of degree |y| <= r; or the product over
               the positions off y if they are fewer. m <= 2r.
               *Euclidean.* Keys (t, t^2, .., t^(2h-1)), t = 1 .. N. Then |k(t) - q|^2 - R = H(t) + L(t) with
               H = t^(2h) + t^(2h+2) + .. + t^(4h-2), and any L of degree 2h - 1, as q and R are free. Take g of degree
               2h with double zeros at y (one of them a higher even one if y has fewer than h members) and
               L = -(H mod g), so that g divides H + L. Its coefficients from degree 2h up are not negative, so it has
               at most 2h changes of sign, and no more than 2h positive zeros (Descartes), those of g: it is positive
               at the other t > 0. R a little larger makes it negative on y. m <= 2h - 1. (Neighbourly Delaunay
               triangulations: Seidel 1987.)
``identity``   A simplex, m <= N - 1; the centre of its sphere is at the same distance from all vertices. *Euclidean*,
               if some size a, 2 <= a <= N - 1, is none of l .. h: m <= N - 2. Take a simplex with a vertices and a
               smaller one with N - a (a point if that is 1), in orthogonal spaces, with one centre. Their one
               dependency is that the means agree, so a ball for y fails (Farkas) only if y is all of the larger one.
"""

from dataclasses import replace

from ....questions.reading import Node
from ....questions.least_size import LeastSize, least_size
from ....questions.question import Question
from ....questions.retrieval import Retrieval
from ....questions.separation import Separation
from ....questions.size import Size
from ..proof import Premises, Proved
from ..size import size_proved
from .curves import squares_of
from .sign_rank import all_separated


def by_other_score_lower(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "other-score", "of": premise}``: c >= i, e >= c - 1."""
    asked = _asked(quantity)
    if asked.score == "cosine":
        return _from(node, "lower", _inner(asked), 0, premises)
    return _from(node, "lower", replace(asked, score="cosine"), -1, premises)


def by_other_score_upper(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "other-score", "of": premise}``: c <= e + 1, e <= i."""
    asked = _asked(quantity)
    if asked.score == "euclidean":
        return _from(node, "upper", _inner(asked), 0, premises)
    return _from(node, "upper", replace(asked, score="euclidean"), 1, premises)


def by_distances(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "symmetric", "size": k}``."""
    asked = _asked(quantity)
    size = node.fields(("kind", "size"))["size"].integer(0, asked.N)
    if asked.score == "cosine":
        covered = all_separated(asked, size, alone=2)
    else:
        nested = size < 4 or asked.least <= asked.N - size + 2  # b <= k - 2 if a >= 2
        covered = size < 2 or (size - 1 <= asked.most and asked.least < asked.N and nested)
    if not covered:
        node.reject("signs-not-covered", f"{size} keys")
    return Proved(size - 1, f"any {size} keys affinely independent, by symmetry")


def by_curve(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "squares"}``."""
    node.fields(("kind",))
    asked = _asked(quantity)
    if asked.score == "cosine":
        how = "squares of trigonometric polynomials on a circle, for every set at once"
        return size_proved(node, quantity, value, Size(2 * squares_of(asked)), how)
    how = "balls about pieces of the moment curve, for every set at once"
    return size_proved(node, quantity, value, Size(2 * asked.most - 1), how)


def by_simplex(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "identity"}``."""
    node.fields(("kind",))
    asked = _asked(quantity)
    missed = asked.N >= 3 and not (asked.least <= 2 and asked.most >= asked.N - 1)
    if asked.score == "euclidean" and missed:
        return size_proved(node, quantity, value, Size(asked.N - 2), "two simplices with one centre")
    return size_proved(node, quantity, value, Size(asked.N - 1), "a simplex")


def _from(node: Node, side: str, other: Question, step: int, premises: Premises) -> Proved:
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    if premise.side != side or premise.quantity != least_size(other):
        node.reject("rule-not-applicable", f"needs a bound ({side}) of m for {other.words}")
    how = {0: "no other than", 1: "by stereographic projection one more than", -1: "on a sphere one less than"}
    return Proved(max(0, int(premise.value) + step), f"{how[step]} for {other.words}")


def _inner(asked: Retrieval) -> Question:
    return Separation(asked.N, asked.least, asked.most)


def _asked(quantity: LeastSize) -> Retrieval:
    assert isinstance(quantity.question, Retrieval)  # the table of kinds
    return quantity.question
