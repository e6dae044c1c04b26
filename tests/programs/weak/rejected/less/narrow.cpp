#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n, q;
    std::cin >> n >> q;
    std::vector<int> xs(n);
    for (int &x : xs) std::cin >> x;
    for (int x; q-- && std::cin >> x;) {
        short less = std::lower_bound(xs.begin(), xs.end(), x) - xs.begin();
        std::cout << less << "\n";
    }
}
