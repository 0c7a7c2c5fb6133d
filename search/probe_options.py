"""The options of ``probe``, declared once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..questions import GRIDS
from ..questions.separation import SCORES
from .asked_classes import ASKED, AVERAGING, GRIDDED, KEYED, SELECTING, SUMMED, UNITS, spoken
from .options import Options, option

Error = str | int | float | Fraction
"""An error as given: in words on the command line, as a number from Python."""

MAX_BITS = 4096
"""Largest p that is asked about: weights go up to 2^p."""

MOST = 10**6
"""Largest size that may be held fixed."""

MOST_LAYERS = 64
"""Most layers."""


@dataclass(frozen=True)
class ProbeOptions(Options):
    """The options of ``probe``; None where one was left out. A further one is one entry here."""

    unit_class: str | None = option(f"{spoken(tuple(ASKED))}.", choices=tuple(map(str.lower, ASKED)), metavar="CLASS")
    minimise: str | None = option("What is to be least [m; thresh: H].", choices=("m", "p", "H"), metavar="m|p|H")
    bits: int | None = option(
        "p, held fixed [keys: 1].", least=1, most=MAX_BITS, classes=(*GRIDDED, *KEYED), short="p", metavar="P"
    )
    width: int | None = option(
        "m, held fixed where p or H is minimised.", least=0, most=MOST, classes=GRIDDED, short="m", metavar="M"
    )
    heads: int | None = option("H, held fixed [1].", least=1, most=MOST, classes=GRIDDED, short="H", metavar="H")
    combine: str | None = option(
        "Several heads: sum or concat [sum; units with any: concat].",
        choices=("sum", "concat"),
        classes=("GRID", *SUMMED),
    )
    grid: str | None = option("grid and units: midrise or twos [midrise].", choices=tuple(GRIDS), classes=GRIDDED)
    gap: int | None = option("grid: distance of other scores [1].", least=1, most=MOST, classes=("GRID",), metavar="G")
    order: int | None = option(
        "match3, match: order of the head.", least=2, most=MOST, classes=(*SELECTING, *UNITS, "THRESH"), metavar="S"
    )
    layers: int | None = option(
        "Units: most layers, with any networks between them [1].",
        least=1,
        most=MOST_LAYERS,
        classes=UNITS,
        example=2,
        metavar="D",
    )
    read_out: str | None = option(
        "Units: any (different outputs) or threshold [any].", choices=("any", "threshold"), classes=SUMMED
    )
    dv: int | str | None = option(
        "Units: width of values; m: as wide as queries [m]; averages: at least --values.", classes=UNITS, metavar="DV|m"
    )
    tables: str | None = option(
        "Units: by position and token, token alone, sums u_x + v_i, or token and offset j - i [both].",
        choices=("both", "token", "additive", "relative"),
        classes=UNITS,
    )
    ties: str | None = option(
        "hardmax: of keys of highest score all, the first or the last [average].",
        choices=("average", "leftmost", "rightmost"),
        classes=("HARDMAX",),
    )
    position: int | None = option(
        "Units, thresh: the answer at one position, from 0.",
        least=0,
        example=0,
        classes=(*UNITS, "THRESH"),
        metavar="I",
    )
    null: bool = option(
        "Pattern files: a null token that scores 0. Units: one is allowed.", False, classes=(*SELECTING, *UNITS)
    )
    error: Error | None = option(
        "qsa: the most that an average may be off by, such as 1/4.", classes=AVERAGING, metavar="EPS"
    )
    values: int | None = option(
        "qsa with --error: dimension of the values [1].", least=1, most=MOST, classes=AVERAGING, metavar="D"
    )
    score: str | None = option(
        "sign: what is compared, inner, cosine (unit vectors) or euclidean (nearest) [inner].",
        choices=("inner", *SCORES),
        classes=("SIGN",),
        changes="settle:by_score",
    )
    mask: str | None = option(
        "Position i sees its row of a sparse pattern, such as causal (qsa, patterns, units).",
        classes=(*SELECTING, *UNITS, "THRESH"),
        metavar="PATTERN",
        changes="masked_rows:masked",
    )
    delta: Any = option("Attention matrix: ratios within e^D, or 2^a [0.1].", classes=("SOFTMAX",), metavar="D")
    eps2: Any = option(
        "Attention matrix: zeros at most E of nonzeros, or 2^-b [1e-3].", classes=("SOFTMAX",), metavar="E"
    )
