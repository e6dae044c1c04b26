// What every program that attacks needs: its keys, its attempts, its last word.
//
// The right answer of its test is the line `contained`. `refused` takes only the errors of a refusal for one: any
// other error means that the kernel tried. How each attempt ended is noted on stderr. A key that is missing is a
// leak, so that nothing passes by accident.
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

/// What was let through so far.
extern std::string leaks;
void leaked(const std::string& what);

/// Ends the program with its verdict on the sandbox.
[[noreturn]] void done();

/// The value of a line `name=value` of stdin, "" when there is none.
std::string optional_key(const std::string& name);
std::string key(const std::string& name);
int number(const std::string& name);

/// Notes whether a system call that returned `result` was refused. `level=strict` hides its targets instead.
void refused(const std::string& what, long result, std::initializer_list<int> also = {});

/// A child where one may be had. Where forks are refused the program ends here, contained.
pid_t forked();

/// The processes that are none of its business, each once.
std::vector<pid_t> others();

double clock_s(clockid_t clock = CLOCK_MONOTONIC);

/// Burns CPU until the clock has gone on by `s`: "for ever" is 20 s here, so that nothing outlives a broken sandbox.
void burn(double s, clockid_t clock = CLOCK_MONOTONIC);

std::string folder(const std::string& path);

/// Where a program might be able to write.
std::vector<std::string> places();
#endif
