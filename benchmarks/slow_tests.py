"""Which tests are left to ``make test-slow``: writes tests/slow_tests.txt from what a run of all of them took.

    cd tests; pytest -n 2 --dist loadgroup --durations 0 --durations-min 0.1 -m 'not slow or listed' . > run.log
    python benchmarks/slow_tests.py tests/run.log --seconds 1

A function is listed if its cases together took longer. Tests that use what a file prepares once (a fixture that takes
long) are listed as a whole, since the next one would prepare it. Those marked ``slow`` in their files stay so.
"""

import argparse
import re
from collections import Counter
from pathlib import Path

LIST = Path(__file__).parents[1] / "tests" / "slow_tests.txt"
LINE = re.compile(r"([\d.]+)s (call|setup|teardown)\s+([^\s\[]+)")
HEAD = """\
# Tests that `make test` leaves to `make test-slow`: files, or functions whose cases together take more than a second.
# Written by benchmarks/slow_tests.py.
"""


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    words = parser.parse_args()
    took, prepared = Counter[str](), set[str]()
    for seconds, phase, name in LINE.findall(words.log.read_text("utf-8")):
        took[name] += float(seconds)
        if phase == "setup" and float(seconds) > words.seconds:
            prepared.add(name.partition("::")[0])
    listed = {name for name, seconds in took.items() if seconds > words.seconds} | prepared
    names = sorted(name for name in listed if "::" not in name or name.partition("::")[0] not in prepared)
    LIST.write_text(HEAD + "".join(f"{name}\n" for name in names), "utf-8")
    left = sum(seconds for name, seconds in took.items() if name not in listed)
    print(f"{len(names)} listed, of {sum(took.values()):.0f} s; {left:.0f} s are left, beside the quickest")


if __name__ == "__main__":
    main()
