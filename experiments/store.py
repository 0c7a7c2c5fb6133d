"""Results on disk: a line of JSON for each cell, with its configuration, and a table in CSV of the same.

A *cell* is what is trained at once; its configuration is a flat dictionary of names, numbers and lists, and says all
that the result depends on, seeds included. A run that is stopped goes on from the file: cells that are there are not
trained again. A line that was cut off in the middle of writing counts as not there. Nothing here imports JAX.
"""

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Config = dict[str, Any]
Record = dict[str, Any]


class Store:
    """The cells of one experiment in one file."""

    def __init__(self, folder: Path, experiment: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{experiment}.jsonl"

    def records(self) -> Iterator[Record]:
        """Each has ``config``, ``result``, ``seconds`` and ``versions``; in the order in which they were finished."""
        if self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                try:
                    record = json.loads(line)
                except json.JSONDecodeError:  # the line that was being written when the run was stopped
                    continue
                yield record

    def finished(self) -> set[str]:
        """The cells that are there."""
        return {identity(record["config"]) for record in self.records()}

    def add(self, record: Record) -> None:
        """Append a cell, at once."""
        text = self.path.read_text("utf-8") if self.path.exists() else ""
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * bool(text and not text.endswith("\n")) + json.dumps(record) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def tidy(self, order: list[Config]) -> None:
        """Write the file again, in the order of these configurations (others first), and the table beside it."""
        place = {identity(config): number for number, config in enumerate(order)}
        latest = {identity(record["config"]): record for record in self.records()}
        records = sorted(latest.values(), key=lambda record: place.get(identity(record["config"]), -1))
        atomically(self.path, "".join(json.dumps(record) + "\n" for record in records))
        write_table(self.path.with_suffix(".csv"), records)


def identity(config: Config) -> str:
    """Equal for equal configurations."""
    return json.dumps(config, sort_keys=True)


def read(folder: Path, experiment: str) -> list[Record]:
    """All cells of an experiment in a folder of results."""
    return list(Store(folder, experiment).records())


def atomically(path: Path, text: str) -> None:
    """The file holds either what it held, or all of the text."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, "utf-8")
    beside.replace(path)


def write_table(path: Path, records: list[Record]) -> None:
    """A row for each seed of each cell: lists as long as the seeds are spread over the rows, longer ones left out."""
    rows = []
    for record in records:
        seeds = record["config"].get("seeds", [None])
        fixed = {key: value for key, value in record["config"].items() if key != "seeds"}
        for place, seed in enumerate(seeds):
            row = {**fixed, "seed": seed}
            for key, value in record["result"].items():
                if isinstance(value, list) and len(value) == len(seeds):
                    value = value[place]
                if not isinstance(value, list | dict):
                    row[key] = value
            rows.append(row)
    names = list(dict.fromkeys(name for row in rows for name in row))
    beside = path.with_name(path.name + ".part")
    with beside.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, names, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    beside.replace(path)
