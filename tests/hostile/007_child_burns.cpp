// hostile: {entry: 7, expect: AC, why: a child burns CPU while its parent waits; no child where forks are refused}
#include <sys/wait.h>

#include "hostile.h"

int main() {
    if (forked() == 0) burn(5), _exit(0);
    wait(nullptr);
    done();
}
