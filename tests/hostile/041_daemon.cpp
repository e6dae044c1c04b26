// hostile: {entry: 41, expect: AC, why: two daemons with separate sessions; one keeps the output open}
#include "hostile.h"

int main() {
    for (int keeps = 0; keeps < 2; ++keeps)
        if (forked() == 0) {
            setsid();
            if (fork() == 0) {
                for (int fd = 0; fd < 3 && !keeps; ++fd) close(fd);
                sleep(4);
            }
            _exit(0);
        }
    done();
}
