/* Included first in debug builds of C and C++. Leaks cannot be searched for without ptrace, which is closed.
   Failed assertions and the checks of the standard library get a stack with the user's lines. */
#ifdef __cplusplus
extern "C"
#endif
__attribute__((weak)) const char *__asan_default_options(void) { return "detect_leaks=0:handle_abort=1"; }
#ifdef __cplusplus
extern "C"
#endif
__attribute__((weak)) const char *__ubsan_default_options(void) { return "print_stacktrace=1"; }
