/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts threads until it is refused one. */
#include "hostile.h"
#include <limits.h>

static void *wait_for_ever(void *unused) {
    for (;;) pause();
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_attr_t attributes;
    pthread_t thread;
    int count = 0, error = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN);
    while (!error && count < 20000) {
        error = pthread_create(&thread, &attributes, wait_for_ever, NULL);
        count += !error;
    }
    errno = error;
    note("thread", error ? -1 : 0);
    note_number("few", count <= 64);
    if (acts(request, "stays")) {
        for (;;) pause();
    }
    completion(reported(request));
}
