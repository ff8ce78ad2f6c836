/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for more of the processor than others get. */
#include "hostile.h"
#include <sched.h>
#include <sys/resource.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct sched_param parameters = {.sched_priority = 50};
    cpu_set_t before, one, after;
    int nice_before = -(int)syscall(SYS_getpriority, PRIO_PROCESS, 0);
    char status[64] = "";
    sched_getaffinity(0, sizeof before, &before);
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    setpriority(PRIO_PROCESS, 0, -20);
    note("real-time", syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &parameters));
    note("parameters", syscall(SYS_sched_setparam, 0, &parameters));
    note("attributes", syscall(SYS_sched_setattr, 0, NULL, 0));
    note("affinity", sched_setaffinity(0, sizeof one, &one));
    sched_getaffinity(0, sizeof after, &after);
    note_number("same-cores", CPU_EQUAL(&before, &after));
    note_number("same-nice", nice_before == -(int)syscall(SYS_getpriority, PRIO_PROCESS, 0));
    FILE *file = fopen("/proc/self/stat", "r");
    int nice = 99;
    if (file && fscanf(file,
                       "%*d %63s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
                       "%*d %d",
                       status, &nice) == 2)
        note_number("nice", nice);
    completion(reported(request));
}
