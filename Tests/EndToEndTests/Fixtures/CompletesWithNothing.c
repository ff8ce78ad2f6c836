/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for the original. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content none = {0};
    (void)self;
    (void)request;
    completion(none);
}
