"""Engines for sign patterns given by lists: what is ``+`` and what is free in each row, everything else ``-``."""
