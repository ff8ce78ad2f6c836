/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers start with an error, and says why. */
#include <belfry/belfry.h>
static bf_status refuse(void);
#define FIXTURE_START refuse
#include "fixture.h"

static bf_status refuse(void) {
    host->explain(host, BF_STRING("the key file is missing; put it into the bundle"));
    return BF_ERROR_FAILED;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
