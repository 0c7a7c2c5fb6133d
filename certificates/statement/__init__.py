"""What is claimed: definitions only, each with its words, its JSON and its meaning by evaluation; no evidence."""
