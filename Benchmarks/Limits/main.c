/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What this machine can do at best, for the benchmarks to compare with: system calls and nothing
 * around them. A program of its own and in C, since a fork costs by the size of what is forked and
 * a large Swift process would be no limit at all.
 *
 * Prints one duration in nanoseconds per line. Ends with a sentence and status 1 on a failure. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "belfry-limits: %s: %s\n", what, why);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void print(uint64_t begin) { printf("%" PRIu64 "\n", now() - begin); }

static unsigned long number(const char *text) {
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != 0) fail(text, "not a number");
    return value;
}

/* The other side of the ping-pong: sends back what comes, until nothing does. */
static _Noreturn void echo(int socket, uint8_t *bytes, size_t count) {
    while (1) {
        ssize_t received = recv(socket, bytes, count, 0);
        if (received <= 0) _exit(0);
        if (send(socket, bytes, (size_t)received, MSG_NOSIGNAL) != received) _exit(1);
    }
}

/* Finds the first two cores that this process may use; gives how many it found. */
static int find_cores(int cores[2]) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        fail("sched_getaffinity", strerror(errno));
    int count = 0;
    for (int core = 0; core < CPU_SETSIZE && count < 2; core++)
        if (CPU_ISSET(core, &allowed)) cores[count++] = core;
    return count;
}

static void stay_on(int core) {
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    CPU_SET(core, &chosen);
    if (sched_setaffinity(0, sizeof chosen, &chosen) != 0)
        fail("sched_setaffinity", strerror(errno));
}

static pid_t start_echo(int ends[2], int core, uint8_t *bytes, size_t byte_count) {
    pid_t child = fork();
    if (child < 0) fail("fork", strerror(errno));
    if (child > 0) return child;
    close(ends[0]);
    stay_on(core);
    echo(ends[1], bytes, byte_count);
}

/* `count` round trips of a packet between two processes, both on one core or each on its own: a
 * wake-up of another core can cost several times one on the same, and left to itself the scheduler
 * chooses now this, now that. None where there is no second core. */
static void ping_pong(unsigned long count, size_t byte_count, bool is_apart) {
    int ends[2], cores[2];
    if (find_cores(cores) < 2 && is_apart) return;
    uint8_t *bytes = calloc(1, byte_count);
    if (bytes == NULL) fail("calloc", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        fail("socketpair", strerror(errno));
    pid_t child = start_echo(ends, cores[is_apart ? 1 : 0], bytes, byte_count);
    close(ends[1]);
    stay_on(cores[0]);
    /* The first trips find cold caches and, on the other side, a process that has hardly begun. */
    const unsigned long warm_up = 20;
    for (unsigned long trip = 0; trip < warm_up + count; trip++) {
        uint64_t begin = now();
        if (send(ends[0], bytes, byte_count, MSG_NOSIGNAL) != (ssize_t)byte_count)
            fail("send", strerror(errno));
        if (recv(ends[0], bytes, byte_count, 0) != (ssize_t)byte_count)
            fail("recv", strerror(errno));
        if (trip >= warm_up) print(begin);
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    free(bytes);
}

/* `count` times a process that is forked, ends at once and is reaped. */
static void fork_and_wait(unsigned long count) {
    for (unsigned long turn = 0; turn < count; turn++) {
        uint64_t begin = now();
        pid_t child = fork();
        if (child < 0) fail("fork", strerror(errno));
        if (child == 0) _exit(0);
        if (waitpid(child, NULL, 0) != child) fail("waitpid", strerror(errno));
        print(begin);
    }
}

/* `count` times a program that is started, ends by itself and is reaped; its output is lost. */
static void spawn_and_wait(unsigned long count, char *const *arguments) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (unsigned long turn = 0; turn < count; turn++) {
        pid_t child;
        int status;
        uint64_t begin = now();
        int error = posix_spawn(&child, arguments[0], &actions, NULL, arguments, environ);
        if (error != 0) fail(arguments[0], strerror(error));
        if (waitpid(child, &status, 0) != child) fail("waitpid", strerror(errno));
        print(begin);
        if (status != 0) fail(arguments[0], "it did not end with status 0");
    }
    posix_spawn_file_actions_destroy(&actions);
}

/* The one dlopen of this process: a second would find everything loaded. */
static void load(const char *path) {
    uint64_t begin = now();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    uint64_t end = now();
    if (library == NULL) fail("dlopen", dlerror());
    printf("%" PRIu64 "\n", end - begin);
}

static const char usage[] = "usage: belfry-limits ping-pong together|apart COUNT BYTES\n"
                            "       belfry-limits fork COUNT\n"
                            "       belfry-limits spawn COUNT PROGRAM [ARGUMENT...]\n"
                            "       belfry-limits load LIBRARY\n";

int main(int count, char **arguments) {
    const char *command = count > 1 ? arguments[1] : "";
    if (strcmp(command, "ping-pong") == 0 && count == 5) {
        bool is_apart = strcmp(arguments[2], "apart") == 0;
        ping_pong(number(arguments[3]), number(arguments[4]), is_apart);
    } else if (strcmp(command, "fork") == 0 && count == 3) {
        fork_and_wait(number(arguments[2]));
    } else if (strcmp(command, "spawn") == 0 && count >= 4) {
        spawn_and_wait(number(arguments[2]), arguments + 3);
    } else if (strcmp(command, "load") == 0 && count == 3) {
        load(arguments[2]);
    } else {
        fputs(usage, stderr);
        return 64;
    }
    return 0;
}
