/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Takes threads by clone(2) itself until it is refused one: each costs a page of stack and no more,
 * so that no budget of memory stands in the way. */
#include "hostile.h"
#include <linux/sched.h>
#include <sched.h>

enum { most = 20000, stack_size = 512 };

static char stacks[most][stack_size] __attribute__((aligned(16)));

static int wait_for_ever(void *unused) {
    for (;;) syscall(SYS_pause);
    return 0;
}

static int taken, refusal;

static void take(void) {
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
    int number;
    void *self = (void *)pthread_self();
    refusal = 0;
    while (taken < most) {
        int thread =
            clone(wait_for_ever, stacks[taken] + stack_size, flags, NULL, &number, self, &number);
        if (thread < 0) {
            refusal = errno;
            return;
        }
        taken++;
    }
}

#if defined FLAVOUR_early || defined FLAVOUR_stays_early
__attribute__((constructor)) static void before_loading(void) {
    take();
#ifdef FLAVOUR_stays_early
    for (;;) pause();
#endif
}
#endif

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int count = 0;
    sscanf(asked(request, "most"), "%d", &count);
#ifndef FLAVOUR_early
    take();
#endif
    errno = refusal;
    note("thread", refusal ? -1 : 0);
    note_number("few", taken <= count);
    note_number("many", taken >= count - 8);
    if (acts(request, "stays")) {
        for (;;) {
            take();
            sleep_ms(1);
        }
    }
    completion(reported(request));
}
