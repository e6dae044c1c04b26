# hostile: {entry: 33, expect: RE, message: "exit code 255", why: sys.exit(-1) is exit code 255}
import sys

print("contained")
sys.exit(-1)
