"""The compiled search by cases of keys (``key_case_kernel.py``): its arrays, and how it is run in slices."""

import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from . import key_case_kernel as search
from . import key_case_sets as kernel
from .key_cases import CasesClosed, KeyCases, KeysFound, SearchStopped

MOST_BYTES = 2**29
"""Most memory of the arrays; beyond it there is no compiled search."""

SLICE = 0.1
"""Seconds, about, between two questions of whether to stop."""

ROOM = 2**16
"""Numbers for which a tree has room at first."""


def compiled_search(
    rule: KeyCases, turn: Sequence[int], most_pairs: int, limit: int, stop: Callable[[], bool]
) -> KeysFound | CasesClosed | SearchStopped | None:
    """The search from its beginning; None if its arrays were too large.

    Parameters
    ----------
    rule : the rule of the cases
    turn : in which order columns are preferred
    most_pairs : a row with more pairs left is not asked
    limit : most cases that are looked at
    stop : asked now and then
    """
    if bytes_needed(rule) > MOST_BYTES:
        return None
    numbers, sets = case_arrays(rule, turn, most_pairs)
    room = int(numbers[kernel.MOST_CLOSING]) + rule.heads * rule.columns * len(rule.rows) + 8
    written, status, steps = np.zeros(ROOM + room, np.int32), search.RUNNING, 1
    while status in (search.RUNNING, search.FULL):
        begun = time.monotonic()
        status = int(search.run(numbers, sets, written, limit, room, steps))
        steps = max(1, int(steps * min(2.0, SLICE / max(time.monotonic() - begun, 1e-9))))
        if status == search.FULL:
            written = np.concatenate([written, np.zeros_like(written)])
        if status in (search.RUNNING, search.FULL) and stop():
            status = search.LIMITED
    cases = int(numbers[kernel.CASES])
    if status == search.SOLVED:
        return rule.found(_keys(rule, numbers))
    if status == search.LIMITED:
        return SearchStopped(cases)
    return CasesClosed(_tree(written[: numbers[kernel.WRITTEN]].tolist()), cases)


def _tree(written: list[int]) -> list[list[int]]:
    """The nodes, as the checker reads them."""
    nodes, at = [], 0
    while at < len(written):
        nodes.append(written[at + 1 : at + 1 + written[at]])
        at += 1 + written[at]
    return nodes


def _keys(rule: KeyCases, numbers: np.ndarray) -> list[list[int]]:
    """The points of the keys found, per head and column."""
    places = rule.heads * rule.columns
    made = int(numbers[kernel.MADE]) * places
    columns, points = (
        numbers[numbers[table] + made :][:places].reshape(rule.heads, rule.columns)
        for table in (kernel.KNOWN, kernel.KEYS)
    )
    found: list[list[int]] = np.take_along_axis(points, columns.argsort(axis=1), axis=1).tolist()
    return found


def bytes_needed(rule: KeyCases) -> int:
    """About how much memory the arrays take."""
    points, levels = rule.points.size, len(rule.points.scores)
    words = len({(h, word) for row in rule.rows for way in row for h, word in enumerate(way)})
    places = rule.heads * rule.columns
    parts = points // 64 + 1
    sets = parts * (points * (levels + 1) + (places + 2) * (words * levels + places))
    return int(8 * sets + 16 * (places + 2) * points)


def case_arrays(rule: KeyCases, turn: Sequence[int], most_pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """The numbers and the sets of a search that has not begun, as ``key_case_sets.py`` names them."""
    values = rule.points.grid
    base, width, points = len(values), rule.points.width, rule.points.size
    heads, columns, rows = rule.heads, rule.columns, rule.rows
    words = list(dict.fromkeys((h, word) for row in rows for way in row for h, word in enumerate(way)))
    place = {word: k for k, word in enumerate(words)}
    low, levels, step = rule.points.scores.start, len(rule.points.scores), rule.points.scores.step
    parts, frames, places = points // 64 + 1, heads * columns + 2, heads * columns
    digits = np.array(list(product(range(base), repeat=width)), np.int64).reshape(points, width)
    above, below = _sides(rule, levels, step)
    most_closing = 4 * places * len(rows) + 2**14
    numbers: dict[int, Any] = {
        kernel.ABOVE: above,
        kernel.BELOW: below,
        kernel.SYMBOL: [["-0+*".index(symbol) for symbol in word] for _, word in words],
        kernel.KIND: [0 if "0" in word else 1 if "-" in word else 2 for _, word in words],
        kernel.HEAD: [h for h, _ in words],
        kernel.WAYS: [[place[h, word] for h, word in enumerate(way)] for row in rows for way in row],
        kernel.FIRST: np.cumsum([0] + [len(row) for row in rows]),
        kernel.NAMES: rule.names,
        kernel.DIFFER: [[name in differ for name in range(columns)] for differ in rule.differ],
        kernel.TURN: turn,
        kernel.DIGITS: digits,
        kernel.FRAMES: frames * kernel.FIELDS,
        kernel.KNOWN: frames * places,
        kernel.KEYS: frames * places,
        kernel.COUNT: frames * heads,
        kernel.PAIRS: [[points * levels] * len(words)] * frames,
        kernel.APPLIED: len(words),
        kernel.ORBIT: frames * points,
        kernel.START: frames * points,
        kernel.CELL: columns,
        kernel.RULED_BY: len(rows),
        kernel.TARGETS: 3 * places + 3,
        kernel.CHOSEN: places * places * len(rows) + 8,
        kernel.CLOSING: most_closing,
        kernel.USEFUL: places * len(rows),
        kernel.MARKED: places * len(rows),
        kernel.BLOCKS: 3 * width,
        kernel.CODE: points,
    }
    whole = _packed(np.ones(points, bool))
    upto = np.zeros((points, levels + 1, parts), np.uint64)
    vectors = np.array(values, np.int64)[digits]
    for u, vector in enumerate(vectors):
        level = (vectors @ vector - low) // step
        upto[u] = _packed(level[None, :] < np.arange(levels + 1)[:, None])
    sets: dict[int, Any] = {
        kernel.UPTO: upto,
        kernel.DOMAINS: np.tile(whole, frames * places),
        kernel.LEFT: np.tile(whole, frames * len(words) * levels),
        kernel.REST: frames * parts,
        kernel.FOUND: parts,
        kernel.NARROWED: parts,
        kernel.RULED: len(rows) * parts,
        kernel.TOLD: len(words),
        kernel.ASKED: len(rows),
    }
    sizes = (points, parts, levels, heads, columns, len(rows), len(words), width, base, rule.points.signed, most_pairs)
    header = np.zeros(kernel.HEADER, np.int64)
    header[: len(sizes)] = sizes
    header[kernel.DEPTH], header[kernel.MADE], header[kernel.MOST_CLOSING] = -1, frames - 1, most_closing
    held = _joined(sets, header, np.uint64)
    return _joined(numbers, header, np.int64, header), held


def _joined(tables: dict[int, Any], header: np.ndarray, kind: Any, first: np.ndarray | None = None) -> np.ndarray:
    """All tables in one array; the header is told where each begins. A number stands for so many zeros."""
    joined = [] if first is None else [first]  # filled in below, and joined at the end
    at = sum(map(len, joined))
    for name, content in tables.items():
        table = np.zeros(content, kind) if isinstance(content, int) else np.array(content, kind).ravel()
        header[name] = at
        at += len(table)
        joined.append(table)
    return np.concatenate(joined)


def _packed(members: np.ndarray) -> np.ndarray:
    """Sets of points, as words of 64 bits."""
    bits = np.packbits(members, axis=-1, bitorder="little")
    held = np.zeros((*members.shape[:-1], 8 * (members.shape[-1] // 64 + 1)), np.uint8)
    held[..., : bits.shape[-1]] = bits
    return held.view(np.uint64)


def _sides(rule: KeyCases, levels: int, step: int) -> tuple[np.ndarray, np.ndarray]:
    """Up to which level, and from which, a side reaches, for each kind of word, symbol and threshold."""
    above, below = np.zeros((2, 3, 3, levels), np.int64)
    free, tied = rule.points.free, rule.points.tied
    for kind, (shift, (down, up)) in enumerate(((0, tied), (free[0], free), (-free[1], free))):
        for t in range(levels):
            at = shift + step * t  # of the threshold, from the least score
            above[kind, :, t] = min(max((at - down) // step + 1, 0), levels), t + 1, levels
            below[kind, :, t] = 0, t, min(max(-((-at - up) // step), 0), levels)
    return above, below
