"""``python -m headcount.certificates FILE ..`` checks certificates with the standard library alone.

Exit codes: 0 all accepted; else the greatest of 2 no such file, 3 rejected, 4 malformed, 5 undecided within the limit;
2 also wrong usage.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from .check import check
from .meter import LIMIT
from .text import plain


def main(words: Sequence[str] | None = None) -> int:
    """Check the files that are named, print a verdict for each, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m headcount.certificates", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="certificate (JSON)")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each file")
    parser.add_argument("--limit", type=int, default=LIMIT, help=f"most steps for each file (default: {LIMIT:,})")
    options = parser.parse_args(words)
    if options.limit < 1:
        parser.error(f"--limit must be a number of steps >= 1; try --limit {LIMIT}")
    return check_files(options.files, as_json=options.json, limit=options.limit)


def check_files(files: Iterable[str], *, as_json: bool = False, limit: int = LIMIT) -> int:
    """Check files one after the other, print a verdict for each (ASCII, whatever its name), return the exit code."""
    code = 0
    for name in files:
        verdict = check(Path(name), limit)
        code = max(code, verdict.exit_code if os.path.isfile(name) else 2)
        said = json.dumps({"file": name, **verdict.to_json()}) if as_json else f"{plain(name)}: {verdict}"
        print(said, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
