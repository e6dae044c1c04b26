word = input()
while "()" in word or "[]" in word:
    word = word.replace("()", "").replace("[]", "")
print("no" if word else "yes")
