"""Cited inequalities among measures as data, and how they are read."""

from .inequalities import INEQUALITIES, AtMost, Inequality, Product
from .readings import READINGS, Reading, find_reading

__all__ = ["INEQUALITIES", "READINGS", "AtMost", "Inequality", "Product", "Reading", "find_reading"]
