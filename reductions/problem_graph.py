"""The graph of problems: who computes the one at the head of an arrow computes the one at its tail.

Nodes are two-party functions and tasks, each with a size n of its own. An arrow f -> g is a way to write the inputs
of f as inputs of g, party by party and without a bit sent: a ``TwoPartyMap`` between functions, a ``Reduction`` from
a function to a task. Such ways compose, and so do lower bounds: along a path f -> .. -> task the communication that f
needs is needed by the task's cut as well, hence by every unit that does the task, at the cost of running it
(``excluded_region``).

An arrow is a claim until it is checked. ``problem_graph(check_up_to=k)`` runs the laws on all pairs of inputs for n =
1 .. k and refuses to build a graph with a wrong arrow; the arrow then says what was run.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..tasks.extensions import extension
from ..tasks.two_party.arithmetic import PLAIN, Arithmetic
from ..tasks.two_party.functions import FUNCTIONS, TwoPartyFunction
from .laws import verify_exhaustive
from .reduction import Reduction, ReductionError, SizedReduction
from .registry import REDUCTIONS, find_reduction, meant

if TYPE_CHECKING:
    import networkx as nx

Bits = tuple[Any, ...]


@dataclass(frozen=True)
class TwoPartyMap:
    """f_n inside g_size(n): ``alice`` and ``bob`` map the inputs, ``negated`` says whether the value is the opposite.

    Examples
    --------
    >>> EQ_IN_DISJ.at(2).name, EQ_IN_DISJ.alice((1, 0), PLAIN), EQ_IN_DISJ.counterexample(2)
    ('eq', (1, 0, 0, 1), ())
    """

    source: str
    target: str
    size: Callable[[int], int] = field(repr=False)
    alice: Callable[[Any, Arithmetic], Bits] = field(repr=False)
    bob: Callable[[Any, int, Arithmetic], Bits] = field(repr=False)
    negated: bool
    summary: str
    citation: str = "Kushilevitz, Nisan 1997, chapter 1, for the functions; the map and its proof are our own"

    @property
    def name(self) -> str:
        """``source-to-target``."""
        return f"{self.source}-to-{self.target}"

    def at(self, n: int) -> TwoPartyFunction:
        """f_n."""
        return FUNCTIONS[self.source](n)

    def counterexample(self, n: int) -> tuple[Any, ...]:
        """The first (a, b) on which the map is wrong, every pair of inputs tried; () if there is none.

        Locality needs no check: ``alice`` is not given b, nor ``bob`` a.
        """
        inner, outer = self.at(n), FUNCTIONS[self.target](self.size(n))
        for a in inner.alice_inputs():
            for b in inner.bob_inputs():
                if outer.evaluate(self.alice(a, PLAIN), self.bob(b, n, PLAIN)) != inner.evaluate(a, b) ^ self.negated:
                    return (a, b)
        return ()

    def then(self, outer: SizedReduction, n: int) -> SizedReduction:
        """The composition: f_n encoded into the task of an encoder of g_size(n). All laws of encoders can be run on it.

        Raises
        ------
        ValueError
            If the encoder is of another function or size.
        """
        if (outer.source.name, outer.source.n) != (self.target, self.size(n)):
            raise ValueError(f"the encoder must be of {self.target} at size {self.size(n)}, got {outer.source}")

        def formula(tokens: tuple[Any, ...], on: Arithmetic) -> Any:
            assert outer.formula is not None  # else this one is not used
            said = outer.formula(tokens, on)
            return on.negation(said) if self.negated else said

        return replace(
            outer,
            name=f"{self.source}-to-{outer.name}",
            source=self.at(n),
            sizes={**outer.sizes, "n": n},
            alice=lambda a, on: outer.alice(self.alice(a, on), on),
            bob=lambda b, on: outer.bob(self.bob(b, n, on), on),
            read_out=lambda output: outer.read_out(output) ^ self.negated,
            formula=formula if outer.formula else None,
        )


def _unit_vector(number: Any, n: int, on: Arithmetic) -> Bits:
    return tuple(on.number(number == i) for i in range(1, n + 1))


def _same(a: Any, on: Arithmetic) -> Bits:
    return tuple(a)


EQ_IN_DISJ = TwoPartyMap(
    "eq",
    "disj",
    lambda n: 2 * n,
    lambda a, on: (*a, *(1 - bit for bit in a)),
    lambda b, n, on: (*(1 - bit for bit in b), *b),
    False,
    "(a, not a) and (not b, b) are disjoint iff a = b",
)

TWO_PARTY_MAPS: tuple[TwoPartyMap, ...] = (
    EQ_IN_DISJ,
    TwoPartyMap("index", "disj", lambda n: n, _same, _unit_vector, True, "a and e_i meet iff a_i = 1"),
    TwoPartyMap("index", "ip", lambda n: n, _same, _unit_vector, False, "a and e_i meet a_i times"),
)
"""The maps between two-party functions: local maps of the inputs that keep the value up to negation.

If g(alpha(a), beta(b)) = f(a, b) for all a and b (or 1 - f everywhere), then whoever computes g computes f: D(g) >=
D(f), and the same for one-way communication. Composed with an encoder of g into a task this is an encoder of f. The
maps:

* EQ_n in DISJ_2n: alpha(a) = (a, 1 - a), beta(b) = (1 - b, b). A common 1 at i says a_i = 1, b_i = 0; at n + i it
  says a_i = 0, b_i = 1. So they are disjoint iff a = b.
* INDEX_n in DISJ_n and in IP_n: alpha(a) = a, beta(i) = the unit vector e_i. The common ones are a_i of them, so IP_n
  is a_i, and DISJ_n is 1 - a_i.

Kushilevitz, Nisan 1997, *Communication Complexity*, chapter 1, for the functions.
"""

SIZES_TRIED = 6
"""Sizes n = 1 .. 6 on which a size is seen to be a n + b."""


@dataclass(frozen=True)
class Path:
    """A path of the graph that ends in a task: maps between two-party functions, then a reduction.

    ``reduction`` is the composition, a reduction like any other: it can be encoded, verified, run as a protocol.
    """

    maps: tuple[TwoPartyMap, ...]
    last: Reduction

    @property
    def problems(self) -> tuple[str, ...]:
        """The names of the problems on the path."""
        return (*(step.source for step in self.maps), self.last.source, self.last.target)

    @property
    def reduction(self) -> Reduction:
        """The composition."""
        found = self.last
        for step in reversed(self.maps):
            found = _composed(step, found)
        return found

    def __str__(self) -> str:
        return " -> ".join(self.problems)


def problem_graph(check_up_to: int = 0) -> "nx.DiGraph":
    """The graph of all known problems and reductions.

    Nodes carry ``kind``: ``"two-party"`` or ``"task"``. Edges carry ``reduction`` (the object), ``kind`` (``"map"``
    or ``"encoding"``), ``sizes`` (in words, as functions of n), ``bits`` (sent by the reduction itself: 0, they are
    local), ``summary``, ``citation`` and ``checks`` (what was run, in words; empty if nothing was).

    Parameters
    ----------
    check_up_to : int >= 0
        Sizes n on which all laws are checked for all pairs of inputs.

    Raises
    ------
    ReductionError
        If a reduction breaks a law; the message holds the counterexample.

    Examples
    --------
    >>> graph = problem_graph(check_up_to=2)
    >>> graph.edges["disj", "match3"]["sizes"], graph.edges["eq", "disj"]["sizes"]
    ('N = 2n + 1, M = 2n + 2', 'n to 2n')
    >>> graph.edges["disj", "match3"]["checks"]
    ('all pairs of inputs, n = 1 .. 2',)
    """
    import networkx as nx  # here, since it takes long to load

    graph = nx.DiGraph()
    checks = (f"all pairs of inputs, n = 1 .. {check_up_to}",) if check_up_to > 0 else ()
    every: list[TwoPartyMap | Reduction] = [*TWO_PARTY_MAPS, *REDUCTIONS]
    for name, kind in kinds_of_problems().items():
        graph.add_node(name, kind=kind)
    for one in every:
        for n in range(1, check_up_to + 1):
            _require_right(one, n)
        if isinstance(one, TwoPartyMap):
            kind, sizes = "map", f"n to {_linear(one.size)}"
        else:
            kind, sizes = "encoding", _sizes(one)
        about = {"kind": kind, "sizes": sizes, "bits": 0, "summary": one.summary}
        graph.add_edge(one.source, one.target, reduction=one, **about, citation=one.citation, checks=checks)
    return graph


def kinds_of_problems() -> dict[str, str]:
    """The nodes of the graph: name -> ``"two-party"`` or ``"task"``.

    >>> kinds_of_problems()["disj"], kinds_of_problems()["match3"]
    ('two-party', 'task')
    """
    every: list[TwoPartyMap | Reduction] = [*TWO_PARTY_MAPS, *REDUCTIONS]
    kinds = {}
    for one in every:
        kinds[one.source] = "two-party"
        kinds[one.target] = "two-party" if isinstance(one, TwoPartyMap) else "task"
    return kinds


def paths_to(task: str) -> tuple[Path, ...]:
    """All paths to a task, the shortest first.

    Raises
    ------
    ReductionError
        If no reduction ends there.

    Examples
    --------
    >>> [str(path) for path in paths_to("match3")]
    ['disj -> match3', 'eq -> disj -> match3', 'index -> disj -> match3']
    """
    ends = [encoding for encoding in REDUCTIONS if encoding.target == task]
    if not ends:
        known = sorted({encoding.target for encoding in REDUCTIONS})
        raise ReductionError(f"no reduction ends in {task[:40]!r}; {meant(task, known)}known are {', '.join(known)}")
    found = [Path(maps, end) for end in ends for maps in _maps_to(end.source)]
    return tuple(sorted(found, key=lambda path: (len(path.maps), str(path))))


def reduction_to(task: str) -> Reduction:
    """The first reduction of the registry that ends in a task, DISJ before others."""
    paths = [path for path in paths_to(task) if not path.maps]
    return min(paths, key=lambda path: path.last.source != "disj").reduction


def reduction_between(source: str, task: str) -> Reduction:
    """The reduction along the shortest path from a two-party function to a task.

    Raises
    ------
    ReductionError
        If there is no path; the message lists what there is.

    Examples
    --------
    >>> reduction_between("eq", "match3").at(2).encode((0, 1), (0, 1)).answer
    1
    """
    every = [path for target in dict.fromkeys(r.target for r in REDUCTIONS) for path in paths_to(target)]
    for path in every:
        if (path.problems[0], path.problems[-1]) == (source, task):
            return path.reduction
    if extension("reductions", f"{source}-to-{task}") is not None:
        return find_reduction(source, task)
    known = [f"{path.problems[0]} {path.problems[-1]}" for path in every]
    hint = meant(f"{source} {task}", known)
    raise ReductionError(
        f"there is no reduction from {source[:40]!r} to {task[:40]!r}; {hint}known are {', '.join(known)}"
    )


def _maps_to(function: str) -> Iterator[tuple[TwoPartyMap, ...]]:
    """All sequences of maps that end in a two-party function, the empty one first; the maps have no cycle."""
    yield ()
    for step in TWO_PARTY_MAPS:
        if step.target == function:
            yield from ((*before, step) for before in _maps_to(step.source))


def _composed(step: TwoPartyMap, outer: Reduction) -> Reduction:
    def size(n: int, **chosen: int) -> SizedReduction:
        step.at(n)  # refuses an n that is no size
        return step.then(outer.at(step.size(n), **chosen), n)

    return Reduction(
        step.source, outer.target, size, outer.parameters, f"{step.summary}; then {outer.summary}", outer.citation
    )


def _require_right(one: TwoPartyMap | Reduction, n: int) -> None:
    if isinstance(one, Reduction):
        found = verify_exhaustive(one.at(n))
        if not found.holds:
            raise ReductionError(str(found))
    elif wrong := one.counterexample(n):
        raise ReductionError(f"{one.name} must keep the value of {one.source}, but does not at n={n} on {wrong}")


def _sizes(encoding: Reduction) -> str:
    tables = [dict(encoding.at(n).sizes) for n in range(1, SIZES_TRIED + 1)]

    def size(name: str) -> Callable[[int], int]:
        return lambda n: tables[n - 1][name]

    return ", ".join(f"{name} = {_linear(size(name))}" for name in tables[0] if name != "n")


def _linear(size: Callable[[int], Any]) -> str:
    """A size as a n + b, if it is that for the sizes tried; else its values there."""
    values = [size(n) for n in range(1, SIZES_TRIED + 1)]
    slope = values[1] - values[0]
    start = values[0] - slope
    if values != [slope * n + start for n in range(1, SIZES_TRIED + 1)]:
        return f"{', '.join(map(str, values))}, .."
    if slope == 0:
        return str(start)
    term = "n" if slope == 1 else f"{slope}n"
    return term if start == 0 else f"{term} {'+' if start > 0 else '-'} {abs(start)}"
