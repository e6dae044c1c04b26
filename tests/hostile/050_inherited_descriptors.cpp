// hostile: {entry: 50, expect: AC, why: descriptors of the harness or of its parent}
#include "hostile.h"

int main() {
    for (int fd = 3; fd < 4096; ++fd)
        if (fcntl(fd, F_GETFD) != -1) leaked("descriptor " + std::to_string(fd));
    done();
}
