"""Upper bounds on the sign-rank of a pattern, by tables that realise it."""
