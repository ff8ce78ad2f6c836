/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to end as a process does that somebody else has killed, by every call that sends SIGKILL:
 * while it is loaded, and in a run. The title says what each of them answered. */
#define _GNU_SOURCE
#include "fixture.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>

static char words[1024];

static void note(const char *name, long result) {
    size_t used = strlen(words);
    const char *said = result < 0 ? strerrorname_np(errno) : "ok";
    snprintf(words + used, sizeof words - used, "%s%s %s", used ? ", " : "", name, said);
}

static void try_all(void) {
    siginfo_t info = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    int timer;
    note("raise", raise(SIGKILL));
    errno = pthread_kill(pthread_self(), SIGKILL);
    note("pthread_kill", errno ? -1 : 0);
    note("tgkill", syscall(SYS_tgkill, getpid(), gettid(), SIGKILL));
    note("tkill", syscall(SYS_tkill, gettid(), SIGKILL));
    note("kill", kill(getpid(), SIGKILL));
    note("group", kill(0, SIGKILL));
    note("all", kill(-1, SIGKILL));
    note("sigqueue", sigqueue(getpid(), SIGKILL, (union sigval){0}));
    note("queue", syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGKILL, &info));
    note("timer_create", syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer));
    note("pidfd_open", syscall(SYS_pidfd_open, getpid(), 0));
}

__attribute__((constructor)) static void loaded(void) { try_all(); }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    words[0] = 0;
    try_all();
    completion(titled(request, words));
}
