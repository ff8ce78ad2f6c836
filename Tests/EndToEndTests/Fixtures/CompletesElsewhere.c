/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes from a thread of its own, after did_receive has returned. */
#include "fixture.h"
#include <pthread.h>

static bf_request asked;
static bf_completion answer;

static void *work(void *unused) {
    (void)unused;
    answer(titled(asked, "changed"));
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_t thread;
    (void)self;
    asked = request;
    answer = completion;
    if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_detach(thread);
}
