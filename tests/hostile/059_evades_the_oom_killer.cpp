// hostile: {entry: 59, expect: AC, why: never to be chosen when memory runs out}
#include "hostile.h"

int main() {
    for (auto file : {"/proc/self/oom_score_adj", "/proc/self/oom_adj", "/proc/thread-self/oom_score_adj"}) {
        int fd = open(file, O_WRONLY);
        refused(file, fd < 0 ? fd : write(fd, "-17\n", 4));
    }
    done();
}
