"""The options that commands share, and what they select: a project, solutions and cases, workers, reports."""
