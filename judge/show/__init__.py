"""Everything people and programs read about results: tables, failures, diffs, progress, charts, reports."""
