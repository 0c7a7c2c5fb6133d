"""Two-party functions inside others: local maps of the inputs that keep the value up to negation, without a bit sent.

If g(alpha(a), beta(b)) = f(a, b) for all a and b (or 1 - f everywhere), then whoever computes g computes f: D(g) >=
D(f), and the same for one-way communication. Composed with an encoder of g into a task this is an encoder of f. The
maps:

* EQ_n in DISJ_2n: alpha(a) = (a, 1 - a), beta(b) = (1 - b, b). A common 1 at i says a_i = 1, b_i = 0; at n + i it
  says a_i = 0, b_i = 1. So they are disjoint iff a = b.
* INDEX_n in DISJ_n and in IP_n: alpha(a) = a, beta(i) = the unit vector e_i. The common ones are a_i of them, so IP_n
  is a_i, and DISJ_n is 1 - a_i.

Kushilevitz, Nisan 1997, *Communication Complexity*, chapter 1, for the functions.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ..tasks.two_party.arithmetic import PLAIN, Arithmetic
from ..tasks.two_party.functions import FUNCTIONS, TwoPartyFunction
from .reduction import SizedReduction

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
