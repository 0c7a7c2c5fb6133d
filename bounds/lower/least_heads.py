"""The least number of heads at which a sign-rank can be reached."""


def least_heads(rank: int) -> int:
    """The least H with 2^(H+1) - 2 >= rank.

    >>> [least_heads(rank) for rank in (0, 2, 3, 6, 7, 14, 15)]
    [0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, (max(rank, 0) + 1).bit_length() - 1)
