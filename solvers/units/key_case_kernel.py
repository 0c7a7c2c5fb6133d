"""The search by cases of keys, compiled: the same steps as ``grid_case_search.py``, and so the same trees.

The state is kept in the arrays of ``key_case_sets.py``, so that ``run`` may return between two cases and go on from
there.
"""

import numpy as np
import numpy.typing as npt

from ...compiling import compiled
from ..arrays import Bits, Ints
from . import key_case_sets as sets
from .key_case_orbits import divide_into_orbits, strike_orbit

LOOKING, SPLITTING = 0, 1
"""The phases of a frame: all its cases are looked at, to name the rows of the node; then they are gone through."""

RUNNING, CLOSED, SOLVED, LIMITED, FULL = range(5)
FACTOR, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


@compiled
def _dead(n: Ints, b: Bits) -> int:
    """A row none of whose alternatives has a pair left, or -1."""
    for row in range(n[sets.ROWS]):
        dead = True
        for way in range(n[n[sets.FIRST] + row], n[n[sets.FIRST] + row + 1]):
            alive = True
            for h in range(n[sets.HEADS]):
                alive = alive and sets.pairs_left(n, b, n[n[sets.WAYS] + way * n[sets.HEADS] + h]) > 0
            if alive:
                dead = False
                break
        if dead:
            return row
    return -1


@compiled
def _aim(n: Ints, b: Bits) -> int:
    """Columns whose keys are not known, one of each cell and head, few candidates first, into ``TARGETS``."""
    frame, targets = n[sets.MADE], n[sets.TARGETS]
    count = 0
    for h in range(n[sets.HEADS]):
        for k in range(n[sets.COLUMNS]):
            c = n[n[sets.TURN] + k]
            if sets.is_known(n, frame, h, c):
                continue
            new = True
            for i in range(count):
                if n[targets + 3 * i + 1] == h:
                    new = new and not sets.in_one_cell(n, b, frame, c, n[targets + 3 * i + 2])
            if new:
                size = sets.size_of(n, b, sets.domain_at(n, frame, h, c))
                j = count  # sorted by size, head and column
                while j and (n[targets + 3 * j - 3], n[targets + 3 * j - 2], n[targets + 3 * j - 1]) > (size, h, c):
                    for i in range(3):
                        n[targets + 3 * j + i] = n[targets + 3 * j - 3 + i]
                    j -= 1
                n[targets + 3 * j], n[targets + 3 * j + 1], n[targets + 3 * j + 2] = size, h, c
                count += 1
    if not count:
        n[targets + 1], n[targets + 2] = 0, n[n[sets.TURN]]
        count = 1
    return count


@compiled
def _mix(name: np.uint64, more: int) -> np.uint64:
    """A name for a sequence that has grown by a number."""
    name = (name ^ np.uint64(more + 1)) * FACTOR
    return name ^ (name >> SHIFT)


@compiled
def _say(n: Ints, b: Bits) -> None:
    """Name what each word says of the known keys of its head."""
    for word in range(n[sets.WORDS]):
        place, symbols = n[sets.MADE] * n[sets.HEADS] + n[n[sets.HEAD] + word], n[sets.SYMBOL] + word * n[sets.COLUMNS]
        known, keys = n[sets.KNOWN] + place * n[sets.COLUMNS], n[sets.KEYS] + place * n[sets.COLUMNS]
        name = _mix(sets.EMPTY, n[n[sets.KIND] + word])
        tie = -1
        for i in range(n[n[sets.COUNT] + place]):
            if n[symbols + n[known + i]] == 1:
                tie = i
                name = _mix(_mix(name, 1), n[keys + i])
                break
        for i in range(n[n[sets.COUNT] + place]):
            symbol = n[symbols + n[known + i]]
            if symbol != sets.STAR and i != tie:
                name = _mix(_mix(name, symbol), n[keys + i])
        b[n[sets.TOLD] + word] = name


@compiled
def _ask(n: Ints, b: Bits, head: int, column: int, cells: int, needed: int) -> int:
    """What each row allows a column, if it rules anything out, into ``RULED``; rows that say the same ask once."""
    heads, width = n[sets.HEADS], n[sets.PARTS]
    domain = sets.domain_at(n, n[sets.MADE], head, column)
    count = asked = 0
    for row in range(n[sets.ROWS]):
        first, end = n[n[sets.FIRST] + row], n[n[sets.FIRST] + row + 1]
        name = sets.EMPTY
        for way in range(first, end):
            for h in range(heads):
                name = (name ^ b[n[sets.TOLD] + n[n[sets.WAYS] + way * heads + h]]) * FACTOR
                name ^= name >> SHIFT
            name = _mix(name, n[n[sets.SYMBOL] + n[n[sets.WAYS] + way * heads + head] * n[sets.COLUMNS] + column])
        new = True
        for i in range(asked):
            if b[n[sets.ASKED] + i] == name:
                new = False
                break
        if not new:
            continue
        b[n[sets.ASKED] + asked] = name
        asked += 1
        pairs = 0
        for way in range(first, end):
            pairs += sets.pairs_left(n, b, n[n[sets.WAYS] + way * heads + head])
        if pairs > n[sets.MOST_PAIRS]:
            continue
        sets.find_allowed(n, b, row, head, column, cells, needed)
        rules = False
        for x in range(width):
            b[n[sets.RULED] + count * width + x] = b[n[sets.FOUND] + x]
            rules = rules or (b[domain + x] & ~b[n[sets.FOUND] + x]) != sets.EMPTY
        if rules:
            n[n[sets.RULED_BY] + count] = (row * heads + head) * n[sets.COLUMNS] + column
            count += 1
    return count


@compiled
def _known(n: Ints) -> int:
    total = 0
    for h in range(n[sets.HEADS]):
        total += n[n[sets.COUNT] + n[sets.MADE] * n[sets.HEADS] + h]
    return total


@compiled
def _narrow(n: Ints, b: Bits) -> tuple[bool, int, int]:
    """Whether the rows close the case that is being made, and which of ``CHOSEN`` do; if not, all that are useful."""
    row = _dead(n, b)
    if row >= 0:
        n[n[sets.CHOSEN]] = row * n[sets.HEADS] * n[sets.COLUMNS]
        return True, 0, 1
    width, points, told = n[sets.PARTS], n[sets.NARROWED], -1
    count, start = 0, _known(n)
    while True:
        known = _known(n)
        for aim in range(_aim(n, b)):
            head, column = n[n[sets.TARGETS] + 3 * aim + 1], n[n[sets.TARGETS] + 3 * aim + 2]
            domain = sets.domain_at(n, n[sets.MADE], head, column)
            for x in range(width):
                b[points + x] = b[domain + x]
            cells = sets.find_cell(n, b, n[sets.MADE], column)
            needed = sets.keys_needed(n, head, cells)
            if told != _known(n):
                _say(n, b)
                told = _known(n)
            ruled = _ask(n, b, head, column, cells, needed)
            begin, size = count, sets.size_of(n, b, points)
            while ruled:
                best, least = -1, 0
                for i in range(ruled):
                    total = 0
                    for x in range(width):
                        total += sets.count_bits(b[points + x] & b[n[sets.RULED] + i * width + x])
                    if best < 0 or total < least:
                        best, least = i, total
                if least == size:
                    break
                n[n[sets.CHOSEN] + count] = n[n[sets.RULED_BY] + best]
                count += 1
                size = least
                for x in range(width):
                    b[points + x] &= b[n[sets.RULED] + best * width + x]
                if size < needed:
                    return True, begin if _known(n) == start else 0, count
            if count > begin:
                for i in range(cells):
                    sets.put(n, b, head, n[n[sets.CELL] + i], points)
        if _known(n) == known:
            return False, 0, count


@compiled
def _enter(n: Ints, b: Bits) -> bool:
    """Make the case that has been made the last frame, and choose the key that is tried; False if all are known."""
    made, columns = n[sets.MADE], n[sets.COLUMNS]
    best, place = -1, -1
    for h in range(n[sets.HEADS]):
        for k in range(columns):
            c = n[n[sets.TURN] + k]
            if not sets.is_known(n, made, h, c):
                size = sets.size_of(n, b, sets.domain_at(n, made, h, c))
                if place < 0 or size < best:
                    best, place = size, h * columns + c
    if place < 0:
        return False
    for word in range(n[sets.WORDS]):
        sets.pairs_left(n, b, word)
    n[sets.DEPTH] += 1
    depth = n[sets.DEPTH]
    sets.copy_case(n, b, made, depth)
    length = n[sets.WORDS] * n[sets.LEVELS] * n[sets.PARTS]
    for x in range(length):
        b[n[sets.LEFT] + depth * length + x] = b[n[sets.LEFT] + made * length + x]
    for word in range(n[sets.WORDS]):
        n[n[sets.PAIRS] + depth * n[sets.WORDS] + word] = n[n[sets.PAIRS] + made * n[sets.WORDS] + word]
    frame = n[sets.FRAMES] + depth * sets.FIELDS
    n[frame + sets.PHASE], n[frame + sets.PLACE] = LOOKING, place
    divide_into_orbits(n, b, place // columns, place % columns)
    n[sets.CLOSED_BY] = n[sets.USEFUL_TOO] = 0
    return True


@compiled
def _write(n: Ints, tree: npt.NDArray[np.int32]) -> None:
    """Write the node of the last frame: its length, then as the checker reads it."""
    frame, begin = n[sets.FRAMES] + n[sets.DEPTH] * sets.FIELDS, n[sets.WRITTEN] + 2
    tree[begin - 1] = n[frame + sets.PLACE]
    at = begin
    for i in range(n[sets.CLOSED_BY]):
        n[n[sets.MARKED] + n[n[sets.CLOSING] + i]] |= 2
        tree[at] = n[n[sets.CLOSING] + i]
        at += 1
    for i in range(n[sets.USEFUL_TOO]):
        number = n[n[sets.USEFUL] + i]
        if n[n[sets.MARKED] + number] == 1:
            tree[at] = number
            at += 1
        n[n[sets.MARKED] + number] = 0
    for i in range(n[sets.CLOSED_BY]):
        n[n[sets.MARKED] + n[n[sets.CLOSING] + i]] = 0
    tree[begin - 2] = at - begin + 1
    n[frame + sets.BEGIN], n[frame + sets.END] = begin, at
    n[sets.WRITTEN] = at


@compiled
def _look(n: Ints, b: Bits) -> bool:
    """Look at the next case of the last frame, and note the rows that close it or are useful; False if too many."""
    sets.begin_case(n, b)
    for i in range(n[sets.CLOSED_BY]):
        if not sets.narrow_by(n, b, n[n[sets.CLOSING] + i]):
            return True
    closed, begin, end = _narrow(n, b)
    if closed and n[sets.CLOSED_BY] + end - begin > n[sets.MOST_CLOSING]:
        return False
    for i in range(begin, end):
        number = n[n[sets.CHOSEN] + i]
        if closed:
            n[n[sets.CLOSING] + n[sets.CLOSED_BY]] = number
            n[sets.CLOSED_BY] += 1
        elif not n[n[sets.MARKED] + number]:
            n[n[sets.MARKED] + number] = 1
            n[n[sets.USEFUL] + n[sets.USEFUL_TOO]] = number
            n[sets.USEFUL_TOO] += 1
    return True


@compiled
def run(n: Ints, b: Bits, tree: npt.NDArray[np.int32], limit: int, room: int, steps: int) -> int:
    """Go on until all cases are closed, keys are found, so many cases were looked at, or so many steps were taken.

    ``FULL`` if the tree may need more room than it has. The keys found are in the case that was made last.
    """
    if n[sets.DEPTH] < 0 and not n[sets.CASES]:
        _enter(n, b)
    for _ in range(steps):
        depth = n[sets.DEPTH]
        frame, rest = n[sets.FRAMES] + depth * sets.FIELDS, n[sets.REST] + depth * n[sets.PARTS]
        place = n[frame + sets.PLACE]
        is_last = n[frame + sets.NEXT] >= n[frame + sets.ORBITS]
        looking = n[frame + sets.PHASE] == LOOKING
        if looking and n[sets.WRITTEN] + room > len(tree):
            return FULL
        if looking and not is_last:
            n[sets.CASES] += 1
            if n[sets.CASES] > limit:
                return LIMITED
        if not is_last:
            cells = sets.find_cell(n, b, depth, place % n[sets.COLUMNS])
            is_last = sets.size_of(n, b, rest) < sets.keys_needed(n, place // n[sets.COLUMNS], cells)
        if looking and is_last:
            _write(n, tree)
            n[frame + sets.PHASE], n[frame + sets.NEXT] = SPLITTING, 0
            domain = sets.domain_at(n, depth, place // n[sets.COLUMNS], place % n[sets.COLUMNS])
            for x in range(n[sets.PARTS]):
                b[rest + x] = b[domain + x]
        elif looking:
            if not _look(n, b):
                return LIMITED
            strike_orbit(n, b)
        elif is_last:
            n[sets.DEPTH] -= 1
            if n[sets.DEPTH] < 0:
                return CLOSED
        else:
            sets.begin_case(n, b)
            is_open = True
            for i in range(n[frame + sets.BEGIN], n[frame + sets.END]):
                is_open = is_open and sets.narrow_by(n, b, np.int64(tree[i]))
            strike_orbit(n, b)
            if is_open and not _enter(n, b):
                return SOLVED
    return RUNNING
