#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

int main(int, char** words) {
    std::mt19937_64 chance(std::strtoull(words[1], nullptr, 10));
    int n = std::min(100000, std::atoi(words[2]));
    unsigned long long most = chance() % 2 ? 2 : 1000000000;
    std::printf("%d\n", n);
    for (int i = 1; i <= n; i++) std::printf("%llu%c", chance() % (most + 1), i < n ? ' ' : '\n');
}
