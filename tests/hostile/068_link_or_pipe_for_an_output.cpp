// hostile: {entry: 68, expect: AC, open_if: a writable box, why: an output file that is a link to the answer or a FIFO}
#include <sys/stat.h>

#include "hostile.h"

int main() {
    for (auto& place : places()) {
        std::string path = place + "/hostile-output-" + std::to_string(getpid());
        refused("symlink in " + place, symlink(key("answer").c_str(), path.c_str()), {EROFS});
        unlink(path.c_str());
        refused("FIFO in " + place, mkfifo(path.c_str(), 0600), {EROFS});
        unlink(path.c_str());
        refused("socket in " + place, mknod(path.c_str(), S_IFSOCK | 0600, 0), {EROFS});
        unlink(path.c_str());
    }
    done();
}
