"""Cases that break programs: they are drawn from generators, tried, made small and kept.

Others use `search.stress`, `finds.Find`, `finds.saved` and `keep.kept`.
"""
