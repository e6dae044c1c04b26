"""What the screen says: tables of verdicts, failures with their bytes, progress. Reports of the same."""
