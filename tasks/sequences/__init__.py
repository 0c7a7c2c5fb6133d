"""Tasks on sequences of symbols: one file each."""
