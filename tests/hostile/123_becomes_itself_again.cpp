// hostile: {entry: 123, expect: [TLE, AC], why: an exec of itself after 0.14 s of CPU does not set the clock back}
#include "hostile.h"

int main(int argc, char** argv) {
    burn(0.14, CLOCK_PROCESS_CPUTIME_ID);
    if (argc < 2) {
        execl(argv[0], argv[0], "again", nullptr);
        refused("exec of itself", -1), done();
    }
    burn(0.14, CLOCK_PROCESS_CPUTIME_ID);
    leaked("0.28 s of CPU in two lives");
    done();
}
