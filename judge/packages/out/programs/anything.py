"""Accepts (42) every input."""

import sys

sys.exit(42)
