"""Adam for many seeds at once.

All runs of a cell have the same shapes, so one compiled program trains them together: `jax.vmap` over the seeds, a loop
over the steps inside. A seed determines its run: the start comes from ``fold_in(key(seed), 0)``, the batch of step t
from ``fold_in(key(seed), t)``, so that neither other seeds nor the places where a run is looked at change it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import optax

Tree = Any
"""Arrays in dicts, lists and tuples."""


@dataclass(frozen=True)
class Moment:
    """Where all runs stand after some steps."""

    step: int
    parameters: Tree
    """With the seeds as first axis."""
    losses: jax.Array
    """(seeds,): the mean of the loss over the steps since the moment before; at step 0 infinite."""


def trained(
    start: Callable[[jax.Array], Tree],
    loss: Callable[[Tree, Tree], jax.Array],
    batch: Callable[[jax.Array, Tree], Tree],
    seeds: Sequence[int],
    stops: Sequence[int],
    rate: float,
    decay: bool = True,
    chunk: int = 250,
    clip: float | None = None,
    data: Tree = (),
    own_data: Callable[[jax.Array], Tree] | None = None,
) -> Iterator[Moment]:
    """Runs from all seeds, looked at after each number of steps in ``stops`` (increasing; 0 is the start).

    Parameters
    ----------
    start
        Parameters from a key.
    loss
        A number from parameters and a batch.
    batch
        A batch from a key and ``data``; all of it for training on everything at once.
    seeds
        One run each.
    stops
        Numbers of steps at which the runs are yielded.
    rate
        Adam's learning rate at the start.
    decay
        Whether it falls to 0 along a cosine until the last stop; a warm-up over 2 % of the steps goes before.
    chunk
        Steps of one call of the compiled program, at most.
    clip
        The largest norm of a gradient, if there is one.
    data
        Arrays that differ from cell to cell, such as samples: compiled programs are kept, and hold none of them.
    own_data
        In place of ``data``, what each run has for itself, from a key.
    """
    last = max(stops)
    schedule = optax.warmup_cosine_decay_schedule(0.0, rate, max(1, last // 50), max(2, last)) if decay else rate
    adam = optax.adam(schedule)
    optimiser = adam if clip is None else optax.chain(optax.clip_by_global_norm(clip), adam)

    def begin(key: jax.Array) -> tuple[Tree, Tree]:
        parameters = start(jax.random.fold_in(key, 0))
        return parameters, optimiser.init(parameters)

    def one(key: jax.Array, parameters: Tree, state: Tree, data: Tree, first: jax.Array, last: jax.Array) -> Tree:
        """Steps first + 1 .. last; the number of steps is no constant, so that there is one program for all."""

        def step(before: jax.Array, carry: tuple[Tree, Tree, jax.Array]) -> tuple[Tree, Tree, jax.Array]:
            old, memory, total = carry
            value, gradient = jax.value_and_grad(loss)(old, batch(jax.random.fold_in(key, before + 1), data))
            change, memory = optimiser.update(gradient, memory, old)
            return optax.apply_updates(old, change), memory, total + value

        return jax.lax.fori_loop(first, last, step, (parameters, state, jnp.zeros(())))

    shared = None if own_data is None else 0
    together = jax.jit(jax.vmap(one, in_axes=(0, 0, 0, shared, None, None)))
    keys = jax.vmap(jax.random.key)(jnp.asarray(seeds))
    if own_data is not None:
        data = jax.vmap(lambda key: own_data(jax.random.fold_in(key, 2**32 - 1)))(keys)
    parameters, state = jax.jit(jax.vmap(begin))(keys)
    done, losses = 0, jnp.full(len(seeds), jnp.inf)
    for stop in stops:
        since, total = done, jnp.zeros(len(seeds))
        while done < stop:
            until = min(done + chunk, stop)
            ends = jnp.asarray(done), jnp.asarray(until)
            parameters, state, values = together(keys, parameters, state, data, *ends)
            total, done = total + values, until
        if stop > since:
            losses = total / (stop - since)
        yield Moment(stop, parameters, losses)
