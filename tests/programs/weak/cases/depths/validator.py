n = int(input())
parents = list(map(int, input().split()))

legal = 1 <= n <= 100_000 and len(parents) == n - 1
legal = legal and all(1 <= parent < child for child, parent in enumerate(parents, 2))
raise SystemExit(42 if legal else 43)
