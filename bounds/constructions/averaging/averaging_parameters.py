"""What N and q of a q-SA construction have to satisfy, refused in one sentence."""

from ..construction import ConstructionError


def require_averaging(N: object, q: object) -> None:
    """Refuse N and q unless they are integers with 1 <= q <= N.

    Raises
    ------
    ConstructionError
        Which argument, what was required, what was given, what to try.

    Examples
    --------
    >>> require_averaging(3, 4)
    Traceback (most recent call last):
    headcount.bounds.constructions.construction.ConstructionError: q must be at most N = 3, got 4; try q=3 or a larger N
    """
    require_count("N", "the number of positions", N, "N=8")
    require_count("q", "the number of positions averaged", q, "q=2")
    if q > N:  # type: ignore[operator]
        raise ConstructionError(f"q must be at most N = {N}, got {q}; try q={N} or a larger N")


def require_count(name: str, meaning: str, value: object, remedy: str, least: int = 1) -> None:
    """Refuse a value that is no integer or below ``least``."""
    if type(value) is not int or value < least:
        raise ConstructionError(f"{name}, {meaning}, must be an integer >= {least}, got {value!r:.40}; try {remedy}")
