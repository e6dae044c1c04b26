"""Solutions: reads a folder of programs, their headers and the verdicts that each must get.

The interface is `loader.load_solutions` and `expectations.revise_header`. `similar` finds
programs that are alike.
"""
