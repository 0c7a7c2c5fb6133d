"""The reductions known by name, here and in other packages (entry points ``headcount.reductions``)."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial

from ..tasks.extensions import extension, extensions
from .encoders.disj_to_cycle3 import disj_to_cycle3
from .encoders.disj_to_match3 import disj_to_match3
from .encoders.disj_to_qsa import disj_to_qsa
from .encoders.index_to_composition import index_to_composition
from .encoders.index_to_induction_heads import index_to_induction_heads
from .encoders.index_to_k_hop import index_to_k_hop
from .encoders.index_to_streaming_qsa import index_to_streaming_qsa
from .instances.attention_to_attention import attention_to_attention
from .instances.instance_reduction import InstanceReduction
from .instances.stretch_to_attention import stretch_to_attention
from .reduction import Reduction, ReductionError

REDUCTIONS: tuple[Reduction, ...] = (
    disj_to_qsa,
    disj_to_match3,
    disj_to_cycle3,
    index_to_induction_heads,
    index_to_k_hop,
    index_to_composition,
    index_to_streaming_qsa,
)

INSTANCE_REDUCTIONS: tuple[InstanceReduction, ...] = (stretch_to_attention, attention_to_attention)
"""Of whole instances, without parties: what is hard to decide of them is hard to decide of the least m."""

NAMES = [*(one.name for one in REDUCTIONS), *(one.name for one in INSTANCE_REDUCTIONS)]

if len(set(NAMES)) != len(NAMES):
    raise ValueError("two reductions of the registry have the same name")


def find_reduction(source: str, target: str) -> Reduction:
    """The reduction from a two-party function to a task, by their names.

    Raises
    ------
    ReductionError
        If there is none; the message lists those that there are.

    Examples
    --------
    >>> find_reduction("disj", "match3").summary.partition(",")[0]
    'a common 1 at i becomes the pair alpha_i'
    """
    for reduction in REDUCTIONS:
        if (reduction.source, reduction.target) == (source, target):
            return reduction
    if (outside := extension("reductions", f"{source}-to-{target}")) is not None:
        found = outside.load()
        if not isinstance(found, Reduction) or (found.source, found.target) != (source, target):
            wanted = f"a headcount Reduction from {source} to {target}"
            raise ReductionError(f"{outside} must be {wanted}, got {found!r:.80}")
        return replace(found, size=partial(outside.call, found.size))
    known = [f"{reduction.source} {reduction.target}" for reduction in REDUCTIONS]
    known += [one.name.replace("-to-", " ", 1) for one in extensions("reductions")]
    hint = meant(f"{source} {target}", known)
    raise ReductionError(f"there is no reduction from {source[:40]} to {target[:40]}; {hint}known: {', '.join(known)}")


def meant(given: str, known: Sequence[str]) -> str:
    """The question whether the most similar of the known words was meant; empty if none is similar."""
    close = get_close_matches(given, known, n=1)
    return f"did you mean {close[0]}? " if close else ""
