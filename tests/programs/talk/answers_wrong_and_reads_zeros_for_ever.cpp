// talk: {with: doubles, expect: WA}
#include <cstdio>

int main() {
    std::puts("3");
    for (int number = 0;; std::printf("%d\n", 2 * number), std::fflush(stdout))
        if (std::scanf("%d", &number) != 1) number = 0;
}
