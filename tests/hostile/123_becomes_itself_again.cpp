// hostile: {entry: 123, expect: [TLE, AC], why: an exec of itself after 0.7 s of CPU does not set the clock back}
#include "hostile.h"

int main(int argc, char** argv) {
    burn(0.7, CLOCK_PROCESS_CPUTIME_ID);
    if (argc < 2) {
        execl(argv[0], argv[0], "again", nullptr);
        refused("exec of itself", -1), done();
    }
    burn(0.7, CLOCK_PROCESS_CPUTIME_ID);
    leaked("1.4 s of CPU in two lives");
    done();
}
