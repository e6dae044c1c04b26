// judge: {expect: {"*": WA}}
#include <cstdio>
#include <cstdlib>

int main() {
    int games, left;
    if (std::scanf("%d", &games) != 1) return 1;
    while (games--) {
        while (std::scanf("%d", &left) == 1 && left) {
            std::printf("%d\n", left + 1);
            std::fflush(stdout);
            std::abort();
        }
    }
}
