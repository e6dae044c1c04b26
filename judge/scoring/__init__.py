"""Points of results, and the expectations that no result has met."""
