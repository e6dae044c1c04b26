// The bodies of hostile.h: built once, linked to every program.
#include "hostile.h"

#include <algorithm>
#include <sstream>

std::string leaks;

void leaked(const std::string& what) {
    std::fprintf(stderr, "%s: LET THROUGH\n", what.c_str());
    if ((", " + leaks + ", ").find(", " + what + ", ") == std::string::npos) leaks += (leaks.empty() ? "" : ", ") + what;
}

void done() {
    std::string line = leaks.empty() ? "contained\n" : "LEAKED: " + leaks + "\n";
    _exit(write(1, line.data(), line.size()) == ssize_t(line.size()) ? 0 : 3);
}

std::string optional_key(const std::string& name) {
    static const std::string text = [] {
        std::string all;
        char block[4096];
        for (ssize_t n; (n = read(0, block, sizeof block)) > 0;) all.append(block, n);
        return all;
    }();
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.compare(0, name.size() + 1, name + "=") == 0) return line.substr(name.size() + 1);
    return "";
}

std::string key(const std::string& name) {
    std::string value = optional_key(name);
    if (value.empty()) leaked("no key " + name), done();
    return value;
}

int number(const std::string& name) { return std::atoi(key(name).c_str()); }

void refused(const std::string& what, long result, std::initializer_list<int> also) {
    int error = errno;
    std::vector<int> refusals{EPERM, EACCES, ENOSYS};
    refusals.insert(refusals.end(), also);
    if (optional_key("level") == "strict") refusals.insert(refusals.end(), {ENOENT, ESRCH});
    bool no = result == -1 && std::find(refusals.begin(), refusals.end(), error) != refusals.end();
    if (no) std::fprintf(stderr, "%s: refused, %s\n", what.c_str(), std::strerror(error));
    else leaked(what + (result == -1 ? std::string(" (") + std::strerror(error) + ")" : ""));
}

pid_t forked() {
    pid_t pid = fork();
    if (pid == 0) return 0;
    refused("fork", pid, {EAGAIN});
    if (pid == -1) done();
    return pid;
}

std::vector<pid_t> others() {
    std::vector<pid_t> pids{number("harness_pid"), number("keeper_pid"), number("victim_pid"), getppid()};
    std::sort(pids.begin(), pids.end());
    pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
    return pids;
}

double clock_s(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

void burn(double s, clockid_t clock) {
    for (double end = clock_s(clock) + s; clock_s(clock) < end;) {}
}

std::string folder(const std::string& path) { return path.substr(0, path.rfind('/') + 1) + "."; }

std::vector<std::string> places() {
    return {".", "/tmp", "/var/tmp", "/dev/shm", key("writable_dir"), folder(key("answer"))};
}
