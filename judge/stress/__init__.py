"""Cases that break programs: generate them, try them, shrink them, keep them.

Others use `trial`, `search.Search`, `examiner.Examiner`, `finds` and `keep`.
"""
