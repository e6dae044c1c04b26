// hostile: {entry: 36, expect: AC, why: a file of 10 GB that takes no disk space}
#include <signal.h>
#include <sys/stat.h>

#include "hostile.h"

int main() {
    const off_t huge = 10'000'000'000;
    signal(SIGXFSZ, SIG_IGN);
    for (auto& place : places()) {
        std::string path = place + "/hostile-sparse-" + std::to_string(getpid());
        int fd = open(path.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600);
        if (fd == -1) continue;
        refused("in " + place, ftruncate(fd, huge), {EFBIG});
        unlink(path.c_str());
    }
    struct stat out {};
    fstat(1, &out);
    refused("behind stdout", ftruncate(1, huge), {EFBIG, EINVAL});
    ftruncate(1, out.st_size);
    done();
}
