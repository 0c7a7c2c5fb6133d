"""Adam for many seeds at once.

All runs of a cell have the same shapes, so one compiled program trains them together: `jax.vmap` over the seeds,
`jax.lax.scan` over the steps. A seed determines its run: the start comes from ``fold_in(key(seed), 0)``, the batch of
step t from ``fold_in(key(seed), t)``, so that neither other seeds nor the places where a run is looked at change it.
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
    """
    last = max(stops)
    schedule = optax.warmup_cosine_decay_schedule(0.0, rate, max(1, last // 50), max(2, last)) if decay else rate
    adam = optax.adam(schedule)
    optimiser = adam if clip is None else optax.chain(optax.clip_by_global_norm(clip), adam)

    def begin(key: jax.Array) -> tuple[Tree, Tree]:
        parameters = start(jax.random.fold_in(key, 0))
        return parameters, optimiser.init(parameters)

    def one(key: jax.Array, parameters: Tree, state: Tree, data: Tree, first: jax.Array, length: int) -> Tree:
        def step(carry: tuple[Tree, Tree], number: jax.Array) -> tuple[tuple[Tree, Tree], jax.Array]:
            old, memory = carry
            value, gradient = jax.value_and_grad(loss)(old, batch(jax.random.fold_in(key, number), data))
            change, memory = optimiser.update(gradient, memory, old)
            return (optax.apply_updates(old, change), memory), value

        (parameters, state), values = jax.lax.scan(step, (parameters, state), first + 1 + jnp.arange(length))
        return parameters, state, values.sum()

    together = jax.jit(jax.vmap(one, in_axes=(0, 0, 0, None, None, None)), static_argnums=5)
    keys = jax.vmap(jax.random.key)(jnp.asarray(seeds))
    parameters, state = jax.jit(jax.vmap(begin))(keys)
    done, losses = 0, jnp.full(len(seeds), jnp.inf)
    for stop in stops:
        since, total = done, jnp.zeros(len(seeds))
        while done < stop:
            length = min(chunk, stop - done)
            parameters, state, values = together(keys, parameters, state, data, jnp.asarray(done), length)
            total, done = total + values, done + length
        if stop > since:
            losses = total / (stop - since)
        yield Moment(stop, parameters, losses)
