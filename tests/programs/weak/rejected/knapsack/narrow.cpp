#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n, most;
    std::cin >> n >> most;
    std::vector<int> best(most + 1);
    for (int i = 0; i < n; i++) {
        int weight, value;
        std::cin >> weight >> value;
        for (int total = most; total >= weight; total--)
            best[total] = std::max(best[total], (int)((unsigned)best[total - weight] + value));
    }
    std::cout << best[most] << "\n";
}
