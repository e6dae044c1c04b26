// hostile: {entry: 111, expect: [AC, WA], why: seeks 1 MB ahead and leaves a hole of zero bytes; a pipe cannot seek}
#include "hostile.h"

int main() {
    lseek(1, 1 << 20, SEEK_SET);
    return write(1, "contained\n", 10) != 10;
}
