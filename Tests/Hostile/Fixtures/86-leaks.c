/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaks descriptors, threads or timers with every request. */
#include "hostile.h"
#include <sys/eventfd.h>
#include <sys/timerfd.h>

static void *wait_for_ever(void *unused) {
    for (;;) pause();
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    for (int number = 0; number < 8; number++) {
        if (acts(request, "descriptors")) eventfd(0, 0);
        if (acts(request, "threads")) start_thread(wait_for_ever, NULL);
        if (acts(request, "timers")) {
            struct itimerspec often = {{0, 1000000}, {0, 1000000}};
            int timer = timerfd_create(CLOCK_MONOTONIC, 0);
            if (timer >= 0) timerfd_settime(timer, 0, &often, NULL);
        }
    }
    completion(titled(request, "changed"));
}
