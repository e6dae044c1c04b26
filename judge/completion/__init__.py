"""What a shell asks when TAB is pressed: a script for each, and the program that answers all of them.

`answer.py` is executed by a bare interpreter, so that an answer is there at once: it imports the standard
library and the names of tests (`judge/cases/naming.py`), which does no more, and runs nothing. The scripts
have the table of all arguments, which `judge completion` makes of their declarations.
"""
