// hostile: {entry: 80, expect: CE, phase: compile, why: an include file without end}
#include "/dev/zero"

int main() {}
