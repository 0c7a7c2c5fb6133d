"""The question about vectors of p-bit integers for relevance data: by inner products, or by cosine."""

from __future__ import annotations

from typing import Any

from .bits import BitsAsked, integer_products_question
from .integer_cosines import IntegerCosinesAsked, integer_cosines_question
from .options import RelevanceOptions


def bits_question(data: Any, options: RelevanceOptions) -> BitsAsked | IntegerCosinesAsked:
    """The question about relevance data and numbers of bits: by inner products, or by cosine, with a margin or without.

    Raises
    ------
    TaskError
        If the data cannot be read, is too large, an option does not go with bits, or a number of bits is out of range.
    """
    by_cosine = options.score == "cosine" or (options.margin, options.at, options.noise) != (None, None, None)
    return integer_cosines_question(data, options) if by_cosine else integer_products_question(data, options)
