"""Class KEYS for ``probe``: keys of p bits, real queries; bounds by arguments and by codes, without a search."""

from __future__ import annotations

import time

from ..bounds.constructions.averaging.linear_keys import MOST_TRANSLATES
from ..bounds.key_bits import code_keys_upper, real_keys_lower, sums_lower
from .asked import Asked
from .board import LocalBoard
from .class_bounds import greatest, least_bound
from .plan import Plan


def key_bits_plan(asked: Asked) -> Plan:
    """The bounds by the entropy of sums, by real keys, and by codes; those with many queries while there is time."""
    lower = greatest(least_bound(asked), real_keys_lower(asked.stated), sums_lower(asked.stated))
    return Plan(lower, code_keys_upper(asked.stated), (_by_many_queries,))


def _by_many_queries(board: LocalBoard) -> None:
    board.say("queries for the subsets with one key, of which all others are translates")
    board.post_any(code_keys_upper(board.asked.stated, MOST_TRANSLATES, time.monotonic() + board.left))
