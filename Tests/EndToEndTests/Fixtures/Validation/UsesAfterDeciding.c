/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Goes on to write into a content that it has completed with. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content copy = titled(request, "changed");
    completion(copy);
    host->set_text(host, copy, BF_KEY_BODY, BF_STRING("too late"));
}
