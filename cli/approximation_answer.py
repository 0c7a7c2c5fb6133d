"""What ``headcount approximate`` answers, in words and as JSON."""

from __future__ import annotations

from math import expm1
from typing import TYPE_CHECKING, Any

from .command import say

if TYPE_CHECKING:
    from ..bounds.constructions.attention_matrices import Approximation


def approximation_json(found: Approximation) -> dict[str, Any]:
    """The object that ``headcount approximate --json`` prints."""
    matrix, ratios = found.matrix, found.ratios
    return {
        "matrix": matrix.name,
        "L": matrix.L,
        "k": matrix.k,
        "column_sparsity": matrix.column_sparsity,
        "gamma": str(matrix.gamma),
        "d": found.d,
        "class": "SOFTMAX",
        "side": "upper",
        "method": found.method,
        "construction": found.construction,
        "seed": found.seed,
        "delta": found.delta,
        "eps2": found.eps2,
        "zero_ratio": ratios.zero_ratio,
        "zero_log": ratios.zero_log if ratios.zero_log > -1e300 else None,
        "nonzero_ratio": ratios.nonzero_ratio,
        "verified": ratios.verified,
        "exact": ratios.error == 0,
        "failed": found.failed,
        "bits": found.bits,
        "formula": {"d": found.formula, "words": found.formula_words, "void": found.formula >= matrix.L},
        "polynomial": 2 * matrix.k,
        "trivial": matrix.L - 1,
        "finished": found.finished,
        "interrupted": found.interrupted,
        "notes": list(matrix.notes),
        "seconds": round(found.seconds, 3),
    }


def print_approximation(found: Approximation) -> None:
    """What was found, in words."""
    matrix, ratios = found.matrix, found.ratios
    tried = f"; d = {found.failed} was tried and did not do" if found.failed else ""
    if not found.finished and not found.interrupted:
        tried += "; the budget ran out before the search for less ended"
    say(
        f"class SOFTMAX: d <= {found.d} [verified, not certified] {found.construction}   "
        f"(L = {matrix.L}, 2k = {2 * matrix.k}, {found.seconds:.2f} s{tried})"
    )
    if found.interrupted:
        between = f"d = {found.failed + 1} .. {found.d - 1} are open; to go on: ‹dimension={_next(found)}›, or again"
        say(f"  interrupted: the search for less did not end; {between}")
    if found.construction_words:
        say(f"  note: {found.construction_words}")
    exact = "by interval arithmetic"
    how = exact if ratios.error == 0 else f"rounding of at most {ratios.error:.1g} included"
    say(
        f"  nonzeros   ratios off by at most {_short(ratios.nonzero_ratio)}, asked e^{found.delta:g} - 1 = "
        f"{_short(expm1(found.delta))}"
    )
    zero = _short(ratios.zero_ratio) if ratios.zero_log > -700 else f"e^{ratios.zero_log:.4g}"
    most = f"at most {zero} times a nonzero of the row" if matrix.nonzeros < matrix.L**2 else "none"
    say(f"  zeros      {most}, asked {found.eps2:g}")
    say(f"  verified   all {ratios.verified} entries, {how}")
    bits = f"{found.bits} per number are enough" if found.bits else "more than 48 per number, or not looked for"
    say(f"  bits       {bits}")
    say(f"  formula    d = {found.formula}: {found.formula_words}")
    if found.d >= matrix.L > 1:
        say(f"  note: d = L - 1 = {matrix.L - 1} always works, with keys at the corners of a simplex")
    for note in matrix.notes:
        say(f"  note: {note}")


def _next(found: Approximation) -> int:
    return (found.failed + found.d) // 2


def _short(number: float) -> str:
    return f"{number:.3g}"
