"""Measures of many matrices: a sweep, its answers as they are kept, and the file they are kept in."""
