"""Claims about computing under a sparse pattern: the least depth of a task, and the universal construction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bounds.constructions.construction import ConstructionError
from ..bounds.constructions.universal.universal import every_table, whole_input
from ..bounds.sparse_patterns.depth import least_depth
from ..questions.outputs import Computation
from ..questions.sparse_pattern import SparsePattern
from ..tasks.sparse_patterns import attention_pattern
from .bounded import BoundedQuantity, Claim
from .effort import Effort, Search, compact
from .errors import ClaimError
from .interval import Interval
from .statement import Statement
from .truth import Holds, Truth


def depth_of_whole_input(pattern: str, symbols: int = 2) -> DepthQuantity:
    """The least number of layers of attention under a pattern after which every position can tell the whole input.

    The task has n tokens of so many symbols, and the number of the input as its answer at every position.

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> found = decide(depth_of_whole_input("window n=4 w=1") == 3, Effort(10))
    >>> str(found.verdict)
    'PROVED'
    """
    layers = attention_pattern(pattern).pattern
    return DepthQuantity(whole_input(symbols, layers.n), layers)


def universal_layers(pattern: str, levels: int, d: int, layers: int) -> Statement:
    """Every table is computed by two heads of size 1 in so many layers under a pattern, and a look-up at the end.

    Certified of the table whose answer at every position is the number of the whole input, of which every table of the
    size is a function: the same unit computes it with another look-up.

    Examples
    --------
    >>> from headcount.claims import Effort, decide
    >>> str(decide(universal_layers("star n=2", levels=3, d=1, layers=4), Effort(10)).verdict)
    'PROVED'
    """
    return Holds(_Constructed(attention_pattern(pattern).pattern, levels, d, layers))


class DepthQuantity(BoundedQuantity):
    """The least depth of a task under a pattern; see ``depth_of_whole_input``."""

    name = "depth"

    def __init__(self, question: Computation, pattern: SparsePattern) -> None:
        self.question = question
        self.pattern = pattern

    @property
    def words(self) -> str:
        return f"depth of {self.question.words} under {self.pattern.words}"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"depth": self.question.to_json(), "pattern": self.pattern.to_json()}

    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        return Search((compact(least_depth(self.question, self.pattern).certificate),), ())

    def claims(self, bundle: Mapping[str, Any]) -> Sequence[Claim]:
        if bundle.get("question") != self.question.to_json():
            return ()
        pattern = self.pattern.to_json()
        claims = bundle.get("claims", ())
        return [one for one in claims if one.get("quantity") == "depth" and one.get("pattern") == pattern]


class _Constructed(Truth):
    """Whether the construction computes every table in so many layers."""

    def __init__(self, pattern: SparsePattern, levels: int, d: int, layers: int) -> None:
        self.question, self.pattern = whole_input(levels**d, pattern.n), pattern
        self.levels, self.d, self.layers = levels, d, layers

    @property
    def words(self) -> str:
        tables = f"every table of {self.pattern.n} tokens below {self.levels}^{self.d}"
        return f"{self.layers} layers compute {tables} under {self.pattern.words}"

    @property
    def identity(self) -> Mapping[str, Any]:
        stated = {"of": self.question.to_json(), "pattern": self.pattern.to_json()}
        return {"universal": stated, "levels": self.levels, "d": self.d, "layers": self.layers}

    def find(self, effort: Effort) -> Search:
        try:
            built = every_table(self.pattern, range(self.pattern.n), self.levels, self.d)
        except ConstructionError as error:
            raise ClaimError(f"the construction cannot be built: {error}") from None
        found = built.certificate()
        if found is None:
            return Search((), ("the unit is too large for a certificate",))
        return Search((compact({**found, "claims": found["claims"][:1]}),), ())

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        if bundle.get("question") != self.question.to_json():
            return None
        wanted = {"side": "upper", "value": 1, "heads": 2, "layers": self.layers, "pattern": self.pattern.to_json()}
        claims = bundle.get("claims", ())
        return True if any({key: one.get(key) for key in wanted} == wanted for one in claims) else None
