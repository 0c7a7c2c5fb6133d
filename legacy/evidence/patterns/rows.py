"""Rows of a sparse pattern, each paid for before it is made."""

from collections.abc import Iterable, Iterator

from ...meter import Meter, words
from ....questions.sparse_pattern import LayerPattern, Row, SparsePattern


def paid_row(meter: Meter, layer: LayerPattern, i: int) -> Row:
    """A_i of a layer."""
    meter.charge(layer.steps(i))
    return layer.row(i)


def attended(meter: Meter, layers: Iterable[LayerPattern], i: int, j: int) -> bool:
    """Whether i attends to j in some of the layers."""
    for layer in layers:
        meter.charge(layer.steps(i))
        if layer.has(i, j):
            return True
    return False


def flagged(flags: bytes) -> Iterator[int]:
    """The places of the bytes 1.

    >>> list(flagged(bytes([0, 1, 1, 0, 1])))
    [1, 2, 4]
    """
    place = flags.find(1)
    while place >= 0:
        yield place
        place = flags.find(1, place + 1)


def seen_from(meter: Meter, pattern: SparsePattern, position: int, first: int, last: int) -> tuple[bytes, bool]:
    """F_(first - 1) (``hops.py``), as a byte 0 or 1 for each position; whether all sets before it have a member.

    F_last = {position}, and F_(t-1) is all that some member of F_t attends to in layer t. Where F_t holds what it was a
    cycle earlier on the way, as is always so if all attend to themselves, only the rows of its new members are made.

    >>> from ....questions.sparse_pattern import Window
    >>> list(seen_from(Meter(10**6), SparsePattern((Window(9, 1), Window(9, 2))), 4, 1, 2)[0])
    [0, 1, 1, 1, 1, 1, 1, 1, 0]
    """
    n, cycle = pattern.n, len(pattern.layers)
    meter.charge(n * min(cycle, last) * 2)  # kept: two sets for each layer of the cycle
    meter.room(8 * n)
    here, all_met = 1 << 8 * position, True
    known: dict[int, tuple[int, int]] = {}
    for t in range(last, first - 1, -1):
        meter.charge(20 + 8 * words(8 * n))
        all_met = all_met and here > 0
        before, image = known.get(t % cycle, (0, 0))
        if before & ~here:
            before, image = 0, 0
        seen = bytearray(image.to_bytes(n, "little"))
        for i in flagged((here & ~before).to_bytes(n, "little")):
            for part in paid_row(meter, pattern.layer(t), i):
                meter.charge(len(part) // 8)
                seen[part.start : part.stop : part.step] = b"\1" * len(part)
        image = int.from_bytes(seen, "little")
        known[t % cycle], here = (here, image), image
    return here.to_bytes(n, "little"), all_met
