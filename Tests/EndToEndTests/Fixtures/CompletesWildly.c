/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls back with a handle that it made up. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content invented = {0x02ffffff00000007u};
    (void)self;
    (void)request;
    completion(invented);
}
