"""What ``before_and_after.py`` runs: commands and pieces of Python that print a verdict."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One piece of work: a command line of headcount, or Python ``code`` that prints its verdict.

    ``reads`` names the entries of a command's ``--json`` output that are its verdict; without it the verdict is the
    first line. ``threads`` bounds what linear algebra uses. ``closes``: the older commit leaves it open, so that the
    verdicts differ.
    """

    name: str
    command: tuple[str, ...] = ()
    code: str = ""
    reads: tuple[str, ...] = ()
    threads: int = 0
    closes: bool = False

    def verdict(self, printed: str) -> str:
        """The verdict in what was printed."""
        if self.reads:
            answer = json.loads(printed or "{}")
            return ", ".join(f"{name} {answer.get(name)}" for name in self.reads)
        lines = printed.strip().splitlines()
        return lines[0][:60] if lines else "nothing printed"


def command(name: str, words: str, *reads: str) -> Case:
    """A command line, its words apart by blanks."""
    return Case(name, command=tuple(words.split()), reads=reads)


CASES = (
    command("start-up: --help", "--help"),
    command("start-up: probe qsa N=6 q=2", "probe qsa N=6 q=2 --json", "lower", "upper"),
)
