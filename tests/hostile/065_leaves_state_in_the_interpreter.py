# hostile: {entry: 65, expect: AC, twice: true, why: finds remains of its last run in the interpreter}
import builtins
import os
import random
import sys

places = [builtins, os, random, sys, sys.modules["__main__"], type(sys), print]
found = [place for place in places if getattr(place, "hostile_state", None)]
found += ["environment"] * ("HOSTILE_STATE" in os.environ)
for place in places:
    try:
        place.hostile_state = True
    except (AttributeError, TypeError):
        pass
os.environ["HOSTILE_STATE"] = "1"
print(f"LEAKED: {found}" if found else "contained")
