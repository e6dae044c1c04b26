// hostile: {entry: 31, expect: AC, why: the process that feeds it must not die of SIGPIPE}
#include "hostile.h"

int main() {
    close(0);
    write(1, "contained\n", 10);
    close(1);
}
