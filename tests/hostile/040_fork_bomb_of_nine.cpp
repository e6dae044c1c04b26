// hostile: {entry: 40, expect: AC, open_if: processes > 1, why: sixteen children where at most eight processes are allowed}
#include "hostile.h"

int main() {
    for (int i = 0; i < 16; ++i)
        if (forked() == 0) sleep(2), _exit(0);
    done();
}
