print(int(input()) - 1000, 1000)
