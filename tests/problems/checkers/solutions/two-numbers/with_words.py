# judge: {expect: {two-numbers: PE}}
print("the numbers are", int(input()), "and", 0)
