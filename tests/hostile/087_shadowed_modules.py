# hostile: {entry: 87, expect: AC, beside: {random.py: "print('LEAKED: random.py')", usercustomize.py: "print('LEAKED: usercustomize')"}, why: modules next to the program replace those of the library}
# The test writes the files of `beside` into the folder of the program.
import os
import random
import sys

leaks = []
if not random.__file__.startswith(sys.base_prefix):
    leaks.append("random.py next to the program")
if "usercustomize" in sys.modules or "sitecustomize" in sys.modules:
    leaks.append("usercustomize")
if not (sys.flags.safe_path and sys.flags.no_user_site):
    leaks.append("not isolated")
if any(not path or path == os.path.dirname(os.path.abspath(__file__)) for path in sys.path):
    leaks.append("its own folder in sys.path")
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
