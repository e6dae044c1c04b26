# talk: {with: guess, expect: ILE, message: does not end after the last word of the interactor}
low, high = 1, 100
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    answer = input()
    if answer == "correct":
        break
    if answer == "lower":
        high = guess - 1
    else:
        low = guess + 1
import time

time.sleep(3600)
