"""Time and memory of every command that the README and the pages of docs/ show, each in a process of its own.

    python benchmarks/documented_commands.py                                  # some ten minutes
    python benchmarks/documented_commands.py --write benchmarks/documented_commands.rst

Commands of a page are run in the order of the page, in one empty folder. Seconds are those of the processor, memory is
that of the largest process of a command. The aim is that none takes more than 2 GB.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from before_and_after import circumstances, page

ROOT = Path(__file__).parents[1]
MOST = 2048
"""MiB that a documented command may take."""

SHOWN = 15
"""Commands in each of the two tables."""

ONE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1], shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def measured(command: str, folder: Path) -> tuple[float, float]:
    """Processor seconds and MiB of a command line."""
    path = sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"]
    done = subprocess.run(
        [sys.executable, "-c", ONE, command], cwd=folder, env={**os.environ, "PATH": path, "COLUMNS": "110"},
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    seconds, mebibytes = map(float, done.stdout.split())
    return seconds, mebibytes


def all_commands() -> list[tuple[str, str, float, float]]:
    """Page, command, seconds, MiB of all."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_readme as reader

    found = []
    for text in reader.TEXTS:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for name in ("notebooks", "independent"):
                (folder / name).symlink_to(ROOT / name)
            for match in reader.BLOCK.finditer(text.read_text("utf-8")):
                language, options, body = reader.parse_block(match.group(2), match.group(1))
                if "name" in options:
                    (folder / options["name"]).write_text(body, "utf-8")
                for command, _ in reader.parse_console(body) if language == "console" else ():
                    found.append((text.relative_to(ROOT).as_posix(), command, *measured(command, folder)))
        print(text.name, len(found), flush=True)
    return found


def table(rows: list[tuple[str, str, float, float]]) -> Table:
    """The commands given."""
    shown = Table("command", "page", "s", "MiB", box=SIMPLE)
    for name, command, seconds, mebibytes in rows:
        shown.add_row(command[:90], name, f"{seconds:.2f}", f"{mebibytes:.0f}")
    return shown


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    loads = [os.getloadavg()[0]]
    found = all_commands()
    loads.append(os.getloadavg()[0])
    console = Console(width=150)
    with console.capture() as captured:
        console.print("Most memory:")
        console.print(table(sorted(found, key=lambda one: -one[3])[:SHOWN]))
        console.print("Most processor time:")
        console.print(table(sorted(found, key=lambda one: -one[2])[:SHOWN]))
        small = sum(one[2] < 1 for one in found)
        console.print(f"{len(found)} commands; {small} take less than a second.")
    print(captured.get())
    if options.write:
        above = [one for one in found if one[3] > MOST]
        words = f"{len(above)} of {len(found)} commands take more than {MOST} MiB."
        text = f"``documented_commands.py``: every command of the README and of docs/, {circumstances(loads)} {words}"
        options.write.write_text(page("Time and memory of documented commands", text, captured.get(), ""))


if __name__ == "__main__":
    main()
