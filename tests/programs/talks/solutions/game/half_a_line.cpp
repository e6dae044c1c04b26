// judge: {expect: {"*": ILE}}
#include <cstdio>

int main() {
    int games, left;
    if (std::scanf("%d", &games) != 1) return 1;
    while (games--) {
        while (std::scanf("%d", &left) == 1 && left) {
            std::printf("%d", left % 4);
            std::fflush(stdout);
        }
    }
}
