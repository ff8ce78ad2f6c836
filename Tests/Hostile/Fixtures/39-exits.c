/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends its process, or one thread of it. */
#include "hostile.h"

static void *exit_elsewhere(void *unused) {
    exit(3);
    return unused;
}

static void hang(void) {
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "exit")) exit(0);
    if (acts(request, "_exit")) _exit(7);
    if (acts(request, "quick_exit")) quick_exit(5);
    if (acts(request, "thread")) start_thread(exit_elsewhere, NULL);
    if (acts(request, "hangs")) {
        atexit(hang);
        exit(0);
    }
    if (acts(request, "pthread_exit")) pthread_exit(NULL);
    if (acts(request, "one-thread")) syscall(SYS_exit, 0);
    for (;;) pause();
}
