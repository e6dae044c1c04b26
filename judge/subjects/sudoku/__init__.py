"""The subject sudoku: grids and their rules, the formats of sites, files of puzzles, generated puzzles.

`judge.subjects.subject` knows the module `subject`. The features that belong to sudoku alone import the rest.
"""
