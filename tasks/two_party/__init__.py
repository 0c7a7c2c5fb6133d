"""Two-party functions, by name and by matrix: what communication lower bounds are about."""
