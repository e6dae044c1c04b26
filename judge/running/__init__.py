"""One program under limits, sealed, to a `Run`; the languages; what may be granted. Nothing is judged here.

Others use `runner.Runner`, `languages` and `places.Closed`.
"""
