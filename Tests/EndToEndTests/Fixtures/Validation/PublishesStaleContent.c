/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Publishes the content of an earlier request as its best so far. */
#include "fixture.h"

static bf_content kept;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    if (kept.id != 0) host->checkpoint(host, request, kept);
    kept = titled(request, "changed");
    completion(kept);
}
