"""All 0/1 matrices of a low rank with distinct rows and columns that have many of both, and what it says of D.

*Cores.* Let M have rank r, and B be an r x r part of M, of rows I and columns J, whose determinant is of the greatest
absolute value. Call x the row of M on J and y the column of M on I: then M(x, y) = x^T B^-1 y, so rows are distinct
iff their x in {0, 1}^r are, and columns likewise. M is a set X times a set Y of such words on which x^T B^-1 y is 0
or 1, and contains B. The coordinates of x^T B^-1 are in [-1, 1], those of B^-1 y too: coordinate i times det B is the
determinant of B with its row i replaced by x, another part of M. There are finitely many B, up to permutations, and
for each finitely many maximal X times Y: ``survey`` lists those with ``least`` rows and as many columns.

*Sides.* The greatest k such that a k x k matrix has rank r is 2, 3, 5, 8, 12, 18 for r = 1, .., 6 (``survey``): a 0/1
matrix of rank 4 has at most 8 different rows or at most 8 different columns. So D <= 4 if the rank is at most 4.

*D <= 5 if the rank is at most 6.* This is clear if there are at most 16 different rows, or columns. Else let T be the
rows at which two linear forms vanish that are not parallel: an entry of the row, or the difference of two. T has rank
at most 4, hence D <= 4. If at most 8 rows are left, they have D <= 4, and a first bit says which. ``Survey.unsplit``
counts the matrices without such rows or columns: there are none.

*D - ceil(log2(rk M + rk(J - M))) <= 1 for n x n matrices, n <= 16,* as D <= ceil(log2 n) + 1 and lines may be taken
to be distinct. If n <= 8, a difference of 2 needs 2 <= D <= 4 and ranks that add up to 2^(D - 2) <= 4: both <= 2 or
one of them <= 1, so n <= 3, D <= 3, the sum is <= 2, n <= 2, D <= 2 and the sum is <= 1, of a constant matrix. If n
<= 16, D <= 5 and the sum is <= 8: one of the ranks is <= 4, and J - M has as many different lines as M, so n <= 8. If
n <= 32, D <= 6 and the sum is <= 16, and by the paragraph before neither rank is below 7.

>>> survey(4, 8).shapes, survey(4, 9).shapes
({(8, 8): 1478, (8, 9): 99, (9, 8): 99}, {})
"""

from dataclasses import dataclass

import numpy as np

from ..compiling import compiled
from .arrays import Bits, Ints
from .zero_one_classes import classes

MOST_RANK = 6
"""Words of so many bits are the members of sets of 64."""

MOST_KEPT = 1 << 17
"""Most maximal matrices of one core."""

ONE = np.uint64(1)


@dataclass(frozen=True)
class Survey:
    """Maximal matrices of a rank: how many cores there are, (rows, columns) -> number, and how many are unsplit.

    A matrix is counted once for each core, up to permutations, that it is maximal for.
    """

    cores: int
    shapes: dict[tuple[int, int], int]
    unsplit: int


def survey(rank: int, least: int, split: int = 8) -> Survey:
    """The maximal 0/1 matrices of a rank with ``least`` distinct rows and columns at least.

    Parameters
    ----------
    rank : int
        1 to ``MOST_RANK``. Rank 6 with least = 17 takes some minutes.
    least : int >= 1
    split : int
        A matrix is split if at most so many rows, or columns, are left by two linear forms as above.

    Raises
    ------
    ValueError
        If the rank is none of these.
    """
    if not 1 <= rank <= MOST_RANK:
        raise ValueError(f"the rank must be 1 to {MOST_RANK}, got {rank}")
    bits = classes(rank)[:, :, None] >> np.arange(rank) & 1
    determinants = np.rint(np.linalg.det(bits)).astype(np.int64)  # integers of at most 9 (Hadamard)
    rows, columns = (np.zeros(MOST_KEPT, np.uint64) for _ in range(2))
    shapes, unsplit, cores = dict[tuple[int, int], int](), 0, np.flatnonzero(determinants)
    for number in cores:
        core, determinant = bits[number], determinants[number]
        adjugate = np.rint(np.linalg.inv(core) * determinant).astype(np.int64)
        if (core @ adjugate != determinant * np.eye(rank, dtype=np.int64)).any():
            raise ArithmeticError(f"the inverse of {core.tolist()} was not found")
        graph, zeros = _tables(adjugate, determinant)
        found = _maximal(graph, least, _set(core), _set(core.T), rows, columns)
        if found > MOST_KEPT:
            raise ArithmeticError(f"there are {found} matrices of one core, more than {MOST_KEPT}")
        for shape in zip(_sizes(rows[:found]), _sizes(columns[:found]), strict=True):
            shapes[shape] = shapes.get(shape, 0) + 1
        unsplit += _unsplit(zeros, rows[:found], columns[:found], split)
    return Survey(len(cores), dict(sorted(shapes.items())), unsplit)


def _set(lines: Ints) -> np.uint64:
    """The set of the words of some lines; entry j of a line is bit j of its word."""
    return np.uint64(sum(1 << sum(int(x) << j for j, x in enumerate(line)) for line in lines))


def _sizes(sets: Bits) -> list[int]:
    return [int(one).bit_count() for one in sets]


@compiled
def size(members: np.uint64) -> np.int64:
    """How many members a set of 64 bits has."""
    one = members - ((members >> np.uint64(1)) & np.uint64(0x5555555555555555))
    one = (one & np.uint64(0x3333333333333333)) + ((one >> np.uint64(2)) & np.uint64(0x3333333333333333))
    one = (one + (one >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((one * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def _tables(adjugate: Ints, determinant: int) -> tuple[Bits, Bits]:
    """For each x (row 0), and y (row 1), those of the other side at which the product is 0 or 1; and where it is 0.

    Words whose coordinates are not all in [-1, 1] are compatible with nothing.
    """
    rank = len(adjugate)
    words = 1 << rank
    graph, zeros = np.zeros((2, words), np.uint64), np.zeros((2, words), np.uint64)
    along, fits = np.zeros((words, rank), np.int64), np.ones((2, words), np.bool_)
    for x in range(words):
        for j in range(rank):
            across = 0
            for i in range(rank):
                if x >> i & 1:
                    along[x, j] += adjugate[i, j]
                    across += adjugate[j, i]
            fits[0, x] = fits[0, x] and abs(along[x, j]) <= abs(determinant)
            fits[1, x] = fits[1, x] and abs(across) <= abs(determinant)
    for x in range(words):
        for y in range(words):
            product = 0
            for j in range(rank):
                if y >> j & 1:
                    product += along[x, j]
            if fits[0, x] and fits[1, y] and (product == 0 or product == determinant):
                graph[0, x] |= ONE << np.uint64(y)
                graph[1, y] |= ONE << np.uint64(x)
                if product == 0:
                    zeros[0, x] |= ONE << np.uint64(y)
                    zeros[1, y] |= ONE << np.uint64(x)
    return graph, zeros


@compiled
def _rich(graph: Bits, least: int) -> tuple[Bits, Bits]:
    """The x and y that have ``least`` neighbours among each other, a set each in an array of one."""
    left = np.zeros((2, 1), np.uint64)
    for side in range(2):
        for word in range(graph.shape[1]):
            if graph[side, word]:
                left[side, 0] |= ONE << np.uint64(word)
    changed = True
    while changed:
        changed = False
        for side in range(2):
            for word in range(graph.shape[1]):
                one = ONE << np.uint64(word)
                if left[side, 0] & one and size(graph[side, word] & left[1 - side, 0]) < least:
                    left[side, 0] ^= one
                    changed = True
    return left[0], left[1]


@compiled
def _maximal(graph: Bits, least: int, core_rows: np.uint64, core_columns: np.uint64, rows: Bits, columns: Bits) -> int:
    """The maximal X times Y with ``least`` of both that contain the core, into ``rows`` and ``columns``; their number.

    Close by one: x after x is added to X; X is closed under what is compatible with all of its Y; a closure that adds
    an x that was passed over before was found there.
    """
    xs, ys = _rich(graph, least)
    inside, below = core_rows, core_columns
    if xs[0] & inside != inside or ys[0] & below != below:
        return 0
    words, count = np.zeros(64, np.int64), 0
    for word in range(graph.shape[1]):
        if xs[0] >> np.uint64(word) & ONE and not inside >> np.uint64(word) & ONE:
            place = count
            while place and size(graph[0, words[place - 1]] & ys[0]) > size(graph[0, word] & ys[0]):
                words[place] = words[place - 1]
                place -= 1
            words[place] = word
            count += 1
    common = ys[0]
    for word in range(graph.shape[1]):
        if inside >> np.uint64(word) & ONE:
            common &= graph[0, word]
    chosen, shared, following = np.zeros(80, np.uint64), np.zeros(80, np.uint64), np.zeros(80, np.int64)
    chosen[0], shared[0], found = inside, common, 0
    for i in range(count):
        if graph[0, words[i]] & common == common:
            chosen[0] |= ONE << np.uint64(words[i])
    if size(chosen[0]) >= least and size(common) >= least:
        rows[0], columns[0], found = chosen[0], common, 1
    depth = 1
    while depth:
        here, across, next_ = chosen[depth - 1], shared[depth - 1], following[depth - 1]
        while next_ < count and here >> np.uint64(words[next_]) & ONE:
            next_ += 1
        reach = size(here)
        for i in range(next_, count):
            if not here >> np.uint64(words[i]) & ONE and size(graph[0, words[i]] & across) >= least:
                reach += 1
        if next_ >= count or reach < least:
            depth -= 1
            continue
        following[depth - 1] = next_ + 1
        fewer = across & graph[0, words[next_]]
        if size(fewer) < least or fewer & below != below:
            continue
        closure, fresh = inside, True
        for i in range(count):
            if graph[0, words[i]] & fewer == fewer:
                closure |= ONE << np.uint64(words[i])
                if i < next_ and not here >> np.uint64(words[i]) & ONE:
                    fresh = False
                    break
        if not fresh:
            continue
        if size(closure) >= least:
            if found < len(rows):
                rows[found], columns[found] = closure, fewer
            found += 1
        chosen[depth], shared[depth], following[depth] = closure, fewer, next_ + 1
        depth += 1
    return found


@compiled
def _unsplit(zeros: Bits, rows: Bits, columns: Bits, split: int) -> int:
    """How many of the matrices have no two forms that leave few rows, or few columns."""
    count = 0
    for number in range(len(rows)):
        if not (
            _splits(zeros[1], columns[number], rows[number], split)
            or _splits(zeros[0], rows[number], columns[number], split)
        ):
            count += 1
    return count


@compiled
def _splits(zeros: Bits, forms: np.uint64, lines: np.uint64, split: int) -> bool:
    """Whether two forms that are not parallel vanish on all of the lines but ``split``.

    ``zeros[f]`` has the lines at which entry f is 0. Forms with different zeros are not parallel.
    """
    vanish, count = np.zeros(64 * 65 // 2, np.uint64), 0
    mine, enough = lines, size(lines) - split
    for f in range(len(zeros)):
        if forms >> np.uint64(f) & ONE:
            for g in range(f + 1):
                if forms >> np.uint64(g) & ONE:
                    there = zeros[f] & mine if f == g else ~(zeros[f] ^ zeros[g]) & mine
                    if size(there) >= enough:
                        for other in range(count):
                            if vanish[other] != there and size(vanish[other] & there) >= enough:
                                return True
                        vanish[count] = there
                        count += 1
    return False
