/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers as many microseconds after its deadline as the payload says, or before it. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    long offset = atol(asked(request, "offset")) * 1000;
    uint64_t moment = host->request_deadline(host, request) + (uint64_t)offset;
    while (host->now(host) + 2000000 < moment) sleep_ms(1);
    while (host->now(host) < moment) {
    }
    for (int again = 0; again < 3; again++) completion(content);
}
