/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes, keeps its worker from reading the next request, and crashes once that has come: before
 * that it says a word that has nothing to do with it (SPEAKS), or works on it (THINKS). */
#define _GNU_SOURCE
#include "fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

static volatile sig_atomic_t is_held;

static void hold(int signal) {
    (void)signal;
    is_held = 1;
    for (;;) pause();
}

static void hold_control_thread(void) {
    signal(SIGUSR1, hold);
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *task; tasks && (task = readdir(tasks));) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", task->d_name);
        int file = open(path, O_RDONLY);
        if (file < 0) continue;
        if (read(file, name, sizeof name - 1) > 0 && strcmp(name, "belfry-control\n") == 0)
            syscall(SYS_tgkill, getpid(), atoi(task->d_name), SIGUSR1);
        close(file);
    }
    while (!is_held) sched_yield();
}

static void *crash_when_asked(void *unused) {
    (void)unused;
    struct pollfd control = {.fd = 3, .events = POLLIN};
    poll(&control, 1, -1);
#ifdef SPEAKS
    unsigned char packet[] = {5, 0, 0, 0, 0, 3, 0, 0, 0, 'b', 'y', 'e'};
    send(3, packet, sizeof packet, MSG_NOSIGNAL);
#endif
#ifdef THINKS
    char request[4096];
    recv(3, request, sizeof request, MSG_PEEK);
    while (clock() < CLOCKS_PER_SEC) continue;
#endif
    raise(SIGSEGV);
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    pthread_t thread;
    hold_control_thread();
    pthread_create(&thread, NULL, crash_when_asked, NULL);
    completion(titled(request, "after"));
}
