"""Noises for trials of statistics: random factors between a true time and a measured time."""

import math
import random
from collections.abc import Callable

NOISES: dict[str, Callable[[random.Random], float]] = {
    "normal, 1 %": lambda chance: math.exp(chance.gauss(0, 0.01)),
    "normal, 3 %": lambda chance: math.exp(chance.gauss(0, 0.03)),
    "normal, 6 %": lambda chance: math.exp(chance.gauss(0, 0.06)),
    "only slower, 3 %": lambda chance: 1 + chance.expovariate(1 / 0.03),
    "one in ten disturbed": lambda chance: (
        (1 + abs(chance.gauss(0, 0.01))) * (1 + (chance.random() < 0.1) * chance.uniform(0.1, 0.6))
    ),
    "normal, 2 %": lambda chance: math.exp(chance.gauss(0, 0.02)),
    "heavy tail": lambda chance: 1 + 0.01 * (chance.paretovariate(1.5) - 1),
}
