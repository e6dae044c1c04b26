"""Cases that break programs: they are drawn from generators, tried, made small and kept.

Others use `setup`, `search.Search`, `proof.Proof`, `finds` and `keep`.
"""
