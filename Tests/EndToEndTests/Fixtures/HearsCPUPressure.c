/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Works for ever, but answers when it is told that its CPU time is nearly spent. */
#define FIXTURE_CPU_PRESSURE
#include "fixture.h"

static bf_request asked;
static bf_completion answer;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile unsigned long count = 0;
    (void)self;
    asked = request;
    answer = completion;
    while (!host->request_is_decided(host, request)) count++;
}

static void cpu_pressure(void *self, uint64_t used_ns, uint64_t limit_ns) {
    (void)self;
    if (used_ns >= limit_ns / 10 * 8 && used_ns < limit_ns) answer(titled(asked, "told in time"));
}
