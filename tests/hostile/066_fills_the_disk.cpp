// hostile: {entry: 66, expect: AC, open_if: a writable box, why: eight files of 1 MB wherever one can be made}
#include "hostile.h"

int main() {
    static char block[1 << 20];
    for (auto& place : places())
        for (int i = 0; i < 8; ++i) {
            std::string path = place + "/hostile-fill-" + std::to_string(getpid());
            int fd = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
            refused("file in " + place, fd, {EROFS});
            if (fd == -1) break;
            unlink(path.c_str());
            write(fd, block, sizeof block);
        }
    done();
}
