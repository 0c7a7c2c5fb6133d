"""Class KEYS for ``probe``: keys of p bits, real queries; bounds by arguments and by codes, without a search."""

from __future__ import annotations

from ..bounds.key_bits import code_keys_upper, real_keys_lower, sums_lower
from .asked import Asked
from .class_bounds import greatest, least_bound
from .plan import Plan


def key_bits_plan(asked: Asked) -> Plan:
    """The bounds by the entropy of sums, by real keys, and by codes."""
    lower = greatest(least_bound(asked), real_keys_lower(asked.stated), sums_lower(asked.stated))
    return Plan(lower, code_keys_upper(asked.stated))
