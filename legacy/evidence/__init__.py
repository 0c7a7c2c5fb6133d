"""How statements are proved: the table of kinds, and a file for each kind of evidence."""
