#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n, k;
    std::cin >> n >> k;
    std::vector<unsigned> sums(n + 1);
    int best = -2147483647;
    for (int i = 1; i <= n; i++) {
        int x;
        std::cin >> x;
        sums[i] = sums[i - 1] + x;
        if (i >= k) best = std::max(best, (int)(sums[i] - sums[i - k]));
    }
    std::cout << best << "\n";
}
