with open("input.txt") as given, open("output.txt", "w") as taken:
    print(sum(map(int, given.read().split())), file=taken)
