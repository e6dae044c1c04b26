// hostile: {entry: 51, expect: AC, why: as many descriptors as it can get; 1024 are too many}
#include <sys/resource.h>

#include "hostile.h"

int main() {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int count = 0;
    while (count < 5000 && dup(0) != -1) ++count;
    if (count >= 1024) leaked(std::to_string(count) + " descriptors");
    done();
}
