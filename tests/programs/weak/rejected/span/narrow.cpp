#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> xs(n);
    for (int &x : xs) std::cin >> x;
    std::sort(xs.begin(), xs.end());
    unsigned span = xs.back() - xs.front();
    std::cout << (int)span << "\n";
}
