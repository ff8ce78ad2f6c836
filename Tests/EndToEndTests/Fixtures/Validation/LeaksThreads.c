/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts a thread for each request and never ends it. */
#include "fixture.h"

#include <pthread.h>

static void *wait_for_ever(void *argument) {
    (void)argument;
    for (;;) pause();
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 32 * 1024);
    pthread_create(&thread, &small, wait_for_ever, NULL);
    pthread_attr_destroy(&small);
    completion(titled(request, "changed"));
}
