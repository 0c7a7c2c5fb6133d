"""What q-SA takes on attention, recurrent and fully connected networks, against N: exact numbers.

Run: ``python benchmarks/architectures.py`` (seconds), ``--reasons`` for every number with its class, status and reason.
No column is an O(): attention's m is closed by certificates at both ends, its bits m p H are bracketed by counting from
below (every p) and by a superimposed code from above (p = 1), the other two are exact.
"""

import sys

from _architectures import Comparison, compare_architectures

SIZES = tuple((4**k, q) for q in (2, 4, 16) for k in range(2, 9) if 4**k > 2 * q)
TITLES = ("N", "q", "attention: m =", "m p H >=", "m p H <=", "recurrent: bits =", "fully connected: width =")


def row(found: Comparison) -> tuple[str, ...]:
    """The numbers of one size."""
    numbers = (
        found.N,
        found.q,
        found.value("attention", "m", "exact"),
        found.value("attention", "m p H", "lower"),
        found.value("attention", "m p H", "upper"),
        found.value("recurrent", "bits of state", "exact"),
        found.value("fully connected", "first-layer width", "exact"),
    )
    return tuple(map(str, numbers))


def table(rows: list[tuple[str, ...]]) -> str:
    """A table in reStructuredText."""
    widths = [max(len(line[column]) for line in rows) for column in range(len(TITLES))]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(entry.rjust(width) for entry, width in zip(line, widths, strict=True)) for line in rows]
    return "\n".join((rule, lines[0], rule, *lines[1:], rule))


def main() -> None:
    """Print the table, or all the reasons."""
    found = [compare_architectures(N, q) for N, q in SIZES]
    if "--reasons" in sys.argv[1:]:
        print("\n".join(map(str, found)))
    else:
        print(table([TITLES, *map(row, found)]))


if __name__ == "__main__":
    main()
