# judge: {expect: {"*": PE}}
import os

os.close(1)
while os.read(0, 1 << 10):
    pass
