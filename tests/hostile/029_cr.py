# hostile: {entry: 29, expect: PE, why: a line that ends as on an old Macintosh}
import sys

sys.stdout.buffer.write(b"contained\r")
