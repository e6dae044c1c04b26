"""Data sets of programming problems, and the samples that a model wrote for them.

Each format has a module that turns one record of a file into a `Problem`, or says why the problem cannot be
judged. Nothing here runs a program. docs/datasets.md states the formats.
"""
