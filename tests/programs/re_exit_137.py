# judge: {format: text, expect: {"*": RE}}
"""Exits with the code that shells report for a killed program: runtime error."""

import sys

sys.exit(137)
