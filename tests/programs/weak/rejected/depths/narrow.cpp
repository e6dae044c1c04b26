#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> depths(n + 1);
    unsigned total = 0;
    for (int i = 2, parent; i <= n; i++) {
        std::cin >> parent;
        total += depths[i] = depths[parent] + 1;
    }
    std::cout << (int)total << "\n";
}
