// hostile: {entry: 134, expect: AC, why: a pipe of a megabyte holds sixteen times the assumed size}
#include "hostile.h"

int main() {
    std::vector<char> block(1 << 16);
    size_t held = 0;
    for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
        refused("a larger pipe", fcntl(ends[1], F_SETPIPE_SZ, 1 << 20));
        for (ssize_t n; (n = write(ends[1], block.data(), block.size())) > 0;) held += n;
    }
    if (held > 4 << 20) leaked(std::to_string(held >> 20) + " MB in pipes");
    done();
}
