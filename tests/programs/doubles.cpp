// doubles a vector for ever
#include <vector>
int main() {
    std::vector<char> v;
    for (;;) v.push_back(1);
}
