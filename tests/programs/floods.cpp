// writes for ever to the descriptor argv[1]
#include <cstdlib>
#include <unistd.h>
int main(int, char **argv) {
    static char block[1 << 16];
    for (;;) if (write(atoi(argv[1]), block, sizeof block) < 0) return 3;
}
