"""Completion at TAB: a script for each shell, and the program that answers all of them.

A bare interpreter runs `answer.py`, so it answers at once. It imports only the standard library and the names
of tests (`judge/cases/naming.py`), and runs no program. `judge completion` puts a table of all arguments into
the scripts.
"""
