"""``headcount construct universal``: words and files to a construction, and what is printed of it besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..attention import PROBABILITY_MAPS, ProbabilityMap
from ..bounds.constructions.construction import ConstructionError
from ..bounds.constructions.universal.path_order import path_order
from ..bounds.constructions.universal.real_weights import RealWeights, with_real_weights
from ..bounds.constructions.universal.universal import UniversalConstruction, universal
from ..questions.outputs import Computation
from ..tasks import TaskError
from ..tasks.finite_questions import finite_question
from ..tasks.sparse_patterns import NAMED, pattern_from_words
from ..tasks.words import integer_word

NAME = "universal"
EXAMPLE = "construct universal ‹pattern=star› n=4 levels=2 table.json"
SUMMARY = "any table under a sparse pattern, by contextual mapping and a look-up"
MAPS = tuple(name for name, one in PROBABILITY_MAPS.items() if one.sharpness(2, 1, 1).holds and name != "hardmax")
OWN = ("levels", "d")


def universal_from_words(
    words: Sequence[str], pattern: str | None, watch: Callable[[str], None]
) -> UniversalConstruction:
    """The construction for ``universal [n=..] [parameters of the pattern] levels=L [d=D] TABLE``.

    TABLE is a finite task as ``probe --class fixed`` takes them: a file, or a name with its parameters.

    Raises
    ------
    TaskError, ConstructionError
        If the words, the pattern or the table do not fit together; the message says what to try.
    """
    if pattern is None:
        raise ConstructionError(f"universal needs ‹pattern›; write for example: headcount {EXAMPLE}")
    own: dict[str, int] = {}
    table: list[str] = []
    of_pattern = pattern.split()
    known = {"n", *(name for named in NAMED.values() for name in named.parameters)}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name in OWN:
            own[name] = integer_word(name, value)
        elif equals and name in known and (not table or name == "n"):
            of_pattern.append(word)
        else:
            table.append(word)
    if not table:
        raise TaskError(f"universal needs a table: a file, or a task with its parameters; for example: {EXAMPLE}")
    question = finite_question(table, tabulate=False)
    if not isinstance(question, Computation):
        raise TaskError(f"universal computes the answers of a finite task, got {question.words}")
    if not any(word.startswith("n=") for word in of_pattern):
        of_pattern.append(f"n={question.of.length}")
    asked = pattern_from_words(of_pattern).pattern
    levels, d = _levels(question.of.alphabet, own)
    return universal(question, asked, path_order(asked, watch), levels, d)


def _levels(alphabet: int, own: dict[str, int]) -> tuple[int, int]:
    """L and d with L^d = A: as given, or d = 1, or the L that suits d."""
    d = own.get("d")
    if "levels" not in own:
        d = d or 1
        levels = round(alphabet ** (1 / d)) if d > 0 else 0
        if d < 1 or levels**d != alphabet:
            raise TaskError(f"d must be such that {alphabet} symbols are levels^d, got d={d}; give levels, or no d")
        return levels, d
    levels = own["levels"]
    if d is None:
        d, power = 1, levels
        while levels > 1 and power < alphabet:
            d, power = d + 1, power * levels
    return levels, d


def map_named(name: str) -> ProbabilityMap:
    """The map that stands in place of hardmax.

    Raises
    ------
    TaskError
        If there is no such map.
    """
    if name not in MAPS:
        raise TaskError(f"‹map› must be one of {', '.join(MAPS)}, got {name[:40]!r}")
    return PROBABILITY_MAPS[name]


def real_weights(built: UniversalConstruction, map_: ProbabilityMap) -> RealWeights:
    """The construction's mapping with real weights, run in balls."""
    assert built.universal is not None  # ``universal`` sets it
    return with_real_weights(built.universal.mapping, map_)


def further_lines(built: UniversalConstruction, real: RealWeights) -> list[str]:
    """What is said of the construction besides its size."""
    assert built.universal is not None and built.depth is not None
    mapping = built.universal.mapping
    along = ", ".join(map(str, mapping.order[:20])) + (", .." if mapping.n > 20 else "")
    return [
        f"  pattern     {mapping.pattern.words}; along the positions {along}",
        f"  ids         {mapping.n * mapping.tokens**mapping.n} different ones, of at most "
        f"{built.universal.final_ids.bit_length()} bits, for all positions of all inputs",
        f"  least depth {built.depth.words} (layers of attention under the pattern, if any heads and any networks "
        "between them are allowed)",
        f"  real map    {real.words}",
    ]


def further_json(built: UniversalConstruction, real: RealWeights) -> dict[str, Any]:
    """The same as an object."""
    assert built.universal is not None and built.depth is not None
    mapping = built.universal.mapping
    return {
        "pattern": mapping.pattern.to_json(),
        "along": list(mapping.order),
        "hops": mapping.hops,
        "moving_layers": mapping.moving_layers,
        "ids": mapping.n * mapping.tokens**mapping.n,
        "id_bits": [built.universal.first_ids.bit_length(), built.universal.final_ids.bit_length()],
        "depth": built.depth.layers,
        "real_weights": {
            "map": real.map,
            "temperature": float(real.temperature),
            "off_by_at_most": float(real.found),
            "proved": float(real.bound),
            "inputs": real.inputs,
            "exhaustive": real.exhaustive,
        },
    }
