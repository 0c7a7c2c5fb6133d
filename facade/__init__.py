"""The functions of the package: one for each command, with its name and options, for words and Python objects."""
