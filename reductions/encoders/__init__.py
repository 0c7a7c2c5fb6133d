"""Encoders from two-party functions to tasks, known by name or found by search."""
