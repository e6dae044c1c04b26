// judge: {expect: {"*": ILE}}
#include <cstdio>

int main() {
    int low = 1, high;
    char word[4];
    if (std::scanf("%d %d", &low, &high) != 2) return 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        std::printf("? %d\n", middle);
        std::fflush(stdout);
        if (std::scanf("%3s", word) != 1) return 1;
        if (word[0] == 'y') low = middle;
        else high = middle - 1;
    }
    std::printf("! %d\n", low);
}
