"""What ``universal_network`` returns: a network that can be called, saved and printed, with its proved error."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ....display.answer import CertifiedAnswer
from ....display.whole_files import write_bytes, write_json
from ...bound import CheckerRefusedError
from ..construction import ConstructionError
from .blocks import run_arrays
from .continuous_function import ContinuousFunction
from .continuous_layers import Layers, Plan, Values
from .error_bound import ErrorBound, short, up
from .universal import every_table

MOST_LOOK_UPS = 10**4
"""Beyond, layers are counted only."""
MOST_CERTIFIED = 1500
"""Look-ups up to which the core is given to the checker: a few seconds."""


@dataclass(frozen=True)
class NetworkRuns:
    """What running the network gave.

    ``exact`` inputs in fractions, of ``cells`` cells in all; ``float_off`` the greatest difference from y in float64 on
    the centres of ``float_cells`` cells; ``floats`` whether float64 is long enough for these weights; ``sampled``
    inputs at random with the ``distance`` that they suggest, in float64 or, if that is too short, in fractions.
    """

    exact: int
    cells: int
    float_off: float
    float_cells: int
    floats: bool
    sampled: int
    distance: float


@dataclass(frozen=True, repr=False)
class UniversalNetwork(CertifiedAnswer):
    """The network for a function, or its size alone where it is too large to be written out.

    Attributes
    ----------
    f : ContinuousFunction
    pattern : str
    plan : Plan
        The number of blocks of each kind.
    built : Layers or None
        Weights, temperature, the bound of the errors of ids; None beyond 10^4 look-ups.
    error : ErrorBound or None
    runs : NetworkRuns or None
    values : y of each cell, by its tokens
    stopped : bool
        Whether the time was over, or it was interrupted, before all was written out and run.
    """

    f: ContinuousFunction
    pattern: str
    plan: Plan
    norm: int
    built: Layers | None = None
    error: ErrorBound | None = None
    runs: NetworkRuns | None = None
    values: Values = field(default_factory=dict, hash=False)
    stopped: bool = False

    def __call__(self, X: Any) -> np.ndarray:
        """h(X) in float64, for X of shape (.., n, d)."""
        return run_arrays(self.arrays, np.asarray(X, dtype=float))

    @cached_property
    def arrays(self) -> dict[str, np.ndarray]:
        """The weights as float64 arrays; see ``BlockNetwork.arrays``."""
        return self._built.network.arrays()

    @property
    def _built(self) -> Layers:
        if self.stopped:
            raise ConstructionError("the network was not written out before the time was over; give it more")
        if self.built is None:
            raise ConstructionError(
                f"a network of {self.plan.looking_up:,} look-ups is not written out, at most {MOST_LOOK_UPS:,} are; "
                "ask for a larger ‹error›, or for fewer positions or coordinates"
            )
        return self.built

    def save_weights(self, path: Path | str) -> Path:
        """Write the weights: float64 arrays into .npz, or all layers with exact numbers into .json.

        Raises
        ------
        ConstructionError
            If the name ends otherwise, or the network is too large to be written out.
        """
        place, network = Path(path), self._built.network
        if place.suffix.lower() == ".npz":
            stream = BytesIO()
            np.savez_compressed(stream, **self.arrays)  # type: ignore[arg-type]
            write_bytes(place, stream.getvalue())
        elif place.suffix.lower() == ".json":
            write_json(place, network.to_json())
        else:
            raise ConstructionError(f"‹unit› needs a file name that ends in json or npz, got {str(place)!r}")
        return place

    def certificate(self) -> dict[str, Any] | None:
        """That hardmax heads of the mapping tell every position the whole input; None beyond 1500 look-ups."""
        return self._core

    @cached_property
    def _core(self) -> dict[str, Any] | None:
        mapping = self.plan.mapping
        if self.built is None or self.plan.looking_up > MOST_CERTIFIED:
            return None
        try:
            found = every_table(mapping.pattern, mapping.order, mapping.levels, mapping.coordinates).certificate()
        except (ConstructionError, CheckerRefusedError):  # too large
            return None
        return found

    def to_json(self) -> dict[str, Any]:
        """Everything that is printed, as an object."""
        made, mapping = self.plan, self.plan.mapping
        found: dict[str, Any] = {
            "construction": "universal",
            "task": self.f.name,
            "parameters": {"n": mapping.n, "d": mapping.coordinates, "levels": mapping.levels, "norm": self.norm},
            "modulus": self.f.modulus.text,
            "pattern": mapping.pattern.to_json(),
            "along": list(mapping.order),
            "blocks": made.blocks,
            "quantise": made.quantising,
            "shift": made.shifting,
            "spread": made.hops,
            "look_up": made.looking_up,
            "clamp": made.clamping,
            "blocks_by_the_orders_of_the_paper": made.paper,
            "width": 4,
            "heads": 2,
            "built": self.built is not None,
        }
        if self.built is not None and self.error is not None and self.runs is not None:
            error, runs = self.error, self.runs
            found |= {
                "temperature": str(self.built.network.temperature),
                "ids_off_by_at_most": float(self.built.off),
                "C": self.built.factor,
                "greatest_id": self.built.greatest,
                "error": {
                    "status": "PROVED",
                    "distance": float(error.distance),
                    "integral": float(error.integral),
                    "quantisation": float(error.quantisation),
                    "faces": float(error.faces),
                    "pieces": None if error.exactly is None else str(error.exactly),
                    "softmax": 0.0,
                    **{name: str(getattr(error, name)) for name in ("beta", "omega", "rho", "range")},
                },
                "sampled": {
                    "inputs": runs.sampled,
                    "distance": runs.distance,
                    "float_off": runs.float_off,
                    "floats": runs.floats,
                },
                "run_exactly": {"inputs": runs.exact, "cells": runs.cells},
            }
        return found

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """What is printed."""
        made, mapping, f = self.plan, self.plan.mapping, self.f
        n, d, L, p = mapping.n, mapping.coordinates, mapping.levels, len(mapping.pattern.layers)
        along = ", ".join(map(str, mapping.order[:20])) + (", .." if n > 20 else "")
        found = [
            f"universal n={n} d={d} levels={L}",
            f"  computes    {f.name} on [0,1]^({n} x {d}) by a step function on {mapping.tokens**n:,} cells of side "
            f"1/{L}; modulus {f.modulus.text}",
            f"  pattern     {mapping.pattern.words}; along the positions {along}",
            f"  blocks      {made.blocks:,} = {made.quantising:,} quantise + {made.shifting:,} shift + {made.hops} "
            f"spread + {made.looking_up:,} look up + {made.clamping} clamp - 1",
            "              residual; at most 2 heads of size 1 and 4 ReLU units in a block, real softmax",
            "  by formula  ours: d (n L - 1) + (shifts, with idle blocks) + s + n L^(dn) + ceil(d/2) - 1 = "
            f"{made.blocks:,}",
            "              the paper's orders, as recalled: n d L + p (n-1) L^d + s + n L^(dn) = "
            f"{made.paper:,} with p = {p}, s = {made.hops}",
        ]
        return [*found, *self._built_lines()]

    def _built_lines(self) -> list[str]:
        """Temperature, error and runs; of a network that is not written out, that it is not."""
        if self.built is None or self.error is None or self.runs is None:
            if self.stopped:
                return ["  not built   the time was over, or it was interrupted, before all was written out and run"]
            return [
                f"  not built   {self.plan.looking_up:,} look-ups; at most {MOST_LOOK_UPS:,} are written out, beyond "
                "that layers are counted only"
            ]
        e, built, runs, P = self.error, self.built, self.runs, self.norm
        short_floats = "" if runs.floats else "; float64 is too short here: run the layers in JSON exactly"
        told = "" if e.exactly is None else f"{short(e.exactly)} exactly, in place of it: linear on simplices (assumed)"
        pieces = [f"              pieces: int |f - step|^2 = {told}"] if told else []
        return [
            f"  temperature {built.network.temperature}: ids are off by at most {float(built.off):.3g} <= 1/4, and "
            f"then look-ups are exact (C = {built.factor}, greatest id {built.greatest})",
            f"  PROVED      ||f - h||_{P} <= {up(e.distance)}, in words and for this modulus: int |f - h|^{P} <= "
            f"{up(e.integral)}",
            f"              quantisation: n d (omega(1/(2L)) + rho)^P = {e.entries} ({short(e.omega)} + "
            f"{short(e.rho)})^{P} = {up(e.quantisation)}",
            *pieces,
            f"              faces: n d R^P (1 - (1 - L beta)^(n d)) = {up(e.faces)} with R = {short(e.range)}, beta = "
            f"{short(e.beta)}",
            "              softmax: 0, since h equals the step function off the faces at this temperature",
            "              of the paper: that a network of this kind comes as near as one likes; ours: weights, "
            "temperature, all constants",
            f"  sampled     ||f - h||_{P} about {runs.distance:.3g} on {runs.sampled} random inputs, in "
            f"{'float64' if runs.floats else 'fractions'}",
            f"  run         in fractions {runs.exact} inputs, one each of {runs.exact} of {runs.cells} cells: exactly "
            f"y; in float64 {runs.float_cells} centres: off by at most {runs.float_off:.1e}{short_floats}",
        ]
