# talk: {with: guess, expect: ILE}
import os
import time

os.close(1)
time.sleep(1000)
