/* What a run cannot cost less than: posix_spawn, input from a file, output to a file, wait4. No limits, no judge.
 *
 *     gcc -O2 -o floor floor.c && ./floor PROGRAM [ARGUMENT...] -- INPUT...
 *
 * runs the program once on each input and prints the microseconds that one run took. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

int main(int argc, char **argv) {
    int first = 1;
    while (first < argc && strcmp(argv[first], "--")) first++;
    if (first == 1 || first + 1 >= argc) return 2;
    argv[first++] = NULL;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int input = first; input < argc; input++) {
        pid_t pid;
        int status;
        struct rusage usage;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_addopen(&files, 0, argv[input], O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, 1, "/dev/shm/floor.out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (posix_spawn(&pid, argv[1], &files, NULL, argv + 1, environ)) return 1;
        if (wait4(pid, &status, 0, &usage) != pid || status) return 1;
        posix_spawn_file_actions_destroy(&files);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double microseconds = (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) / 1e3;
    printf("%.1f\n", microseconds / (argc - first));
}
