#include <iostream>

int main() {
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- && std::cin >> value;) sum += value;
    std::cout << sum << '\n';
}
