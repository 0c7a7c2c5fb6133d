"""Engines of measures, run on matrices to their end."""

import numpy as np

from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.engines import Effort
from headcount.measures.known import Known
from headcount.measures.measured import bundle
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix


def drawn(seed, shape, entries="01"):
    """A matrix with these entries at random; one that has an entry besides *, if it may."""
    rng = np.random.default_rng(seed)
    while True:
        rows = tuple("".join(row) for row in rng.choice(list(entries), shape))
        if set("".join(rows)) != {"*"} or set(entries) == {"*"}:
            return CommunicationMatrix(rows)


def known_after(matrix, *measures, parameters=None, effort=None):
    """What is known after these engines, each run after the ones before it."""
    matrix = matrix if isinstance(matrix, CommunicationMatrix) else CommunicationMatrix(tuple(matrix))
    known = Known(matrix, parameters)
    for measure in measures:
        for bound in ENGINES[measure](matrix, known, effort or Effort()):
            known.add(bound)
    return known


def ends(matrix, measure, parameters=None, effort=None):
    """Lower and upper bound by the measure's own engine."""
    known = known_after(matrix, measure, parameters=parameters, effort=effort)
    return known.value(measure, "lower"), known.value(measure, "upper")


def exact(matrix, *measures, parameters=None):
    """The values, all of them closed, and certified by one bundle: a list, or one value."""
    known = known_after(matrix, *measures, parameters=parameters)
    bounds = [known.bound(measure, side) for measure in measures for side in ("lower", "upper")]
    assert all(known.closed(measure) for measure in measures), [str(bound) for bound in bounds]
    assert {str(bound.status) for bound in bounds} == {"CERTIFIED"}
    assert isinstance(check(bundle(known.matrix, bounds)), Accepted)
    values = [known.value(measure, "lower") for measure in measures]
    return values if len(values) > 1 else values[0]
