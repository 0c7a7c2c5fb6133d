"""Sparse patterns as they are written on the command line, and from Python objects.

``[causal] NAME parameters`` is a pattern; ``union``, ``multihead`` and ``sequential`` before some of them combine all
their layers: side by side in one head, as heads side by side, one after the other. A file stands where a name may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import networkx
import scipy.sparse as sparse

from ...questions.layer_patterns import LayerPattern
from ...questions.sparse_pattern import Causal, SparsePattern, Union
from ..task import TaskError
from ..words import integer_word
from .attention_pattern import AttentionPattern, one_head, require_size
from .graph_layers import ENDINGS, layer_of_array, layer_of_graph, layer_of_lists, layers_of_file
from .named import NAMED, named_layers

COMBINED = ("union", "multihead", "sequential")


@dataclass
class _Part:
    """A name or a file, with its parameters."""

    name: str
    causal: bool
    given: dict[str, int] = field(default_factory=dict)

    @property
    def is_file(self) -> bool:
        return self.name not in NAMED

    @property
    def words(self) -> str:
        parameters = "".join(f" {name}={value}" for name, value in self.given.items())
        return f"{'causal ' * self.causal}{Path(self.name).name if self.is_file else self.name}{parameters}"

    def layers(self, n: int | None) -> list[LayerPattern]:
        found: list[LayerPattern]
        if self.is_file:
            found = [*layers_of_file(Path(self.name), n)]
        else:
            if n is None:
                raise TaskError(f"{self.name} needs the number of positions; add for example n=64")
            found = list(named_layers(self.name, require_size(n), self.given))
        return [Causal(layer) for layer in found] if self.causal else found


def pattern_from_words(words: Sequence[str]) -> AttentionPattern:
    """The pattern that these words describe.

    Parameters
    ----------
    words : sequence of str
        Such as ``strided n=64 w=8``, ``causal fixed n=64 w=8``, ``union strided n=64 w=8``,
        ``sequential window w=1 star n=9``, ``edges.csv``.

    Raises
    ------
    TaskError
        If there is no such pattern.

    Examples
    --------
    >>> strided = pattern_from_words("strided n=256 w=16".split())
    >>> strided.connections, strided.words
    ((8176, 4096), ('window(16)', 'stride(16)'))
    >>> union, heads = (pattern_from_words(f"{how} strided n=256 w=16".split()) for how in ("union", "multihead"))
    >>> union.connections, heads.connections
    ((11536,), (12272,))
    >>> pattern_from_words("sequential causal window w=1 star n=9".split()).words
    ('causal window(1)', 'star')
    """
    combined, causal, parts, n = _parsed(words)
    layers = [layer for part in parts for layer in part.layers(n)]
    sizes = {layer.n for layer in layers}
    if len(sizes) > 1:
        raise TaskError(
            f"all layers must have as many positions, got {', '.join(map(str, sorted(sizes)))}; give n for the files"
        )
    if causal:
        layers = [Causal(layer) for layer in layers]
    name = " ".join([*(["causal"] if causal else []), *([combined] if combined else []), *(p.words for p in parts)])
    if combined in ("union", "multihead") and len(layers) > 1:
        union = Union(layers[0].n, tuple(layers))
        heads = (tuple(layers),) if combined == "multihead" else ((union,),)
        return AttentionPattern(SparsePattern((union,)), name, heads)
    return one_head(layers, name)


def _parsed(words: Sequence[str]) -> tuple[str, bool, list[_Part], int | None]:
    if not words:
        raise TaskError("name a pattern or a file, such as: headcount pattern strided n=64 w=8")
    rest = list(words)
    causal = len(rest) > 1 and rest[0] == "causal" and rest[1] in COMBINED
    if causal:
        rest.pop(0)
    combined = rest.pop(0) if rest and rest[0] in COMBINED else ""
    parts: list[_Part] = []
    n: int | None = None
    next_causal = False
    for word in rest:
        name, equals, value = word.partition("=")
        if word in COMBINED:
            raise TaskError(f"{word} comes first and combines all patterns after it, got it after {rest[0]!r}")
        if word == "causal":
            next_causal = True
        elif word in NAMED or Path(word).suffix.lower() in ENDINGS:
            parts.append(_Part(word, next_causal))
            next_causal = False
        elif not equals or not name:
            raise TaskError(
                f"{word[:60]!r} is no pattern; known are {', '.join(NAMED)}, the words causal, {', '.join(COMBINED)} "
                f"before them, and files that end in {' '.join(ENDINGS)}"
            )
        elif name == "n":
            if n is not None:
                raise TaskError("the parameter n is given twice; all layers have as many positions, so give it once")
            n = integer_word("n", value)
            require_size(n)
        elif not parts:
            raise TaskError(f"the parameter {name} stands before any pattern; write for example strided n=64 w=8")
        elif parts[-1].is_file:
            raise TaskError(f"{parts[-1].name} is a file and has no parameter {name}; only n may be given with it")
        elif name in parts[-1].given:
            raise TaskError(f"the parameter {name} of {parts[-1].name} is given twice; give it once")
        else:
            parts[-1].given[name] = integer_word(name, value)
    if next_causal:
        raise TaskError("causal needs a pattern after it; write for example causal strided n=64 w=8")
    if not parts:
        raise TaskError(f"{combined or 'the cycle'} has no layer; name at least one pattern, such as star n=64")
    if len(parts) > 1 and not combined:
        raise TaskError(
            f"several patterns need a word in front that says how they go together: {', '.join(COMBINED)}; "
            "sequential makes a cycle of layers"
        )
    return combined, causal, parts, n


def attention_pattern(data: Any, n: int | None = None) -> AttentionPattern:
    """A sparse pattern from what people have.

    Parameters
    ----------
    data : AttentionPattern, SparsePattern, LayerPattern, str, Path, array, SciPy sparse array or networkx graph
        A str is words as on the command line. Position i attends to j where entry (i, j) is not 0, or where there is
        an edge i -> j. A tuple of these is a cycle of layers.
    n : int, optional
        Positions, where a file or words leave it open.

    Raises
    ------
    TaskError
        If it is none of these, or not what they need to be.

    Examples
    --------
    >>> attention_pattern("star n=256").connections
    (1276,)
    >>> attention_pattern(networkx.star_graph(4)).connections
    (8,)
    """
    if isinstance(data, AttentionPattern):
        return data
    if isinstance(data, SparsePattern):
        return one_head(data.layers, "pattern")
    if isinstance(data, LayerPattern):
        return one_head((data,), data.words)
    if isinstance(data, str):
        return pattern_from_words([*data.split(), *([] if n is None else [f"n={n}"])])
    if isinstance(data, tuple):
        if not data:
            raise TaskError("the cycle has no layer; give at least one")
        cycle = [attention_pattern(one, n) for one in data]
        layers = [layer for one in cycle for layer in one.layers]
        if len({layer.n for layer in layers}) > 1:
            raise TaskError("all layers of a cycle must have as many positions; check the shapes")
        heads = tuple(head for one in cycle for head in one.heads)
        return AttentionPattern(SparsePattern(tuple(layers)), ", ".join(one.name for one in cycle), heads)
    if isinstance(data, Path):
        return one_head(layers_of_file(data, n), data.name)
    if isinstance(data, networkx.Graph):
        layer = layer_of_graph(data, str(data.name or "graph"), n)
    elif isinstance(data, list) and not sparse.issparse(data) and not _square(data):
        layer = layer_of_lists(data, "lists", n)
    else:
        layer = layer_of_array(data, "array", n)
    return one_head((layer,), layer.given)


def _square(rows: list[Any]) -> bool:
    """Whether nested lists are a 0/1 array rather than lists of positions: booleans only."""
    return all(isinstance(entry, bool) for row in rows for entry in row)
