#include <cstdio>

int main() {
    int hour, minute;
    if (std::scanf("%d:%d", &hour, &minute) != 2) return 1;
    std::printf("%d:%02d %s\n", hour % 12 ? hour % 12 : 12, minute, hour < 12 ? "am" : "pm");
}
