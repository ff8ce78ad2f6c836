/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Needs a function that nobody has. */
#include "fixture.h"

void function_that_nobody_has(void);

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
    function_that_nobody_has();
}
