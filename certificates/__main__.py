"""``python -m headcount.certificates FILE ..`` checks certificates with the standard library alone.

Exit code: 0 if all are accepted, else that of the last file that is not: 3 rejected, 4 malformed, 5 undecided.
"""

import argparse
import sys

from .check import check
from .meter import LIMIT


def main(words: list[str] | None = None) -> int:
    """Check the files named and print a verdict for each."""
    parser = argparse.ArgumentParser(prog="python -m headcount.certificates", description="Replay certificates.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, as headcount writes it")
    parser.add_argument("--limit", type=int, default=LIMIT, help="most steps for each file (default: %(default)s)")
    options = parser.parse_args(words)
    code = 0
    for name in options.files:
        verdict = check(name, options.limit)
        shown = f"{name}: {verdict}".encode(sys.stdout.encoding or "ascii", "backslashreplace")
        print(shown.decode(sys.stdout.encoding or "ascii"))
        code = verdict.exit_code or code
    return code


if __name__ == "__main__":
    sys.exit(main())
