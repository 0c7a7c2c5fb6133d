"""``headcount check FILE ..``: a verdict for each file, whatever the terminal and the names of files.

A file whose name ends in jsonl holds a certificate in each line. It loads the checker and nothing else. Exit codes: 0
all accepted; else the greatest of 2 no such file, 3 rejected, 4 malformed (for either checker), 5 undecided within the
limit; 2 also wrong usage, and --verified without the verified checker. 1: the two checkers disagree.
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
from typing import Any, NoReturn

from ..certificates.check import check
from ..certificates.meter import LIMIT
from ..certificates.text import plain
from ..certificates.verdict import Malformed, Verdict

VERIFIED_HELP = "Ask the checker that is proved in Coq as well (make verified)."

LINES = ".jsonl"
"""How the name of a file ends that holds a certificate in each line."""

SLOW = 2.0
"""Seconds after which it is said that something is going on."""


def main(words: Sequence[str] | None = None, prog: str = "headcount check") -> int:
    """Check the files that are named, print a verdict for each, and return the exit code."""
    description = "Decide whether certificates prove what they claim. Uses no solver and searches for nothing."
    epilog = (__doc__ or "").split("\n\n")[1].replace("\n", " ")
    parser = argparse.ArgumentParser(prog=prog, description=description, epilog=epilog)
    parser.add_argument("files", nargs="+", metavar="FILE", help="certificate (JSON), or many (.jsonl), one a line")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each file")
    parser.add_argument(
        "--limit", type=int, default=LIMIT, metavar="STEPS", help=f"most steps for each file (default: {LIMIT:,})"
    )
    parser.add_argument("--verified", action="store_true", help=VERIFIED_HELP)
    parser.error = partial(_refuse, prog)  # type: ignore[method-assign]  # one sentence, without the usage
    options = parser.parse_args(words)
    if options.limit < 1:
        parser.error(f"--limit must be a number of steps >= 1, got {options.limit}; try --limit {LIMIT}")
    return check_files(options.files, as_json=options.json, limit=options.limit, verified=options.verified)


def _refuse(prog: str, message: str) -> NoReturn:
    print(f"headcount: {message}; {prog} --help says more", file=sys.stderr)
    sys.exit(2)


def check_files(files: Iterable[str], *, as_json: bool = False, limit: int = LIMIT, verified: bool = False) -> int:
    """Check files one after the other, print a verdict for each, and return the exit code."""
    slow = threading.Timer(SLOW, _still_replaying, (limit,))
    slow.daemon = True
    slow.start()
    try:
        codes = [_check_file(name, as_json, limit, verified) for name in files]
        return 1 if 1 in codes else max(codes, default=0)
    finally:
        slow.cancel()


def _still_replaying(limit: int) -> None:
    """Said once, on a terminal; a bar would take longer to load than most files take to be checked."""
    if sys.stderr.isatty():
        print(f"headcount: still replaying; at most {limit:,} steps a file (--limit)", file=sys.stderr)


def _check_file(name: str, as_json: bool, limit: int, verified: bool) -> int:
    if reason := no_file(name):
        print(f"headcount: {plain(name)} cannot be read: {reason}; name a certificate (JSON)", file=sys.stderr)
        if as_json:
            _print(json.dumps({"file": name, "verdict": "no file", "reason": reason}))
        return 2
    path = name if not name.lstrip().startswith("{") else f"./{name}"
    if name.endswith(LINES):
        from .check_lines import check_lines

        return check_lines(name, path, limit, print_=_print, as_json=as_json, verified=verified)
    verdict = check(path, limit)
    code, said, more = _verified(path, verdict) if verified else (verdict.exit_code, "", {})
    _print(json.dumps({"file": name, **verdict.to_json(), **more}) if as_json else f"{plain(name)}: {verdict}{said}")
    return code


def _verified(path: str, verdict: Verdict) -> tuple[int, str, dict[str, Any]]:
    """Exit code, a line of text, and fields of JSON: what the verified checker says beside this verdict."""
    from ..facade.check_verified import NotInstalledError, check_verified

    try:
        other = check_verified(path)
    except NotInstalledError as error:
        print(f"headcount: {plain(str(error))}", file=sys.stderr)
        return 2, "", {"verified": None}
    if other.differs_in_form(verdict):
        words = f"the form differs: {other}, {type(verdict).__name__.lower()} by this one; the claims are not at issue"
        return Malformed.exit_code, f"\n  {plain(words)}", {"verified": other.to_json(), "form_differs": True}
    if not other.contradicts(verdict):
        return verdict.exit_code, f"\n  {plain(str(other))}", {"verified": other.to_json()}
    words = f"THE TWO CHECKERS DISAGREE: {other}; this is a bug of the first order, please report it with the file"
    print(f"headcount: {plain(path)}: {plain(words)}", file=sys.stderr)
    return 1, f"\n  {plain(words)}", {"verified": other.to_json(), "disagreement": True}


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
