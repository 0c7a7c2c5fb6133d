"""What ``--plot`` draws."""
