# hostile: {entry: 14, expect: MLE, why: touches 512 MiB of heap}
blocks = [b"x" * (1 << 20) for _ in range(512)]
print("LEAKED: 512 MiB of heap")
