// Counts a number with itself, too.
#include <iostream>
#include <vector>

int main() {
    long long n, k, number, pairs = 0;
    std::cin >> n >> k;
    std::vector<long long> seen(k);
    while (std::cin >> number) {
        ++seen[number % k];
        pairs += seen[(k - number % k) % k];
    }
    std::cout << pairs << "\n";
}
