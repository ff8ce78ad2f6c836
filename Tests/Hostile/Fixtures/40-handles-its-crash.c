/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Handles its own crashes, and never comes back from it. */
#include "hostile.h"

static volatile int sleeps;

static void handle(int number) {
    while (sleeps) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGSYS, SIGTRAP};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_NODEFER};
    sleeps = acts(request, "sleeps");
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
        sigaction(signals[index], &action, NULL);
    if (acts(request, "exits")) {
        signal(SIGSEGV, SIG_IGN);
        *nowhere = 1;
    }
    *nowhere = 1;
}
