/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls the completion of the request before, with a content of this one, then its own. */
#include "fixture.h"

static bf_completion older;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content content = titled(request, "changed");
    (void)self;
    if (older) older(titled(request, "wrong"));
    older = completion;
    completion(content);
}
