"""What all results share: their content as a dictionary, as a table of pandas, and their certificate as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .whole_files import why_not, write_json


class Summary:
    """A result whose ``str`` says all in words; where Python shows it unasked, the first line stands for it.

    A dataclass below it is declared with ``repr=False``.
    """

    @property
    def in_a_line(self) -> str:
        """The result in a line: the first that is printed, by default."""
        return str(self).partition("\n")[0]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.in_a_line}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows as text: all of it, or in a list the line."""
        printer.text(repr(self) if len(printer.stack) > 1 else str(self))


class Answer(Summary):
    """A result with ``to_json``."""

    def to_json(self) -> dict[str, Any]:
        """What ``--json`` prints of it."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The content as a dictionary of numbers, texts, lists and dictionaries.

        Examples
        --------
        >>> import headcount
        >>> found = headcount.probe("qsa N=5 q=1").to_dict()
        >>> found["lower"], found["upper"], found["closed"]
        (2, 2, True)
        """
        return self.to_json()

    def to_rows(self) -> list[dict[str, Any]]:
        """The rows of ``to_dataframe``: one, or one for each part of the result."""
        return [flat(self.to_json())]

    def to_dataframe(self) -> Any:
        """A ``pandas.DataFrame``: a row for the result, or one for each of its parts (measures, sizes).

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("a data frame needs pandas, which is not installed; try: pip install pandas") from None
        return pandas.DataFrame(self.to_rows())


class Saved:
    """A result whose certificate can be saved."""

    def certificate(self) -> dict[str, Any] | None:
        """The bundle that ``check`` accepts; None if there is none."""
        raise NotImplementedError

    def save(self, path: Path | str) -> Path:
        """Write the certificate into a file, as ``-o`` of the commands does; what the file held is replaced.

        ``headcount check`` replays it; ``probe`` and ``dimension`` go on from it with ``start=``.

        Parameters
        ----------
        path : Path or str
            A file name; the folder has to exist.

        Returns
        -------
        Path
            Where it was written to.

        Raises
        ------
        OSError
            If the folder is missing or cannot be written to, or a folder has that name; the message says what to do.
        ValueError
            If nothing of it is certified, so that there would be nothing to check.

        Examples
        --------
        >>> import headcount
        >>> path = headcount.probe("qsa N=5 q=1").save("answer.json")
        >>> headcount.check(path).lower, headcount.probe("qsa N=5 q=1", start=path).closed
        (2, True)
        """
        place = Path(path)
        if (reason := why_not(place)) is not None:
            raise reason
        found = self.certificate()
        if found is None or not found.get("claims"):
            raise ValueError("a certificate needs something that the checker accepts, and here is nothing of the kind")
        write_json(place, found)
        return place


class CertifiedAnswer(Saved, Answer):
    """A result with ``to_json`` and a certificate."""


def flat(content: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Nested dictionaries as one, with names joined by dots; lists stay what they are.

    Examples
    --------
    >>> flat({"a": 1, "b": {"c": 2, "d": {"e": 3}}})
    {'a': 1, 'b.c': 2, 'b.d.e': 3}
    """
    found: dict[str, Any] = {}
    for name, value in content.items():
        found |= flat(value, f"{before}{name}.") if isinstance(value, dict) else {f"{before}{name}": value}
    return found
