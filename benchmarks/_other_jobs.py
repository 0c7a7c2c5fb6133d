"""Rows of the table of all jobs that scripts of their own measure, by name; see ``all_jobs.py``.

A source takes the number of runs and returns the seconds and the MiB of each way, ``ours`` first, and perhaps
``at_least``, the peers that were stopped or did not reach the same, so that the ratio is a lower bound, and ``runs``
where these are not as many as asked. Scripts and
libraries are imported when a row is measured. A row whose script or library is not there is left out.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
Source = Callable[[int], dict[str, Any]]
ADAM = {"adam": "minibatch Adam in JAX", "adam from singular vectors": "the same from singular vectors"}


def start_up(name: str, runs: int) -> dict[str, Any]:
    """A command that searches for nothing, beside a bare Python that loads NumPy."""
    import start_up
    from before_and_after import checkout

    start_up.write_files()
    (case,) = (one for one in start_up.CASES if one.name == name)
    runs = max(runs, 5)
    bare, ours = start_up.measured(case, checkout(), runs)
    named = {"ours": ours, "a bare Python with NumPy": bare}
    return {
        "seconds": {way: median(one.seconds) for way, one in named.items()},
        "mebibytes": {way: max(one.mebibytes) for way, one in named.items()},
        "runs": runs,
    }


def planted(place: int, runs: int) -> dict[str, Any]:
    """Planted nearest neighbours, a row of ``planted_dimension.py``: seconds by the clock until no entry is wrong."""
    import planted_dimension as script

    n, d, count, limit = script.ROWS[place]
    settings = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "OPENBLAS_NUM_THREADS": "1"}
    seconds, mebibytes, missed = {}, {}, []
    for program in ("headcount", *ADAM):
        call = [sys.executable, script.__file__, "--one", json.dumps([program, n, d, count, limit])]
        done = subprocess.run(call, capture_output=True, encoding="utf-8", check=True, env={**os.environ, **settings})
        name = ADAM.get(program, "ours")
        seconds[name], wrong, mebibytes[name] = json.loads(done.stdout.splitlines()[-1])
        if wrong:
            missed.append(name)
    return {"seconds": seconds, "mebibytes": mebibytes, "at_least": missed, "runs": 1}


def documented(runs: int) -> dict[str, Any]:
    """Every command of the README and of docs/, once: processor time of all, and memory of the largest."""
    import documented_commands

    found = documented_commands.all_commands()
    seconds, mebibytes = sum(one[2] for one in found), max(one[3] for one in found)
    return {"seconds": {"ours": seconds}, "mebibytes": {"ours": mebibytes}, "runs": 1}


SHOWN = ("--help", "probe qsa N=6 q=2", "probe match2 M=7", "check FILE", "bounds qsa N=6 q=2", "atlas list")
PLANTED = ("top 20 of 2000, d = 3", "top 20 of 2000, d = 5", "top 20 of 2000, d = 10", "top 100 of 10,000, d = 10")
"""The rows of ``planted_dimension.py``, in its order."""
OTHERS: dict[str, Source] = {
    **{f"start-up: {name}": partial(start_up, name) for name in SHOWN},
    **{f"planted, {name}": partial(planted, place) for place, name in enumerate(PLANTED)},
    "all documented commands; memory of one": documented,
}
NEEDED = {"planted": ("planted_dimension", "jax", "optax")}
"""How names of rows begin -> what has to be there for them."""


def available(name: str) -> bool:
    """Whether a row can be measured."""
    begins = name.partition(",")[0]
    return all(find_spec(one) is not None for one in NEEDED.get(begins, ()))
