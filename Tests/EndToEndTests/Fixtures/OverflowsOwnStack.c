/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Overflows the stack of a thread of its own, which has no other stack for a signal handler. */
#include "fixture.h"

#include <pthread.h>

__attribute__((noinline)) static int descend(volatile int *above) {
    volatile int here = *above + 1;
    return here > 0 ? descend(&here) + here : 0;
}

static void *run(void *context) {
    volatile int depth = 0;
    (void)context;
    exit(descend(&depth));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_t thread;
    (void)self;
    (void)request;
    (void)completion;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
}
