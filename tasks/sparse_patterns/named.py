"""The patterns that have a name: their parameters, what they mean, and the cycle of layers.

Sources: strided and fixed are those of Child et al. 2019 without the causal restriction (which ``causal`` adds), star
that of Guo et al. 2019, longformer that of Beltagy et al. 2020, bigbird that of Zaheer et al. 2020; all of them as
they are compared in Yun et al. 2020 (arXiv 2006.04862).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...questions.layer_patterns import NAMED_PATTERNS, Blocks, LayerPattern, Stride, Summaries, Window
from ..task import TaskError
from .drawn import bigbird, random_rows


@dataclass(frozen=True)
class Parameter:
    """A parameter of a pattern: what it is, its least value, whether n is its greatest, what it is if left out."""

    meaning: str
    least: int = 1
    up_to_n: bool = True
    default: int | None = None
    greatest: int | None = None


@dataclass(frozen=True)
class NamedPattern:
    """A pattern with a name."""

    meaning: str
    parameters: Mapping[str, Parameter]
    layers: Callable[..., tuple[LayerPattern, ...]]


_RADIUS = Parameter("how far a position sees to each side")
_ANY_RADIUS, _GLOBAL = Parameter(_RADIUS.meaning, 0), Parameter("positions that see all", 0)
_WIDTH, _DRAWN = Parameter("positions in a block"), Parameter("positions drawn per row")
_SEED = Parameter("seed of the draws", least=0, up_to_n=False, default=0)


def _one(name: str, meaning: str, **parameters: Parameter) -> NamedPattern:
    """A pattern of one layer that the checker knows by the same name."""
    return NamedPattern(meaning, parameters, lambda n, **given: (NAMED_PATTERNS[name](n, **given),))


def _last(meaning: str) -> Parameter:
    return Parameter(meaning, 0, False, 0, 1)


NAMED: dict[str, NamedPattern] = {
    "dense": _one("dense", "every position attends to all"),
    "window": _one("window", "|i - j| <= w", w=_RADIUS),
    "block": _one("block", "blocks of w positions, each on its own", w=_WIDTH),
    "dilated": _one(
        "dilated", "j = i + c r, |c| <= w", w=Parameter("steps to each side"), r=Parameter("length of a step")
    ),
    "stride": _one("stride", "j = i modulo w", w=Parameter("the stride")),
    "summaries": NamedPattern(
        "the last position of each full block of w, and i itself",
        {"w": _WIDTH, "last": _last("1: position n-1, too")},
        lambda n, w, last: (Summaries(n, w, bool(last)),),
    ),
    "strided": NamedPattern(
        "layers in turn: window(w), stride(w)",
        {"w": Parameter("window and stride")},
        lambda n, w: (Window(n, w), Stride(n, w)),
    ),
    "fixed": NamedPattern(
        "layers in turn: block(w), summaries(w)",
        {"w": _WIDTH, "last": _last("1: position n-1 is a summary, too")},
        lambda n, w, last: (Blocks(n, w), Summaries(n, w, bool(last))),
    ),
    "star": _one("star", "a ring of n-1 positions and a relay, position n-1"),
    "longformer": _one(
        "longformer", "|i - j| <= w, and the first g positions see and are seen by all", w=_ANY_RADIUS, g=_GLOBAL
    ),
    "bigbird": NamedPattern(
        "longformer(w, g) and r positions drawn per row",
        {"w": _ANY_RADIUS, "g": _GLOBAL, "r": _DRAWN, "seed": _SEED},
        lambda n, w, g, r, seed: (bigbird(n, w, g, r, seed),),
    ),
    "random": NamedPattern(
        "i itself and so many positions drawn per row",
        {"degree": _DRAWN, "seed": _SEED},
        lambda n, degree, seed: (random_rows(n, degree, seed),),
    ),
}
"""Each name with its parameters; ``n`` comes on top."""


def named_layers(name: str, n: int, given: Mapping[str, int]) -> tuple[LayerPattern, ...]:
    """The cycle of layers of a named pattern on n positions.

    Raises
    ------
    TaskError
        If a parameter is missing, unknown, or out of its range.

    Examples
    --------
    >>> [layer.words for layer in named_layers("strided", 64, {"w": 8})]
    ['window(8)', 'stride(8)']
    """
    wanted = NAMED[name].parameters
    for parameter in given:
        if parameter not in wanted:
            known = ", ".join(wanted) or "none but n"
            raise TaskError(f"{name} has no parameter {parameter}; it has {known}; see headcount pattern --list")
    values = {}
    for parameter, rule in wanted.items():
        value = given.get(parameter, rule.default)
        if value is None:
            raise TaskError(f"{name} needs the parameter {parameter} ({rule.meaning}); add for example {parameter}=2")
        most = rule.greatest if rule.greatest is not None else n if rule.up_to_n else None
        if value < rule.least or (most is not None and value > most):
            span = f">= {rule.least}" if most is None else f"{rule.least} .. {most}"
            end = " (n)" if rule.greatest is None and most is not None else ""
            raise TaskError(
                f"{name}: the parameter {parameter} ({rule.meaning}) must be {span}{end}, got {value}; "
                f"try {parameter}={max(rule.least, min(2, most if most is not None else 2))}"
            )
        values[parameter] = value
    return NAMED[name].layers(n, **values)
