"""The search by cases of keys, compiled: the same steps as ``grid_case_search.py``, and so the same trees.

The state is kept in the arrays of ``key_case_sets.py``, so that ``run`` may return between two cases and go on from
there.
"""

import numpy as np
import numpy.typing as npt

from ..compiled import compiled
from .key_case_orbits import divide_into_orbits, strike_orbit
from .key_case_sets import (
    ASKED,
    BEGIN,
    CASES,
    CELL,
    CHOSEN,
    CLOSED_BY,
    CLOSING,
    COLUMNS,
    COUNT,
    DEPTH,
    EMPTY,
    END,
    FIELDS,
    FIRST,
    FOUND,
    FRAMES,
    HEAD,
    HEADS,
    KEYS,
    KIND,
    KNOWN,
    LEFT,
    LEVELS,
    MADE,
    MARKED,
    MOST_CLOSING,
    MOST_PAIRS,
    NARROWED,
    NEXT,
    NODES,
    ORBITS,
    PAIRS,
    PARTS,
    PHASE,
    PLACE,
    REST,
    ROWS,
    RULED,
    RULED_BY,
    STAR,
    SYMBOL,
    TARGETS,
    TOLD,
    TURN,
    USEFUL,
    USEFUL_TOO,
    WAYS,
    WORDS,
    WORK,
    WRITTEN,
    Ints,
    Sets,
    begin_case,
    copy_case,
    count_bits,
    domain_at,
    find_allowed,
    find_cell,
    in_one_cell,
    is_known,
    keys_needed,
    narrow_by,
    pairs_left,
    put,
    size_of,
)

LOOKING, SPLITTING = 0, 1
"""The phases of a frame: all its cases are looked at, to name the rows of the node; then they are gone through."""

RUNNING, CLOSED, SOLVED, LIMITED, FULL = range(5)
FACTOR, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@compiled
def _dead(n: Ints, b: Sets) -> int:
    """A row none of whose alternatives has a pair left, or -1."""
    for row in range(n[ROWS]):
        dead = True
        for way in range(n[n[FIRST] + row], n[n[FIRST] + row + 1]):
            alive = True
            for h in range(n[HEADS]):
                alive = alive and pairs_left(n, b, n[n[WAYS] + way * n[HEADS] + h]) > 0
            if alive:
                dead = False
                break
        if dead:
            return row
    return -1


@compiled
def _aim(n: Ints, b: Sets) -> int:
    """Columns whose keys are not known, one of each cell and head, few candidates first, into ``TARGETS``."""
    frame, targets = n[MADE], n[TARGETS]
    count = 0
    for h in range(n[HEADS]):
        for k in range(n[COLUMNS]):
            c = n[n[TURN] + k]
            if is_known(n, frame, h, c):
                continue
            new = True
            for i in range(count):
                if n[targets + 3 * i + 1] == h:
                    new = new and not in_one_cell(n, b, frame, c, n[targets + 3 * i + 2])
            if new:
                size = size_of(n, b, domain_at(n, frame, h, c))
                j = count  # sorted by size, head and column
                while j and (n[targets + 3 * j - 3], n[targets + 3 * j - 2], n[targets + 3 * j - 1]) > (size, h, c):
                    for i in range(3):
                        n[targets + 3 * j + i] = n[targets + 3 * j - 3 + i]
                    j -= 1
                n[targets + 3 * j], n[targets + 3 * j + 1], n[targets + 3 * j + 2] = size, h, c
                count += 1
    if not count:
        n[targets + 1], n[targets + 2] = 0, n[n[TURN]]
        count = 1
    return count


@compiled
def _mix(name: np.uint64, more: int) -> np.uint64:
    """A name for a sequence that has grown by a number."""
    name = (name ^ np.uint64(more + 1)) * FACTOR
    return name ^ (name >> SHIFT)


@compiled
def _say(n: Ints, b: Sets) -> None:
    """Name what each word says of the known keys of its head."""
    for word in range(n[WORDS]):
        place, symbols = n[MADE] * n[HEADS] + n[n[HEAD] + word], n[SYMBOL] + word * n[COLUMNS]
        known, keys = n[KNOWN] + place * n[COLUMNS], n[KEYS] + place * n[COLUMNS]
        name = _mix(EMPTY, n[n[KIND] + word])
        tie = -1
        for i in range(n[n[COUNT] + place]):
            if n[symbols + n[known + i]] == 1:
                tie = i
                name = _mix(_mix(name, 1), n[keys + i])
                break
        for i in range(n[n[COUNT] + place]):
            symbol = n[symbols + n[known + i]]
            if symbol != STAR and i != tie:
                name = _mix(_mix(name, symbol), n[keys + i])
        b[n[TOLD] + word] = name


@compiled
def _ask(n: Ints, b: Sets, head: int, column: int, cells: int, needed: int) -> int:
    """What each row allows a column, if it rules anything out, into ``RULED``; rows that say the same ask once."""
    heads, width = n[HEADS], n[PARTS]
    domain = domain_at(n, n[MADE], head, column)
    count = asked = 0
    for row in range(n[ROWS]):
        first, end = n[n[FIRST] + row], n[n[FIRST] + row + 1]
        name = EMPTY
        for way in range(first, end):
            for h in range(heads):
                name = (name ^ b[n[TOLD] + n[n[WAYS] + way * heads + h]]) * FACTOR
                name ^= name >> SHIFT
            name = _mix(name, n[n[SYMBOL] + n[n[WAYS] + way * heads + head] * n[COLUMNS] + column])
        new = True
        for i in range(asked):
            if b[n[ASKED] + i] == name:
                new = False
                break
        if not new:
            continue
        b[n[ASKED] + asked] = name
        asked += 1
        pairs = 0
        for way in range(first, end):
            pairs += pairs_left(n, b, n[n[WAYS] + way * heads + head])
        n[WORK] += 4 * asked
        if pairs > n[MOST_PAIRS]:
            continue
        find_allowed(n, b, row, head, column, cells, needed)
        rules = False
        for x in range(width):
            b[n[RULED] + count * width + x] = b[n[FOUND] + x]
            rules = rules or (b[domain + x] & ~b[n[FOUND] + x]) != EMPTY
        if rules:
            n[n[RULED_BY] + count] = (row * heads + head) * n[COLUMNS] + column
            count += 1
    return count


@compiled
def _known(n: Ints) -> int:
    total = 0
    for h in range(n[HEADS]):
        total += n[n[COUNT] + n[MADE] * n[HEADS] + h]
    return total


@compiled
def _narrow(n: Ints, b: Sets) -> tuple[bool, int, int]:
    """Whether the rows close the case that is being made, and which of ``CHOSEN`` do; if not, all that are useful."""
    row = _dead(n, b)
    if row >= 0:
        n[n[CHOSEN]] = row * n[HEADS] * n[COLUMNS]
        return True, 0, 1
    width, points, told = n[PARTS], n[NARROWED], -1
    count, start = 0, _known(n)
    while True:
        known = _known(n)
        for aim in range(_aim(n, b)):
            head, column = n[n[TARGETS] + 3 * aim + 1], n[n[TARGETS] + 3 * aim + 2]
            domain = domain_at(n, n[MADE], head, column)
            for x in range(width):
                b[points + x] = b[domain + x]
            cells = find_cell(n, b, n[MADE], column)
            needed = keys_needed(n, head, cells)
            if told != _known(n):
                _say(n, b)
                told = _known(n)
            ruled = _ask(n, b, head, column, cells, needed)
            begin, size = count, size_of(n, b, points)
            while ruled:
                best, least = -1, 0
                for i in range(ruled):
                    total = 0
                    for x in range(width):
                        total += count_bits(b[points + x] & b[n[RULED] + i * width + x])
                    if best < 0 or total < least:
                        best, least = i, total
                if least == size:
                    break
                n[n[CHOSEN] + count] = n[n[RULED_BY] + best]
                count += 1
                size = least
                for x in range(width):
                    b[points + x] &= b[n[RULED] + best * width + x]
                if size < needed:
                    return True, begin if _known(n) == start else 0, count
            if count > begin:
                for i in range(cells):
                    put(n, b, head, n[n[CELL] + i], points)
        if _known(n) == known:
            return False, 0, count


@compiled
def _enter(n: Ints, b: Sets) -> bool:
    """Make the case that has been made the last frame, and choose the key that is tried; False if all are known."""
    made, columns = n[MADE], n[COLUMNS]
    best, place = -1, -1
    for h in range(n[HEADS]):
        for k in range(columns):
            c = n[n[TURN] + k]
            if not is_known(n, made, h, c):
                size = size_of(n, b, domain_at(n, made, h, c))
                if place < 0 or size < best:
                    best, place = size, h * columns + c
    if place < 0:
        return False
    for word in range(n[WORDS]):
        pairs_left(n, b, word)
    n[DEPTH] += 1
    depth = n[DEPTH]
    copy_case(n, b, made, depth)
    length = n[WORDS] * n[LEVELS] * n[PARTS]
    for x in range(length):
        b[n[LEFT] + depth * length + x] = b[n[LEFT] + made * length + x]
    for word in range(n[WORDS]):
        n[n[PAIRS] + depth * n[WORDS] + word] = n[n[PAIRS] + made * n[WORDS] + word]
    frame = n[FRAMES] + depth * FIELDS
    n[frame + PHASE], n[frame + PLACE] = LOOKING, place
    divide_into_orbits(n, b, place // columns, place % columns)
    n[CLOSED_BY] = n[USEFUL_TOO] = 0
    return True


@compiled
def _write(n: Ints, tree: npt.NDArray[np.int32]) -> None:
    """Write the node of the last frame: its length, then as the checker reads it."""
    frame, begin = n[FRAMES] + n[DEPTH] * FIELDS, n[WRITTEN] + 2
    tree[begin - 1] = n[frame + PLACE]
    at = begin
    for i in range(n[CLOSED_BY]):
        n[n[MARKED] + n[n[CLOSING] + i]] |= 2
        tree[at] = n[n[CLOSING] + i]
        at += 1
    for i in range(n[USEFUL_TOO]):
        number = n[n[USEFUL] + i]
        if n[n[MARKED] + number] == 1:
            tree[at] = number
            at += 1
        n[n[MARKED] + number] = 0
    for i in range(n[CLOSED_BY]):
        n[n[MARKED] + n[n[CLOSING] + i]] = 0
    tree[begin - 2] = at - begin + 1
    n[frame + BEGIN], n[frame + END] = begin, at
    n[WRITTEN] = at
    n[NODES] += 1


@compiled
def _look(n: Ints, b: Sets) -> bool:
    """Look at the next case of the last frame, and note the rows that close it or are useful; False if too many."""
    begin_case(n, b)
    for i in range(n[CLOSED_BY]):
        if not narrow_by(n, b, n[n[CLOSING] + i]):
            return True
    closed, begin, end = _narrow(n, b)
    if closed and n[CLOSED_BY] + end - begin > n[MOST_CLOSING]:
        return False
    for i in range(begin, end):
        number = n[n[CHOSEN] + i]
        if closed:
            n[n[CLOSING] + n[CLOSED_BY]] = number
            n[CLOSED_BY] += 1
        elif not n[n[MARKED] + number]:
            n[n[MARKED] + number] = 1
            n[n[USEFUL] + n[USEFUL_TOO]] = number
            n[USEFUL_TOO] += 1
    return True


@compiled
def run(n: Ints, b: Sets, tree: npt.NDArray[np.int32], limit: int, room: int, most: int) -> int:
    """Go on until all cases are closed, keys are found, so many cases were looked at, or so much work was done.

    ``FULL`` if the tree may need more room than it has. The keys found are in the case that was made last.
    """
    n[WORK] = 0
    if n[DEPTH] < 0 and not n[CASES]:
        _enter(n, b)
    while n[WORK] < most:
        depth = n[DEPTH]
        frame, rest = n[FRAMES] + depth * FIELDS, n[REST] + depth * n[PARTS]
        place = n[frame + PLACE]
        is_last = n[frame + NEXT] >= n[frame + ORBITS]
        looking = n[frame + PHASE] == LOOKING
        if looking and n[WRITTEN] + room > len(tree):
            return FULL
        if looking and not is_last:
            n[CASES] += 1
            if n[CASES] > limit:
                return LIMITED
        if not is_last:
            cells = find_cell(n, b, depth, place % n[COLUMNS])
            is_last = size_of(n, b, rest) < keys_needed(n, place // n[COLUMNS], cells)
        if looking and is_last:
            _write(n, tree)
            n[frame + PHASE], n[frame + NEXT] = SPLITTING, 0
            domain = domain_at(n, depth, place // n[COLUMNS], place % n[COLUMNS])
            for x in range(n[PARTS]):
                b[rest + x] = b[domain + x]
        elif looking:
            if not _look(n, b):
                return LIMITED
            strike_orbit(n, b)
        elif is_last:
            n[DEPTH] -= 1
            if n[DEPTH] < 0:
                return CLOSED
        else:
            begin_case(n, b)
            is_open = True
            for i in range(n[frame + BEGIN], n[frame + END]):
                is_open = is_open and narrow_by(n, b, np.int64(tree[i]))
            strike_orbit(n, b)
            if is_open and not _enter(n, b):
                return SOLVED
    return RUNNING
