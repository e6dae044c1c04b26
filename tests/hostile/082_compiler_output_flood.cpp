// hostile: {entry: 82, expect: CE, phase: compile, why: megabytes of errors from a file that includes itself twice}
#if __INCLUDE_LEVEL__ < 13
#include __FILE__
#include __FILE__
#endif
#error a line of the flood
