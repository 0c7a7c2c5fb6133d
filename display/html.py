"""What notebook displays are made of: a frame, tables, badges, and the line of a bracket. Text in, HTML out.

Everything that is not an ``Html`` is escaped, since names come from users' files. Colours have a reading of their own
beside them (a word, a number), and lines and text take the colour of the page, so that dark themes work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

MAX_ROWS = 60
"""Most rows of a table; the number of those left out stands below it."""

MAX_TEXT = 400
"""Most characters of one text."""

INK, PALE, ACCENT = "#2e4057", "#c6d4e8", "#d1495b"
GREEN, AMBER, BLUE, GREY, RED, PURPLE = "#2e7d32", "#a15c00", "#1f5fa8", "#666666", "#b3261e", "#6a3d9a"

BADGES = {
    "CERTIFIED": GREEN,
    "ACCEPTED": GREEN,
    "PROVED": BLUE,
    "CHECKED": BLUE,
    "PROVED-BY-SOLVER": AMBER,
    "REJECTED": RED,
    "REFUTED": RED,
    "MALFORMED": PURPLE,
    "NUMERICAL": PURPLE,
    "ASSUMED": PURPLE,
}
"""Status -> colour; any other word (open, declined, not run) is grey."""

FONT = "font-family:system-ui,sans-serif;font-size:13px"
WIDTH, HEIGHT, EDGE, DIGIT = 260, 34, 14, 6
"""Of the line of a bracket, and the width of a digit below it, in pixels."""


class Html(str):
    """Text that is HTML already; anything else is escaped."""


def framed(title: object, *parts: object) -> Html:
    """A display: a title in bold, and what belongs to it; what is no HTML is a note, a paragraph of its own.

    So results are shown by ``framed(title, bracket_line(lower, upper), table(rows, head), *notes)``.

    >>> "<b>&lt;script&gt;</b>" in framed("<script>")
    True
    >>> framed("", table([(1, 2)]), "a < b").endswith('<p style="margin:4px 0">a &lt; b</p></div>')
    True
    """
    shown = "".join(part if isinstance(part, Html) else paragraph(part) for part in parts)
    return Html(f'<div style="{FONT}"><p style="margin:4px 0"><b>{text(title)}</b></p>{shown}</div>')


def paragraph(*parts: object) -> Html:
    """A line of text and HTML."""
    return Html(f'<p style="margin:4px 0">{"".join(map(text, parts))}</p>')


def text(part: object) -> Html:
    """Escaped, shortened if it is very long; HTML stays as it is.

    >>> text("a < b"), text(Html("<br/>"))
    ('a &lt; b', '<br/>')
    """
    if isinstance(part, Html):
        return part
    words = str(part)
    from html import escape  # here: only notebooks need its table of names

    return Html(escape(words if len(words) <= MAX_TEXT else f"{words[: MAX_TEXT - 2]}.."))


def badge(status: object) -> Html:
    """The status in white on its colour.

    >>> "#2e7d32" in badge("CERTIFIED"), "#666666" in badge("open")
    (True, True)
    """
    style = f"background:{BADGES.get(str(status), GREY)};color:#fff;border-radius:4px;padding:1px 6px;font-size:11px"
    return Html(f'<span style="{style};white-space:nowrap">{text(status)}</span>')


def table(rows: Iterable[Sequence[object]], head: Sequence[object] = (), foot: str = "") -> Html:
    """A table, aligned to the left; ``foot`` is its last row as HTML. Rows beyond 60 are left out, and it says so."""
    listed = list(rows)
    cells = "".join(f'<th style="text-align:left">{text(cell)}</th>' for cell in head)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{text(cell)}</td>' for cell in row) + "</tr>"
        for row in listed[:MAX_ROWS]
    )
    top = f"<tr>{cells}</tr>" if head else ""
    left_out = paragraph(f"{len(listed) - MAX_ROWS} more rows") if len(listed) > MAX_ROWS else ""
    return Html(f'<table style="{FONT};margin:4px 0"><tbody>{top}{body}{foot}</tbody></table>{left_out}')


def bracket_line(lower: Fraction | int | None, upper: Fraction | int | None) -> Html:
    """A number line with ticks and the segment from lower to upper: a dot if they agree, an arrow for a missing end.

    Positions are worked out in fractions; nothing is drawn if both ends are missing.

    >>> line = bracket_line(3, 5)
    >>> line.startswith("<svg"), line.count("<circle"), bracket_line(4, 4).count("<circle"), bracket_line(None, None)
    (True, 2, 1, '')
    """
    known = [Fraction(end) for end in (lower, upper) if end is not None]
    if not known:
        return Html()
    integral = all(end.denominator == 1 for end in known)
    step = _step(max(known[-1] - known[0], abs(known[-1]) / 8, Fraction(1, 10**9)))
    step = max(step, Fraction(1)) if integral else step
    first = max(known[0] // step - 1, 0) if known[0] >= 0 else known[0] // step - 1
    last = max(-(-known[-1] // step) + 1, first + 2)

    def place(x: Fraction) -> str:
        share = (x / step - first) / (last - first)
        return f"{EDGE + (WIDTH - 2 * EDGE) * float(share):.1f}"

    left = str(EDGE // 2) if lower is None else place(known[0])
    right = str(WIDTH - EDGE // 2) if upper is None else place(known[-1])
    ticks = [step * k for k in range(first, last + 1)]
    room = (WIDTH - 2 * EDGE) // (last - first)
    every = -(-(DIGIT * max(len(_short(x)) for x in ticks) + DIGIT) // room)  # labels must not touch
    drawn = [
        f'<path d="M{EDGE // 2} 11H{WIDTH - EDGE // 2}" stroke="currentColor" stroke-width="1" opacity="0.5"/>',
        *(f'<path d="M{place(x)} 7v8" stroke="currentColor" stroke-width="1" opacity="0.5"/>' for x in ticks),
        *(
            f'<text x="{place(x)}" y="28" text-anchor="middle" fill="currentColor">{_short(x)}</text>'
            for x in ticks[::every]
        ),
        f'<path d="M{left} 11H{right}" stroke="{ACCENT}" stroke-width="4"/>',
        *(f'<circle cx="{place(x)}" cy="11" r="5" fill="{ACCENT}"/>' for x in dict.fromkeys(known)),
    ]
    if upper is None:
        drawn.append(f'<path d="M{WIDTH - EDGE} 5l8 6l-8 6" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
    if lower is None:
        drawn.append(f'<path d="M{EDGE} 5l-8 6l8 6" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
    words = " to ".join("unknown" if end is None else _short(Fraction(end)) for end in (lower, upper))
    return svg(WIDTH, HEIGHT, f"bracket from {words}", drawn)


def svg(width: int, height: int, words: str, shapes: Iterable[str]) -> Html:
    """A drawing with its meaning in words for those who cannot see it; ``shapes`` are SVG, not escaped."""
    return Html(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" style="font-family:system-ui,sans-serif;font-size:10px;vertical-align:middle">'
        f"<title>{text(words)}</title>{''.join(shapes)}</svg>"
    )


def _step(span: Fraction) -> Fraction:
    """The least of 1, 2, 5, 10, .. (and their parts by tens) with at most five steps in the span."""
    step = Fraction(1)
    while step * 5 < span:
        step *= 10
    while step * Fraction(1, 2) >= span:
        step /= 10
    for factor in (10, 5, 2):
        if step / factor * 5 >= span:
            return step / factor
    return step


def _short(number: Fraction) -> str:
    """A tick's number: digits if they are few, else as a power of ten."""
    if number.denominator == 1 and abs(number) < 10**7:
        return str(number)
    if number.denominator == 1 and abs(number) >= 2**1000:
        return f"2^{abs(number.numerator).bit_length() - 1}"
    return f"{float(number):.6g}"
