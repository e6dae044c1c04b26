# Reads a word and sleeps.
import time

input()
time.sleep(3600)
