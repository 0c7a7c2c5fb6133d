"""Sizes at which no unit, or no other network, can do a task: explicit constants."""
