#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::pair<int, int>> pairs(n);
    for (auto &[a, b] : pairs) std::cin >> a >> b;
    std::sort(pairs.begin(), pairs.end());
    unsigned total = 0;
    int reached = -2000000000;
    for (auto [a, b] : pairs) {
        if (b > reached) total += (unsigned)b - std::max(a, reached);
        reached = std::max(reached, b);
    }
    std::cout << (int)total << "\n";
}
