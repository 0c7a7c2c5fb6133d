"""``probe`` for classes of units with more than one size."""
