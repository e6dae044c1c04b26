# judge: {expect: {two-numbers/3: AC, two-numbers: WA}}
sum = int(input())
print(sum // 2, sum - sum // 2)
