# hostile: {entry: 85, expect: WA, why: success without any output}
import sys

sys.exit(0)
print("contained")
