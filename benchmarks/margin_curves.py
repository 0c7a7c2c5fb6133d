"""The margin over the dimension, both bounds, beside what Adam finds on the same margin.

    python benchmarks/margin_curves.py --limit qrels.jsonl        # half an hour; writes margin_curves.rst and .png
    python benchmarks/margin_curves.py --quick                    # all pairs of 6: a quarter of a minute

*Adam*: free vectors of length 1 for all queries and items, no encoder, float32 (JAX, optax). The loss is a soft
maximum, over all queries, relevant and other items, of s_- - s_+: T ln sum exp((s_- - s_+) / T), the temperature T
falling from 0.3 to 0.001 and the step from 0.05 to 0 (cosine). The best least margin of ``SEEDS`` runs is kept. It
tells nothing about what is possible: its margins are lower bounds as they stand, rounded down, and not verified.
*headcount*: ``dimension --at``, all bounds certified, of vectors rounded to 30 bits.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from headcount import dimension
from headcount.search.dimension.margin_curve import MarginAnswer, down, up
from headcount.search.dimension.margins_asked import margins_question
from headcount.search.dimension.options import RelevanceOptions

SEEDS = (0, 1)
STEPS = 2000
HERE = Path(__file__).parent


def signs_of(data: Any) -> np.ndarray:
    """1 relevant, -1 not, of the rows after merging."""
    rows = margins_question(data, RelevanceOptions(at=2)).question.pattern.rows
    return np.array([[{"+": 1, "-": -1, "*": 0}[symbol] for symbol in row] for row in rows], dtype=np.int8)


def adam(signs: np.ndarray, d: int, steps: int = STEPS, seeds: tuple[int, ...] = SEEDS) -> float:
    """The best least margin of free unit vectors; negative where some query ranks wrongly."""
    import jax
    import jax.numpy as jnp
    import optax

    high, low = jnp.asarray(signs == 1), jnp.asarray(signs == -1)

    def scores(tables: Any) -> Any:
        queries, items = (table / jnp.linalg.norm(table, axis=1, keepdims=True) for table in tables)
        return queries @ items.T

    def loss(tables: Any, temperature: Any) -> Any:
        s = scores(tables) / temperature
        above = jax.nn.logsumexp(jnp.where(high, -s, -jnp.inf), axis=1)
        below = jax.nn.logsumexp(jnp.where(low, s, -jnp.inf), axis=1)
        return temperature * jax.nn.logsumexp(above + below)

    def margin(tables: Any) -> Any:
        s = scores(tables)
        return (jnp.where(high, s, 9).min(axis=1) - jnp.where(low, s, -9).max(axis=1)).min() / 2

    optimiser = optax.adam(optax.cosine_decay_schedule(0.05, steps))

    def step(state: Any, number: Any) -> Any:
        tables, memory, best = state
        temperature = 0.3 * (0.001 / 0.3) ** (number / steps)
        changes, memory = optimiser.update(jax.grad(loss)(tables, temperature), memory)
        tables = optax.apply_updates(tables, changes)
        return (tables, memory, jnp.maximum(best, margin(tables))), None

    @jax.jit
    def run(seed: Any) -> Any:
        keys = jax.random.split(jax.random.PRNGKey(seed))
        tables = tuple(jax.random.normal(key, (count, d)) for key, count in zip(keys, signs.shape, strict=True))
        state, _ = jax.lax.scan(step, (tables, optimiser.init(tables), jnp.float32(-1)), jnp.arange(steps))
        return state[2]

    return max(float(run(seed)) for seed in seeds)


def side_by_side(name: str, data: Any, answer: MarginAnswer) -> tuple[list[str], list[float]]:
    """A table of text, and Adam's margins."""
    signs, trained, began = signs_of(data), [], time.monotonic()
    for d in answer.asked.at:
        trained.append(adam(signs, d))
        print(
            f"{name}, d = {d}: {answer[d].low:.6f} .. {answer[d].upper.margin:.6f}, Adam {trained[-1]:.6f}", flush=True
        )
    theirs = time.monotonic() - began
    lines = [f"{'d':>4s} {'found':>10s} {'Adam':>10s} {'no more':>10s}  why no more"]
    for d, value in zip(answer.asked.at, trained, strict=True):
        one = answer[d]
        adam_said = down(value) if value > 0 else "none"
        lines.append(f"{d:4d} {down(one.low):>10s} {adam_said:>10s} {up(one.upper.margin):>10s}  {one.upper.how}")
    runs = f"{len(SEEDS)} runs of {STEPS} steps each"
    lines.append(f"seconds: {answer.seconds:.0f} for both bounds, {theirs:.0f} for Adam ({runs})")
    return lines, trained


def picture(curves: list[tuple[str, MarginAnswer, list[float]]], path: Path) -> None:
    """Margins over dimensions."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6 * len(curves), 4.2), layout="constrained")
    for place, (name, answer, trained) in enumerate(curves):
        axes, widths = figure.add_subplot(1, len(curves), place + 1), list(answer.asked.at)
        axes.plot(widths, [answer[d].upper.margin for d in widths], "v-", color="#b0413e", label="no more")
        axes.plot(widths, [answer[d].low for d in widths], "^-", color="#2a6f4e", label="found, certified")
        axes.plot(widths, np.maximum(trained, 0), "x", color="#1f4e8c", label="Adam")
        axes.axhline(answer.ceiling.margin, color="#555555", linestyle=":", label="any dimension")
        axes.set(title=name, xlabel="dimension d", ylabel="margin", ylim=(0, None))
        axes.legend(frameon=False)
    figure.savefig(path, dpi=130)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--limit", type=Path)
    parser.add_argument("--budget", type=float, default=240.0)
    given = parser.parse_args()
    if given.quick:
        six = "subsets n=6 k=2"
        print("\n".join(side_by_side("all pairs of 6", six, dimension(six, at="3:6", budget=5))[0]))
        return
    named: list[tuple[str, Any]] = [("all pairs of 12", "subsets n=12 k=2")]
    named += [("LIMIT", given.limit)] if given.limit else []
    curves, text = [], [__doc__.split("\n\n")[0], "=" * 76, "", *__doc__.split("\n\n")[2].splitlines(), ""]
    # Searches fork, and JAX has threads: all answers come first.
    answers = [dimension(data, at="2:16", budget=given.budget) for _, data in named]
    for (name, data), answer in zip(named, answers, strict=True):
        lines, trained = side_by_side(name, data, answer)
        text += [name, "-" * len(name), "", "::", "", *(f"  {line}" for line in lines), ""]
        text += [f"In any dimension: margin <= {up(answer.ceiling.margin)} ({answer.ceiling.how}).", ""]
        curves.append((name, answer, trained))
    picture(curves, HERE / "margin_curves.png")
    (HERE / "margin_curves.rst").write_text("\n".join([*text, ".. image:: margin_curves.png", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
