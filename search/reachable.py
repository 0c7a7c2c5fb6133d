"""``reachable``: which classes, or sets of classes, an output layer can put on top at all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from ..solvers.reachability.batch_points import Reached, Sets, batch_points
from ..solvers.reachability.nearest_point import Decision, decide_set
from ..solvers.reachability.same_rows import SameRows
from ..solvers.reachability.score_table import ScoreTable, score_table
from ..tasks import TaskError
from ..tasks.output_layers import (
    LabelSets,
    OutputLayer,
    label_sets_from,
    output_layer_from,
    read_label_sets,
    read_output_layer,
)
from .reachability import RULES, Reachability

ROUNDS = 30
"""Most products of matrices that a set gets before it is looked at alone."""

FAMILY = 512
"""Sets of a family that is looked at by one thread at a time."""

Watch = Callable[[str, int, int], None]


def reachable(
    layer: Any,
    labels: Any = None,
    *,
    bias: Any = None,
    names: Sequence[str] | None = None,
    rule: str | None = None,
    threshold: float = 0.0,
    centred: bool = False,
    transposed: bool = False,
    array: str | None = None,
    format: str | None = None,
    budget: float = 60.0,
    watch: Watch | None = None,
) -> Reachability:
    """Decide for each set of classes whether some hidden state puts exactly this set on top.

    Class j scores <W_j, x> + b_j at the hidden state x in R^d.

    Parameters
    ----------
    layer : path, array (classes, d), OutputLayer, or a linear classifier of scikit-learn
        W, as ``headcount.tasks.output_layers`` reads it. Every weight is taken exactly as it is stored.
    labels : path, list of lists of classes, or Relevance, optional
        The sets asked about. All classes, one by one, if left out.
    bias : array (classes,), optional
        b, if the layer does not bring it.
    names : one for each class, optional
    rule : "argmax", "top-k" or "sigmoid", optional
        ``argmax``: each class (each that occurs in the labels), whether some x scores it above all others. ``top-k``:
        each set, whether some x scores all of it above all others. ``sigmoid``: whether some x scores it, and nothing
        else, above the threshold. argmax without labels, sigmoid with them.
    threshold : float
        For ``sigmoid``: on the scores (logits), 0 by default.
    centred : bool
        Only hidden states with coordinates of sum 0, as a layer normalisation without gain and offset leaves them. Not
        with a bias, since the length of the state matters then.
    transposed : bool
        Whether the weights are given as d x classes.
    array : str, optional
        Of a file with several arrays: which are the weights, such as ``lm_head.weight``; the bias is the one beside it.
    format : of the file of labels, told if left out
    budget : float > 0
        Seconds of wall-clock time for the decisions; what certificates take is not counted.
    watch : called with what is going on, how much of it is done, and how much there is

    Returns
    -------
    Reachability

    Raises
    ------
    TaskError
        If the layer or the labels cannot be read, or do not fit the rule.

    Guarantee
    ---------
    A set that is said to be reachable has a hidden state, one that is said not to be has a combination (Farkas), both
    in integers and verified exactly. What floating point cannot decide is open.

    Source
    ------
    Demeter, Kimmel, Downey 2020, Stolen probability; Grivas, Bogoychev, Lopez 2022, Low-rank softmax can have
    unargmaxable classes in theory but rarely in practice; Grivas, Vergari, Lopez 2024, Taming the sigmoid bottleneck.

    Examples
    --------
    >>> answer = reachable([[4, 0], [0, 4], [-4, -4], [1, 1]], names=["cat", "dog", "fish", "pet"])
    >>> print(answer)
    layer: 4 classes, d = 2, no bias, int64; argmax: 3 reachable, 1 not, 0 open
      'pet' lies in the hull of 3 others: 'cat', 'dog', 'fish'
    >>> reachable([[4, 0], [0, 4], [-4, -4], [1, 1]], [[0, 1], [0, 1, 2]], rule="top-k").unreachable
    (1,)
    """
    asked = _layer(layer, bias, names, transposed, array)
    rule = rule or ("argmax" if labels is None else "sigmoid")
    sets = _sets(asked, labels, rule, format)
    free = RULES[rule].free
    table = score_table(asked.weights, _offset(asked, free, threshold), free=free, centred=centred)
    if centred and table.bias:
        raise TaskError(
            "centred states have a length, which matters if there is a bias; leave the bias out, or leave out ‹centred›"
        )
    if threshold and free:
        raise TaskError(f"the threshold is for the rule sigmoid; {rule} compares classes with each other; leave it out")
    if not budget > 0:
        raise TaskError(f"the budget must be a number of seconds > 0, got {budget}; try 60")
    start = time.monotonic()
    reached, decided = _decide(table, sets.sets, start + budget, watch)
    seconds = time.monotonic() - start
    return Reachability(asked, rule, threshold, sets, table, reached, decided, seconds).certified(watch)


def _layer(layer: Any, bias: Any, names: Sequence[str] | None, transposed: bool, array: str | None) -> OutputLayer:
    if isinstance(layer, str | Path):
        if bias is not None:
            raise TaskError(
                "the bias of a layer in a file must stand in the file, as array b; write both with numpy.savez"
            )
        return read_output_layer(Path(layer), names=names, transposed=transposed, array=array)
    if array is not None:
        raise TaskError(f"array names one of several arrays of a file, got {type(layer).__name__}; leave it out")
    return output_layer_from(layer, bias, names, **({"transposed": True} if transposed else {}))


def _sets(layer: OutputLayer, labels: Any, rule: str, format: str | None) -> LabelSets:
    if rule not in RULES:
        raise TaskError(f"the rule must be one of {', '.join(RULES)}, got {rule!r}; try argmax")
    if RULES[rule].free and layer.classes < 2:
        raise TaskError(
            f"{rule} compares classes, and the layer has one only; ask ‹rule=sigmoid›, or check the shape of W"
        )
    known = layer.names if layer.names is not None else layer.classes
    if labels is None:
        if rule != "argmax":
            raise TaskError(
                f"{rule} needs sets of classes: give labels, or ask ‹rule=argmax› for every class by itself"
            )
        return label_sets_from([[j] for j in range(layer.classes)], layer.classes)
    sets = (
        read_label_sets(Path(labels), layer, format)
        if isinstance(labels, str | Path)
        else label_sets_from(labels, known)
    )
    if rule != "argmax":
        return sets
    return label_sets_from([[j] for j in sorted({j for one in sets.sets for j in one})], layer.classes)


def _offset(layer: OutputLayer, free: bool, threshold: float) -> Any:
    """The bias less the threshold; None where it makes no difference."""
    bias = layer.bias
    if free:
        return None if bias is None or (bias == bias[0]).all() else bias
    if not np.isfinite(threshold):
        raise TaskError(f"the threshold must be a finite number, got {threshold}; it is a score (logit), 0 by default")
    given = np.zeros(layer.classes) if bias is None else bias
    offset = given - threshold
    back = offset - given
    if ((given - (offset - back)) - (threshold + back)).any():  # the rounding error, exactly (Knuth's two-sum)
        raise TaskError(
            f"the threshold {threshold!r} cannot be subtracted from the biases without rounding; take one with few "
            "binary digits, such as 0.25, or subtract it from the biases beforehand"
        )
    return offset if offset.any() else None


def _decide(
    table: ScoreTable, sets: Sequence[tuple[int, ...]], deadline: float, watch: Watch | None
) -> tuple[Reached, dict[int, Decision]]:
    """Points found in batches, and what was decided about the other sets one by one."""
    interrupted = Event()

    def stop() -> bool:
        return interrupted.is_set() or time.monotonic() > deadline

    def tell(what: str, done: int, total: int) -> None:
        if watch is not None:
            watch(what, done, total)

    decided: dict[int, Decision] = {}
    same = SameRows(table)
    for number, one in enumerate(sets):
        if trivial := _trivial(table, one):
            decided[number] = trivial
        elif weights := same.combination(one):
            decided[number] = Decision(weights=weights)
    asked = [number for number, one in enumerate(sets) if number not in decided and 0 < len(one) < table.classes]
    parts = [asked[k : k + FAMILY] for k in range(0, len(asked), FAMILY)]
    with ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        try:
            _ = table.high  # made once
            jobs = {
                pool.submit(batch_points, table, Sets.of([sets[k] for k in part]), rounds=ROUNDS, stop=stop): part
                for part in parts
            }
            done = 0
            reached = []
            for job in as_completed(jobs):
                family = job.result()
                reached.append(replace(family, which=np.array(jobs[job])[family.which]))
                done += len(jobs[job])
                tell("first directions", done, len(asked))
            found = Reached.joined(table, reached)
            left = sorted(set(range(len(sets))) - set(decided) - set(found.which.tolist()))
            singles = {pool.submit(decide_set, table, sets[number], stop=stop): number for number in left}
            for count, single in enumerate(as_completed(singles), start=1):
                decided[singles[single]] = single.result()
                tell("one by one", count, len(left))
        except BaseException:  # Ctrl-C: what is under way ends at its next look at the clock
            interrupted.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found, decided


def _trivial(table: ScoreTable, one: tuple[int, ...]) -> Decision | None:
    """Where scores are compared with each other: nothing, or everything, is on top of what is left."""
    if not table.free or 0 < len(one) < table.classes:
        return None
    state = [0] * table.width
    if table.bias:
        state[-1] = 1
    scores = table.exact_scores(state)
    return Decision(point=(*state, min(scores) - 1 if one else max(scores) + 1))
