#include <iostream>
#include <vector>
#include <algorithm>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<int> ways(m);
    ways[0] = 1;
    std::string row;
    while (n--) {
        std::cin >> row;
        for (int j = 0; j < m; j++)
            ways[j] = row[j] == '#' ? 0 : j ? (unsigned)ways[j] + ways[j - 1] : ways[j];
    }
    std::cout << ways[m - 1] % 1000000007 << "\n";
}
