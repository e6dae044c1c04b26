"""Run sealed programs under limits, build them in their languages, and control the files that they may read.

Nothing is judged here. Other packages use `runner.Runner`, `languages` and `places.Closed`.
"""
