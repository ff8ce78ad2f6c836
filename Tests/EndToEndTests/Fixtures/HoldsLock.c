/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Waits with a lock that its will_expire wants. */
#define FIXTURE_WILL_EXPIRE
#include "fixture.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bf_completion answer;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    answer = completion;
    pthread_mutex_lock(&lock);
    for (;;) pause();
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    (void)self;
    (void)grace_ns;
    pthread_mutex_lock(&lock);
    answer(titled(request, "best attempt"));
}
