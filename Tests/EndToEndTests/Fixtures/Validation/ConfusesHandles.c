/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives a request where a content belongs. */
#include "fixture.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    bf_content wrong = {request.id};
    host->clear(host, wrong, BF_KEY_BADGE);
    completion(titled(request, "changed"));
}
