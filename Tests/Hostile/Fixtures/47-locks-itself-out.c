/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Holds a lock that its expiry needs. */
#define FIXTURE_WILL_EXPIRE
#include "hostile.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    pthread_mutex_lock(&lock);
    for (;;) pause();
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    pthread_mutex_lock(&lock);
}
