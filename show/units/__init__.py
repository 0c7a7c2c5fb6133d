"""Units that are taken away: stored with their scale and the claim that was made of them, read back, and checked."""
