// Shared parts of all attackers: their keys, their attempts, their last word.
//
// The right answer of its test is the line `contained`. `refused` accepts only the errors of a refusal: any other
// error means that the kernel tried. The result of each attempt is noted on stderr. A missing key counts as a leak,
// so nothing passes by accident.
#ifndef HOSTILE_H
#define HOSTILE_H
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

/// The attempts that succeeded so far.
extern std::string leaks;
void leaked(const std::string& what);

/// Ends the program with its verdict on the sandbox.
[[noreturn]] void done();

/// Returns the value of a line `name=value` of stdin, or "".
std::string optional_key(const std::string& name);
std::string key(const std::string& name);
int number(const std::string& name);

/// Notes whether a system call that returned `result` was refused. `level=strict` hides its targets instead.
void refused(const std::string& what, long result, std::initializer_list<int> also = {});

/// Makes a child. If forks are refused the program ends here, contained.
pid_t forked();

/// The processes of others, each once.
std::vector<pid_t> others();

double clock_s(clockid_t clock = CLOCK_MONOTONIC);

/// Burns CPU for `s` seconds. "For ever" is 20 s here, so nothing outlives a broken sandbox.
void burn(double s, clockid_t clock = CLOCK_MONOTONIC);

std::string folder(const std::string& path);

/// Where a program might be able to write.
std::vector<std::string> places();
#endif
