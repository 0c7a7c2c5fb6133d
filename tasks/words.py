"""``name=value`` words, as parameters are written on the command line."""

from collections.abc import Iterable

from .task import TaskError


def named_words(words: Iterable[str]) -> dict[str, str]:
    """The values by name.

    Raises
    ------
    TaskError
        If a word has no name or no ``=``, or a name comes twice.

    Examples
    --------
    >>> named_words(["N=6", "nodes=plain"])
    {'N': '6', 'nodes': 'plain'}
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise TaskError(f"parameters are name=value words, got {word!r}; write for example N=6")
        if name in values:
            raise TaskError(f"the parameter {name} is given twice; give it once")
        values[name] = value
    return values


def integer_word(name: str, value: str) -> int:
    """The integer that a parameter's value stands for.

    Raises
    ------
    TaskError
        If it is no integer, or one of more digits than Python reads.

    Examples
    --------
    >>> integer_word("N", "-6")
    -6
    """
    try:
        return int(value)
    except ValueError:
        shown = value[:40]
        raise TaskError(f"the parameter {name} must be an integer, got {shown!r}; write for example {name}=6") from None
