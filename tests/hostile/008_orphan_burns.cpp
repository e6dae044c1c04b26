// hostile: {entry: 8, expect: AC, why: a grandchild burns CPU after the program has ended}
#include "hostile.h"

int main() {
    if (forked() == 0) {
        if (fork() == 0) burn(3);
        _exit(0);
    }
    done();
}
