"""``headcount check FILE.jsonl``: a certificate in each line, read one by one; a summary, and the lines that fail.

A name and a space may stand before a certificate. Empty lines are passed over, and counted.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..certificates.check import check
from ..certificates.text import plain
from ..certificates.verdict import Accepted, Malformed, Verdict


def certificates_of(path: Path | str) -> Iterator[tuple[int, bytes]]:
    """The certificates of a file with the numbers of their lines, from 1."""
    with Path(path).open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if text := line.strip():
                before, brace, rest = text.partition(b"{")
                named = brace and before.endswith(b" ") and before.count(b" ") == 1
                yield number, brace + rest if named else text


def check_lines(
    name: str, path: str, limit: int, *, print_: Callable[[str], None], as_json: bool, verified: bool
) -> int:
    """Check the lines of a file, print the verdict of those that fail and a summary, and return the exit code.

    Parameters
    ----------
    name, path : str
        What the file is called, and its path.
    limit : int
        Most steps that the check of a line may take.
    print_ : callable
        Prints a text.
    as_json : bool
        Whether one object is printed in place of lines of text.
    verified : bool
        Whether the verified checker is asked as well.
    """
    code, counts = 0, Counter[str]()
    failed: list[dict[str, Any]] = []
    verdicts: dict[int, Verdict] = {}
    for number, certificate in certificates_of(path):
        verdict = check(certificate, limit)
        word = type(verdict).__name__.lower()
        counts[word] += 1
        code = max(code, verdict.exit_code)
        if verified:
            verdicts[number] = verdict
        if not isinstance(verdict, Accepted):
            failed.append({"line": number, **verdict.to_json()})
            if not as_json:
                print_(f"{plain(name)}:{number}: {verdict}")
    if not counts:
        verdict = Malformed("file", "holds no certificate; one in each line is required")
        code = verdict.exit_code
        failed.append(verdict.to_json())
        if not as_json:
            print_(f"{plain(name)}: {verdict}")
    more: dict[str, Any] = {}
    words = ""
    if verified and counts:
        code, more, words = _verified(path, verdicts, code)
    if as_json:
        verdict_word = (failed and max(failed, key=lambda one: WORDS.index(one["verdict"]))["verdict"]) or WORDS[0]
        about = {"file": name, "verdict": verdict_word, "certificates": counts.total(), "accepted": counts["accepted"]}
        print_(json.dumps({**about, "failed": failed, **more}))
    elif counts:
        print_(f"{plain(name)}: {_summary(counts)}{words}")
    return code


WORDS = ("accepted", "rejected", "malformed", "undecided")
"""Verdicts, by their exit codes."""


def _summary(counts: Counter[str]) -> str:
    """``1,291 certificates, all ACCEPTED``."""
    total = counts.total()
    if counts["accepted"] == total:
        return f"{total:,} {'certificate, ACCEPTED' if total == 1 else 'certificates, all ACCEPTED'}"
    rest = ", ".join(f"{counts[word]:,} {word.upper()}" for word in WORDS[1:] if counts[word])
    return f"{counts['accepted']:,} of {total:,} certificates ACCEPTED, {rest}"


def _verified(path: str, verdicts: dict[int, Verdict], code: int) -> tuple[int, dict[str, Any], str]:
    """Exit code, fields of JSON and a line of text: what the verified checker says of the same lines."""
    from ..facade.check_verified import NotInstalledError, check_verified_lines

    try:
        others = check_verified_lines(certificates_of(path))
    except NotInstalledError as error:
        print(f"headcount: {plain(str(error))}", file=sys.stderr)
        return 2, {"verified": None}, ""
    counts = Counter(other.verdict for other in others.values())
    disagree = [number for number, other in others.items() if other.contradicts(verdicts[number])]
    for number in disagree:
        words = f"THE TWO CHECKERS DISAGREE: {others[number]}; this is a bug of the first order, please report it"
        print(f"headcount: {plain(path)}:{number}: {plain(words)}", file=sys.stderr)
    form = [number for number, other in others.items() if other.differs_in_form(verdicts[number])]
    said = ", ".join(f"{count:,} {word}" for word, count in sorted(counts.items()))
    words = f"\n  by the verified checker: {said}"
    if form:
        words += f"\n  the form differs: one checker finds malformed what the other accepts, line {form[0]} first"
    more: dict[str, Any] = {"verified": dict(sorted(counts.items()))}
    more |= {name: lines for name, lines in (("disagreement", disagree), ("form_differs", form)) if lines}
    return 1 if disagree else max(code, Malformed.exit_code) if form else code, more, words
