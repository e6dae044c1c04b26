// hostile: {entry: 67, expect: AC, open_if: a writable box, why: 500 empty files wherever one can be made}
#include "hostile.h"

int main() {
    for (auto& place : places()) {
        std::vector<std::string> made;
        while (made.size() < 500) {
            std::string path = place + "/hostile-inode-" + std::to_string(getpid()) + "-" + std::to_string(made.size());
            int fd = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
            if (made.empty()) refused("file in " + place, fd, {EROFS});
            if (fd == -1) break;
            close(fd);
            made.push_back(path);
        }
        for (auto& path : made) unlink(path.c_str());
    }
    done();
}
