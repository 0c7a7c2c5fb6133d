"""Why some kinds of evidence are not exported: a sentence for each."""

from __future__ import annotations

from collections.abc import Mapping

ARGUMENT = "an argument in closed form (FORMAT.rst has it), evaluated at the numbers of the statement"
RESTS = "an argument in closed form (FORMAT.rst has it) that takes the claim on which it rests to this one"
WALK = "a walk through the rows of the sparse pattern; without clauses"
RUN = "the task is evaluated by its definition, input by input; there is nothing that a solver could add"

REASONS: Mapping[str, str] = {
    **dict.fromkeys(("trivial", "symmetric", "squares", "identity", "named", "counting", "margin"), ARGUMENT),
    **dict.fromkeys(("protocol-cost", "told-token", "centre", "crossings", "short-side"), ARGUMENT),
    **dict.fromkeys(("other-score", "threshold", "tie", "separation", "saturation", "cut-rank", "cut-cost"), RESTS),
    **dict.fromkeys(("two-ends", "components", "closed-sets", "far-pair", "hops", "order", "in-order"), WALK),
    **dict.fromkeys(("all-pairs", "pair", "input", "subset", "two-inputs", "uniform-heads"), RUN),
    "interpolation": "an argument in closed form; the tables that it describes hold logarithms",
    "trigonometric": "an argument in closed form; the points that it describes have irrational coordinates",
    "planarity": "a minor to be read off the rows, and the theorem that graphs of such polytopes are planar",
    "radon": "rows that are named for each way to divide the keys, to be counted",
    "runs": "two lists of tokens that differ where they must not, to be read off",
}
"""Kind of evidence -> why it is not exported, or not for some questions."""

OTHER = "a finite comparison with the statement, entry by entry, without clauses"
