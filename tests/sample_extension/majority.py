"""One of each, added to headcount from outside."""

import headcount
from headcount.bounds.constructions.construction import Theorem
from headcount.bounds.constructions.explicit_construction import ExplicitConstruction
from headcount.questions import Head, Layer, Table, Unit
from headcount.reductions.reduction import Reduction, SizedReduction, ownership
from headcount.tasks.two_party.functions import disj


def majority(N=3):
    """Are there more ones than zeros?"""
    return headcount.task(alphabet=2, length=N, name="majority")(lambda x: [int(2 * sum(x) > N)] * N)


def meet(n):
    """Is some x_i = x_(n+i) = 1?"""
    named = headcount.task(alphabet=2, length=2 * n, name="meet")
    return named(lambda x: [int(any(x[i] & x[n + i] for i in range(n)))] * 2 * n)


def _sized(n):
    """Alice's bits, then Bob's."""
    alice, bob = range(1, n + 1), range(n + 1, 2 * n + 1)

    def placed(positions):
        return lambda bits, on: dict(zip(positions, bits, strict=True))

    owners = ownership(2 * n, alice, bob)
    sizes = {"n": n, "N": 2 * n}
    told = (placed(alice), placed(bob), dict, 1, lambda output: 1 - output)
    return SizedReduction("disj-to-meet", disj(n), meet(n), sizes, owners, *told)


disj_to_meet = Reduction("disj", "meet", _sized, (), "Alice's bits, then Bob's", "the definition")


def majority_unit(N=3):
    """Majority by one head of uniform attention and a threshold."""
    zeros, ones = Table("token", ((0,), (0,))), Table("token", ((0,), (1,)))
    unit = Unit(2, (Layer((Head(zeros, (zeros,), (ones,)),)),))
    theorem = Theorem("the mean of the tokens is above 1/2", "folklore")
    return ExplicitConstruction("majority-unit", {"N": N}, majority(N), theorem, unit)


def bounds(name, parameters):
    """What is known of majority with one bit."""
    if name == "majority":
        yield headcount.probe(majority(**parameters), unit_class="fixed", bits=1).certificate()


def columns(matrix):
    """A cover by as many rectangles as there are different columns with a 1."""
    yield (
        "upper",
        sum("1" in column for column in set(zip(*matrix.rows, strict=True))),
        {"kind": "lines", "of": "columns"},
    )
