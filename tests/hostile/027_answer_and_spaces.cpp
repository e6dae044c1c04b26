// hostile: {entry: 27, expect: OLE, why: the right answer and 32 MB of spaces}
#include "hostile.h"

int main() {
    static char block[1 << 20];
    memset(block, ' ', sizeof block);
    write(1, "contained\n", 10);
    for (int i = 0; i < 32; ++i) write(1, block, sizeof block);
}
