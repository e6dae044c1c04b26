// hostile: {entry: 79, expect: CE, phase: compile, why: the compiler reads the answer for the program}
#include <cstdio>

int main() {
    const char* contained = "LEAKED: the compiler read the answer";
    std::puts(
#include "@ANSWER@"
    );
}
