// hostile: {entry: 42, expect: AC, why: a process whose id has changed by the time it is killed}
#include "hostile.h"

int main() {
    if (forked() == 0) {
        for (int hop = 0; hop < 300; ++hop) {
            if (fork() > 0) _exit(0);
            usleep(5'000);
        }
        _exit(0);
    }
    done();
}
