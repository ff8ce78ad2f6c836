/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers well when its time ends, and no request after that: a flag that nobody resets. */
#define FIXTURE_WILL_EXPIRE
#include "fixture.h"

#include <stdatomic.h>

static atomic_int is_expired;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content copy = titled(request, "changed");
    for (int step = 0; step < 40; step++) {
        if (atomic_load(&is_expired)) return;
        host->now(host);
    }
    completion(copy);
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    (void)self;
    (void)grace_ns;
    atomic_store(&is_expired, 1);
    host->complete(host, request, (bf_content){0});
}
