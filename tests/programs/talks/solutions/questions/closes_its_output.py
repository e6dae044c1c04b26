# judge: {expect: {"*": PE}}
import os

os.close(1)
while input():
    pass
