"""Problem packages and data sets of other tools, in and out.

A reader for each origin (`readers.py`) turns a folder into problems (`package.py`). One layout (`layout.py`)
writes these: into a project, or into a temporary project for a process that judges the package without
importing it. Other rooms use `imports.open_import` and `place.find_project`. `datasets` reads problems, and
the samples of a model, from files of records.
"""
