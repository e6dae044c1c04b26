"""Whether an output is right: this judge's checker, those of sites, and what a run without output comes to.

Others use `decision.decide`, `sites.opinions`, `rules.rule_of` and the seam, `checker.Checker`.
"""
