"""What a user touches: ``probe`` (in ``workbench.search.probe``, and as ``headcount.probe``) and the command line.

Nothing is imported here: ``headcount check`` goes through this package and must load no solver.
"""
