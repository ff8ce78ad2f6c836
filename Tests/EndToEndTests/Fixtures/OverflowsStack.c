/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls itself until its stack is full. */
#include "fixture.h"

__attribute__((noinline)) static int descend(volatile int *above) {
    volatile int here = *above + 1;
    /* It always is, but the compiler must not know. */
    return here > 0 ? descend(&here) + here : 0;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile int depth = 0;
    (void)self;
    (void)request;
    (void)completion;
    exit(descend(&depth));
}
