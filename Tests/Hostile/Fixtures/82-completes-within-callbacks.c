/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Completes from within start, from within itself, and from another callback. */
#define FIXTURE_WILL_EXPIRE
static int call_early(void);
#define FIXTURE_START call_early
#include "hostile.h"

static int early, calls;
static bf_completion answer;

static int call_early(void) {
    early = host->complete(host, (bf_request){0x0100000100000000u}, (bf_content){0});
    return BF_OK;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    answer = completion;
    if (acts(request, "expiry")) return;
    note_number("start", early);
    if (acts(request, "itself") && calls++ == 0) did_receive(self, request, completion);
    completion(reported(request));
}

static void will_expire(void *self, bf_request request, uint64_t grace_ns) {
    answer(titled(request, "changed"));
    did_receive(self, request, answer);
}
