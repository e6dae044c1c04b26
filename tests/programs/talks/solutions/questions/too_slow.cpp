// judge: {expect: {"*/one": AC, "*": TLE}}
#include <cstdio>

int main() {
    int low = 1, high;
    char word[4];
    if (std::scanf("%d", &high) != 1) return 1;
    while (low < high) {
        for (volatile long step = 0; step < 2000000000; step = step + 1);
        int middle = (low + high + 1) / 2;
        std::printf("? %d\n", middle);
        std::fflush(stdout);
        if (std::scanf("%3s", word) != 1) return 1;
        if (word[0] == 'y') low = middle;
        else high = middle - 1;
    }
    std::printf("! %d\n", low);
}
