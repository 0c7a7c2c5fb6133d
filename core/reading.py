"""From a file, bytes or an object to JSON values; what is too long for the meter is not parsed."""

import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from .meter import Meter, OverLimitError
from .refuse import Malformed

MAX_DIGITS = 4000
"""Longest integer that is read, in decimal digits (below the interpreter's own limit of 4300)."""

FOOTPRINT = {b"[": 100, b"{": 250, b",": 45, b'"': 35}
"""Bytes that a JSON value takes in memory, at most, by the marks in its text; and 4 for each byte of the text."""


def load(certificate: Path | str | bytes | Mapping[str, Any], meter: Meter) -> Any:
    """The JSON value: of a path (``str`` too), of the bytes of a file, or of an object.

    Duplicate keys, NaN, numbers with a point and over-long integers are malformed.
    """
    if isinstance(certificate, bytes):
        return parse(certificate, meter)
    if isinstance(certificate, Mapping):
        try:
            return parse(json.dumps(certificate).encode(), meter)
        except (TypeError, ValueError, RecursionError) as error:
            raise Malformed("certificate", f"cannot be written as JSON: {error}") from None
    if isinstance(certificate, str) and certificate.lstrip().startswith("{"):
        raise Malformed("certificate", "looks like JSON text where a path is expected; pass bytes or the object")
    return parse(_content(Path(certificate), meter), meter)


def parse(content: bytes, meter: Meter) -> Any:
    """The JSON value that a text stands for."""
    meter.charge(4 * len(content) + sum(content.count(mark) * size for mark, size in FOOTPRINT.items()))
    try:
        return json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_unique_keys,
            parse_constant=_no_integer,
            parse_float=_no_integer,
            parse_int=_bounded_integer,
        )
    except UnicodeDecodeError:
        raise Malformed("certificate", "is not UTF-8 text") from None
    except RecursionError:
        raise Malformed("certificate", "is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Malformed("certificate", f"is not JSON: {error.msg} at line {error.lineno}") from None
    except ValueError as error:
        raise Malformed("certificate", str(error)) from None


def _content(path: Path, meter: Meter) -> bytes:
    most = (meter.limit - meter.spent) // 4
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise Malformed("certificate", "is not a regular file; name a JSON file")
        if status.st_size > most:
            raise OverLimitError
        with path.open("rb") as stream:  # it may have grown since
            content = stream.read(most + 1)
    except OSError as error:
        raise Malformed("certificate", f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a null byte in the path
        raise Malformed("certificate", f"cannot be read: {error}") from None
    return content


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("has the same key twice in one object")
    return result


def _no_integer(text: str) -> NoReturn:
    raise ValueError(f"holds {text[:40]}, but every number must be an integer")


def _bounded_integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(f"holds an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text)
