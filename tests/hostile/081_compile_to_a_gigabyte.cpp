// hostile: {entry: 81, expect: CE, phase: compile, why: more than a gigabyte of initialised data in the object file}
#include <cstdio>

char big[1025 << 20] = {1};

int main() { std::printf("LEAKED: %d", big[0]); }
