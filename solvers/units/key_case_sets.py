"""Cases of keys on arrays, compiled: the rule of ``KeyCases``, step by step, as the search uses it.

Symbols: S points, in sets of W words of 64 bits; T thresholds; H heads, C columns; R rows with their *ways*
(alternatives), X different *words* (of a head each). *Frames* are the cases that are open, each within the one before;
one more frame is the case that is being made. All numbers are in one array ``n``, all sets in one array ``b`` (to pass
many arrays costs more than what is computed); ``n`` begins with the sizes, with the counters, and with where each table
begins, by the names below. Tables are laid out as their comments say, the last index runs fastest.
"""

import numpy as np

from ...compiling import compiled
from ..arrays import Bits, Ints

# fmt: off
(
    # sizes: S, W, T, H, C, R, X; m, entries of the grid, whether -G = G, most pairs of a word that is asked
    POINTS, PARTS, LEVELS, HEADS, COLUMNS, ROWS, WORDS, WIDTH, BASE, SIGNED, MOST_PAIRS,
    # counters: last frame and the one that is being made; cases looked at; length of the tree
    DEPTH, MADE, CASES, WRITTEN,
    CLOSED_BY, USEFUL_TOO,  # how many numbers are in ``closing`` and ``useful``
    MOST_CLOSING,
    # tables of numbers that do not change
    ABOVE,    # kind of a word, symbol, threshold -> the level that the points on that side are below
    BELOW,    # the same -> the level that they are not below
    SYMBOL,   # word, column -> 0 to 3 for ``- 0 + *``
    KIND,     # word -> 0 if it has a 0, else 1 if it has a -, else 2
    HEAD,     # word -> its head
    WAYS,     # way, head -> word
    FIRST,    # row -> its first way; and how many ways there are
    NAMES,    # column -> the first that is alike
    DIFFER,   # head, name -> 1 if keys have to differ
    TURN,     # columns in the order in which they are preferred
    DIGITS,   # point, coordinate -> place of its entry in the grid
    # tables of numbers
    FRAMES,   # frame, PHASE to END
    KNOWN,    # frame, head, order -> column
    KEYS,     # frame, head, order -> its point
    COUNT,    # frame, head -> how many keys are known
    PAIRS,    # frame, word -> how many pairs are left
    APPLIED,  # word -> known keys that its pairs agree with; -1 if nothing has been done yet
    ORBIT,    # frame, point -> its orbit
    START,    # frame, orbit -> its first point
    CELL, RULED_BY, TARGETS, CHOSEN, CLOSING, USEFUL, MARKED, BLOCKS, CODE,
    # tables of sets
    UPTO,     # point, level -> points whose score with it is below that level
    DOMAINS,  # frame, head, column -> candidates
    LEFT,     # frame, word, threshold -> queries
    REST,     # frame -> candidates that have not been struck off
    FOUND, NARROWED, RULED,
    TOLD,     # word -> what it says of known keys, named by one number
    ASKED,    # row -> what it says
    HEADER,
) = range(56)
# fmt: on
PHASE, PLACE, NEXT, ORBITS, BEGIN, END, FIELDS = range(7)

STAR = 3
ONE, EMPTY = np.uint64(1), np.uint64(0)
FIVES, THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
NIBBLES, SUMS = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
SHIFTS = (np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56))


@compiled
def count_bits(bits: np.uint64) -> int:
    """How many bits are 1 (a single instruction, once compiled)."""
    bits = bits - ((bits >> SHIFTS[0]) & FIVES)
    bits = (bits & THREES) + ((bits >> SHIFTS[1]) & THREES)
    bits = (bits + (bits >> SHIFTS[2])) & NIBBLES
    return np.int64((bits * SUMS) >> SHIFTS[3])  # type: ignore[return-value]


@compiled
def size_of(n: Ints, b: Bits, at: int) -> int:
    """How many points the set at this place has."""
    total = 0
    for x in range(n[PARTS]):
        total += count_bits(b[at + x])
    return total


@compiled
def domain_at(n: Ints, frame: int, head: int, column: int) -> int:
    """Where the candidates of a column are."""
    place: int = n[DOMAINS] + ((frame * n[HEADS] + head) * n[COLUMNS] + column) * n[PARTS]
    return place


@compiled
def in_one_cell(n: Ints, b: Bits, frame: int, column: int, other: int) -> bool:
    """Whether two columns are alike, and have the same candidates in all heads."""
    if n[n[NAMES] + column] != n[n[NAMES] + other]:
        return False
    for h in range(n[HEADS]):
        here, there = domain_at(n, frame, h, column), domain_at(n, frame, h, other)
        for x in range(n[PARTS]):
            if b[here + x] != b[there + x]:
                return False
    return True


@compiled
def find_cell(n: Ints, b: Bits, frame: int, column: int) -> int:
    """Put the cell of a column into ``CELL``; how many columns it has."""
    count = 0
    for c in range(n[COLUMNS]):
        if in_one_cell(n, b, frame, c, column):
            n[n[CELL] + count] = c
            count += 1
    return count


@compiled
def keys_needed(n: Ints, head: int, cells: int) -> int:
    """How many different keys the cell in ``CELL`` has at least."""
    return cells if n[n[DIFFER] + head * n[COLUMNS] + n[n[NAMES] + n[n[CELL]]]] else 1


@compiled
def is_known(n: Ints, frame: int, head: int, column: int) -> bool:
    """Whether the key of a column is known."""
    place = frame * n[HEADS] + head
    known = False
    for i in range(n[n[COUNT] + place]):
        known = known or n[n[KNOWN] + place * n[COLUMNS] + i] == column
    return known


@compiled
def put(n: Ints, b: Bits, head: int, column: int, at: int) -> None:
    """In the case that is being made a column has these candidates."""
    domain = domain_at(n, n[MADE], head, column)
    point = -1
    several = False
    for x in range(n[PARTS]):
        bits = b[at + x]
        b[domain + x] = bits
        if bits != EMPTY:
            low = bits & (~bits + ONE)
            several = several or point >= 0 or low != bits
            point = 64 * x + count_bits(low - ONE)
    if not several and not is_known(n, n[MADE], head, column):
        place = n[MADE] * n[HEADS] + head
        k = n[n[COUNT] + place]
        n[n[KNOWN] + place * n[COLUMNS] + k] = column
        n[n[KEYS] + place * n[COLUMNS] + k] = point
        n[n[COUNT] + place] = k + 1


@compiled
def pairs_left(n: Ints, b: Bits, word: int) -> int:
    """Bring up to date what known keys leave to a word in the case that is being made; how many pairs."""
    head, frame, depth = n[n[HEAD] + word], n[MADE], n[DEPTH]
    place = frame * n[HEADS] + head
    done, count = n[n[APPLIED] + word], n[n[COUNT] + place]
    pairs: int = n[n[PAIRS] + frame * n[WORDS] + word]
    if done == count:
        return pairs
    levels, width, kind = n[LEVELS], n[PARTS], n[n[KIND] + word]
    here = n[LEFT] + (frame * n[WORDS] + word) * levels * width
    before = here
    if done < 0:
        done, before = n[n[COUNT] + depth * n[HEADS] + head], n[LEFT] + (depth * n[WORDS] + word) * levels * width
        pairs = n[n[PAIRS] + depth * n[WORDS] + word]
    for i in range(done, count):
        symbol = n[n[SYMBOL] + word * n[COLUMNS] + n[n[KNOWN] + place * n[COLUMNS] + i]]
        if symbol == STAR or not pairs:
            continue
        upto = n[UPTO] + n[n[KEYS] + place * n[COLUMNS] + i] * (levels + 1) * width
        above, below = n[ABOVE] + (kind * 3 + symbol) * levels, n[BELOW] + (kind * 3 + symbol) * levels
        pairs = 0
        for t in range(levels):
            high, low = upto + n[above + t] * width, upto + n[below + t] * width
            for x in range(width):
                bits = b[before + t * width + x]
                if bits != EMPTY:
                    bits &= b[high + x] & ~b[low + x]
                    pairs += count_bits(bits)
                b[here + t * width + x] = bits
        before = here
    if before != here:
        for x in range(levels * width):
            b[here + x] = b[before + x]
    n[n[PAIRS] + frame * n[WORDS] + word] = pairs
    n[n[APPLIED] + word] = count
    return pairs


@compiled
def find_allowed(n: Ints, b: Bits, row: int, head: int, column: int, cells: int, needed: int) -> None:
    """The candidates of a column that a row does not rule out, into ``FOUND``."""
    levels, width, heads, frame = n[LEVELS], n[PARTS], n[HEADS], n[MADE]
    found, domain = n[FOUND], domain_at(n, frame, head, column)
    for x in range(width):
        b[found + x] = EMPTY
    for way in range(n[n[FIRST] + row], n[n[FIRST] + row + 1]):
        words = n[WAYS] + way * heads
        alive = True
        for h in range(heads):
            alive = alive and pairs_left(n, b, n[words + h]) > 0
        if not alive:
            continue
        word = n[words + head]
        kind, symbols = n[n[KIND] + word], n[SYMBOL] + word * n[COLUMNS]
        here = n[symbols + column]
        low_count, tied_count, high_count = int(here == 0), int(here == 1), int(here == 2)
        if needed > 1:
            low_count = tied_count = high_count = 0
            for i in range(cells):
                symbol = n[symbols + n[n[CELL] + i]]
                low_count += symbol == 0
                tied_count += symbol == 1
                high_count += symbol == 2
        at = n[LEFT] + (frame * n[WORDS] + word) * levels * width
        for t in range(levels):
            under, over = n[n[ABOVE] + kind * 3 * levels + t] * width, n[n[BELOW] + (kind * 3 + 2) * levels + t] * width
            for part in range(width):
                bits = b[at + t * width + part]
                while bits != EMPTY:
                    lowest = bits & (~bits + ONE)
                    bits ^= lowest
                    upto = n[UPTO] + (64 * part + count_bits(lowest - ONE)) * (levels + 1) * width
                    lower, upper = upto + under, upto + over
                    tied, tied_end = upto + t * width, upto + t * width + width
                    lows = ties = highs = 0
                    for x in range(width):
                        points = b[domain + x]
                        if low_count:
                            lows += count_bits(points & b[lower + x])
                        if tied_count:
                            ties += count_bits(points & b[tied_end + x] & ~b[tied + x])
                        if high_count:
                            highs += count_bits(points & ~b[upper + x])
                    if lows >= low_count and ties >= tied_count and highs >= high_count:
                        whole = True
                        for x in range(width):
                            points = b[domain + x]
                            side = points
                            if here == 0:
                                side &= b[lower + x]
                            elif here == 1:
                                side &= b[tied_end + x] & ~b[tied + x]
                            elif here == 2:
                                side &= ~b[upper + x]
                            b[found + x] |= side
                            whole = whole and b[found + x] == points
                        if whole:
                            return


@compiled
def narrow_by(n: Ints, b: Bits, number: int | np.int64) -> bool:
    """A row narrows a column and its cell in the case that is being made; False if that closes it."""
    places = n[HEADS] * n[COLUMNS]
    row, place = number // places, number % places
    head, column = place // n[COLUMNS], place % n[COLUMNS]
    cells = find_cell(n, b, n[MADE], column)
    needed = keys_needed(n, head, cells)
    find_allowed(n, b, row, head, column, cells, needed)
    if size_of(n, b, n[FOUND]) < needed:
        return False
    domain = domain_at(n, n[MADE], head, column)
    same = True
    for x in range(n[PARTS]):
        same = same and b[n[FOUND] + x] == b[domain + x]
    if not same:
        for i in range(cells):
            put(n, b, head, n[n[CELL] + i], n[FOUND])
    return True


@compiled
def copy_case(n: Ints, b: Bits, source: int, target: int) -> None:
    """Candidates and known keys of one frame to another."""
    places = n[HEADS] * n[COLUMNS]
    for x in range(places * n[PARTS]):
        b[n[DOMAINS] + target * places * n[PARTS] + x] = b[n[DOMAINS] + source * places * n[PARTS] + x]
    for i in range(places):
        n[n[KNOWN] + target * places + i] = n[n[KNOWN] + source * places + i]
        n[n[KEYS] + target * places + i] = n[n[KEYS] + source * places + i]
    for h in range(n[HEADS]):
        n[n[COUNT] + target * n[HEADS] + h] = n[n[COUNT] + source * n[HEADS] + h]


@compiled
def begin_case(n: Ints, b: Bits) -> None:
    """Make the next case of the last frame: a column has a key, the others of its cell what has not been struck off."""
    depth = n[DEPTH]
    frame = n[FRAMES] + depth * FIELDS
    head, column = n[frame + PLACE] // n[COLUMNS], n[frame + PLACE] % n[COLUMNS]
    copy_case(n, b, depth, n[MADE])
    for word in range(n[WORDS]):
        n[n[APPLIED] + word] = -1
    for i in range(find_cell(n, b, depth, column)):
        if n[n[CELL] + i] != column:
            put(n, b, head, n[n[CELL] + i], n[REST] + depth * n[PARTS])
    for x in range(n[PARTS]):
        b[n[FOUND] + x] = EMPTY
    point = n[n[START] + depth * n[POINTS] + n[frame + NEXT]]
    b[n[FOUND] + point // 64] = ONE << np.uint64(point % 64)
    put(n, b, head, column, n[FOUND])
