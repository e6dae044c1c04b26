"""YAML with the line of each value: `tree` reads it, `text` finds and writes lines in it."""
