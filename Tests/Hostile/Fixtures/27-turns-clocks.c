/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Changes the clocks, or waits for one to jump. */
#include "hostile.h"
#include <sys/time.h>
#include <sys/timex.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct timespec time = {1, 0};
    struct timeval now = {1, 0};
    struct timex adjustment = {0};
    timer_t timer;
    if (acts(request, "sets")) clock_settime(CLOCK_REALTIME, &time);
    if (acts(request, "sets-day")) syscall(SYS_settimeofday, &now, NULL);
    if (acts(request, "adjusts")) syscall(SYS_adjtimex, &adjustment);
    if (acts(request, "waits")) {
        time.tv_sec = 1ll << 40;
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, NULL);
    }
    note("timer", timer_create(CLOCK_REALTIME, NULL, &timer));
    struct itimerval interval = {{0, 1000}, {0, 1000}};
    note("interval", setitimer(ITIMER_REAL, &interval, NULL));
    completion(reported(request));
}
