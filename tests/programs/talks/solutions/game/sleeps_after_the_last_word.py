# judge: {expect: {"*": ILE}}
import time

for game in range(int(input())):
    while left := int(input()):
        print(left % 4, flush=True)
time.sleep(3600)
