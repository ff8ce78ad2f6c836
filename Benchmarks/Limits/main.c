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
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
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

/* A place in shared memory that one side fills and the other empties. */
struct mailbox {
    _Atomic uint32_t letters;
    _Atomic uint32_t is_awaited;
    uint8_t bytes[4096 - 2 * sizeof(uint32_t)];
};

/* How long to look before sleeping: a wake-up of another core takes some microseconds. */
static const uint64_t patience = 50000;

/* Tells the core that this is a loop that waits. */
static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void send_letter(struct mailbox *box, const uint8_t *bytes, size_t count) {
    memcpy(box->bytes, bytes, count);
    atomic_fetch_add(&box->letters, 1);
    if (atomic_load(&box->is_awaited))
        syscall(SYS_futex, &box->letters, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void receive_letter(struct mailbox *box, uint32_t letters, uint8_t *bytes, size_t count) {
    uint64_t end = now() + patience;
    while (atomic_load(&box->letters) != letters) {
        for (int turn = 0; turn < 64 && atomic_load(&box->letters) != letters; turn++) relax();
        if (now() < end) continue;
        atomic_store(&box->is_awaited, 1);
        syscall(SYS_futex, &box->letters, FUTEX_WAIT, letters - 1, NULL, NULL, 0);
        atomic_store(&box->is_awaited, 0);
    }
    memcpy(bytes, box->bytes, count);
}

/* The same round trips through shared memory, without the kernel as long as both sides are quick:
 * each on its own core, looking for a while before it sleeps. None where there is no second core. */
static void shared_ping_pong(unsigned long count, size_t byte_count) {
    int cores[2];
    if (find_cores(cores) < 2) return;
    struct mailbox *boxes =
        mmap(NULL, 2 * sizeof *boxes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (boxes == MAP_FAILED) fail("mmap", strerror(errno));
    uint8_t bytes[sizeof boxes->bytes] = {0};
    if (byte_count > sizeof bytes) fail("shared", "more bytes than a mailbox has");
    const uint32_t warm_up = 20, last = warm_up + (uint32_t)count;
    pid_t child = fork();
    if (child < 0) fail("fork", strerror(errno));
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        stay_on(cores[1]);
        for (uint32_t trip = 1; trip <= last; trip++) {
            receive_letter(&boxes[0], trip, bytes, byte_count);
            send_letter(&boxes[1], bytes, byte_count);
        }
        _exit(0);
    }
    stay_on(cores[0]);
    for (uint32_t trip = 1; trip <= last; trip++) {
        uint64_t begin = now();
        send_letter(&boxes[0], bytes, byte_count);
        receive_letter(&boxes[1], trip, bytes, byte_count);
        if (trip > warm_up) print(begin);
    }
    waitpid(child, NULL, 0);
    munmap(boxes, 2 * sizeof *boxes);
}

static void change(uint8_t *bytes) { (*bytes)++; }

/* `count` times a thousand calls through a pointer that the compiler cannot see through. */
static void call(unsigned long count) {
    void (*volatile pointer)(uint8_t *) = change;
    uint8_t byte = 0;
    for (unsigned long turn = 0; turn < count; turn++) {
        uint64_t begin = now();
        for (int index = 0; index < 1000; index++) pointer(&byte);
        print(begin);
    }
}

/* How late `count` sleeps of a millisecond end, on a thread of ordinary priority. */
static void sleep_late(unsigned long count) {
    for (unsigned long turn = 0; turn < count; turn++) {
        uint64_t end = now() + 1000000;
        struct timespec time = {.tv_sec = (time_t)(end / 1000000000),
                                .tv_nsec = (long)(end % 1000000000)};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {
        }
        print(end);
    }
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
                            "       belfry-limits shared COUNT BYTES\n"
                            "       belfry-limits call COUNT\n"
                            "       belfry-limits sleep COUNT\n"
                            "       belfry-limits fork COUNT\n"
                            "       belfry-limits spawn COUNT PROGRAM [ARGUMENT...]\n"
                            "       belfry-limits load LIBRARY\n";

int main(int count, char **arguments) {
    const char *command = count > 1 ? arguments[1] : "";
    if (strcmp(command, "ping-pong") == 0 && count == 5) {
        bool is_apart = strcmp(arguments[2], "apart") == 0;
        ping_pong(number(arguments[3]), number(arguments[4]), is_apart);
    } else if (strcmp(command, "shared") == 0 && count == 4) {
        shared_ping_pong(number(arguments[2]), number(arguments[3]));
    } else if (strcmp(command, "call") == 0 && count == 3) {
        call(number(arguments[2]));
    } else if (strcmp(command, "sleep") == 0 && count == 3) {
        sleep_late(number(arguments[2]));
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
