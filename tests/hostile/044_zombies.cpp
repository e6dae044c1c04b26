// hostile: {entry: 44, expect: AC, why: 200 children that are never waited for}
#include "hostile.h"

int main() {
    for (int i = 0; i < 200; ++i)
        if (forked() == 0) _exit(0);
    sleep(2);
    done();
}
