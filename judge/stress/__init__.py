"""Cases that break programs: generate them, try them, shrink them, keep them.

Others use `setup`, `search.Search`, `proof.Proof`, `finds` and `keep`.
"""
