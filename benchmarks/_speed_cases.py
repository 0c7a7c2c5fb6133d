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


SEARCH = """
from headcount.solvers.units.rows_of_heads import lists_of_rows
from headcount.questions.selection import match2_question, qsa_question, shared_question
from headcount.solvers.units.grid_case_search import search_cases
question = {question}
for rows in lists_of_rows(question, question.columns):
    found = search_cases(rows, "{grid}", {bits}, {width}, 1)
    print(type(found).__name__, len(found.tree))
"""


def search(question: str, grid: str, bits: int, width: int) -> Case:
    """A search by cases of keys, without its check."""
    name = f"keys: {question.replace('_question', '')} {grid} p={bits} m={width}"
    return Case(name, code=SEARCH.format(question=question, grid=grid, bits=bits, width=width))


ATTENTION = """
import numpy as np
from headcount.attention import softmax_attention
from headcount.questions import tensor
parts = (np.random.default_rng(0).normal(size=({count}, {n}, {width})) * 0.8).astype("{kind}")
keys, values = list(parts[1:{order}]), list(parts[{order}:])
for _ in range({calls}):
    outputs = softmax_attention(parts[0], keys, values, polynomial=tensor({order}))
print(*(f"{{entry:.4f}}" for entry in np.abs(outputs.mean(axis=0))[:2]))
"""


def attention(order: int, n: int, width: int, kind: str = "float64", calls: int = 1) -> Case:
    """Softmax attention in floats, one thread."""
    name = f"attention: order {order}, N={n}, {kind}" + (f", {calls} calls" if calls > 1 else "")
    code = ATTENTION.format(count=2 * order - 1, order=order, n=n, width=width, kind=kind, calls=calls)
    return Case(name, code=code, threads=1)


REFUTED = """
import numpy as np
from headcount.solvers.refutation import refutation
from headcount.solvers.sign_rank.chirotope_cnf import chirotope_clauses
pattern = np.random.default_rng(0).choice([-1, 1], (16, 16))[:, :10].astype(np.int8)
print("refuted", refutation(chirotope_clauses(pattern, 4).clauses).lemmas[-1][0])
"""

ORIENTED = """
import time
import numpy as np
from headcount.solvers.sign_rank.chirotope_search import ChirotopeSearch
from headcount.solvers.sign_rank.contraction_search import ContractionSearch
rng = np.random.default_rng(0)
search = {search}
print(search.run(time.monotonic() + 300).value)
"""

ANONYMOUS = """
from headcount import SignPattern, SparseAveraging, probe
rows = SparseAveraging(16, 6).question().pattern.rows
bracket = probe(SignPattern(rows[::-1], null=False), budget=20)
print(f"{bracket.lower.value}..{bracket.upper.value}")
"""

CUBE = """
from headcount import SignPattern, probe
rows = tuple("".join("-+"[(a ^ b).bit_count() == 1] for b in range(32)) for a in range(32))
bracket = probe(SignPattern(rows, null=True), budget=20)
print(f"{bracket.lower.value}..{bracket.upper.value}")
"""

INNER_PRODUCT = """
from headcount import SignPattern, probe
rows = tuple("".join("+-"[(a & b).bit_count() % 2] for b in range(8)) for a in range(8))
bracket = probe(SignPattern(rows, null=True), budget=60)
print(f"{bracket.lower.value}..{bracket.upper.value}")
"""

FINAL = """
import time
import numpy as np
from headcount.solvers.sign_rank.chirotope_search import ChirotopeSearch
pattern = np.array([[1 - 2 * ((a & b).bit_count() % 2) for b in range(8)] for a in range(8)], dtype=np.int8)
search = ChirotopeSearch(pattern, 4)
print(search.run(time.monotonic() + 100).value, bool(search.proof(time.monotonic() + 100).lemmas))
"""

CASES = (
    command("start-up: --help", "--help"),
    command("start-up: probe qsa N=6 q=2", "probe qsa N=6 q=2 --json", "lower", "upper"),
    search("match2_question(7)", "twos", 2, 3),
    search("match2_question(9)", "midrise", 2, 3),
    search('shared_question(7, 3, 2, "concat")', "midrise", 1, 3),
    search("qsa_question(7, 2)", "midrise", 2, 4),
    command("probe: match2 M=9, two bits", "probe match2 M=9 --bits 2 --budget 300 --json", "lower", "upper"),
    Case("probe: q-SA(16, 6) without its name", code=ANONYMOUS, closes=True),
    Case("probe: IP_3", code=INNER_PRODUCT),
    Case("final polynomials: IP_3, rank 4", code=FINAL),
    Case("probe: neighbours in the 5-cube", code=CUBE, closes=True),
    attention(3, 512, 8, calls=5),
    attention(3, 512, 8, "float32", calls=5),
    attention(2, 2048, 32, calls=10),
    attention(2, 16, 32, calls=20000),
    Case("refutation: 16x10 signs, rank 4", code=REFUTED),
    Case(
        "clauses: 16x13 with zeros, rank 6",
        code=ORIENTED.format(
            search="ChirotopeSearch(rng.choice([-1, 0, 1], (16, 13)).astype(np.int8), 6, thorough=False)"
        ),
    ),
    Case(
        "SAT search: 24x13 signs, rank 5",
        code=ORIENTED.format(search="ContractionSearch(rng.choice([-1, 1], (24, 24))[:, :13].astype(np.int8), 5)"),
    ),
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
from headcount.questions import CommunicationMatrix
from headcount import measure
rng = random.Random(3)
matrix = CommunicationMatrix.of([[rng.randint(0, 1) for _ in range({size})] for _ in range({size})])
found = measure(matrix, only=({only}), budget=120)
print(*(f"{{entry.measure}} {{entry.lower.value}}..{{entry.upper.value}}" for entry in found))
"""

ON_TWO_CORES = (
    Case("probe: 20 random sign patterns 12x12", code=RANDOM_SIGNS.format(first=0, last=20, signs="+-", size=12)),
    Case("probe: 5 random sign patterns 16x16", code=RANDOM_SIGNS.format(first=0, last=5, signs="+-", size=16)),
    Case("probe: 6 ternary patterns 12x12", code=RANDOM_SIGNS.format(first=0, last=6, signs="+-0", size=12)),
    command("probe: qsa N=7 q=2, two bits", "probe qsa N=7 q=2 --bits 2 --budget 250 --json", "lower", "upper"),
    Case(
        "measure: covers and partitions, 16x16",
        code=RANDOM_MATRIX.format(size=16, only='"cover0", "cover1", "partition0", "partition1"'),
    ),
    command("frontier: qsa N=7 q=3, to two bits", "frontier qsa N=7 q=3 --m 1:7 --bits 1:2 -q --json", "closed"),
)
"""What ``two_cores.py`` runs."""
