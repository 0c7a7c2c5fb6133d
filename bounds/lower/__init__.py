"""Lower bounds on the sign-rank of a pattern, by what has no realisation."""
