"""``construct`` with the options of ``headcount construct`` that say what is built."""

from __future__ import annotations

import shlex
from typing import Any

from ..bounds.constructions.averaging.softmax_averages import softmax_averages
from ..bounds.constructions.construction import Construction
from ..bounds.constructions.registry import construct as construct_named
from ..bounds.constructions.registry import construction_from_words
from ..search.averages_asked import error_asked
from ..search.masked_rows import masked_construction
from ..tasks import TaskError


def construct(
    name: str, *, error: Any = None, values: int | None = None, mask: str | None = None, **parameters: int | str
) -> Construction:
    """Build an explicit attention unit: ``headcount construct``.

    Parameters
    ----------
    name : str
        A construction such as ``"qsa-moment-curve"``, or its name and parameters as on the command line.
    error, values
        q-SA by real softmax: what an average may be off by, such as ``"1/10"``, and the dimension of the values.
    mask : str, optional
        q-SA and Match-s: position i attends to its row of this sparse pattern, such as ``"causal"``, and is asked of
        what it sees.
    **parameters : int or str
        Those of the construction: ``N=6, q=2``.

    Returns
    -------
    Construction
        ``unit``, ``size``, ``theorem``; ``verify()`` runs it, ``certificate()`` is what ``check`` accepts.

    Raises
    ------
    TaskError, ConstructionError
        If there is no such construction, or the parameters do not fit; the message says what to try.

    Examples
    --------
    >>> construct("qsa-moment-curve", N=6, q=2).size.m, construct("match3-third-order M=5 N=3").size.m
    (4, 5)
    >>> construct("match2", M=3, N=3, mask="causal").task.name
    'match under causal dense'
    """
    words = shlex.split(name)
    if not words:
        raise TaskError("name a construction, such as construct('qsa-moment-curve', N=6, q=2)")
    if words[0] == "universal":
        raise TaskError(
            "universal is a function of its own, of a continuous function: universal_network(f, '3/2*t', '0.1', "
            "pattern='star', n=3)"
        )
    eps = error_asked(error, values)
    if eps is not None and mask is not None:
        raise TaskError("‹mask› is not for averages by real softmax; leave ‹error› out, or the mask")
    if eps is None and len(words) == 1:
        built = construct_named(words[0], **parameters)
    else:
        words += [f"{given}={value}" for given, value in parameters.items()]
        built = construction_from_words(words) if eps is None else softmax_averages(words, eps, values or 1)
    return built if mask is None else masked_construction(built, mask)
