"""Entries from bounds, the same way for all catalogues of widths and bits."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .catalogue import Catalogue, Entry

if TYPE_CHECKING:
    from ..bounds.bound import Bound


def entry_of(catalogue: Catalogue, n: int, key: str, bounds: Sequence[Bound]) -> Entry:
    """The entry of a class from bounds: a certificate for each question, and the brackets that these say."""
    from ..bounds.bound import certificate  # here, since it takes long to load

    questions = dict.fromkeys(bound.question for bound in bounds)
    claims = [certificate(one, *(bound for bound in bounds if bound.question == one)) for one in questions]
    brackets = {name: stated.bracket(claims) for name, stated in catalogue.stated(n, key).items()}
    return Entry(key, catalogue.fields(n, key, brackets), claims)


def over(until: float | None) -> bool:
    """Whether a moment has passed."""
    return until is not None and time.monotonic() > until
