word = input()
print("yes" if word.count("(") == word.count(")") and word.count("[") == word.count("]") else "no")
