/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts two hundred threads, and waits. */
#include "fixture.h"
#include <pthread.h>

static void *wait_for_ever(void *unused) {
    for (;;) pause();
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self, (void)request, (void)completion;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    for (int count = 0; count < 200; count++)
        pthread_create(&thread, &attributes, wait_for_ever, NULL);
    for (;;) pause();
}
