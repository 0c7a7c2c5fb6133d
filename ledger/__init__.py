"""The ledger of theorems: what is claimed about attention and communication here, each claim run and certified.

``registry`` lists the theorems, a file per topic states them, ``ledger.json`` and ``certificates.jsonl`` hold what came
out when they were run last (``run``). ``stored`` reads the ledger and imports no search.
"""
