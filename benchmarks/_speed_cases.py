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

RANDOM_SIGNS = """
import random
from headcount import SignPattern, probe
found = []
for seed in range({first}, {last}):
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("{signs}") for _ in range({size})) for _ in range({size}))
    bracket = probe(SignPattern(rows, null=True), budget=60)
    found.append(f"{{bracket.lower.value}}..{{bracket.upper.value}}")
print(*found)
"""

RANDOM_MATRIX = """
import random
from headcount.certificates import CommunicationMatrix
from headcount.workbench.search.measure import measure
rng = random.Random(3)
matrix = CommunicationMatrix.of([[rng.randint(0, 1) for _ in range({size})] for _ in range({size})])
found = measure(matrix, only=({only}), budget=120)
print(*(f"{{entry.measure}} {{entry.lower.value}}..{{entry.upper.value}}" for entry in found))
"""

ON_TWO_CORES = (
    Case("probe: 20 random sign patterns 12x12", code=RANDOM_SIGNS.format(first=0, last=20, signs="+-", size=12)),
    Case("probe: 5 random sign patterns 16x16", code=RANDOM_SIGNS.format(first=0, last=5, signs="+-", size=16)),
    Case("probe: 10 ternary patterns 10x10", code=RANDOM_SIGNS.format(first=0, last=10, signs="+-0", size=10)),
    Case(
        "measure: covers and partitions, 14x14",
        code=RANDOM_MATRIX.format(size=14, only='"cover0", "cover1", "partition0", "partition1"'),
    ),
    command("frontier: qsa N=6 q=2", "frontier qsa N=6 q=2 --m 1:4 --bits 1:3 -q --json", "closed"),
)
"""What ``two_cores.py`` runs."""
