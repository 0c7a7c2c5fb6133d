"""No test, benchmark or engine takes its random cases from a clock, the system, or a generator without a seed."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OUTSIDE = {".venv", "build", "dist"}

CLOCKS = {
    *(f"time.{name}" for name in ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")),
    *(f"datetime.{name}" for name in ("now", "today", "utcnow")),
    *(f"datetime.datetime.{name}" for name in ("now", "today", "utcnow")),
    *("date.today", "datetime.date.today"),
}
"""What reads the day. ``time.monotonic`` does not: it counts from some moment of no meaning, for deadlines."""
RUNNING_CLOCKS = {f"time.{name}{ns}" for name in ("monotonic", "perf_counter", "process_time") for ns in ("", "_ns")}
WITHOUT_SEED = {"random.Random", "numpy.random.default_rng", "numpy.random.SeedSequence", "numpy.random.RandomState"}
OF_THE_SYSTEM = {"os.urandom", "os.getrandom", "uuid.uuid1", "uuid.uuid4", "random.SystemRandom"}
SEEDED = ("Random", "default_rng", "RandomState", "SeedSequence", "seed", "PRNGKey", "key")
MENTIONED = re.compile(
    r"^\s*(import|from)\b.*\b(random|time|datetime|secrets|uuid)\b|\.random\b|random\(", re.MULTILINE
)
"""A file without this is not parsed."""
ALLOWED = {
    "benchmarks/all_jobs.py": "datetime.date.today reads the day",  # a row says when it was measured
    "claims/report_page.py": "datetime.date.today reads the day",  # a report says when it was made
    "cli/progress.py": "time.time reads the day",  # a bar says how long it has been there
    "sweep/cluster_runs.py": "uuid.uuid4 is other each time",  # names of jobs of all who share a cluster
}


def imported(tree):
    """What the names of a module stand for: np -> numpy, Random -> random.Random."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                names[one.asname or one.name.partition(".")[0]] = one.name if one.asname else one.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return names


def dotted(node, names):
    """``numpy.random.default_rng`` for ``np.random.default_rng``; nothing for what is not an imported name."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


def unseeded(call, names):
    """What is wrong with a call, in words, or nothing."""
    name = dotted(call.func, names)
    none_given = not call.keywords and all(isinstance(a, ast.Constant) and a.value is None for a in call.args)
    if name in CLOCKS:
        return f"{name} reads the day"
    if name in OF_THE_SYSTEM or name.startswith("secrets."):
        return f"{name} is other each time"
    if name in WITHOUT_SEED and none_given:
        return f"{name} without a seed"
    own = name.removeprefix("numpy.")
    shared = own.startswith("random.") and own.count(".") == 1 and own.removeprefix("random.")[0].islower()
    if shared and name not in WITHOUT_SEED:
        return f"{name} draws from the generator that all share"
    if (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in SEEDED:
        inside = [dotted(n.func, names) for a in call.args for n in ast.walk(a) if isinstance(n, ast.Call)]
        if RUNNING_CLOCKS & set(inside):
            return "a clock as a seed"
    return ""


def faults(text):
    if not MENTIONED.search(text):
        return []
    tree = ast.parse(text)
    names = imported(tree)
    found = [(n.lineno, unseeded(n, names)) for n in ast.walk(tree) if isinstance(n, ast.Call)]
    return [f"{line}: {words}" for line, words in sorted(found) if words]


def sources():
    for top in sorted(ROOT.iterdir()):
        if top.name not in OUTSIDE:
            yield from sorted(top.rglob("*.py")) if top.is_dir() else [top] if top.suffix == ".py" else []


def test_nothing_depends_on_the_day():
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sources()}
    assert len(texts) > 500
    seen = {name: faults(text) for name, text in texts.items()}
    found = {name: [words.partition(": ")[2] for words in lines] for name, lines in seen.items() if lines}
    assert found == {name: [words] for name, words in ALLOWED.items()}, seen


@pytest.mark.parametrize(
    "text",
    [
        "import random\nrandom.Random()",
        "from random import Random\nRandom()",
        "import random\nrandom.Random(None)",
        "import random\nrandom.shuffle([1])",
        "from random import choice\nchoice('ab')",
        "import random\nrandom.seed(3)",
        "import numpy as np\nnp.random.default_rng()",
        "import numpy as np\nnp.random.default_rng(seed)",
        "from numpy.random import default_rng\ndefault_rng()",
        "import numpy\nnumpy.random.normal(size=3)",
        "import time\nseed = int(time.time()) // 86_400",
        "from time import time\ntime()",
        "import random, time\nrandom.Random(time.monotonic())",
        "import time, random\nrandom.Random(int(time.perf_counter() * 1e6))",
        "from datetime import date\ndate.today().toordinal()",
        "import datetime as dt\ndt.datetime.now()",
        "import os\nos.urandom(4)",
        "import secrets\nsecrets.randbelow(4)",
        "import uuid\nuuid.uuid4()",
    ],
)
def test_what_depends_on_it_is_noticed(text):
    assert bool(faults(text)) == ("default_rng(seed)" not in text)


def test_what_does_not_is_left_alone():
    fine = "import random, time\nimport numpy as np\nrng = random.Random(5)\nrng.shuffle([1])\n"
    fine += "np.random.default_rng([seed, 2])\nnp.random.default_rng(seed=4)\nend = time.monotonic() + 1000\n"
    assert faults(fine) == []
