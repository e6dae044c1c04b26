// talk: {with: guess, expect: RE}
#include <cstdlib>

int main() { std::abort(); }
