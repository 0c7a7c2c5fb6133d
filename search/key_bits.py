"""Class KEYS for ``probe``: keys of p bits, real queries; bounds by arguments, codes, and keys chosen one by one."""

from __future__ import annotations

import time

import numpy as np

from ..bounds.constructions.averaging.linear_codes import MOST_WRITTEN
from ..bounds.key_bits import chosen_keys_upper, code_keys_upper, real_keys_lower, simplex_keys_upper
from ..bounds.key_sums import sums_lower
from .asked import Asked
from .board import LocalBoard
from .class_bounds import greatest, least_bound, smallest
from .plan import Plan

STARTS, ROUNDS = 4, 5
"""Starts for each width in a turn, and turns; in the second there are twice as many, and so on."""


def key_bits_plan(asked: Asked) -> Plan:
    """The bounds by the entropy of sums, by real keys, a simplex and codes; then what takes time."""
    lower = greatest(least_bound(asked), real_keys_lower(asked.stated), sums_lower(asked.stated))
    upper = smallest(code_keys_upper(asked.stated), simplex_keys_upper(asked.stated))
    return Plan(lower, upper, (_by_many_queries, _by_chosen_keys))


def _by_many_queries(board: LocalBoard) -> None:
    board.say("queries for the subsets with one key, of which all others are translates")
    if board.asked.stated.question.columns - 1 < board.upper:  # else a code is narrower, and checking takes seconds
        board.post_any(simplex_keys_upper(board.asked.stated, MOST_WRITTEN))
    board.post_any(code_keys_upper(board.asked.stated, MOST_WRITTEN, time.monotonic() + board.left))


def _by_chosen_keys(board: LocalBoard) -> None:
    """Widths between the bounds, from below, each for a few starts; then again for more."""
    rng = np.random.default_rng(board.seed)
    for turn in range(ROUNDS):
        value = max(1, board.lower)
        while value < board.upper and not board.over:
            board.say(f"keys chosen one by one for m = {value}")
            until = board.until(board.left / 2)
            board.post_any(chosen_keys_upper(board.asked.stated, value, rng, STARTS << turn, until))
            value += 1
