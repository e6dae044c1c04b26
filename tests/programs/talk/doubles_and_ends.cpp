// talk: {with: doubles, expect: AC}
#include <iostream>

int main() {
    int number;
    for (int i = 0; i < 3 && std::cin >> number; i++) std::cout << 2 * number << std::endl;
}
