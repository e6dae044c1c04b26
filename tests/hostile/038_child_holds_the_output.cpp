// hostile: {entry: 38, expect: AC, why: a child that outlives the program keeps stdout open}
#include "hostile.h"

int main() {
    if (forked() == 0) sleep(6), _exit(0);
    done();
}
