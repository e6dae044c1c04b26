// hostile: {entry: 79, expect: CE, phase: compile, why: the assembler copies the answer into the program}
#include <cstdio>

asm(".section .rodata\nanswer: .incbin \"@ANSWER@\"\n.byte 0\n.text");
extern const char answer[] asm("answer");

int main() { std::printf("LEAKED: the assembler read %s", answer); }
