"""The commands of ``headcount``, a file each, and what they print."""
