"""``headcount.atlas``: a catalogue, from the package or a folder."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..display.answer import Answer
from ..display.html import Html, framed, table
from .catalogue import CatalogueError, Entry
from .folder import INDEX, Folder, opened
from .options import AtlasOptions
from .registry import CATALOGUES, catalogue_named, packaged
from .tally import WIDTH, Tally, is_bracket, shown, tally_of

CONDITION = re.compile(r"\s*([A-Za-z_]\w*)\s*(>=|<=|=)\s*([^\s<=>].*?)\s*")


@dataclass(frozen=True, repr=False)
class Atlas(Answer):
    """A catalogue of one size, or those of its classes that meet some conditions.

    Iterating yields entries (``key``, ``fields``, ``claims``); ``found[0]`` is the first, ``found[key]`` the one of a
    canonical form. ``count`` is the number of all classes of this size. ``recorded`` says, of a copy that holds values
    only, that the certificates are not in it, and what makes them; else it is empty.
    """

    name: str
    n: int
    says: str
    quantities: tuple[str, ...]
    count: int
    complete: bool
    entries: tuple[Entry, ...] = field(compare=False)
    where_words: tuple[str, ...] = ()
    recorded: str = ""

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, key: int | str) -> Entry:
        return self.entries[key] if isinstance(key, int) else self._by_key[key]

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        return {entry.key: entry for entry in self.entries}

    @property
    def tally(self) -> Tally:
        """How many of these classes have each value: quantity -> value -> number; a value ``3..4`` is open."""
        return tally_of(self.quantities, self.entries)

    def where(self, *conditions: str | Callable[[Entry], bool]) -> Atlas:
        """The classes that meet all conditions.

        Parameters
        ----------
        *conditions : str or callable
            ``"sign_rank=4"``, ``"D>=3"`` (the lower bound is at least 3), ``"D<=3"`` (the upper one is at most 3), some
            with commas between them, or a function of an entry.

        Raises
        ------
        CatalogueError
            If a condition is none, or there is no such field.
        """
        words = tuple(one for given in conditions if isinstance(given, str) for one in given.split(",") if one.strip())
        tests = [self._test(one) for one in words] + [one for one in conditions if not isinstance(one, str)]
        kept = tuple(entry for entry in self.entries if all(test(entry) for test in tests))
        return replace(self, entries=kept, where_words=(*self.where_words, *(one.strip() for one in words)))

    def _test(self, words: str) -> Callable[[Entry], bool]:
        found = CONDITION.fullmatch(words)
        names = self.entries[0].fields if self.entries else dict.fromkeys(self.quantities)
        if found is None or found[1] not in names:
            raise CatalogueError(
                f"must be conditions on the fields {', '.join(names)}, with =, >= or <=", argument="where", value=words,
                remedy=f"try ‹where={self.quantities[0]}>=2›",
            )  # fmt: skip
        name, relation, value = found.groups()
        if relation != "=" and not value.lstrip("-").isdigit():
            raise CatalogueError(
                "needs a whole number after >= and <=", argument="where", value=words,
                remedy=f"try ‹where={name}{relation}2›",
            )  # fmt: skip
        return lambda entry: _meets(entry.fields.get(name), relation, value)

    def figure(self, most: int = 24) -> Any:
        """A Matplotlib figure with a panel for each of the first classes.

        Raises
        ------
        CatalogueError
            If they are no matrices, or none.
        """
        from .figure import classes_figure

        return classes_figure(self.entries[:most], self.quantities)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each class: key and fields; a bracket is its value, or ``3..4`` where it is open."""
        return [{"key": one.key, **{name: _value(field) for name, field in one.fields.items()}} for one in self.entries]

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount atlas show --json`` prints."""
        listed = [{"key": entry.key, "fields": entry.fields, "certificates": len(entry.claims)} for entry in self]
        return {
            "name": self.name, "n": self.n, "says": self.says, "count": self.count, "complete": self.complete,
            "values_only": bool(self.recorded),
            "where": list(self.where_words), "classes": len(self), "tally": self.tally, "entries": listed,
        }  # fmt: skip

    @property
    def in_a_line(self) -> str:
        """Name, size, and how many classes."""
        some = f"{len(self)} of " if len(self) != self.count else ""
        return f"{self.name} n={self.n}: {some}{self.count} classes"

    def __str__(self) -> str:
        lines = [self.in_a_line, *textwrap.wrap(self.says, WIDTH, initial_indent="  ", subsequent_indent="  ")]
        width = max(map(len, self.quantities))
        for name, counts in self.tally.items():
            known = ", ".join(f"{value}: {number}" for value, number in counts.items())
            lines += [f"  {name:{width}}  {known}"] if known else []
        lines += textwrap.wrap(self.recorded, WIDTH, initial_indent="  ", subsequent_indent="  ")
        return "\n".join(lines)

    def _repr_html_(self) -> Html:
        rows = [(name, value, number) for name, counts in self.tally.items() for value, number in counts.items()]
        return framed(self.in_a_line, self.says, table(rows, ("quantity", "value", "classes")))


def _value(field: Any) -> Any:
    """A field as a cell of a table."""
    if not is_bracket(field):
        return field
    return field[0] if field[0] == field[1] else shown(field)


def _meets(value: Any, relation: str, wanted: str) -> bool:
    if relation == "=":
        return shown(value) == wanted
    lower, upper = value if is_bracket(value) else (value, value)
    end = lower if relation == ">=" else upper
    if end == "none":
        return relation == ">="
    if isinstance(end, bool) or not isinstance(end, int):
        return False
    return end >= int(wanted) if relation == ">=" else end <= int(wanted)


def atlas(name: str, n: int | None = None, *, where: str = "", folder: Path | str | None = None) -> Atlas:
    """A catalogue: all matrices or patterns of a size up to symmetries, with certified numbers.

    Parameters
    ----------
    name : str
        What is tabulated; ``headcount atlas list`` lists the catalogues.
    n : int
        The size.
    where : str, optional
        Conditions, see ``Atlas.where``.
    folder : Path or str, optional
        Where ``headcount atlas build`` has made it: the folder ``NAME-N`` itself, the one that holds it, or an archive
        (zip) of it. Without, the catalogue that is a part of the package; the largest sizes are there with values only.

    Returns
    -------
    Atlas
        Its entries, one a class, with their certificates; ``tally``, ``where("D>=3")``, ``to_dataframe()``.

    Raises
    ------
    CatalogueError
        If there is no such catalogue or size there; the message says which are, and how to build it. If a file is
        damaged; the message names it.

    Examples
    --------
    >>> found = atlas("deterministic", n=4)
    >>> found.count, found.tally["D"]
    (94, {'3': 94})
    >>> entry = found.where("rank_q=3")[0]
    >>> entry.fields["rows"], entry.fields["D"], len(entry.claims)
    (['0000', '0001', '0010', '0100'], [3, 3], 1)
    """
    catalogue, n = catalogue_named(name), AtlasOptions(n=n).size_of(name)
    found = Folder(_place(catalogue.name, n, catalogue.sizes, folder))
    if (found.index["name"], found.index["n"]) != (name, n):
        raise CatalogueError(
            f"{str(folder)!r} holds {found.index['name']} with n={found.index['n']}, and {name} with n={n} was asked "
            "for; name another folder"
        )
    index = found.index
    quantities = tuple(index["quantities"])
    recorded = f"This copy {found.only_values}." if found.values_only else ""
    whole = Atlas(name, n, index["says"], quantities, index["count"], index["complete"], tuple(found.all_entries()))
    return replace(whole, recorded=recorded).where(where)


def _place(name: str, n: int, sizes: tuple[int, ...], folder: Path | str | None) -> Any:
    """Where the catalogue is."""
    own = f"{name}-{n}"
    if folder is not None:
        path = Path(folder)
        if path.is_file() or (path / INDEX).exists():
            return opened(path)
        for inner in (path / own, path / f"{own}.zip"):
            if inner.exists():
                return opened(inner)
        there = available(path)
    else:
        inside = packaged()
        if own in inside:
            return opened(Path(str(inside[own])))
        there = [place for place in inside if place.rpartition("-")[0] in CATALOGUES]
    known = [place.rpartition("-")[2] for place in there if place.rpartition("-")[0] == name]
    where = "the package" if folder is None else repr(str(folder))
    has = f"has n = {', '.join(known)}" if known else "has no size of it"
    build = f"build it with headcount atlas build {name} --n {n} --into atlas, and give ‹folder=atlas›"
    remedy = build if n in sizes else f"sizes that can be built are {', '.join(map(str, sizes))}"
    raise CatalogueError(f"{name} with n={n!r:.40} is not there: {where} {has}; {remedy}")


def available(folder: Path) -> list[str]:
    """The names ``NAME-N`` of catalogues in a folder."""
    if not folder.is_dir():
        return []
    found = [path.name for path in folder.iterdir() if (path / INDEX).is_file()]
    found += [path.stem for path in folder.iterdir() if path.suffix == ".zip"]
    return sorted(name for name in set(found) if name.rpartition("-")[0] in CATALOGUES)
