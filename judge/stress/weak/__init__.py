"""Find weak tests: plant one-line mistakes in accepted programs, and look for tests that reject them.

`edits` says what an edit is, `python_edits` and `tree_edits` list the edits of a source, `mutants` makes
programs of them, and `kills` says which tests reject which programs.
"""
