// talk: {with: doubles, expect: WA}
#include <cstdlib>
#include <iostream>

int main() {
    std::cout << 3 << std::endl;
    std::abort();
}
