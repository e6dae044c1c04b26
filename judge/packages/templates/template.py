import sys

words = sys.stdin.buffer.read().split()
