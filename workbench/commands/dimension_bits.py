"""``headcount dimension --bits``: what is printed and drawn for vectors of p-bit integers."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ...tasks import TaskError
from .app import unwritable

if TYPE_CHECKING:
    from ...tasks.relevance import Relevance
    from ..search.dimension_in_bits import DimensionInBits

MOST_ASKED = 24
"""Most numbers of bits in one run."""

_PART = re.compile(r"([0-9]{1,4})(?:[:-]([0-9]{1,4}))?")


def bits_from_words(words: str) -> list[int]:
    """The numbers of bits in a text such as ``1,2,4,8`` or ``1:8``.

    Raises
    ------
    TaskError
        If it is none.

    Examples
    --------
    >>> bits_from_words("8"), bits_from_words("1,4:6")
    ([8], [1, 4, 5, 6])
    """
    found: set[int] = set()
    for part in words.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            raise TaskError(f"--bits must be numbers of bits such as 8, 1,2,4,8 or 1:8, got {words[:60]!r}")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MOST_ASKED:
            raise TaskError(f"--bits must lie between 1 and {MOST_ASKED} and rise, got {part.strip()!r}; try 1,2,4,8")
        found.update(range(first, last + 1))
    return sorted(found)


def show_bits(answer: DimensionInBits) -> None:
    """Print the table of brackets, then why each end holds."""
    typer.echo(f"  merged: {answer.merged.words}\n{answer}")
    if said := ceiling_words(answer.margin_ceiling):
        typer.echo(f"  {said}")


def draw_bits(answer: DimensionInBits, path: Path) -> None:
    """Write the picture: d over p, the bracket of each, and what real numbers need."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    from ..search.dimension_in_bits import ends_in_words

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    bits = list(answer.brackets)
    places = range(len(bits))
    lows = [bracket.lower.value for bracket in answer.brackets.values()]
    highs = [bracket.upper.value if bracket.upper else None for bracket in answer.brackets.values()]
    known = [k for k in places if highs[k] is not None]
    tops = [float(highs[k] or 0) for k in known]
    axes.plot(
        known,
        tops,
        "v-",
        linewidth=4,
        markersize=9,
        color="#2a6f4e",
        label="enough: vectors found and compared",
    )
    axes.plot(list(places), lows, "^-", color="#b0413e", label="needed: no vectors are narrower")
    axes.fill_between(known, [lows[k] for k in known], tops, color="#f3e9c6")
    if answer.real.upper is not None:
        label = f"real numbers: {ends_in_words(answer.real)}"
        axes.axhline(answer.real.upper.value, color="#555555", linestyle=":", label=label)
        if not answer.real.closed:
            axes.axhspan(answer.real.lower.value, answer.real.upper.value, color="#555555", alpha=0.12)
    axes.set_xticks(list(places), [str(p) for p in bits])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("bits per number, of queries and of items")
    axes.set_ylabel("dimension")
    axes.set_title(answer.data.name[:60])
    axes.legend(frameon=False)
    figure.savefig(path, dpi=130)


def answer_in_bits(
    data: Relevance, words: str, *, grades: str | None, budget: float, seed: int, as_json: bool, output: Path | None,
    embeddings: Path | None, plot: Path | None, quiet: bool, start: Path | None,
) -> bool:  # fmt: skip
    """Answer, print and write; whether all brackets are closed.

    Raises
    ------
    TaskError
        If the options do not fit together.
    typer.Exit
        If a file cannot be written.
    """
    from ..output_files import require_different, require_picture, write_arrays
    from ..search.dimension_in_bits import dimension_in_bits
    from .answer_files import print_and_write
    from .progress import ProgressLine, Waiting

    bits = bits_from_words(words)
    if embeddings is not None and len(bits) > 1:
        raise TaskError(f"--embeddings writes the vectors of one number of bits, got --bits {words}; try --bits 8")
    require_picture(plot)
    require_different(output, embeddings, plot)
    with ProgressLine(budget, enabled=not quiet, letter="d") as line:
        answer = dimension_in_bits(data, bits, grades=grades, budget=budget, seed=seed, watch=line.update, start=start)
    draw = None if plot is None else partial(_draw, answer, plot, as_json)
    print_and_write(answer, show_bits, output, draw, as_json=as_json, indent="  ", resumes=True)
    if embeddings is not None and answer.brackets[bits[0]].upper is not None:
        try:
            with Waiting("comparing all scores of the vectors", enabled=not quiet):
                found, arrays = answer.embeddings(bits[0]), answer.arrays(bits[0])
            write_arrays(embeddings, arrays)
        except KeyboardInterrupt:
            say_none_written(embeddings)
            raise
        except OSError as error:
            raise unwritable(error) from None
        if not as_json:
            typer.echo(f"  vectors ({found.items.dtype}, {verified_words(found.margin)}) written to {embeddings}")
    return answer.closed


def say_none_written(embeddings: Path) -> None:
    """Say that there are no vectors, since somebody did not want to wait for them."""
    typer.echo(f"headcount: interrupted while the vectors were compared; nothing was written to {embeddings}", err=True)


def verified_words(margin: float) -> str:
    """That vectors are verified, with the margin rounded down; it is infinite where there is nothing to compare.

    >>> verified_words(0.12345), verified_words(float("inf"))
    ('verified as stored, margin 0.123', 'no query has both relevant and other items, so there is nothing to compare')
    """
    if margin == float("inf"):
        return "no query has both relevant and other items, so there is nothing to compare"
    return f"verified as stored, margin {three_digits(margin)}"


def ceiling_words(ceiling: float | None) -> str:
    """The most margin there can be; nothing if that is not known, or is what any vectors of length 1 keep to.

    >>> ceiling_words(0.37111)
    'no unit vectors, of any dimension, have a margin above 0.372 [verified, not certified]'
    """
    if ceiling is None or ceiling >= 1:
        return ""
    return (
        f"no unit vectors, of any dimension, have a margin above {three_digits(ceiling, up=True)} "
        "[verified, not certified]"
    )


def three_digits(number: float, *, up: bool = False) -> str:
    """A positive number to three digits, rounded to the side on which the statement stays true."""
    if not 0 < number < float("inf"):
        return f"{number:g}"
    rounding = ROUND_CEILING if up else ROUND_FLOOR
    return f"{float(Context(prec=3, rounding=rounding).create_decimal(number)):.3g}"


def _draw(answer: DimensionInBits, path: Path, as_json: bool) -> None:
    draw_bits(answer, path)
    if not as_json:
        typer.echo(f"  picture written to {path}")
