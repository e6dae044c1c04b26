#include <iostream>

int main() {
    int sum;
    std::cin >> sum;
    int first = sum / 2 - 1;
    std::cout << sum - first << '\n' << first;
}
