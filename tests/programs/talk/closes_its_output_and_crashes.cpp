// talk: {with: guess, expect: RE}
#include <unistd.h>

#include <cstdlib>

int main() {
    close(1);
    char byte;
    while (read(0, &byte, 1) > 0) {}
    std::abort();
}
