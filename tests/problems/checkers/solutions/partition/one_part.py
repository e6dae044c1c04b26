# judge: {expect: {partition: WA}}
print("0 " * int(input()))
