"""One program under limits, sealed, to a `Run`; the languages; what may be granted. Nothing is judged here.

Others use `runner.Runner`, `languages.LANGUAGES` and `places.Closed`.
"""
