# hostile: {entry: 85, expect: RE, message: "exit code 1", why: sys.exit with a text is exit code 1}
import sys

print("contained")
sys.exit("a reason")
