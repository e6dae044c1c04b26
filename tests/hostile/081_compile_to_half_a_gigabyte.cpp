// hostile: {entry: 81, expect: CE, phase: compile, why: 512 MB of initialised data in the object file}
#include <cstdio>

char big[512 << 20] = {1};

int main() { std::printf("LEAKED: %d", big[0]); }
