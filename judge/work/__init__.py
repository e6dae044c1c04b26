"""A matrix of solutions and cases to results: who carries it out, in which order, and what is kept of it.

Others use `engine.judge` and `matrix`, `workers.open_workers`, `cluster.open_cluster` and `journal.Journal`.
"""
