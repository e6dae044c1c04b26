# judge: {expect: {"*": WA}}
import os
import sys

os.close(1)
sys.stdin.read()
