// judge: {expect: {"*": ILE}}
#include <cstdio>
#include <cstdlib>

int main() {
    char who[8], told[8];
    int count;
    if (std::scanf("%7s %d", who, &count) != 2) return 1;
    if (who[0] == 'b' && std::scanf("%7s %7s", told, told) != 2) return 1;
    while (count--) {
        if (std::scanf("%7s", told) != 1) return 1;
        if (who[0] == 'a') {
            for (int bit = 4; bit >= 0; bit--) std::putchar('0' + (told[0] - 'a' >> bit & 1));
        } else {
            std::putchar('a' + std::strtol(told, nullptr, 2));
        }
        std::putchar('\n');
        std::fflush(stdout);
    }
}
