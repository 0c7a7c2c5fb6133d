"""A cut: every position of a sequence goes to Alice, to Bob, or to the public.

Alice sees her own tokens and the public ones, Bob his own and the public ones. The unit (its tables, masks, weights)
and the cut itself are known to both; the null token of a head is part of the unit, so it is public. Positions are
counted from 1, as in the reductions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...display.input_error import InputError
from ..reduction import Owner


class CutError(InputError):
    """A cut does not fit; the message names the argument, the requirement, what was given and what to do."""


@dataclass(frozen=True)
class Cut:
    """Who owns each position.

    Parameters
    ----------
    owners : tuple of Owner
        The owner of each of the positions 1 .. N, as a ``SizedReduction`` lists them.

    Raises
    ------
    CutError
        If there is no position, or a position has no owner.

    Examples
    --------
    >>> cut = Cut.of(5, alice=[2, 3], bob=[4, 5], public=[1])
    >>> print(cut)
    PAABB
    >>> cut.view(Owner.BOB, (7, 8, 9, 5, 6))
    {1: 7, 4: 5, 5: 6}
    """

    owners: tuple[Owner, ...]

    def __post_init__(self) -> None:
        if not self.owners:
            raise CutError("owners must name at least one position, got none; give an Owner for each")
        for position, owner in enumerate(self.owners, start=1):
            if not isinstance(owner, Owner):
                raise CutError(
                    f"owners must be Owner.ALICE, Owner.BOB or Owner.PUBLIC, got {owner!r:.40} for position {position}"
                )

    @classmethod
    def of(cls, N: int, alice: Iterable[int], bob: Iterable[int], public: Iterable[int] = ()) -> Cut:
        """The cut of positions 1 .. N with these sets; nobody becomes an owner by default.

        Raises
        ------
        CutError
            If a position is outside 1 .. N, owned twice, or by nobody.
        """
        if type(N) is not int or N < 1:
            raise CutError(f"N, the number of positions, must be an integer >= 1, got {N!r:.40}; try N=5")
        owners: dict[int, Owner] = {}
        for owner, positions in ((Owner.ALICE, alice), (Owner.BOB, bob), (Owner.PUBLIC, public)):
            for position in positions:
                if type(position) is not int or not 1 <= position <= N:
                    raise CutError(f"{owner} must own positions from 1 to {N}, got {position!r:.40}")
                if position in owners:
                    raise CutError(
                        f"a position must have one owner, got {position} for {owners[position]} and {owner}; "
                        f"take it from one of them"
                    )
                owners[position] = owner
        unowned = [position for position in range(1, N + 1) if position not in owners]
        if unowned:
            raise CutError(
                f"every position must be owned, got no owner for {', '.join(map(str, unowned[:8]))}; "
                f"give it to alice, bob or public"
            )
        return cls(tuple(owners[position] for position in range(1, N + 1)))

    @property
    def N(self) -> int:
        """The number of positions."""
        return len(self.owners)

    def owner(self, position: int) -> Owner:
        """Who owns a position.

        Raises
        ------
        CutError
            If it is not one of 1 .. N.
        """
        if type(position) is not int or not 1 <= position <= self.N:
            raise CutError(f"a position must be an integer from 1 to {self.N}, got {position!r:.40}")
        return self.owners[position - 1]

    def positions(self, owner: Owner) -> tuple[int, ...]:
        """The positions of one owner."""
        return tuple(position for position, whose in enumerate(self.owners, start=1) if whose is owner)

    def view(self, party: Owner, tokens: Sequence[int]) -> Mapping[int, int]:
        """What a party sees: position -> token, for its own positions and the public ones.

        Raises
        ------
        CutError
            If the party is neither Alice nor Bob, or the number of tokens is not N.
        """
        other(party)
        if len(tokens) != self.N:
            raise CutError(f"tokens must be {self.N}, one for each position of the cut, got {len(tokens)}")
        return {j: tokens[j - 1] for j in range(1, self.N + 1) if self.owner(j) in (party, Owner.PUBLIC)}

    def __str__(self) -> str:
        return "".join(owner.value[0].upper() for owner in self.owners)


def other(party: Owner) -> Owner:
    """The other party.

    >>> print(other(Owner.ALICE))
    Bob
    """
    if party not in (Owner.ALICE, Owner.BOB):
        raise CutError(f"a party must be Owner.ALICE or Owner.BOB, got {party!r:.40}")
    return Owner.BOB if party is Owner.ALICE else Owner.ALICE


def query_cut(N: int, position: int) -> Cut:
    """Alice holds one token only, the one whose output is asked for; Bob holds the others.

    >>> print(query_cut(4, 3))
    BBAB
    """
    return Cut.of(N, [position], [j for j in range(1, N + 1) if j != position])


def half_cut(n: int) -> Cut:
    """Position 1 is public, then n positions of Alice, n of Bob: the cut of the reduction from DISJ_n to Match3.

    >>> print(half_cut(2))
    PAABB
    """
    return Cut.of(2 * n + 1, range(2, n + 2), range(n + 2, 2 * n + 2), [1])
