// hostile: {entry: 143, phase: build, expect: AC, why: processes of a build leave the group that is killed at the end}
#include <sys/wait.h>

#include "hostile.h"

int main() {
    for (bool session : {true, false}) {
        pid_t pid = fork();
        if (pid == 0) _exit((session ? setsid() : setpgid(0, 0)) != -1);
        int status = 0;
        if (pid == -1 || waitpid(pid, &status, 0) != pid || status) leaked(session ? "setsid" : "setpgid");
    }
    pid_t pid = fork();
    if (pid == 0) sleep(3), _exit(0);
    refused("setpgid of a child", setpgid(pid, pid));
    done();
}
