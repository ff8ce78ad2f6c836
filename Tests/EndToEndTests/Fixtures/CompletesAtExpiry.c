/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Waits for its time to end, and answers then. */
#define FIXTURE_WILL_EXPIRE
#include "fixture.h"

static bf_completion answer;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    answer = completion;
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    (void)self;
    (void)grace_ns;
    answer(titled(request, "best attempt"));
}
