/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Is told that its time ends, says so, and does not mind. */
#define FIXTURE_WILL_EXPIRE
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "sleeps")) {
        for (;;) pause();
    }
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    host->log(host, BF_LOG_INFO, BF_STRING("told"));
}
