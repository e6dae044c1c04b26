// talk: {with: doubles, expect: ILE, message: waits for input; the interactor waits too}
#include <iostream>

int main() {
    for (int number; std::cin >> number;) std::cout << 2 * number << std::endl;
}
