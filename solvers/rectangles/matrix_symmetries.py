"""Permutations of rows and columns, and exchanges of the two sides, under which a matrix does not change.

Rows and columns get colours that any symmetry keeps (equitable refinement); then columns are mapped one after the
other in a random order, as long as the rows, cut off after the columns mapped so far, are the same on both sides. The
columns' images determine the rows' images, because the rows are all different. A few random elements generate, most
likely, the whole group; whatever is found is a group of symmetries.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

GENERATORS = 6
"""Random elements that are looked for."""
ATTEMPTS = 50_000
"""Extensions of partial maps that are tried, over all elements: a second or two at 64 rows."""


@dataclass(frozen=True)
class MatrixSymmetry:
    """(i, j) -> (rows[i], columns[j]), or (columns[j], rows[i]) if ``transposed``."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    transposed: bool


def matrix_symmetries(
    entries: np.ndarray, row_labels: Iterable[int], column_labels: Iterable[int], *, rng: np.random.Generator
) -> list[MatrixSymmetry]:
    """Generators of a group of symmetries that keep the labels, found within ``ATTEMPTS`` extensions of a partial map.

    Parameters
    ----------
    entries : int array (R, C)
        Different rows and different columns.

    Examples
    --------
    >>> found = matrix_symmetries(np.eye(3, dtype=int), [1] * 3, [1] * 3, rng=np.random.default_rng(0))
    >>> sorted(set(cell_orbits((3, 3), found).ravel().tolist()))
    [0, 1]
    """
    labels = list(row_labels), list(column_labels)
    identity = tuple(tuple(range(size)) for size in entries.shape)
    found: list[MatrixSymmetry] = []
    left = [ATTEMPTS]
    for transposed in (False, True) if entries.shape[0] == entries.shape[1] else (False,):
        target, targets = (entries.T, labels[::-1]) if transposed else (entries, labels)
        colours = _refined((entries, target), [*zip(labels, targets, strict=True)])
        if colours is None:
            continue
        for _ in range(1 if transposed else GENERATORS):
            maps = _isomorphism(entries, target, colours[0], colours[1], left, rng)
            if maps is None:
                break
            symmetry = MatrixSymmetry(*maps, transposed)
            if symmetry not in found and (transposed or maps != identity):
                found.append(symmetry)
    return found


def cell_orbits(shape: tuple[int, int], symmetries: Iterable[MatrixSymmetry]) -> np.ndarray:
    """For each cell the number of its orbit, counted from 0 in reading order: an int array (R, C)."""
    rows, columns = shape
    labels = np.arange(rows * columns).reshape(shape)
    images = []
    for symmetry in symmetries:
        i, j = np.meshgrid(np.array(symmetry.rows), np.array(symmetry.columns), indexing="ij")
        images.append((j, i) if symmetry.transposed else (i, j))
    while True:  # the least label of an orbit spreads along all maps
        before = labels.copy()
        for image in images:
            least = np.minimum(labels, labels[image])
            labels = least.copy()
            np.minimum.at(labels, image, least)
        if np.array_equal(before, labels):
            break
    return np.unique(labels, return_inverse=True)[1].reshape(shape)


Colours = tuple[list[int], list[int]]
"""Of lines of the source and of the target."""


def _refined(tables: tuple[np.ndarray, np.ndarray], colours: list[Colours]) -> list[Colours] | None:
    """Colours of rows and of columns, from labels; None if source and target are told apart."""
    count = -1
    while True:
        names: dict[object, int] = {}
        for side in (0, 1):
            old, across = colours[side], colours[1 - side]
            source, target = (
                [
                    names.setdefault((side, old[k][i], tuple(sorted(zip(line, across[k], strict=True)))), len(names))
                    for i, line in enumerate((table.T if side else table).tolist())
                ]
                for k, table in enumerate(tables)
            )
            if sorted(source) != sorted(target):
                return None
            colours = [(source, target), across] if side == 0 else [across, (source, target)]
        if len(names) == count:
            return colours
        count = len(names)


def _isomorphism(
    source: np.ndarray,
    target: np.ndarray,
    row_colours: Colours,
    column_colours: Colours,
    left: list[int],
    rng: np.random.Generator,
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """A random map of rows and of columns that takes source to target; ``left`` attempts are counted down."""
    width = source.shape[1]
    order = sorted(range(width), key=lambda j: column_colours[0].count(column_colours[0][j]))
    image: dict[int, int] = {}

    def extend(depth: int, here: list[int], there: list[int]) -> bool:
        """``here`` and ``there``: classes of the rows by colour and by the columns mapped so far."""
        if depth == width:
            return True
        j = order[depth]
        new_here = [2 * 3 * c + int(x) for c, x in zip(here, source[:, j].tolist(), strict=True)]
        for k in rng.permutation(width).tolist():
            if k in image.values() or column_colours[1][k] != column_colours[0][j]:
                continue
            if not left[0]:
                return False
            left[0] -= 1
            new_there = [2 * 3 * c + int(x) for c, x in zip(there, target[:, k].tolist(), strict=True)]
            if sorted(new_here) != sorted(new_there):
                continue
            names = {c: n for n, c in enumerate(sorted(set(new_here)))}
            image[j] = k
            if extend(depth + 1, [names[c] for c in new_here], [names[c] for c in new_there]):
                return True
            del image[j]
        return False

    if not extend(0, list(row_colours[0]), list(row_colours[1])):
        return None
    columns = tuple(image[j] for j in range(width))
    place = {tuple(row): i for i, row in enumerate(target[:, list(columns)].tolist())}
    return tuple(place[tuple(row)] for row in source.tolist()), columns
