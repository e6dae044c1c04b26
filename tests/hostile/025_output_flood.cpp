// hostile: {entry: 25, expect: OLE, why: 64 MB of output under a limit of 16}
#include "hostile.h"

int main() {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 64; ++i) write(1, block, sizeof block);
}
