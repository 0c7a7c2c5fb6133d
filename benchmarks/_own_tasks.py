"""Tasks of one's own for ``masks_and_layers.py`` and ``two_layers.py``, as a user writes them.

On the command line: ``benchmarks/_own_tasks.py:mirror``.
"""

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


def composed(x, n):
    """f(g(z)) at the last of three tokens, which hold f, g and z: the digits of f and g to base n are their values."""
    f, g, z = x
    return [None, None, f // n ** (g // n**z % n) % n if z < n else None]


@task(alphabet=4, length=3)
def two_points(x):
    """Composition of two functions on two points, each function one token."""
    return composed(x, 2)


@task(alphabet=27, length=3)
def three_points(x):
    """Composition of two functions on three points, each function one token; asked of the 2187 words with a point."""
    return composed(x, 3)
