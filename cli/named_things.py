"""Everything that has a name here or in another package, for ``headcount list``."""

from __future__ import annotations

from dataclasses import dataclass

from ..bounds.constructions.registry import CONSTRUCTIONS
from ..questions import MEASURES
from ..reductions.registry import INSTANCE_REDUCTIONS, REDUCTIONS
from ..tasks.attention_matrix.generators import GENERATORS
from ..tasks.extensions import GROUPS, extensions
from ..tasks.registry import TASKS
from ..tasks.sparse_patterns.named import NAMED
from ..tasks.two_party.functions import FUNCTIONS
from ..tasks.two_party.values import VALUED, valued_summary, valued_words


@dataclass(frozen=True)
class NamedThing:
    """A name, what it stands for in a line, an example, and the package that adds it (empty: headcount itself)."""

    name: str
    words: str
    example: str = ""
    package: str = ""

    def to_json(self) -> dict[str, str]:
        """Its fields that are not empty."""
        return {key: value for key, value in vars(self).items() if value}


def named_things() -> dict[str, list[NamedThing]]:
    """All names by kind, those of other packages last. Nothing of theirs is loaded.

    Examples
    --------
    >>> [thing.name for thing in named_things()["tasks"]][:3]
    ['qsa', 'topk', 'match2']
    """
    found = {
        "tasks": [NamedThing(one.name, one.summary, one.example) for one in TASKS],
        "functions": [
            *(NamedThing(one.name, one.summary, one.words) for one in FUNCTIONS.values()),
            *(NamedThing(name, valued_summary(name), valued_words(name)) for name in VALUED),
        ],
        "reductions": [
            *(NamedThing(one.name, one.summary, f"{one.source} {one.target} n=4") for one in REDUCTIONS),
            *(NamedThing(one.name, one.summary, f"{one.source} {one.target} FILE") for one in INSTANCE_REDUCTIONS),
        ],
        "constructions": [NamedThing(one.name, one.summary, one.example) for one in CONSTRUCTIONS],
        "matrices": [NamedThing(name, one.summary, one.example) for name, one in GENERATORS.items()],
        "patterns": [NamedThing(name, one.meaning) for name, one in NAMED.items()],
        "measures": [NamedThing(name, one.definition) for name, one in MEASURES.items()],
        "bounds": [],
    }
    for kind in GROUPS:
        found[kind] += [NamedThing(one.name, one.entry.value, package=one.package) for one in extensions(kind)]
    return {kind: things for kind, things in found.items() if things}
