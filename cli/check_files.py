"""``headcount check FILE ..``: a verdict for each file, whatever the terminal and the names of files.

It loads the checker and nothing else. Exit codes: 0 all accepted; else the greatest of 2 no such file, 3 rejected, 4
malformed, 5 undecided within the limit; 2 also wrong usage.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import stat
import sys
import threading
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NoReturn

from ..certificates.check import check
from ..certificates.meter import LIMIT
from ..certificates.text import plain

SLOW = 2.0
"""Seconds after which it is said that something is going on."""


def main(words: Sequence[str] | None = None, prog: str = "headcount check") -> int:
    """Check the files that are named, print a verdict for each, and return the exit code."""
    description = "Decide whether certificates prove what they claim. Uses no solver and searches for nothing."
    epilog = (__doc__ or "").split("\n\n")[1].replace("\n", " ")
    parser = argparse.ArgumentParser(prog=prog, description=description, epilog=epilog)
    parser.add_argument("files", nargs="+", metavar="FILE", help="certificate (JSON)")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each file")
    parser.add_argument(
        "--limit", type=int, default=LIMIT, metavar="STEPS", help=f"most steps for each file (default: {LIMIT:,})"
    )
    parser.error = partial(_refuse, prog)  # type: ignore[method-assign]  # one sentence, without the usage
    options = parser.parse_args(words)
    if options.limit < 1:
        parser.error(f"--limit must be a number of steps >= 1, got {options.limit}; try --limit {LIMIT}")
    return check_files(options.files, as_json=options.json, limit=options.limit)


def _refuse(prog: str, message: str) -> NoReturn:
    print(f"headcount: {message}; {prog} --help says more", file=sys.stderr)
    sys.exit(2)


def check_files(files: Iterable[str], *, as_json: bool = False, limit: int = LIMIT) -> int:
    """Check files one after the other, print a verdict for each, and return the exit code."""
    slow = threading.Timer(SLOW, _still_replaying, (limit,))
    slow.daemon = True
    slow.start()
    try:
        return max((_check_file(name, as_json, limit) for name in files), default=0)
    finally:
        slow.cancel()


def _still_replaying(limit: int) -> None:
    """Said once, on a terminal; a bar would take longer to load than most files take to be checked."""
    if sys.stderr.isatty():
        print(f"headcount: still replaying; at most {limit:,} steps a file (--limit)", file=sys.stderr)


def _check_file(name: str, as_json: bool, limit: int) -> int:
    if reason := no_file(name):
        print(f"headcount: {plain(name)} cannot be read: {reason}; name a certificate (JSON)", file=sys.stderr)
        if as_json:
            _print(json.dumps({"file": name, "verdict": "no file", "reason": reason}))
        return 2
    verdict = check(name if not name.lstrip().startswith("{") else f"./{name}", limit)
    _print(json.dumps({"file": name, **verdict.to_json()}) if as_json else f"{plain(name)}: {verdict}")
    return verdict.exit_code


def no_file(name: str) -> str | None:
    """Why there is nothing to read under this name; None if there is a file, or something else that can be read."""
    try:
        return os.strerror(errno.EISDIR) if stat.S_ISDIR(os.stat(name).st_mode) else None
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or str(error)


def _print(text: str) -> None:
    """Print, whatever characters the terminal knows: the names of files are anyone's."""
    encoding = sys.stdout.encoding or "ascii"
    shown = "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)
    try:
        print(shown.encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except BrokenPipeError:  # who reads has gone; all files are checked all the same, for the exit code
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"headcount: could not write the output ({error.strerror}); try another place", file=sys.stderr)
        sys.exit(2)
