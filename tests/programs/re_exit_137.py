# judge: {format: text, expect: {"*": RE}}
"""Ends with the exit code that a shell shows for a kill: runtime error."""

import sys

sys.exit(137)
