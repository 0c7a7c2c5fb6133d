"""Tokens without a match whose sums come as close as possible: the NO instances that are worth trying."""

import random

ATTEMPTS = 20
"""Candidates tried for each new token before an old one is repeated."""


def match_free_tokens(order: int, M: int, count: int, rng: random.Random) -> tuple[int, ...]:
    """``count`` tokens of Z_M of which no ``order``, repeats allowed, sum to 0 mod M, but some to +1 or -1 if possible.

    Greedy: the set S grows by tokens z that bring some sum of ``order`` tokens to +1 or -1. Let R_k be the set of sums
    of k tokens of S (R_0 = {0}). Adding z to S makes the new sums t z + r with r in R_(order-t), t >= 1; so there is
    still no match if and only if -t z is not in R_(order-t) for t = 1 .. order. Tokens with order * z = 0 mod M are
    matches by themselves; where all tokens are (M divides ``order``), any tokens are returned.

    Examples
    --------
    >>> tokens = match_free_tokens(3, 10, 4, random.Random(0))
    >>> any((x + y + z) % 10 == 0 for x in tokens for y in tokens for z in tokens)
    False
    """
    single = [z for z in range(M) if order * z % M]
    if not single:
        return tuple(rng.randrange(M) for _ in range(count))
    chosen: list[int] = []
    sums: list[set[int]] = [{0}, *(set[int]() for _ in range(order))]
    _add(rng.choice(single), chosen, sums, M)
    while len(chosen) < count:
        z = _next_token(order, M, chosen, sums, rng)
        if z in chosen:
            chosen.append(z)
        else:
            _add(z, chosen, sums, M)
    rng.shuffle(chosen)
    return tuple(chosen)


def _next_token(order: int, M: int, chosen: list[int], sums: list[set[int]], rng: random.Random) -> int:
    for attempt in range(ATTEMPTS):
        z = rng.choice((-1, 1)) - sum(rng.choices(chosen, k=order - 1)) if attempt % 4 else rng.randrange(M)
        if all(-t * z % M not in sums[order - t] for t in range(1, order + 1)):
            return z % M
    return rng.choice(chosen)


def _add(z: int, chosen: list[int], sums: list[set[int]], M: int) -> None:
    chosen.append(z)
    for k in range(len(sums) - 1, 0, -1):  # downwards, so that sums[k - t] are still those without z
        for t in range(1, k + 1):
            sums[k] |= {(r + t * z) % M for r in sums[k - t]}
