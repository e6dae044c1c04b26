// judge: {expect: {"*": WA}}
#include <cstdio>

int main() {
    std::puts("1001");
    std::fflush(stdout);
    for (;;);
}
