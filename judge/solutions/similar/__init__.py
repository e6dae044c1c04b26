"""Find the programs of a problem that are alike beyond names and layout.

`tokens` reads a source as tokens in which all names are equal, `winnowing` chooses the fingerprints of a
program, `passages` finds what two programs have in common, and `pairs` compares all programs of a problem.
"""
