# judge: {format: luogu, expect: {"*": JE}}
"""Prints a valid grid other than the case's answer: judge error."""

for line in (
    "534678912", "672195348", "198324567",
    "859761423", "426853791", "713942856",
    "961537284", "287419635", "345286179",
):
    print("".join(digit + " " for digit in line))
