// reads numbers, prints their sum
#include <iostream>
int main() {
    long long sum = 0;
    for (long long n; std::cin >> n;) sum += n;
    std::cout << sum << "\n";
}
