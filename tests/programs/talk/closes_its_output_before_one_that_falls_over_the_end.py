# talk: {with: crashes, expect: JE}
import os

os.close(1)
while os.read(0, 1):
    pass
