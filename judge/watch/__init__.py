"""`judge run --watch`: from a saved file to the redrawn table.

`Changes` hears that a file was written and wakes the main thread. Once the files are quiet, `ProjectScanner`
reads the project again. If something differs, the round under way is stopped, the earlier results that still
hold are kept, and a new `Round` judges the rest in the background with the same workers. As its results come,
`draw_round` draws them and `Terminal` shows the page. `options/steps.py` has the steps that rounds share with
a single run.
"""
