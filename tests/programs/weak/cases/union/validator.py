n = int(input())
pairs = [tuple(map(int, input().split())) for _ in range(n)]

legal = 1 <= n <= 20_000 and all(-2 * 10**9 <= a <= b <= 2 * 10**9 for a, b in pairs)
raise SystemExit(42 if legal else 43)
