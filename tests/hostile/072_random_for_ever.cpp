// hostile: {entry: 72, expect: TLE, why: reads random bytes for ever and keeps none}
#include <sys/random.h>

#include "hostile.h"

int main() {
    static char block[1 << 16];
    int fd = open("/dev/urandom", O_RDONLY);
    for (double end = clock_s() + 20; clock_s() < end;)
        if (fd < 0 || read(fd, block, sizeof block) < 0) getrandom(block, sizeof block, 0);
    leaked("20 s of random bytes");
    done();
}
