// hostile: {entry: 43, expect: AC, why: 100 children linger after the program has ended}
#include "hostile.h"

int main() {
    for (int i = 0; i < 100; ++i)
        if (forked() == 0) sleep(4), _exit(0);
    done();
}
