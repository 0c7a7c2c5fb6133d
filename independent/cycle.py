"""A program for cycles of signed sets of columns: does such a list prove its lower bound for the sign-rank?

    python independent/cycle.py PATTERN.csv MEMBERS.csv

PATTERN.csv has a line for each row: 1, -1, 0, or nothing where the entry is free. MEMBERS.csv has a line for each
member: a row, then rising columns, both numbered from 0; the first line of either file is a heading. Each member has
the signs that its row has in its columns, up to changing all of them. Every face (a member without one of its columns)
has to lie in an even number of members, and an odd number of members alternate (neighbouring columns have other signs).
Then every matrix of real numbers with these signs has at least the rank that is printed: the size of the members.
Nothing of headcount is imported. Exit codes: 0 verified, 3 refused, 4 a file is not what it should be.
"""

import csv
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path


def proved(pattern, members):
    """The lower bound for the sign-rank; ValueError with the reason if the list proves none."""
    if len({len(member) for member in members}) != 1 or len(members[0]) < 2:
        raise ValueError("the members must be one or more, of one size, each a row and one or more columns")
    faces, alternating = Counter(), 0
    for line, (row, *columns) in enumerate(members, 2):
        if not 0 <= row < len(pattern) or columns[0] < 0 or columns[-1] >= len(pattern[row]):
            raise ValueError(f"line {line}: the pattern has no such row or column")
        if any(a >= b for a, b in pairwise(columns)):
            raise ValueError(f"line {line}: the columns do not rise")
        signs = [pattern[row][column] for column in columns]
        if any(sign not in (1, -1) for sign in signs):
            raise ValueError(f"line {line}: an entry has no sign")
        alternating += all(a == -b for a, b in pairwise(signs))
        for k in range(len(columns)):
            rest = signs[:k] + signs[k + 1 :]
            faces[*columns[:k], *columns[k + 1 :], None, *(sign * rest[0] for sign in rest)] += 1
    odd = sum(count % 2 for count in faces.values())
    if odd:
        raise ValueError(f"{odd} of {len(faces)} faces lie in an odd number of members")
    if alternating % 2 == 0:
        raise ValueError(f"{alternating} members alternate, an even number")
    return len(members[0]) - 1


def main(paths):
    """Read both files and print a line; the exit code."""
    try:
        pattern, members = (list(csv.reader(Path(path).read_text("utf-8").splitlines()))[1:] for path in paths)
        pattern = [[int(entry) if entry else None for entry in line] for line in pattern]
        members = [[int(number) for number in line] for line in members]
        if {len(line) for line in pattern} != {len(pattern[0]) if pattern else 0} or not all(members):
            raise ValueError("a line of the pattern is longer than another, or a line is empty")
        if wrong := {entry for line in pattern for entry in line} - {1, -1, 0, None}:
            raise ValueError(f"an entry of the pattern must be 1, -1, 0 or nothing, got {min(wrong)}")
    except (OSError, ValueError, csv.Error) as error:
        print(f"malformed: {error}" if len(paths) == 2 else __doc__)
        return 4
    try:
        print(f"verified: the sign-rank is at least {proved(pattern, members)} ({len(members)} members)")
    except ValueError as error:
        print(f"refused: {error}")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
