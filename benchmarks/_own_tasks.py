"""Three tasks of one's own for ``masks_and_layers.py``, as a user writes them: ``benchmarks/_own_tasks.py:mirror``."""

from headcount import task


@task(alphabet=3, length=3)
def mirror(x):
    """The word backwards."""
    return x[::-1]


@task(alphabet=3, length=3)
def previous(x):
    """At each position but the first the token before it."""
    return [None, *x[:-1]]


@task(alphabet=2, length=5)
def ones(x):
    """At the last position the number of ones before it."""
    return [None, None, None, None, sum(x[:-1])]
