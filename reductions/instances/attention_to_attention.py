"""The least m of one pattern to that of another which needs exactly one more (``padding``)."""

from __future__ import annotations

from pathlib import Path

from ...questions import SignPattern
from ...tasks.sign_patterns import read_pattern, sign_pattern
from ..reduction import ReductionError
from .arrangement_files import NAMED
from .instance_reduction import InstanceReduction


def _pattern_given(given: object) -> SignPattern:
    if isinstance(given, str) and given in NAMED:
        raise ReductionError(
            f"a sign pattern is read from a file, got the arrangement {given}; its pattern is padded by: headcount "
            f"reduce stretch attention {given} padding=1"
        )
    return read_pattern(Path(given)) if isinstance(given, str | Path) else sign_pattern(given)


def _name(pattern: SignPattern) -> str:
    rows, columns = pattern.shape
    return f"a sign pattern of {rows} x {columns}"


def _asks(padding: int) -> str:
    return f"the least m is {padding} more than that of the pattern given"


attention_to_attention = InstanceReduction(
    source="attention",
    target="attention",
    instance=_pattern_given,
    pattern=lambda pattern: pattern,
    vectors=lambda pattern: None,
    name_of=_name,
    asks=_asks,
    least_padding=1,
    laws=(),
    examples=(),
    sizes="R x C to (2R + 1) x (C + 1), with a null token 2R x (C + 1)",
    summary="each row twice, with + and with - at a new key; the least m is exactly one more",
    citation="our own; the proof stands in reductions/instances/padding.py",
)
