# hostile: {entry: 129, expect: [RE, CE], why: a program that cannot be parsed is no fault of the judge}
print("contained"
