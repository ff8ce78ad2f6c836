/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Is told that its time ends, and is stuck there too. */
#define FIXTURE_WILL_EXPIRE
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    for (;;) pause();
}
