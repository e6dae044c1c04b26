// hostile: {entry: 19, expect: AC, open_if: processes > 1, why: eight children of 100 MB under a limit of 256 MiB}
#include <sys/wait.h>

#include "hostile.h"

int main() {
    for (int i = 0; i < 8; ++i)
        if (forked() == 0) {
            memset(malloc(100 << 20), 1, 100 << 20);
            sleep(1);
            _exit(0);
        }
    while (wait(nullptr) > 0) {}
    done();
}
