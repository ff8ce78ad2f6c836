/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers well, and crashes when it is told to stop. */
#define FIXTURE_STOP
#include "fixture.h"

static void stop(void *self) {
    (void)self;
    abort();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    completion(titled(request, "changed"));
}
