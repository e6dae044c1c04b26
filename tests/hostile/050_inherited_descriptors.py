# hostile: {entry: 50, expect: AC, why: descriptors of the harness or of its parent}
import os
import stat

leaks = []
for fd in range(3, 4096):
    try:
        leaks.append(f"descriptor {fd} ({stat.filemode(os.fstat(fd).st_mode)})")
    except OSError:
        pass
print("LEAKED: " + ", ".join(leaks) if leaks else "contained")
