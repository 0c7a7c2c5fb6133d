"""The noun OutputLayer: a row of weights for each class, and perhaps a bias, as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...questions.question import plain_label
from ..task import TaskError

FloatArray = npt.NDArray[np.float64]

EXACT = 2**53
"""Largest integer below which every integer is a float64."""

MOST_NAMED = 20
"""Classes, or sets of classes, that are named in one line."""

RANGE = 2.0**500
"""Largest ratio of two weights other than 0: beyond, scaling would lose digits."""


@dataclass(frozen=True, eq=False)
class OutputLayer:
    """A hidden state x in R^d gives class j the score <W_j, x> + b_j.

    Attributes
    ----------
    weights : float64 array, shape (classes, d)
        W; every number of the file, unchanged.
    bias : float64 array, shape (classes,), optional
        b; None if there is none, or if it is the same for all classes and scores are compared with each other only.
    names : sequence of str, optional
        What the classes are called; their numbers from 0 if left out.
    name : str
        Where it comes from, for reports.
    type : str
        The type of the stored numbers.

    Examples
    --------
    >>> output_layer([[1, 0], [0, 1], [0.25, 0.25]], names=["cat", "dog", "fish"]).words
    'layer: 3 classes, d = 2, no bias, float64'
    """

    weights: FloatArray
    bias: FloatArray | None
    names: Sequence[str] | None
    name: str
    type: str

    @property
    def classes(self) -> int:
        """How many."""
        return len(self.weights)

    @property
    def d(self) -> int:
        """Coordinates of a hidden state."""
        return int(self.weights.shape[1])

    @property
    def words(self) -> str:
        """Its size in words."""
        bias = "no bias" if self.bias is None else "with bias"
        return f"{plain_label(self.name)}: {self.classes} classes, d = {self.d}, {bias}, {self.type}"

    def spell(self, number: int) -> str:
        """What a class is called, safe to print: its name in quotes, or its number."""
        if self.names is None:
            return str(number)
        return repr("".join(c if c.isprintable() else "?" for c in self.names[number][:40]))


def output_layer(
    weights: Any, bias: Any = None, names: Sequence[str] | None = None, name: str = "layer", *, transposed: bool = False
) -> OutputLayer:
    """An output layer from arrays; no number is rounded.

    Parameters
    ----------
    weights : array of integers or floats, shape (classes, d), or (d, classes) if ``transposed``
        float16, float32 and float64 are taken exactly; integers up to 2^53.
    bias : array, shape (classes,), optional
    names : one for each class, all different, optional
    name : str
    transposed : bool

    Raises
    ------
    TaskError
        If the shapes do not fit, an entry is not finite or no number, or names are missing or occur twice.
    """
    table = _exact(weights, f"{name}: the weights")
    if table.ndim != 2:
        raise TaskError(
            f"{name}: the weights must be a table with a row for each class and a column for each coordinate, got "
            f"{table.ndim} dimension{'s' * (table.ndim != 1)}; reshape them, or name the right array"
        )
    if transposed:
        table = np.ascontiguousarray(table.T)
    classes, d = table.shape
    if not classes or not d:
        raise TaskError(f"{name}: the weights must have at least one class and one coordinate, got {classes} x {d}")
    offset = None if bias is None else _exact(bias, f"{name}: the bias")
    if offset is not None:
        offset = offset.reshape(-1) if offset.ndim == 2 and 1 in offset.shape else offset
        _require_length(offset.shape, "bias", "entries", table.shape, name)
    if names is not None:
        names = tuple(map(str, names))
        _require_length((len(names),), "names", "names", table.shape, name)
        if len(set(names)) < classes:
            twice = next(one for place, one in enumerate(names) if one in names[:place])
            raise TaskError(f"{name}: two classes are called {twice[:40]!r}; give each a name of its own")
    return OutputLayer(table, offset, names, name, str(np.asarray(weights).dtype))


def output_layer_from(data: Any, bias: Any = None, names: Sequence[str] | None = None, **options: Any) -> OutputLayer:
    """An output layer from what people have: a path, an array, itself, or an estimator with ``coef_``.

    Examples
    --------
    >>> output_layer_from([[1, 0], [0, 1]], bias=[0, 0.5]).bias.tolist()
    [0.0, 0.5]
    """
    if isinstance(data, OutputLayer):
        return data
    if hasattr(data, "coef_"):  # scikit-learn's linear classifiers
        named = [str(one) for one in data.classes_] if names is None and hasattr(data, "classes_") else names
        offset = getattr(data, "intercept_", None) if bias is None else bias
        kind = type(data).__name__
        if len(np.atleast_2d(data.coef_)) == 1:
            raise TaskError(f"{kind} has one row for two classes; both are reachable unless all its weights are 0")
        return output_layer(data.coef_, offset, named, kind, **options)
    return output_layer(data, bias, names, **options)


def _exact(array: Any, what: str) -> FloatArray:
    """The numbers as float64, unchanged."""
    table = np.asarray(array)
    kind, size = table.dtype.kind, table.dtype.itemsize
    if kind not in "biuf" or (kind == "f" and size > 8):
        raise TaskError(
            f"{what} must be integers or floats of at most 64 bits, got the type {table.dtype}; convert them to float32"
        )
    if kind in "iu" and table.size and max(abs(int(table.min())), abs(int(table.max()))) > EXACT:
        raise TaskError(f"{what} must be integers up to 2^53, got a larger one; convert them to float64")
    exact: FloatArray = table.astype(np.float64)
    wrong = ~np.isfinite(exact)
    if wrong.any():
        place = tuple(int(k) for k in np.argwhere(wrong)[0])
        where = f"class {place[0]}" + (f", column {place[1]}" if len(place) > 1 else "")
        raise TaskError(f"{what} must be finite, got {exact[place]} at {where}; correct the file")
    sizes = np.abs(exact[exact != 0])
    if sizes.size and sizes.min() < sizes.max() / RANGE:
        raise TaskError(
            f"{what} lie too far apart, {sizes.min():g} and {sizes.max():g}: at most a factor of 2^500 is read; "
            "write 0 for what is negligible"
        )
    return exact


def _require_length(shape: tuple[int, ...], what: str, entries: str, wanted: tuple[int, int], name: str) -> None:
    if shape == (wanted[0],):
        return
    got = str(shape[0]) if len(shape) == 1 else f"the shape {shape}"
    hint = f"the {what} must have one for each class"
    if shape == (wanted[1],):
        hint = "they fit the columns, so the weights may be d x classes: say so with ‹transposed=True›"
    raise TaskError(f"{name}: the weights have {wanted[0]} rows (classes), but the {what} {got} {entries}; {hint}")
