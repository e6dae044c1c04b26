"""The subject sudoku: grids and their law, the formats of sites, files of puzzles, puzzles from a seed.

Only `judge.subjects` knows it, by `subject.SUDOKU`.
"""
