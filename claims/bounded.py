"""Quantities whose bounds are claims of certificates, each with a side and a value."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .effort import Certificate, accepted, compact
from .interval import NO_VALUE, Interval
from .statement import Quantity

Claim = Mapping[str, Any]


class BoundedQuantity(Quantity):
    """A number that certificates bound; ``least`` is what it is at least by definition."""

    least = Fraction(0)

    @abstractmethod
    def claims(self, bundle: Mapping[str, Any]) -> Sequence[Claim]:
        """The claims of a bundle that bound this number; none, if the bundle is about something else."""

    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        interval = Interval(self.least)
        for text in certificates:
            claims = self.claims(json.loads(text))
            for claim in claims if claims and accepted(text) else ():
                interval = interval.within(stated(claim))
        return interval

    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        kept = []
        for text in certificates:
            bundle = json.loads(text)
            claims = self.claims(bundle)
            if not claims or not accepted(text):
                continue
            best = [
                (max if side == "lower" else min)(of_side, key=_value)
                for side in ("lower", "upper")
                if side in sides and (of_side := [claim for claim in claims if _side(claim) == side])
            ]
            if best:
                kept.append(compact({**bundle, "claims": with_premises(bundle["claims"], best)}))
        return tuple(dict.fromkeys(kept))


def stated(claim: Claim) -> Interval:
    """What a claim says of its number."""
    return Interval(_value(claim), None) if _side(claim) == "lower" else Interval(None, _value(claim))


def _side(claim: Claim) -> str:
    """lower or upper; that no value will do is a lower bound."""
    return "lower" if claim["side"] == "none" else str(claim["side"])


def _value(claim: Claim) -> Fraction:
    return NO_VALUE if claim["side"] == "none" else Fraction(claim["value"])


def with_premises(claims: Sequence[Claim], chosen: Sequence[Claim]) -> list[Claim]:
    """The chosen ones and the earlier claims that they follow from, numbered anew."""
    needed = {k for k, claim in enumerate(claims) if any(claim is one for one in chosen)}
    for k in range(len(claims) - 1, -1, -1):
        if k in needed:
            needed |= {one for one in claims[k]["proof"].get("from", ()) if isinstance(one, int)}
    place = {k: i for i, k in enumerate(sorted(needed))}
    kept: list[Claim] = []
    for k in sorted(needed):
        proof = claims[k]["proof"]
        if "from" in proof:
            proof = {**proof, "from": [place.get(one, one) if isinstance(one, int) else one for one in proof["from"]]}
        kept.append({**claims[k], "proof": proof})
    return kept
