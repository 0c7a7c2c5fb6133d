"""What statements mean: definitions, run by the rules and nowhere else."""
