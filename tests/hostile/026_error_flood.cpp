// hostile: {entry: 26, expect: [AC, OLE], why: 64 MB on stderr block nothing}
#include "hostile.h"

int main() {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 64; ++i) write(2, block, sizeof block);
    write(1, "contained\n", 10);
}
