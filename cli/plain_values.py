"""Words of the command line that are plain: a number, a path, a word. They are taken without pydantic.

Typer (from 0.29 on) converts every value with pydantic, which takes half as long to load as NumPy. A value that is
plain is what the parameter wants in one way only; all others go the way of typer, for its message. Where typer has no
such conversion, nothing is changed.
"""

import os
import re
import typing
from pathlib import Path
from typing import Any

INTEGER = re.compile(r"-?\d{1,18}", re.ASCII)
NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?", re.ASCII)
UNUSUAL = ("exists", "resolve_path", "allow_dash", "writable", "path_type", "parser", "formats", "mode", "encoding")
"""What a parameter may ask for that is looked at by typer only, whenever it is set."""


class Unplain(Exception):
    """The value has to be looked at by typer."""


class PlainValue:
    """Takes the place of typer's conversion of a parameter; it is loaded for the first value that is not plain."""

    def __init__(self, parameter: Any) -> None:
        self.parameter = parameter

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the function of the command gets it."""
        descriptor = self.parameter.type_descriptor
        try:
            return taken(value, descriptor.annotation, descriptor.parameter_info, param.multiple or param.nargs == -1)
        except Unplain:
            self.parameter._runtime_param = None  # typer makes its own, once
            return self.parameter.get_runtime_param().coerce(value, param=param, ctx=ctx)


def take_plain_values(command: Any) -> None:
    """Let the parameters of a command, --help among them, take plain values at once."""
    listed = command.get_params

    def get_params(ctx: Any) -> list[Any]:
        parameters: list[Any] = listed(ctx)
        for parameter in parameters:
            if hasattr(parameter, "get_runtime_param") and getattr(parameter, "_runtime_param", parameter) is None:
                parameter._runtime_param = PlainValue(parameter)
        return parameters

    command.get_params = get_params


def taken(value: Any, kind: Any, info: Any, many: bool) -> Any:
    """What a value is for a parameter of this type.

    Raises
    ------
    Unplain
        If that is not obvious.
    """
    if value is None:
        return () if many else None
    if any(getattr(info, name, None) for name in UNUSUAL):
        raise Unplain
    if many and isinstance(value, list | tuple) and typing.get_origin(kind) is list:
        (inner,) = typing.get_args(kind)
        return [_one(one, inner, info) for one in value]
    return _one(value, kind, info)


def _one(value: Any, kind: Any, info: Any) -> Any:
    made = _scalar(value, kind)
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    if made is None or (least is not None and made < least) or (most is not None and made > most):
        raise Unplain
    return made


def _scalar(value: Any, kind: Any) -> Any:
    """None: it is not plain."""
    if kind in (str, bool, int, float) and type(value) is kind:
        return value
    if not isinstance(value, str | Path):
        return None
    if kind is Path:
        return Path(value) if str(value) and (os.access(value, os.R_OK) or not os.path.lexists(value)) else None
    form = {int: INTEGER, float: NUMBER}.get(kind)
    return kind(value) if form is not None and isinstance(value, str) and form.fullmatch(value) else None
