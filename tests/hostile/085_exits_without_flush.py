# hostile: {entry: 85, expect: WA, why: os._exit drops what print has not written}
import os
import sys

sys.stdout.write("contained\n")
os._exit(0)
