// hostile: {entry: 79, expect: [CE, AC], phase: compile, why: asks the compiler which files exist}
#include <cstdio>

int main() {
#if __has_include("@ANSWER@") || __has_include("/etc/passwd")
    std::puts("LEAKED: the compiler sees files of the host");
#else
    std::puts("contained");
#endif
}
