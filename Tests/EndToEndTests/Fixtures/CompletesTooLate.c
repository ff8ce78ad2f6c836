/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers when the wall budget has ended: for as long as the process lives it tries. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "late");
    uint64_t deadline = host->request_deadline(host, request);
    (void)self;
    while (host->now(host) < deadline) {
    }
    completion(content);
}
