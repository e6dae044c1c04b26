"""Judge solutions on tests: the order of the work, the executors, and the journals that keep results.

Other packages use `engine.judge` and `list_tasks`, `workers.open_workers`, `cluster.open_cluster` and
`journal.Journal`.
"""
