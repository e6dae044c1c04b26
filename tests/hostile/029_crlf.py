# hostile: {entry: 29, expect: PE, why: a line that ends as on Windows}
import sys

sys.stdout.buffer.write(b"contained\r\n")
