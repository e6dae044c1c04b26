"""Kinds of problems that the judge knows beyond their bytes: `subject` is the seam, sudoku the only subject.

`signatures` reads the signatures of functions that solutions implement.
"""
