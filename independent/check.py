"""A second checker of certificates, version 3, written from ``certificates/FORMAT.rst`` alone.

    python independent/check.py FILE.json ..

It shares no code with the checker of headcount, and its author had not read it: a mistake of one of the two shows as a
disagreement. (Tables additive and relative, and the classes HARDMAX, LEFTMOST, RIGHTMOST were added to both by one
author.) Nothing but the standard library is imported, and all arithmetic is exact. Whatever a proof rests on
(rows, matrices, clauses, linear systems) is made again from the statement. The files in ``second_checker/`` follow the
sections of the format, and use its words.

Prints a line for each file: accepted, rejected or malformed and why, or what is too large. Exit codes: 0 all accepted,
3 one or more rejected, 4 one or more malformed, 5 one or more too large.
"""

import sys

from second_checker.verdicts import check_file

CODES = {"ACCEPTED": 0, "REJECTED": 3, "MALFORMED": 4, "UNSUPPORTED": 5}


def main(paths):
    worst = 0
    sys.setrecursionlimit(20_000)  # trees of cases
    for path in paths:
        word, _, why = check_file(path).partition(" ")
        line = f"{path}: {'too large' if word == 'UNSUPPORTED' else word.lower()}{why and ', '}{why}"
        print(line.encode("unicode_escape").decode()[:1000])  # whatever a file holds
        worst = max(worst, CODES[word])
    return worst


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
