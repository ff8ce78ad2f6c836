/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes at once and goes on using CPU time. */
#include "fixture.h"

#include <pthread.h>

static volatile unsigned counter;

static void *burn(void *unused) {
    (void)unused;
    for (;;) counter++;
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    pthread_t thread;
    pthread_create(&thread, NULL, burn, NULL);
    completion(titled(request, "after"));
}
