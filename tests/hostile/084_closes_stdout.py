# hostile: {entry: 84, expect: AC, why: a closed stdout causes no error at the end}
import sys

print("contained")
sys.stdout.close()
