"""``python -m headcount``."""

from .cli.main import main

main()
