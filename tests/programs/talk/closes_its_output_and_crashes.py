# talk: {with: guess, expect: RE}
import os

os.close(1)
while os.read(0, 1):
    pass
os.abort()
