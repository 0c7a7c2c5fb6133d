"""What a sparse attention pattern can do: its paths, its hops, each with evidence."""
