"""Which sizes (m, p, H) a task has units of: cells decided, kept and mapped."""
