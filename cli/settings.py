"""Defaults of one's own for options, from a file: ``[probe]``, ``budget = 30``.

The file is ``config.toml`` in the folder that the system has for headcount: ``$XDG_CONFIG_HOME/headcount`` or
``~/.config/headcount`` on Linux; the variable HEADCOUNT_CONFIG names another. A table for each command holds long
options without their dashes. What is said on the command line goes before it. HEADCOUNT_CONFIG=/dev/null: none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

VARIABLE = "HEADCOUNT_CONFIG"


class SettingsError(ValueError):
    """The file of defaults cannot be used; the message names file, table and option."""


def settings_file() -> Path:
    """Where the file of defaults is looked for."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    base = os.environ.get("XDG_CONFIG_HOME", "")
    if os.path.isabs(base):  # others are to be ignored, says the specification
        return Path(base) / "headcount" / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("headcount", appauthor=False) / "config.toml"


def defaults_of(command: str, parameters: Sequence[Any], commands: Iterable[str] = ()) -> dict[str, Any]:
    """The defaults that the file has for the options of a command, by the names of its parameters.

    ``commands`` are all that there are, the tables that the file may have besides.

    Raises
    ------
    SettingsError
        If the file is no TOML, has a table that is no command's, or a key that is no option of the command.
    """
    path = settings_file()
    if not path.exists():
        if os.environ.get(VARIABLE):
            raise SettingsError(f"there is no file {str(path)!r}; write it, or unset the variable {VARIABLE}")
        return {}
    table = _read(path, {command, *commands}).get(command, {})
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: {command} must be a table, got {table!r:.40}; write [{command}] above options")
    options = {
        option.removeprefix("--"): one for one in parameters for option in one.opts if option.startswith("--")
    }  # fmt: skip
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in options or key in ("help", "version"):
            known = ", ".join(sorted(set(options) - {"help"}))
            raise SettingsError(f"{path}: {command} has no option --{key}; it has {known}")
        if isinstance(value, dict | list):
            raise SettingsError(f"{path}: {command}.{key} must be a number, a word, true or false, got {value!r:.40}")
        found[options[key].name] = value
    return found


def _read(path: Path, commands: set[str]) -> dict[str, Any]:
    import tomllib

    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}") from None
    for name in tables:
        if name not in commands:
            raise SettingsError(
                f"{path}: there is no command {name}; the tables are those of {', '.join(sorted(commands))}"
            )
    return tables
