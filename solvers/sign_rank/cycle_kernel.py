"""One elimination over GF(2), of signed column sets by their faces: the inner loops, compiled.

A member is a set of j + 1 columns and the signs that a row has there, up to changing all of them. Its faces leave one
column out. Column sets are numbered in colexicographic order, in which those of the first columns come first, and so
are faces, each with its signs: this is a filtration, and the reduction is that of persistent homology. What is kept of
a member are the faces that are left, the member's number, and which earlier members were added.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ...compiling import compiled
from ..arrays import Ints, Signs

__all__ = ["reduce_range", "binomials", "columns_of"]


def binomials(n: int, k: int) -> Ints:
    """C(a, b) for a <= n and b <= k, at most 2^62.

    >>> binomials(4, 2).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 2, 1], [1, 3, 3], [1, 4, 6]]
    """
    table = np.zeros((n + 1, k + 1), np.int64)
    table[:, 0] = 1
    for a in range(1, n + 1):
        for b in range(1, k + 1):
            table[a, b] = min(table[a - 1, b - 1] + table[a - 1, b], 2**62)
    return table


@compiled
def columns_of(rank: int, size: int, choose: Ints) -> Ints:
    """The column set of a number: the greedy digits of the combinatorial number system.

    >>> columns_of(4, 2, binomials(5, 2)).tolist()
    [1, 3]
    """
    found = np.empty(size, np.int64)
    for k in range(size, 0, -1):
        c = k - 1
        while choose[c + 1, k] <= rank:
            c += 1
        found[k - 1] = c
        rank -= choose[c, k]
    return found


@compiled
def _grown(array: Ints, needed: int) -> Ints:
    """The array, or a longer copy in which there is room for so many."""
    if needed <= len(array):
        return array
    longer = np.empty(max(needed, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


@compiled
def _faces_into(columns: Ints, word: int, choose: Ints, found: Ints) -> None:
    """The numbers of the faces of a member, rising. Bit i of the word: column i has another sign than column 0."""
    j = len(columns) - 1
    for k in range(j + 1):
        number, bits, first = 0, 0, 0 if k else word >> 1 & 1
        place = 0
        for i in range(j + 1):
            if i != k:
                number += choose[columns[i], place + 1]
                bits |= ((word >> i & 1) ^ first) << place
                place += 1
        found[j - k] = number << (j - 1) | bits >> 1  # without the last column: the least number


@compiled
def _sum_into(left: Ints, length: int, right: Ints, start: int, stop: int, found: Ints) -> int:
    """The symmetric difference of two rising lists; its length."""
    i, k, size = 0, start, 0
    while i < length and k < stop:
        a, b = left[i], right[k]
        if a < b:
            found[size] = a
            size += 1
            i += 1
        elif b < a:
            found[size] = b
            size += 1
            k += 1
        else:
            i += 1
            k += 1
    while i < length:
        found[size] = left[i]
        size += 1
        i += 1
    while k < stop:
        found[size] = right[k]
        size += 1
        k += 1
    return size


@compiled
def reduce_range(
    signs: Signs,
    first: int,
    last: int,
    choose: Ints,
    owner: npt.NDArray[np.int32],
    seen: Ints,
    shown: Ints,
    codes: Ints,
    contracted: int,
    state: tuple[Ints, ...],
    count: int,
    most: int,
) -> tuple[int, int, tuple[Ints, ...]]:
    """Reduce the members of the column sets ``first`` .. ``last - 1``.

    Parameters
    ----------
    signs : (R, n) of -1, 0, 1
    choose : (n + 1, j + 2) from ``binomials``
    owner : which reduced member has a face as its highest, -1 if none; of all faces
    seen, shown : (2^j,) the column set at which a word was seen last, and with which signs of the contracted columns
    codes : the signs of a row at the contracted columns, a bit each; zeros if there are none
    contracted : how many these are, at most 5: a word is a member where rows show it with all 2^contracted signs
    state : (faces, where they start, added, where they start, rows with column set, alternation) of reduced members
    count : how many there are
    most : entries that may be kept

    Returns
    -------
    (2, count, state) if there is no room; (1, count, state) if a cycle has been found, whose last member is number
    count; else (0, count, state).
    """
    faces, face_starts, added, added_starts, names, odd = state
    rows, j = len(signs), choose.shape[1] - 2
    last_code = (1 << contracted) - 1
    all_codes = (1 << (1 << contracted)) - 1
    here, there = np.empty(1024, np.int64), np.empty(1024, np.int64)
    for number in range(first, last):
        columns = columns_of(number, j + 1, choose)
        for r in range(rows):
            word = 0
            first_sign = signs[r, columns[0]]
            whole = first_sign != 0
            for i in range(1, j + 1):
                sign = signs[r, columns[i]]
                if sign == 0:
                    whole = False
                    break
                if sign != first_sign:
                    word |= 1 << i
            if not whole:
                continue
            if seen[word >> 1] != number:
                seen[word >> 1], shown[word >> 1] = number, 0
            if shown[word >> 1] == all_codes:
                continue
            shown[word >> 1] |= 1 << (codes[r] if first_sign > 0 else codes[r] ^ last_code)
            if shown[word >> 1] != all_codes:
                continue
            alternates = 1
            for i in range(j):
                if (word >> i & 1) == (word >> (i + 1) & 1):
                    alternates = 0
            length = j + 1
            _faces_into(columns, word, choose, here)
            additions = added_starts[count]
            while length:
                q = owner[here[length - 1]]
                if q < 0:
                    break
                start, stop = face_starts[q], face_starts[q + 1]
                there = _grown(there, length + stop - start)
                length = _sum_into(here, length, faces, start, stop, there)
                here, there = there, here
                alternates ^= odd[q]
                added = _grown(added, additions + 1)
                added[additions] = q
                additions += 1
            if length == 0 and not alternates:
                continue  # a cycle that shows nothing is not needed
            if count + 2 >= len(names):
                names, odd = _grown(names, 2 * count + 4), _grown(odd, 2 * count + 4)
                face_starts, added_starts = _grown(face_starts, 2 * count + 6), _grown(added_starts, 2 * count + 6)
            names[count] = number * rows + r
            odd[count] = alternates
            added_starts[count + 1] = additions
            top = face_starts[count]
            if top + length + additions > most:
                return 2, count, (faces, face_starts, added, added_starts, names, odd)
            if length == 0:
                return 1, count, (faces, face_starts, added, added_starts, names, odd)
            faces = _grown(faces, top + length)
            faces[top : top + length] = here[:length]
            face_starts[count + 1] = top + length
            owner[here[length - 1]] = count
            count += 1
    return 0, count, (faces, face_starts, added, added_starts, names, odd)


def start() -> tuple[Ints, ...]:
    """The state before the first member."""
    return tuple(np.zeros(1024, np.int64) for _ in range(6))


def members_of(last: int, state: tuple[Any, ...]) -> list[int]:
    """The numbers of the members whose sum the reduced member ``last`` is."""
    _, _, added, added_starts, names, _ = state
    needed, found = np.zeros(last + 1, bool), []
    needed[last] = True
    for k in range(last, -1, -1):
        if needed[k]:
            found.append(int(names[k]))
            for q in added[added_starts[k] : added_starts[k + 1]]:
                needed[q] ^= True
    return found
