"""``python -m headcount``."""

from .workbench.cli import main

main()
