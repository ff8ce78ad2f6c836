/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tries to be there when its process is to have ended. */
#define FIXTURE_STOP
#include "hostile.h"

static void *stay(void *unused) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    for (;;) pause();
    return unused;
}

static void hang(void) { stay(NULL); }

static void did_receive(void *self, bf_request request, bf_completion completion) {
    note("fork", (long)fork());
    note("session", (long)setsid());
    note("group", setpgid(0, 0));
    note("daemon", daemon(0, 0));
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    atexit(hang);
    start_thread(stay, NULL);
    completion(reported(request));
}

static void stop(void *self) { stay(NULL); }
