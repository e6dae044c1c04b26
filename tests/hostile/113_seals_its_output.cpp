// hostile: {entry: 113, expect: AC, twice: true, why: seals its output; a reused file would stay sealed}
#include "hostile.h"

int main() {
    for (int fd = 0; fd < 3; ++fd) {
        if (fcntl(fd, F_GETFL) & O_NONBLOCK) leaked("O_NONBLOCK of the last run");
        fcntl(fd, F_SETFL, O_NONBLOCK | O_APPEND);
    }
    std::string line = leaks.empty() ? "contained\n" : "LEAKED: " + leaks + "\n";
    write(1, line.data(), line.size());
    fcntl(1, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
    fcntl(2, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
}
