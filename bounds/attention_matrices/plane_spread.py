"""The r from which on two dimensions are enough for J - I: that of the regular polygon, exactly.

J - I asks for keys u_1 .. u_L and for each i an affine function f_i (a query and a shift) with f_i(u_i) <= -1 and 0
<= f_i(u_j) <= r for all j != i. Write s_a = sin(pi a / L). **Theorem.** For L >= 4 there are such keys in the plane
if and only if

    r >= s_a s_b / s_1^2,    a = floor(L/2) - 1,  b = ceil(L/2) - 1;    for even L that is cot(pi/L)^2.

**Enough.** Keys at the corners of the regular L-gon, f_i(u) = -<u_i, u> up to scale and shift: with t = 2 pi / L it
is -1 at u_i, -cos t at its neighbours, least of all others, and 1 or cos(pi/L) at those opposite (L even or odd); so
r = (1 + cos t) / (1 - cos t), or (cos(pi/L) + cos t) / (1 - cos t), which is the above.

**Necessary.** Each u_i is cut off from the others by f_i, so the keys are the corners of a convex polygon, in the
order u_1 .. u_L say, indices mod L. [xyz] is the area of a triangle of corners.

1. For j not next to i, the four corners i-1, i, i+1, j are convex with diagonals i j: [i-1,i+1,j] u_i + [i-1,i,i+1]
   u_j is a positive combination of u_(i-1) and u_(i+1), of the same sum. Apply f_i, which is >= 0 at these two, <= -1
   at u_i and <= r at u_j: **r [i-1,i,i+1] >= [i-1,i+1,j]**.
2. Let G(a,b,c), a + b + c = L, be the geometric mean over i of [i, i+a, i+a+b], and g = sqrt(G(a,b,c) G(a,c,b)),
   which does not depend on the order of a, b, c. Let e = g(1,1,L-2). By 1, over all i and the j opposite, r >=
   g(2,a,b) / e for the a, b of the theorem (a + b = L - 2). It remains that g(2,a,b) / e is least at the regular
   polygon, where [i,i+a,i+a+b] is proportional to s_a s_b s_c. Let R(a,b,c) = s_a s_b s_c / (s_1 s_1 s_2) and w = g /
   (e R): **w >= 1 is to be shown.**
3. For corners x, x+p, x+q, x+s, x+t in this order [x,p,s] [x,q,t] = [x,p,q] [x,s,t] + [x,p,t] [x,q,s]
   (Grassmann-Pluecker, all areas positive). Geometric means are superadditive, and sqrt((B + C)(B' + C')) >=
   sqrt(BB') + sqrt(CC'): so the same holds of g with >=, and of R with =.
4. *Part 1.* F_k = g(1,k,L-1-k). Then F_k^2 >= F_(k-1) F_(k+1) + e F_k for 2 <= k <= L-3, by (p,q,s,t) =
   (1,k,k+1,L-1). Let w be least at k, of all k. If k = 1 or L-2 then F_k = e, w = 1. Else w^2 R_k^2 >= w^2 R_(k-1)
   R_(k+1) + w R_k, that is w^2 R_k >= w R_k, and w >= 1.
5. *Parts 2, 2,* L >= 6. With (1,2,3,4) and e = 1: F_2 g(2,2,L-4) >= F_3 + F_2 F_3. By 4 at k = 3 and F_4 >= R_4,
   1/F_2 >= R_4 / (F_3^2 - F_3). So g(2,2,L-4) >= h(F_3), h(F) = F + R_4 / (F - 1), which is convex, with h(R_3) =
   R(2,2,L-4) and h'(R_3) >= 0: (R_3 - 1)^2 = (R_2 R_4 / R_3)^2 >= R_4 since R_2^2 R_4 = (R_3 + R_2) R_4 >= R_3 + R_2
   R_4 = R_3^2, as R_4 >= 1. And F_3 >= R_3. So w >= 1.
6. *A part 2.* Let w be least at (2,b,c), of all b + c = L - 2. If b or c is 1 or 2, see 4 and 5. Else (p,q,s,t) =
   (2,b,b+2,b+c): g(2,b,c)^2 >= g(2,b-2,c+2) g(2,b+2,c-2) + g(2,2,L-4) g(2,b,c), so w^2 (R^2 - R' R'') >= w R''' R,
   and w >= 1. Of (2,a,b) at L = 4, 5 a part is 1. QED.
"""

import math


def plane_spread(L: int) -> float:
    """The least r at which two dimensions are enough for attention to all others, rounded.

    Parameters
    ----------
    L : int >= 4
        Positions; three are enough for any r >= 0 in the plane, by ties.

    Guarantee
    ---------
    The theorem above; no certificate.

    Raises
    ------
    ValueError
        If L is below 4.

    Examples
    --------
    >>> [round(plane_spread(L), 3) for L in (4, 5, 6, 7, 8)]
    [1.0, 1.618, 3.0, 4.049, 5.828]
    """
    if type(L) is not int or L < 4:
        raise ValueError(f"L must be an integer >= 4, got {L!r}; three keys in the plane tie")
    a, b = L // 2 - 1, (L + 1) // 2 - 1
    return math.sin(math.pi * a / L) * math.sin(math.pi * b / L) / math.sin(math.pi / L) ** 2
