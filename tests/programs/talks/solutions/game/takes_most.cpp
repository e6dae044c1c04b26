// judge: {expect: {"*": WA}}
#include <cstdio>

int main() {
    int games, left;
    if (std::scanf("%d", &games) != 1) return 1;
    while (games--) {
        while (std::scanf("%d", &left) == 1 && left) {
            std::printf("%d\n", left < 3 ? left : 3);
            std::fflush(stdout);
        }
    }
}
