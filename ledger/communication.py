"""Claims about the communication measures of 0/1 matrices: named functions, and inequalities that hold for all."""

from fractions import Fraction

from ..claims import Statement, ceil_log2, claim, measured, random_matrices
from ..questions import CommunicationMatrix
from .enclosures import SLACK, mean_cosecant, near, root

FUNCTIONS = ["disj", "eq", "gt", "ge", "ip"]
HEXAGON = CommunicationMatrix(("001111", "100111", "110011", "111001", "111100", "011110"), "hexagon")
FIVE = CommunicationMatrix(("11110", "11000", "11111", "01101", "10011"))
SMALL = random_matrices(4, 4, 25)


@claim(f=FUNCTIONS, n=range(1, 5))
def named_depth(f: str, n: int) -> Statement:
    """D = n + 1 for DISJ_n, EQ_n, GT_n, GE_n and IP_n (leaves hold the answer).

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all n: ranks from below; Alice says her word and Bob the answer
    """
    return measured("D", f"{f} n={n}") == n + 1


@claim(n=range(1, 4))
def disj_parts(n: int) -> Statement:
    """DISJ_n: rank M = C1 = P1 = 2^n, rank(J - M) = P0 = 2^n - 1, C0 = n.

    Ones: (a, complement of a) is a fooling set. Zeros: so is (e_i, e_i), and n rectangles a_i = b_i = 1 cover. Split by
    the last bits, P0(n) <= 2 P0(n-1) + 1; the rank of J - M is at least rank M - 1.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all n, by the argument in the note
    """
    words, size = f"disj n={n}", int(2**n)
    full = (measured("rank_q", words) == size) & (measured("cover1", words) == size)
    full &= measured("partition1", words) == size
    less = (measured("rank_q_complement", words) == size - 1) & (measured("partition0", words) == size - 1)
    return full & less & (measured("cover0", words) == n)


@claim(n=range(2, 4))
def eq_parts(n: int) -> Statement:
    """EQ_n: rank M = rank(J - M) = C1 = P1 = P0 = 2^n, and C0 = 4, 5 for n = 2, 3.

    C0 is the least k with C(k, floor(k/2)) >= 2^n: let S_x be the rectangles that hold row x; no S_x contains another
    (Sperner), and any such family gives a cover.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all n for ranks, C1, P1 and P0: each row is a rectangle, J - M is regular; C0 as in the note
    """
    words, size = f"eq n={n}", int(2**n)
    full = (measured("rank_q", words) == size) & (measured("rank_q_complement", words) == size)
    full &= (measured("cover1", words) == size) & (measured("partition1", words) == size)
    return full & (measured("partition0", words) == size) & (measured("cover0", words) == n + 2)


@claim(n=range(1, 4))
def gt_parts(n: int) -> Statement:
    """GT_n (strict): rank M = C1 = P1 = 2^n - 1, rank(J - M) = C0 = P0 = 2^n.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all n: triangular matrices
    """
    words, size = f"gt n={n}", int(2**n)
    less = (measured("rank_q", words) == size - 1) & (measured("cover1", words) == size - 1)
    less &= measured("partition1", words) == size - 1
    full = (measured("rank_q_complement", words) == size) & (measured("cover0", words) == size)
    return less & full & (measured("partition0", words) == size)


@claim(n=[2])
def ip_parts(n: int) -> Statement:
    """IP_2: rank M = C0 = C1 = P1 = 3, rank(J - M) = P0 = 4.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    """
    words = f"ip n={n}"
    three = (measured("rank_q", words) == 3) & (measured("cover0", words) == 3) & (measured("cover1", words) == 3)
    four = (measured("rank_q_complement", words) == 4) & (measured("partition0", words) == 4)
    return three & (measured("partition1", words) == 3) & four


@claim(n=[2, 3])
def named_fooling(n: int) -> Statement:
    """The largest fooling set has 2^n entries for EQ_n and DISJ_n (on ones) and for GT_n (on zeros).

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all n: (a, a) for EQ_n and GT_n, (a, complement of a) for DISJ_n
    """
    size = int(2**n)
    ones = (measured("fooling1", f"eq n={n}") == size) & (measured("fooling1", f"disj n={n}") == size)
    return ones & (measured("fooling0", f"gt n={n}") == size)


@claim(f=SMALL)
def partition_below_depth(f: CommunicationMatrix) -> Statement:
    """D >= log2(P0 + P1) for every 0/1 matrix.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all matrices: the leaves of a protocol tree of depth D are at most 2^D disjoint rectangles of one value each
    """
    return measured("D", f) >= ceil_log2(measured("partition0", f) + measured("partition1", f))


@claim(f=[FIVE])
def depth_is_log_of_partition(f: CommunicationMatrix) -> Statement:
    """D = ceil(log2(P0 + P1)).

    Source: refuted by a 5 x 5 matrix with P0 + P1 = 8 and D = 4
    Refuted: true of most small matrices
    """
    return measured("D", f) == ceil_log2(measured("partition0", f) + measured("partition1", f))


@claim(f=SMALL)
def depth_below_one_way(f: CommunicationMatrix) -> Statement:
    """D is at most the one-way complexity of either direction plus 1.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all matrices: after the message the receiver knows the value, and announces it
    """
    depth = measured("D", f)
    return (depth <= measured("one_way_ab", f) + 1) & (depth <= measured("one_way_ba", f) + 1)


@claim(f=random_matrices(3, 3, 10))
def one_way_is_depth(f: CommunicationMatrix) -> Statement:
    """One-way complexity equals D.

    Source: refuted wherever Bob has to announce the answer
    Refuted: it is at least D - 1, and may be exponentially larger
    """
    return measured("one_way_ab", f) == measured("D", f)


@claim(f=SMALL)
def covers_and_partitions(f: CommunicationMatrix) -> Statement:
    """Fooling number <= cover number <= partition number, for zeros and for ones.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all matrices: two entries of a fooling set lie in no rectangle of one value; a partition covers
    """
    statements = [
        (measured(f"fooling{v}", f) <= measured(f"cover{v}", f))
        & (measured(f"cover{v}", f) <= measured(f"partition{v}", f))
        for v in (0, 1)
    ]
    return statements[0] & statements[1]


@claim(f=SMALL)
def ranks_and_partitions(f: CommunicationMatrix) -> Statement:
    """rank M <= P1 and rank(J - M) <= P0, over Q.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all matrices: M is the sum of the rectangles of a partition of its ones, each of rank 1; likewise J - M
    """
    ones = measured("rank_q", f) <= measured("partition1", f)
    return ones & (measured("rank_q_complement", f) <= measured("partition0", f))


@claim(f=[HEXAGON])
def hexagon_partition(f: CommunicationMatrix) -> Statement:
    """The partition number of the support of the hexagon's slack matrix is 6, its ranks are at most 5.

    Source: search; the lower bound is a refutation replayed clause by clause
    """
    ranks = (measured("rank_q", f) <= 5) & (measured("rank_gf2", f) <= 5) & (measured("rank_gf3", f) <= 5)
    return (measured("partition1", f) == 6) & ranks


@claim(f=random_matrices(4, 4, 10))
def factorisation_norms(f: CommunicationMatrix) -> Statement:
    """gamma_2^inf <= gamma_2 <= 2 for 4 x 4 sign matrices (the root of the greatest rank), up to 10^-6.

    Source: Lee, Shraibman 2009; proofs in certificates/theorems/inequalities.py
    Beyond: all n x n sign matrices, with sqrt(n) for 2: A = A I, rows of length sqrt(n), unit columns; B = A is allowed
    """
    norm = measured("gamma2", f)
    return (measured("gamma2_inf", f) <= norm + SLACK) & (norm <= 2 + SLACK)


@claim(f=random_matrices(4, 4, 15))
def discrepancies(f: CommunicationMatrix) -> Statement:
    """Discrepancy: worst distribution <= uniform <= spectral norm / 4 (the root of R C) for 4 x 4 matrices.

    Source: Kushilevitz, Nisan 1997; every step is in certificates/FORMAT.rst
    Beyond: all matrices: the uniform distribution is one of them; a sum of A over S x T is at most ||A|| sqrt(|S| |T|)
    """
    uniform = measured("disc_uniform", f)
    return (measured("disc", f) <= uniform) & (4 * uniform <= measured("spectral_norm", f) + SLACK)


@claim(n=range(1, 5), N=[2, 4, 8, 16], where=lambda n, N: 2**n == N)
def eq_gamma2(n: int, N: int) -> Statement:
    """gamma_2 = 3 - 4/N for the sign matrix of EQ_n, N = 2^n.

    It is A = 2 I - J with eigenvalues 2, N - 1 times, and 2 - N: trace norm 3 N - 4. Lower bound: gamma_2 >= trace norm
    / N. Upper bound: A = (sign(A) |A|^(1/2)) |A|^(1/2), whose rows and columns have the diagonal of |A| as squared
    lengths; it is constant by symmetry, hence again trace norm / N.

    Source: the trace norm, divided by N; Lee, Shraibman 2009
    Beyond: all n, by the argument in the note; certified for the instances
    Where: N = 2^n
    """
    return measured("gamma2", f"eq n={n}") == 3 - Fraction(4, N)


@claim(n=range(1, 5))
def ip_gamma2(n: int) -> Statement:
    """gamma_2 of the sign matrix of IP_n is sqrt(2^n), within 10^-6.

    The root lies between fractions a and a + 10^-12 with a^2 <= 2^n <= (a + 10^-12)^2, found by an integer root.

    Source: Lee, Shraibman 2009
    Beyond: all n: N = 2^n singular values sqrt(N) give the trace norm over N from below, A = A I from above
    """
    return near(measured("gamma2", f"ip n={n}"), root(Fraction(2**n)))


@claim(n=range(1, 5))
def disj_gamma2_01(n: int) -> Statement:
    """gamma_2 of the 0/1 matrix of DISJ_n is (2/sqrt(3))^n, within 10^-6.

    The root (4/3)^(n/2) is enclosed as in ip-gamma2.

    Source: the tensor power of the 2 x 2 case, 2/sqrt(3)
    Beyond: all n: gamma_2 of a tensor product is the product
    """
    return near(measured("gamma2_01", f"disj n={n}"), root(Fraction(4**n, 3**n)))


@claim(n=[1, 2, 3])
def gt_gamma2(n: int) -> Statement:
    """gamma_2 of the sign matrix of GT_n is (1/N) sum over j = 1..N of 1/sin((2j - 1) pi/(2N)), N = 2^n, within 10^-6.

    By half angles the sines are nested square roots; each is enclosed by integer roots.

    Source: a circulant after doubling; the eigenvalues are cosecants
    """
    return near(measured("gamma2", f"gt n={n}"), mean_cosecant(2**n))
