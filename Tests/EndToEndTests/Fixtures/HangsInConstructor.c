/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Never gets as far as being loaded. */
#include "fixture.h"

__attribute__((constructor)) static void hang(void) {
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
}
