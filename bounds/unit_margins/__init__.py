"""Bounds of the margin that unit vectors of a width can have for a pattern, thresholds free: squares, certified."""

from .above import margin_upper
from .below import margin_lower
from .margin_bound import MarginBound, certified_margin, margin_certificate, margins_in

__all__ = ["MarginBound", "certified_margin", "margin_certificate", "margin_lower", "margin_upper", "margins_in"]
