"""Options declared once, in a record: type, range, default, help, and for what they are.

The command line, the signatures in Python, the check of values and a JSON schema follow from the record's fields.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from ..tasks import TaskError


@dataclass(frozen=True)
class Declared:
    """What is declared of an option.

    ``choices`` are the words that it takes, ``least`` and ``most`` its range, ``classes`` the classes of units to which
    it applies (all, if empty), ``example`` a value to try in place of a wrong one; ``changes`` is what makes another
    question of a question and the value (``module:function``, loaded when needed).
    """

    help: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    classes: tuple[str, ...] = ()
    example: Any = None
    short: str = ""
    metavar: str = ""
    changes: str = ""

    def changed(self, question: Any, value: Any) -> Any:
        """The question that the option makes of another one."""
        module, _, function = self.changes.partition(":")
        return getattr(import_module(f".{module}", __package__), function)(question, value)


def option(help: str, default: Any = None, **declared: Any) -> Any:
    """A field of a record of options: its help in one line, its default, and what else ``Declared`` has."""
    return dataclasses.field(default=default, metadata={"declared": Declared(help, **declared)})


@dataclass(frozen=True)
class Options:
    """A record of options; what is left out is the default. Values are checked when it is made.

    Raises
    ------
    TaskError
        If a value is none of the choices, or out of range.
    """

    def __post_init__(self) -> None:
        for name, value in self.given.items():
            told = declared(type(self))[name]
            kind = _kind(type(self), name)  # type: ignore[arg-type]  # classes are hashable
            if kind is not None and not _is_of(kind, value):
                raise TaskError(
                    f"must be {KINDS[kind]}", argument=name, value=value,
                    remedy=f"try ‹{name}={told.example if told.example is not None else EXAMPLES[kind]}›",
                )  # fmt: skip
            if told.choices and (str(value).lower() if name == "unit_class" else value) not in told.choices:
                raise TaskError(
                    f"must be one of {', '.join(told.choices)}", argument=name, value=value,
                    remedy=f"try ‹{name}={told.choices[0]}›",
                )  # fmt: skip
            if told.least is not None and isinstance(value, int | float) and not isinstance(value, bool):
                most = float("inf") if told.most is None else told.most
                if not told.least <= value <= most:
                    known = "must be at least {0}" if told.most is None else "must be {0} .. {1}"
                    within = known.format(told.least, told.most)
                    example = told.example if told.example is not None else max(int(told.least), 2)
                    raise TaskError(within, argument=name, value=value, remedy=f"try ‹{name}={example}›")

    @property
    def given(self) -> dict[str, Any]:
        """The options that were given, by their names in Python."""
        found = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        defaults = {field.name: field.default for field in dataclasses.fields(self)}
        return {name: value for name, value in found.items() if value is not None and value is not defaults[name]}


KINDS = {int: "a whole number", float: "a number", bool: "True or False"}
EXAMPLES = {int: 2, float: 0.5, bool: True}


@cache
def _kind(record: type[Options], name: str) -> type | None:
    """What values of an option are, if it is said: whole numbers, numbers, or truth values."""
    hint = typing.get_type_hints(record)[name]
    kinds = set(typing.get_args(hint) or (hint,)) - {types.NoneType}
    return next((kind for kind in KINDS if kinds == {kind}), None)


def _is_of(kind: type, value: Any) -> bool:
    """Whether a value is of a kind, as Python's own or NumPy's types have it."""
    truth = type(value).__name__ in ("bool", "bool_")
    return truth if kind is bool else not truth and isinstance(value, Integral if kind is int else Real)


def declared(record: type[Options]) -> dict[str, Declared]:
    """Name -> what is declared of it."""
    return {field.name: field.metadata["declared"] for field in dataclasses.fields(record)}


def made(record: type[Options], given: dict[str, Any], function: str) -> Any:
    """The record of options that were given to a function in Python.

    Raises
    ------
    TaskError
        If there is no such option.
    """
    known = declared(record)
    for name in given:
        if name not in known:
            raise TaskError(f"{function} takes no argument {name!r:.40}; it takes {', '.join(known)}")
    return record(**given)


def keywords(record: type[Options], without: Iterable[str] = ()) -> list[inspect.Parameter]:
    """The options as parameters of a function in Python."""
    kinds = typing.get_type_hints(record)
    return [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default,
                          annotation=kinds[field.name])
        for field in dataclasses.fields(record)
        if field.name not in without
    ]  # fmt: skip


def takes(record: type[Options], *without: str) -> typing.Callable[[Any], Any]:
    """Give a function with ``**options`` the signature that lists the options of a record, and its documentation."""

    def with_options(function: Any) -> Any:
        plain = inspect.signature(function)
        own = [one for one in plain.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        function.__signature__ = plain.replace(parameters=[*own, *keywords(record, without)])
        return function

    return with_options


def schema(record: type[Options]) -> dict[str, Any]:
    """The options as a JSON schema.

    >>> from headcount.search.probe_options import ProbeOptions
    >>> schema(ProbeOptions)["properties"]["minimise"]["enum"]
    ['m', 'p', 'H']
    """
    kinds = typing.get_type_hints(record)
    properties = {name: _property(kinds[name], told) for name, told in declared(record).items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


NAMES = {int: "integer", float: "number", str: "string", bool: "boolean", Path: "string"}


def _property(kind: Any, told: Declared) -> dict[str, Any]:
    kinds = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    found: dict[str, Any] = {"description": told.help}
    named = sorted({NAMES[one] for one in kinds if one in NAMES})
    if named:
        found["type"] = named[0] if len(named) == 1 else named
    if told.choices:
        found["enum"] = list(told.choices)
    for name, limit in (("minimum", told.least), ("maximum", told.most)):
        if limit is not None:
            found[name] = limit
    return found
