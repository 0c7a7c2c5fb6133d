"""Stretchability of pseudolines to the question whether m = 2 is enough: the least width is hard to decide.

Rows are the n pseudolines, columns the cells of the plane, an entry is the side on which the cell lies; there is no
null token, so that every row has a free threshold.

Theorem (``width-is-hard``): m <= 2 in class SIGN if and only if the arrangement is stretchable. Proof. With the free
threshold, a row of + alone, m <= 2 says that vectors w_0 (the row of +), w_1 .. w_n and u_c in R^3 have the signs of
the pattern. If straight lines w_k cut the plane as the arrangement does, they have, with u_c = (x, y, 1) a point of
the cell and w_0 = (0, 0, 1). Conversely, the planes orthogonal to w_0 .. w_n cut R^3 into cells whose sign vectors,
one of each two opposite ones counted, include the n (n + 1) / 2 + 1 different columns. So many are the most that n +
1 planes through 0 have, and they have fewer if some three of them have a line in common (Zaslavsky). So the w_k are
in general position and their cells are those of the arrangement. Cells determine it: of the eight sign vectors on
four elements up to their opposites exactly the circuit is missing, and circuits determine the chirotope
(``of_pattern``). Since <w_0, u_c> > 0 for all cells, the map to the plane <w_0, x> = 1 makes straight lines of w_1 ..
w_n that have the arrangement's cells.

To decide stretchability is as hard as the existential theory of the reals, of simple arrangements as well (Mnev 1988;
Shor 1991; Richter-Gebert 1995), hence NP-hard. The pattern is written down in time polynomial in n. So the least m is
as hard to decide, already at m = 2; by ``padding`` at every larger m. That approximation of sparse patterns is
NP-hard for a fixed d > 1 is stated in the abstract of Likhosherstov, Choromanski, Weller (AAAI 2023 version of arXiv
2106.03764); of their definitions and proof nothing was read, and nothing here rests on it.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import combinations

from ...questions import SignPattern
from .arrangement import Arrangement, Signs, orthogonal_signs
from .arrangement_files import arrangement_given
from .instance_reduction import InstanceLaw, InstanceReduction
from .padding import Vectors
from .pappus import cross


def pattern_of(arrangement: Arrangement) -> SignPattern:
    """Rows are pseudolines, columns cells.

    >>> print(pattern_of(Arrangement((1,))))  # two lines: all four pairs of sides
    + + - -
    + - + -
    """
    cells = arrangement.cells
    lines = range(1, arrangement.elements)
    return SignPattern(tuple("".join("+" if cell[k] > 0 else "-" for cell in cells) for k in lines), null=False)


def of_pattern(pattern: SignPattern) -> Signs | None:
    """The chirotope that a pattern of cells has, with + for the first triple; None if it is of no arrangement.

    Of four elements one sign vector and its opposite are missing, the circuit c. As c_i c_j = (-1)^(i + j) chi(all but
    i) chi(all but j), the chirotope on the faces of a four-set follows from that on one of them.

    >>> of_pattern(pattern_of(Arrangement((1, -1, 1, 1))))
    (1, -1, 1, 1)
    """
    rows = pattern.homogeneous_rows
    words = [tuple(1 if row[j] == "+" else -1 for row in (rows[-1], *rows[:-1])) for j in range(len(rows[0]))]
    n = len(rows)
    found: dict[tuple[int, ...], int] = {(0, 1, 2): 1}
    waiting = deque(found)
    while waiting:
        known = waiting.popleft()
        for other in sorted(set(range(n)) - set(known)):
            four = tuple(sorted((*known, other)))
            seen = {tuple(word[k] * word[four[0]] for k in four) for word in words}
            missing = [(1, b, c, d) for b in (1, -1) for c in (1, -1) for d in (1, -1) if (1, b, c, d) not in seen]
            if len(missing) != 1:
                return None
            at = four.index(other)
            for place, left_out in enumerate(four):
                triple = tuple(x for x in four if x != left_out)
                sign = found[known] * missing[0][at] * missing[0][place] * (-1) ** (at + place)
                if triple not in found:
                    waiting.append(triple)
                if found.setdefault(triple, sign) != sign:
                    return None
    return tuple(found[triple] for triple in combinations(range(n), 3))


def vectors_of(arrangement: Arrangement) -> Vectors | None:
    """Normals of straight lines, and a point in each cell, that have the signs of the pattern; None of pseudolines.

    A cell has at least three vertices, and no line goes through all of them; so their sum, each as the vector on the
    cell's side, is strictly on the cell's side of every line.
    """
    if not arrangement.vectors:
        return None
    normals = arrangement.vectors
    everyone = range(arrangement.elements)
    vertices = [
        ([arrangement.sign(i, j, k) for k in everyone], cross(normals[i], normals[j]))
        for i, j in combinations(everyone, 2)
    ]
    points = []
    for cell in arrangement.cells:
        total = [Fraction(0)] * 3
        for signs, vector in vertices:
            sides = {a * b for a, b in zip(signs, cell, strict=True) if a}
            if len(sides) == 1:
                total = [x + next(iter(sides)) * y for x, y in zip(total, vector, strict=True)]
        points.append(tuple(total))
    return Vectors((*normals[1:], normals[0]), tuple(points))


def _cells_broken(arrangement: Arrangement, pattern: SignPattern) -> str:
    wanted = {signs[1:] for signs in orthogonal_signs(arrangement) if signs[0] > 0}
    columns = [tuple(1 if row[j] == "+" else -1 for row in pattern.rows) for j in range(pattern.shape[1])]
    count = arrangement.pseudolines * arrangement.elements // 2 + 1
    if len(wanted) != count or len(columns) != count:
        return f"{count} are needed, the circuits leave {len(wanted)}, the pattern has {len(columns)}"
    wrong = next((number for number, column in enumerate(columns, start=1) if column not in wanted), 0)
    return f"column {wrong} is no cell" if wrong else "" if len(set(columns)) == count else "a cell stands there twice"


def _recovery_broken(arrangement: Arrangement, pattern: SignPattern) -> str:
    signs = tuple(sign * arrangement.signs[0] for sign in arrangement.signs)
    found = of_pattern(pattern)
    return "" if found == signs else "no arrangement is read off it" if found is None else "it is another arrangement"


def _asks(padding: int) -> str:
    return f"m <= {2 + padding} if and only if the arrangement is stretchable"


stretch_to_attention = InstanceReduction(
    source="stretch",
    target="attention",
    instance=arrangement_given,
    pattern=pattern_of,
    vectors=vectors_of,
    name_of=lambda arrangement: f"{arrangement.name}, {arrangement.pseudolines} pseudolines",
    asks=_asks,
    least_padding=0,
    laws=(
        InstanceLaw("cells", "columns are the sign vectors orthogonal to the circuits, n(n+1)/2 + 1", _cells_broken),
        InstanceLaw("recovery", "the chirotope can be read off the pattern", _recovery_broken),
    ),
    examples=("pappus", "non-pappus"),
    sizes="n pseudolines to n x (n(n+1)/2 + 1)",
    summary="rows are pseudolines, columns cells, an entry is the side; m <= 2 iff lines can be straight",
    citation=(
        "Mnev 1988 and Shor 1991 for the hardness of stretchability; the encoding and its proof are our own; the fact "
        "is in the abstract of Likhosherstov, Choromanski, Weller (AAAI version of arXiv 2106.03764), all that was "
        "read of it"
    ),
)
