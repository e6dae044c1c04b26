"""Verdicts: this judge's checker, the checkers of sites and problems, and the rules for failed runs.

Other packages use `decision.decide`, `sites.opinions`, `rules.rule_of` and the interface `checker.Checker`.
"""
