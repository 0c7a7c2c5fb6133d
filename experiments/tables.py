"""What stored results say, as plain tables: medians with the least and the greatest over the seeds. No JAX here."""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

Records = list[dict[str, Any]]


def spread(values: Sequence[float], digits: int = 3) -> str:
    """Median, and in brackets the least and the greatest."""
    low, middle, high = (f"{value:.{digits}f}" for value in (min(values), median(values), max(values)))
    return f"{middle} [{low}, {high}]"


def averaging_models(records: Records) -> list[list[str]]:
    """The error is relative to that of the answer 0; over the seeds, at the best of the numbers of steps."""
    rows = [
        ["model", "parameters", "N", "q", "training sequences", "steps", "error at the best step", "at the last step"]
    ]
    for record in records:
        config, result = record["config"], record["result"]
        if not config["matrices"]:
            sizes = [f"{result['parameters']:,}", str(config["N"]), str(config["q"])]
            samples = f"{config['samples']:,}" if config["samples"] else "new at every step"
            ends = [spread(result["best"]), spread(result["last"])]
            rows.append([config["model"], *sizes, samples, f"{config['stops'][-1]:,}", *ends])
    return rows


def averaging_sizes(records: Records) -> list[list[str]]:
    """How many runs succeed at each width: error at most 1/(2q) for the worst subset."""
    rows = [["N", "q", "bits", "trained by", "certified m", "least m of a run", "never", "runs that succeed at m = .."]]
    for record in records:
        config, result = record["config"], record["result"]
        bits = str(config["bits"]) if config["bits"] else "real"
        how = config["rounding"] if config["bits"] else config["loss"]
        upper = result["upper"] if result["upper"] is not None else "?"
        certified = str(upper) if upper == result["lower"] else f"{result['lower']}..{upper}"
        least = [m for m in result["least"] if m is not None]
        words = f"{median(least):g} [{min(least)}, {max(least)}]" if least else "-"
        goal = 1 / (2 * config["q"])
        good = [sum(error <= goal for error in errors) for errors in result["errors"]]
        by_width = ", ".join(f"{m}: {count}" for m, count in zip(result["widths"], good, strict=True) if count)
        never = f"{len(result['least']) - len(least)} of {len(result['least'])}"
        rows.append([str(config["N"]), str(config["q"]), bits, how, certified, words, never, by_width or "none"])
    return rows


def triples(records: Records) -> list[list[str]]:
    """Runs that learn are right on 99 % of the answers."""
    rows = [
        ["task", "M", "N", "order", "heads", "m", "dv", "parameters", "by the token", "accuracy", "runs that learn"]
    ]
    for record in records:
        config, result = record["config"], record["result"]
        sizes = [str(config[name]) for name in ("M", "N", "order", "heads", "m", "dv")]
        learn = f"{sum(value >= 0.99 for value in result['accuracy'])} of {len(result['accuracy'])}"
        ends = [f"{result['parameters']:,}", f"{result['by_token']:.3f}", spread(result["accuracy"]), learn]
        rows.append([config["task"], *sizes, *ends])
    return rows


def copying(records: Records) -> list[list[str]]:
    """Accuracy at each depth; *: fewer layers than copying needs."""
    depths = sorted({record["config"]["layers"] for record in records})
    rows = [["pattern", "pairs", "task", "needs", *(f"{depth} layer{'s' * (depth > 1)}" for depth in depths)]]
    for pattern, task in dict.fromkeys((r["config"]["pattern"], r["config"]["task"]) for r in records):
        here = [r for r in records if (r["config"]["pattern"], r["config"]["task"]) == (pattern, task)]
        needed = here[0]["result"]["needed"]
        cells = dict.fromkeys(depths, "")
        for record in here:
            depth = record["config"]["layers"]
            star = "*" if needed == "infinite" or depth < needed else ""
            cells[depth] = spread(record["result"]["accuracy"], 2) + star
        pairs = f"{100 * here[0]['result']['connections']:.0f} %"
        rows.append([pattern, pairs, task, "never" if needed == "infinite" else str(needed), *cells.values()])
    return rows


def sign_patterns(records: Records) -> list[list[str]]:
    """Runs by how much wider than the certified lower bound they are; the last column takes the best of the seeds."""
    rows = [
        [
            "size",
            "patterns",
            "certified m",
            "open",
            "runs",
            "+0",
            "+1",
            "+2 or more",
            "patterns found by some seed at +0",
        ]
    ]
    for n in sorted({record["config"]["n"] for record in records}):
        results = [record["result"] for record in records if record["config"]["n"] == n]
        gaps = Counter(min(2, m - result["lower"]) for result in results for m in result["least"])
        runs = sum(gaps.values())
        widths = Counter(result["lower"] for result in results)
        best = sum(min(result["least"]) == result["lower"] for result in results)
        rows.append([
            f"{n} x {n}", str(len(results)), ", ".join(f"{m}: {count}" for m, count in sorted(widths.items())),
            str(sum(result["lower"] < result["upper"] for result in results)), str(runs),
            *(f"{100 * gaps[gap] / runs:.1f} %" for gap in range(3)), f"{best} of {len(results)}",
        ])  # fmt: skip
    return rows


TABLES: dict[str, Callable[[Records], list[list[str]]]] = {
    "averaging_models": averaging_models,
    "averaging_sizes": averaging_sizes,
    "triples": triples,
    "copying": copying,
    "sign_patterns": sign_patterns,
}


def lines(name: str, records: Records) -> list[str]:
    """The table of an experiment, with aligned columns and a rule below the names."""
    rows = TABLES[name](records)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [text[0], "  ".join("-" * width for width in widths), *text[1:]]
