/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Uses the processor but sleeps at each of the kernel's ticks, which is when that looks at CPU timers:
 * while its run goes on, or after it has answered. */
#include "hostile.h"

static long long nanoseconds(clockid_t clock, int (*read)(clockid_t, struct timespec *)) {
    struct timespec time = {0};
    read(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* The coarse clock shows when a tick was, and its resolution how far they are apart; they go on as they
 * began, though that clock stands still while the machine is idle. */
static void *evade(void *ignored) {
    long long tick = nanoseconds(CLOCK_MONOTONIC_COARSE, clock_getres);
    long long phase = nanoseconds(CLOCK_MONOTONIC_COARSE, clock_gettime) % tick;
    for (;;) {
        long long now = nanoseconds(CLOCK_MONOTONIC, clock_gettime);
        long long next = now - (now - phase) % tick + tick;
        long long woken = next + tick * 3 / 16, until = next + tick * 9 / 16;
        struct timespec time = {woken / 1000000000, woken % 1000000000};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
        while (nanoseconds(CLOCK_MONOTONIC, clock_gettime) < until) continue;
    }
    return ignored;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "afterwards")) {
        completion(titled(request, "changed"));
        start_thread(evade, NULL);
        return;
    }
    evade(NULL);
}
